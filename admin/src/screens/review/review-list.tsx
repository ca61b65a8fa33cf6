// The submissions or the decisions, the latest first.
import type { QueuedReview } from '@kalends/client'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PersonMark } from '../history/person-mark.tsx'
import { itemKey } from './review-search.ts'

interface ReviewListProps {
  readonly items: readonly QueuedReview[]
  readonly chosen: string | undefined
  /** The submission in the reading pane, which is the first one unless another is chosen. */
  readonly shown: string | undefined
  readonly onChoose: (key: string) => void
  /** Whether the list is that of decisions. */
  readonly isDecided: boolean
}
export function ReviewList({ items, chosen, shown, onChoose, isDecided }: ReviewListProps) {
  const { t, language } = useLanguage()
  return (
    <GridList
      className="version-list review-list"
      aria-label={t('Submissions')}
      items={items.map((item) => ({ id: itemKey(item), item }))}
      dependencies={[language, shown, isDecided]}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys]
        if (key !== undefined) onChoose(String(key))
      }}
    >
      {({ id, item }) => <ReviewRow item={item} isDecided={isDecided} isShown={id === shown} />}
    </GridList>
  )
}

interface ReviewRowProps extends Pick<ReviewListProps, 'isDecided'> {
  readonly item: QueuedReview
  readonly isShown: boolean
}
function ReviewRow({ item, isDecided, isShown }: ReviewRowProps) {
  const t = useText()
  const { moment } = useFormats()
  const { title, language, author, sender, decision, decided_by, note, at_utc } = item
  // A submission is that of its author, and a decision that of the editor.
  const person = isDecided && decision !== null ? decided_by : author
  const name = (person === author && sender?.name) || person?.name || t('Somebody')
  return (
    <GridListItem
      id={itemKey(item)}
      textValue={title || t('Event without a title')}
      className={isShown ? 'version-row shown' : 'version-row'}
    >
      <PersonMark id={person?.id ?? 0} name={name} />
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
          {isDecided ? <DecisionBadge item={item} /> : <KindBadge item={item} />}
          {note && <bdi className="small soft">{note}</bdi>}
        </p>
      </div>
    </GridListItem>
  )
}

function KindBadge({ item: { kind, is_copy } }: { readonly item: QueuedReview }) {
  const t = useText()
  const names = { event: t('New event'), venue: t('New venue'), organizer: t('New organizer') }
  return is_copy ? <span className="badge waiting">{t('Changes')}</span> : <span className="badge planned">{names[kind]}</span>
}
export function DecisionBadge({ item: { decision } }: { readonly item: QueuedReview }) {
  const t = useText()
  const isReturned = decision === 'return'
  return (
    <span className={isReturned ? 'badge waiting' : 'badge good'}>
      <Icon name={isReturned ? 'undo' : 'check'} />
      {isReturned ? t('Returned') : t('Published')}
    </span>
  )
}
