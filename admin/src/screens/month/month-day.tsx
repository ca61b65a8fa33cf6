// One day of a month view: a cell with the number of the day, and the list of its events where they do not fit.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useLanguage, useText } from '../../lib/language.tsx'
import { formatLocale } from '../../lib/messages.ts'
import { useMonthFormats } from '../../lib/month-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { colorOf } from '../events/category-color.ts'
import { todayOfCalendar } from '../events/event-search.ts'
import { useDayName } from './day-name.ts'
import { isWeekendDay, monthOf } from './month-days.ts'
import { DayEvents, stateClasses } from './month-event.tsx'
import { useMonthMoveContext } from './month-move.ts'
import type { MonthEvent } from './month-queries.ts'

interface MonthDayProps {
  readonly day: string
  /** Index of the day in its week. */
  readonly column: number
  readonly month: string
  readonly events: readonly MonthEvent[]
  readonly isFocused: boolean
  readonly onFocus: (day: string) => void
  /** Whether the events of the day are listed elsewhere while it is selected. */
  readonly isSelectable: boolean
  /** Begins a new event on the day. Enter does the same. */
  readonly onAdd: (() => void) | undefined
  readonly children: ReactNode
}
export function MonthDay({ day, column, month, events, isFocused, onFocus, isSelectable, onAdd, children }: MonthDayProps) {
  const { t, language } = useLanguage()
  const { dayNumber, dayAndMonth } = useMonthFormats()
  const nameOf = useDayName()
  const isTarget = useMonthMoveContext()?.moving?.to === day
  const isToday = day === todayOfCalendar()
  const classes = [
    'month-day',
    monthOf(day) !== month && 'other-month',
    isWeekendDay(day, formatLocale(language)) && 'weekend',
    isTarget && 'drop-target',
    onAdd && 'addable',
  ]
  return (
    <div
      role="gridcell"
      className={classes.filter(Boolean).join(' ')}
      data-day={day}
      style={{ gridColumn: column + 1 }}
      tabIndex={isFocused ? 0 : -1}
      aria-label={t('{day}, {count} events', { day: nameOf(day), count: events.length })}
      {...(isToday && { 'aria-current': 'date' })}
      {...(isSelectable && { 'aria-selected': isFocused })}
      onFocus={() => onFocus(day)}
      onClick={({ target, defaultPrevented }) => {
        onFocus(day)
        // The link in the corner of the day has a press of its own, and the press that ends a drag adds nothing.
        if (!defaultPrevented && target instanceof Element && target.closest('a') === null) onAdd?.()
      }}
    >
      <span className="number" aria-hidden="true">
        {day.endsWith('-01') && !isSelectable ? dayAndMonth(day) : dayNumber(day)}
      </span>
      {children}
    </div>
  )
}

const DOTS = 3
export const DayDots = ({ events }: { readonly events: readonly MonthEvent[] }) => (
  <span className="dots" aria-hidden="true">
    {events.slice(0, DOTS).map((event) => (
      <span key={event.id} className={['dot', ...stateClasses(event)].filter(Boolean).join(' ')} {...colorOf(event.categories[0])} />
    ))}
  </span>
)

interface DayLinkProps {
  readonly day: string
  readonly isReachable: boolean
}
/** The link to a new event in the corner of a day. */
export function AddLink({ day, isReachable }: DayLinkProps) {
  const t = useText()
  const nameOf = useDayName()
  return (
    <Link
      className="add"
      to="/events/new"
      search={{ date: day }}
      tabIndex={isReachable ? 0 : -1}
      aria-label={t('New event on {day}', { day: nameOf(day) })}
      draggable={false}
    >
      <Icon name="plus" small />
    </Link>
  )
}

interface MoreButtonProps extends DayLinkProps {
  readonly column: number
  readonly hiddenCount: number
  readonly events: readonly MonthEvent[]
}
/** Opens the list of all events of a day that has more of them than its cell shows. */
export function MoreButton({ day, column, isReachable, hiddenCount, events }: MoreButtonProps) {
  const t = useText()
  const name = useDayName()(day)
  return (
    <DialogTrigger>
      <Button className="more" style={{ gridColumn: column + 1 }} excludeFromTabOrder={!isReachable}>
        {t('+{count} more', { count: hiddenCount })}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <Popover className="popover day-popover" aria-label={name}>
        <h2>{name}</h2>
        <DayEvents events={events} />
      </Popover>
    </DialogTrigger>
  )
}
