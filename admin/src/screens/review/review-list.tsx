// The submissions, the latest first.
import type { QueuedReview } from '@kalends/client'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { PersonMark } from '../history/person-mark.tsx'
import { itemKey } from './review-search.ts'

interface ReviewListProps {
  readonly items: readonly QueuedReview[]
  readonly chosen: string | undefined
  /** The submission in the reading pane, which is the first one unless another is chosen. */
  readonly shown: string | undefined
  readonly onChoose: (key: string) => void
}
export function ReviewList({ items, chosen, shown, onChoose }: ReviewListProps) {
  const { t, language } = useLanguage()
  return (
    <GridList
      className="version-list review-list"
      aria-label={t('Submissions')}
      items={items.map((item) => ({ id: itemKey(item), item }))}
      dependencies={[language, shown]}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys]
        if (key !== undefined) onChoose(String(key))
      }}
    >
      {({ id, item }) => <ReviewRow item={item} isShown={id === shown} />}
    </GridList>
  )
}

function ReviewRow({ item, isShown }: { readonly item: QueuedReview; readonly isShown: boolean }) {
  const t = useText()
  const { moment } = useFormats()
  const { kind, title, language, is_copy, author, sender, note, at_utc } = item
  const name = sender?.name || author?.name || t('Somebody')
  const badges = { event: t('New event'), venue: t('New venue'), organizer: t('New organizer') }
  return (
    <GridListItem
      id={itemKey(item)}
      textValue={title || t('Event without a title')}
      className={isShown ? 'version-row shown' : 'version-row'}
    >
      <PersonMark id={author?.id ?? 0} name={name} />
      <div className="review-entry">
        <p className="review-title">
          <b>
            <bdi lang={language}>{title || t('Event without a title')}</bdi>
          </b>
        </p>
        <p className="when">
          <bdi>{name}</bdi> <span>{moment(at_utc)}</span>
        </p>
        <p className="review-kind">
          {is_copy ? <span className="badge waiting">{t('Changes')}</span> : <span className="badge planned">{badges[kind]}</span>}
          {note && <bdi className="small soft">{note}</bdi>}
        </p>
      </div>
    </GridListItem>
  )
}
