// The menu of one row. It has the commands that the person may run.
import type { Me } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { ListedEvent } from './event-queries.ts'

export interface RowCommands {
  readonly mayCreate: boolean
  mayChange(event: ListedEvent): boolean
  open(event: ListedEvent): void
  select(event: ListedEvent): void
  duplicate(event: ListedEvent): void
  trash(event: ListedEvent): void
  trashSeries(event: ListedEvent): void
  restore(event: ListedEvent): void
}

/** Whether the person may change an event. Contributors may not change what is published. */
export const mayChange = ({ author, status }: ListedEvent, me: Me | undefined): boolean =>
  me !== undefined && (me.may.edit_others || (author === me.id && (me.may.publish || !['publish', 'private', 'future'].includes(status))))

interface RowMenuProps {
  readonly event: ListedEvent
  readonly commands: RowCommands
}
export function RowMenu({ event, commands }: RowMenuProps) {
  const t = useText()
  const { mayCreate } = commands
  const isEditable = commands.mayChange(event)
  const trash: MenuEntry[] =
    event.series === null
      ? [{ id: 'trash', label: t('Move to trash'), icon: 'trash', run: () => commands.trash(event) }]
      : [
          { id: 'trash', label: t('Leave out this date'), icon: 'close', run: () => commands.trash(event) },
          { id: 'trash-series', label: t('Move all dates to trash'), icon: 'trash', run: () => commands.trashSeries(event) },
        ]
  const restore: MenuEntry = { id: 'restore', label: t('Restore'), icon: 'undo', run: () => commands.restore(event) }
  const entries: MenuEntry[] = [
    { id: 'open', label: isEditable ? t('Edit') : t('Open'), icon: 'edit', run: () => commands.open(event) },
    { id: 'select', label: t('Select'), icon: 'check', run: () => commands.select(event) },
    ...(mayCreate ? [{ id: 'duplicate', label: t('Duplicate'), icon: 'copy', run: () => commands.duplicate(event) } as const] : []),
    ...(isEditable ? (event.status === 'trash' ? [restore] : trash) : []),
  ]
  return (
    <Menu
      label={t('Actions')}
      trigger={<IconButton label={t('More for “{title}”', { title: event.title || t('Without a title') })} icon="more" />}
      entries={entries}
    />
  )
}
