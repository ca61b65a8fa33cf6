// The list of events as an agenda: rows by day, which can be selected with the pointer and with the keyboard.
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { GridList, GridListHeader, GridListSection } from 'react-aria-components/GridList'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { daysBetween } from '../../lib/days.ts'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { eventPath } from '../../lib/paths.ts'
import { Checkbox } from '../../ui/fields.tsx'
import type { ListedEvent } from './event-queries.ts'
import { todayOfCalendar } from './event-search.ts'
import { EventRow } from './event-row.tsx'
import { focusRow, rowOf } from './row-focus.ts'
import { mayChange, type RowCommands } from './row-menu.tsx'
import type { EventActions } from './use-event-actions.ts'

interface AgendaProps {
  readonly rows: readonly ListedEvent[]
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: ReadonlySet<number>) => void
  readonly actions: EventActions
  /** Whether the rows are those of an earlier search, while the new ones are loaded. */
  readonly isStale: boolean
}
interface Day {
  readonly id: string
  readonly rows: readonly ListedEvent[]
}
const daysOf = (rows: readonly ListedEvent[]): Day[] =>
  [...Map.groupBy(rows, ({ start_date }) => start_date.slice(0, 10))].map(([id, events]) => ({ id, rows: events }))

/** Sizes in px of rows that were not on the screen yet. Those that were are measured. */
const ESTIMATED_SIZES = { estimatedRowSize: 63, estimatedHeadingSize: 34 } as const

export function Agenda({ rows, selected, onSelect, actions, isStale }: AgendaProps) {
  const { t, language } = useLanguage()
  const navigate = useNavigate()
  const days = useMemo(() => daysOf(rows), [rows])
  const commands = useRowCommands({ rows, selected, onSelect, actions })
  const onKeyDown = useRowKeys(rows, commands)
  return (
    <div className={isStale ? 'agenda card stale' : 'agenda card'} aria-busy={isStale}>
      <AgendaHead rows={rows} selected={selected} onSelect={onSelect} />
      {/* The grid handles its own keys. These are the additional ones. It renders the rows on the screen only. */}
      <div role="presentation" onKeyDown={onKeyDown}>
        <Virtualizer layout={ListLayout} layoutOptions={ESTIMATED_SIZES}>
          <GridList
            className="agenda-rows"
            aria-label={t('Events')}
            items={days}
            dependencies={[language, commands]}
            selectionMode="multiple"
            selectedKeys={selected}
            onSelectionChange={(keys) => onSelect(keys === 'all' ? new Set(rows.map(({ id }) => id)) : new Set([...keys].map(Number)))}
            onAction={(key) => void navigate({ to: eventPath(Number(key)) })}
            disallowTypeAhead
          >
            {(day) => (
              <GridListSection id={day.id} aria-label={day.id}>
                <GridListHeader className="agenda-day">
                  <DayHeading day={day.id} />
                </GridListHeader>
                <Collection items={day.rows} dependencies={[language, commands]}>
                  {(event) => <EventRow event={event} commands={commands} />}
                </Collection>
              </GridListSection>
            )}
          </GridList>
        </Virtualizer>
      </div>
    </div>
  )
}

function AgendaHead({ rows, selected, onSelect }: Pick<AgendaProps, 'rows' | 'selected' | 'onSelect'>) {
  const t = useText()
  const isAll = rows.length > 0 && selected.size === rows.length
  return (
    <div className="agenda-head">
      <Checkbox
        isSelected={isAll}
        isIndeterminate={selected.size > 0 && !isAll}
        onChange={(isSelected) => onSelect(new Set(isSelected ? rows.map(({ id }) => id) : []))}
      >
        <span className="visually-hidden">{t('Select all')}</span>
      </Checkbox>
      <span aria-hidden="true">{t('Time')}</span>
      <span className="event-column" aria-hidden="true">
        {t('Event')}
      </span>
      <span className="place" aria-hidden="true">
        {t('Venue and organizer')}
      </span>
      <span aria-hidden="true">{t('Status')}</span>
      <span className="language-dots" aria-hidden="true">
        {t('Languages')}
      </span>
    </div>
  )
}

function DayHeading({ day }: { readonly day: string }) {
  const t = useText()
  const { wallDay, relativeDay } = useFormats()
  const today = todayOfCalendar()
  const name = wallDay(`${day} 00:00:00`, today.slice(0, 4))
  if (day === today)
    return (
      <>
        <b className="today">{t('Today')}</b> <span className="faint">{name}</span>
      </>
    )
  return (
    <>
      <b>{name}</b> <span className="faint">{relativeDay(daysBetween(today, day))}</span>
    </>
  )
}

/** Commands of single rows. After a row has left the list, the next one has the focus. */
function useRowCommands({ rows, selected, onSelect, actions }: Omit<AgendaProps, 'isStale'>): RowCommands {
  const navigate = useNavigate()
  const current = useRef({ rows, selected, onSelect, actions })
  useLayoutEffect(() => {
    current.current = { rows, selected, onSelect, actions }
  })
  const { data: me } = useMe()
  return useMemo(() => {
    const leave = (event: ListedEvent, isLeaving: (row: ListedEvent) => boolean): void => {
      const { rows: before, selected: ids, onSelect: select } = current.current
      focusRow(rowAfter(before, event, isLeaving))
      select(new Set([...ids].filter((id) => !before.some((row) => row.id === id && isLeaving(row)))))
    }
    const isSame = (event: ListedEvent) => (row: ListedEvent) => row.id === event.id
    return {
      mayCreate: me?.may.create === true,
      mayChange: (event) => mayChange(event, me),
      open: (event) => void navigate({ to: eventPath(event.id) }),
      select: (event) => {
        const { selected: ids, onSelect: select } = current.current
        select(ids.has(event.id) ? new Set([...ids].filter((id) => id !== event.id)) : new Set([...ids, event.id]))
      },
      duplicate: (event) => {
        focusRow(event.id)
        void current.current.actions.duplicate(event)
      },
      trash: (event) => {
        leave(event, isSame(event))
        void current.current.actions.trash([event])
      },
      trashSeries: (event) => {
        leave(event, ({ series }) => series === event.series)
        void current.current.actions.trashSeries(event, current.current.rows)
      },
      restore: (event) => {
        leave(event, isSame(event))
        void current.current.actions.restore([event])
      },
    }
  }, [navigate, me])
}
/** The row that gets the focus when others leave the list: the next one, or else the one before. */
export function rowAfter(
  rows: readonly ListedEvent[],
  first: ListedEvent | undefined,
  isLeaving: (row: ListedEvent) => boolean,
): number | undefined {
  const index = rows.findIndex(({ id }) => id === first?.id)
  const stays = (row: ListedEvent): boolean => !isLeaving(row)
  return (rows.slice(index + 1).find(stays) ?? rows.slice(0, Math.max(index, 0)).findLast(stays))?.id
}

/** The grid moves the focus, because it can render the next row before. */
const pressArrow = (target: EventTarget, key: 'ArrowDown' | 'ArrowUp'): boolean =>
  (target as Element)
    .closest('[role="row"]')
    ?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })) ?? false

/** J and K move the focus, X selects, E opens, D duplicates, and # moves to the trash. */
function useRowKeys(rows: readonly ListedEvent[], commands: RowCommands) {
  return (event: KeyboardEvent): void => {
    const focused = rowOf(event.target)
    const row = rows.find(({ id }) => id === focused)
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Readonly<Record<string, () => unknown>> = {
      j: () => pressArrow(event.target, 'ArrowDown'),
      k: () => pressArrow(event.target, 'ArrowUp'),
      x: () => commands.select(row),
      e: () => commands.open(row),
      d: () => commands.duplicate(row),
      '#': () => commands.mayChange(row) && row.status !== 'trash' && commands.trash(row),
    }
    const run = keys[event.key.toLowerCase()]
    if (run === undefined) return
    event.preventDefault()
    run()
  }
}
