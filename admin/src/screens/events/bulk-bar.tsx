// The actions on all selected rows. Each of them is one change, which is undone as one.
import { Toolbar } from 'react-aria-components/Toolbar'
import { Button } from 'react-aria-components/Button'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Picker } from '../../ui/picker.tsx'
import { rowAfter } from './agenda.tsx'
import type { ListedEvent } from './event-queries.ts'
import { useOptions } from './record-options.ts'
import { focusRow } from './row-focus.ts'
import type { EventActions, NewTerm } from './use-event-actions.ts'

interface BulkBarProps {
  readonly rows: readonly ListedEvent[]
  readonly selected: readonly ListedEvent[]
  readonly onClear: () => void
  readonly actions: EventActions
}
export function BulkBar({ rows, selected, onClear, actions }: BulkBarProps) {
  const t = useText()
  const { data: me } = useMe()
  const isTrash = selected.every(({ status }) => status === 'trash')
  /** Rows that leave make room for the next one. All others stay where they are, and the first one of them has the focus. */
  const run = (send: Promise<void>, isLeaving: boolean): void => {
    const ids = new Set(selected.map(({ id }) => id))
    focusRow(isLeaving ? rowAfter(rows, selected[0], ({ id }) => ids.has(id)) : selected[0]?.id)
    onClear()
    void send
  }
  const addTerm = (term: NewTerm): void => run(actions.addTerm(selected, term), false)
  return (
    <Toolbar className="bulk-bar" aria-label={t('With the selected events')}>
      <b>{t('{count} selected', { count: selected.length })}</b>
      {isTrash ? (
        <BulkButton icon="undo" text={t('Restore')} onPress={() => run(actions.restore(selected), true)} />
      ) : (
        <>
          {me?.may.publish && <BulkButton icon="check" text={t('Publish')} onPress={() => run(actions.publish(selected), false)} />}
          <TermPicker field="categories" onPick={addTerm} />
          <TermPicker field="tags" onPick={addTerm} />
          <BulkButton icon="trash" text={t('Move to trash')} onPress={() => run(actions.trash(selected), true)} />
        </>
      )}
      <Button onPress={onClear}>
        <span className="visually-hidden">{t('Clear the selection')}</span>
        <Icon name="close" small />
        <kbd>Esc</kbd>
      </Button>
    </Toolbar>
  )
}

interface BulkButtonProps {
  readonly icon: IconName
  readonly text: string
  readonly onPress?: () => void
}
const BulkButton = ({ icon, text, ...props }: BulkButtonProps) => (
  <Button {...props}>
    <Icon name={icon} small />
    {text}
  </Button>
)

/** The name of a new term has this prefix as an ID of a choice. */
const NEW = 'new:'
function TermPicker({ field, onPick }: { readonly field: NewTerm['field']; readonly onPick: (term: NewTerm) => void }) {
  const t = useText()
  const { data: me } = useMe()
  const isTag = field === 'tags'
  const { search, setSearch, setOpen, options, isSettled } = useOptions(isTag ? 'tag' : 'category')
  const name = search.trim()
  const isNew = isTag && isSettled && name !== '' && me?.may.create_terms === true && !options.some((option) => option.name === name)
  const choices = isNew ? [...options, { id: NEW + name, name: t('New tag “{name}”', { name }) }] : options
  const pick = (id: number | string | undefined): void => {
    if (id === undefined) return
    const isNewTerm = typeof id === 'string'
    onPick({ field, term: isNewTerm ? name : id, name: isNewTerm ? name : (options.find((option) => option.id === id)?.name ?? '') })
    setSearch('')
  }
  return (
    <Picker
      label={isTag ? t('Add tag') : t('Add category')}
      searchLabel={isTag ? t('Find a tag') : t('Find a category')}
      emptyText={isTag ? t('No tag has this name.') : t('No category has this name.')}
      trigger={<BulkButton icon="tag" text={isTag ? t('Add tag') : t('Add category')} />}
      options={choices}
      search={search}
      onSearch={setSearch}
      selected={[]}
      onChange={([id]) => pick(id)}
      onOpenChange={setOpen}
    />
  )
}
