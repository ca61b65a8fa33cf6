// The weeks of a month as a grid.
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../../lib/language.tsx'
import { useMonthFormats } from '../../lib/month-format.ts'
import { useGridKeys, type FocusedDay } from './focused-day.ts'
import { AddLink, DayDots, MonthDay, MoreButton } from './month-day.tsx'
import { EventSegment } from './month-event.tsx'
import { columnsOf, eventsBetween, layoutWeek } from './month-layout.ts'
import { useMonthMoveContext } from './month-move.ts'
import type { MonthEvent } from './month-queries.ts'

interface MonthGridProps {
  readonly month: string
  readonly weeks: readonly (readonly string[])[]
  readonly events: readonly MonthEvent[]
  readonly focused: FocusedDay
  readonly mayCreate: boolean
  readonly isNarrow: boolean
  /** Whether the events are those of an earlier view, while the new ones are loaded. */
  readonly isStale: boolean
  /** Whether the cells show the shape of the events to come. */
  readonly isLoading: boolean
}
export function MonthGrid(props: MonthGridProps) {
  const t = useText()
  const { month: nameOf } = useMonthFormats()
  const { month, weeks, focused, mayCreate, isNarrow, isStale, isLoading } = props
  const move = useMonthMoveContext()
  const onKeyDown = useGridKeys(focused, weeks, mayCreate)
  return (
    <div
      role="grid"
      className={['month-grid', isNarrow && 'compact', isStale && 'stale', move?.moving && 'moving'].filter(Boolean).join(' ')}
      aria-label={t('Days of {month}', { month: nameOf(month) })}
      aria-busy={isStale || isLoading}
      onKeyDown={onKeyDown}
      onKeyDownCapture={move?.onKeyDownCapture}
    >
      <Weekdays days={weeks[0] ?? []} isNarrow={isNarrow} />
      {weeks.map((week) => (
        <Week key={week[0]} {...props} week={week} />
      ))}
    </div>
  )
}

function Weekdays({ days, isNarrow }: { readonly days: readonly string[]; readonly isNarrow: boolean }) {
  const { weekday, narrowWeekday } = useMonthFormats()
  return (
    <div role="row" className="weekdays">
      {days.map((day) => (
        <span key={day} role="columnheader" aria-label={weekday(day)}>
          {isNarrow ? narrowWeekday(day) : weekday(day)}
        </span>
      ))}
    </div>
  )
}

/** A week has two rows: the days, and below them their events. An event of several days belongs to the first of them. */
function Week(props: MonthGridProps & { readonly week: readonly string[] }) {
  const { week, month, events, focused, mayCreate, isNarrow } = props
  const navigate = useNavigate()
  const eventsByDay = useMemo(() => week.map((day) => eventsBetween(events, day, day)), [week, events])
  return (
    <div role="rowgroup" className="week">
      <div role="row">
        {week.map((day, column) => {
          const ofDay = eventsByDay[column] ?? []
          const isFocused = day === focused.day
          return (
            <MonthDay
              key={day}
              {...{ day, column, month, isFocused }}
              events={ofDay}
              onFocus={focused.setDay}
              isSelectable={isNarrow}
              onAdd={!isNarrow && mayCreate ? () => void navigate({ to: '/events/new', search: { date: day } }) : undefined}
            >
              {isNarrow && <DayDots events={ofDay} />}
              {!isNarrow && mayCreate && <AddLink day={day} isReachable={isFocused} />}
            </MonthDay>
          )
        })}
      </div>
      {!isNarrow && <WeekEvents {...props} eventsByDay={eventsByDay} />}
    </div>
  )
}

interface WeekEventsProps extends Pick<MonthGridProps, 'events' | 'focused' | 'isLoading'> {
  readonly week: readonly string[]
  readonly eventsByDay: readonly (readonly MonthEvent[])[]
}
function WeekEvents({ week, events, eventsByDay, focused, isLoading }: WeekEventsProps) {
  const { segments, hiddenCounts } = useMemo(() => layoutWeek(week, events), [week, events])
  const focusedColumn = week.indexOf(focused.day)
  return (
    <div role="row">
      {week.map((day, column) => {
        const hiddenCount = hiddenCounts[column] ?? 0
        const isFocused = column === focusedColumn
        return (
          <div key={day} role="gridcell" onFocus={() => focused.setDay(day)}>
            {segments
              .filter((segment) => segment.column === column)
              .map((segment) => (
                <EventSegment key={segment.event.id} day={day} segment={segment} isReachable={columnsOf(segment).includes(focusedColumn)} />
              ))}
            {hiddenCount > 0 && <MoreButton {...{ day, column, hiddenCount }} isReachable={isFocused} events={eventsByDay[column] ?? []} />}
            {isLoading && <span className="skeleton" style={{ gridColumn: column + 1 }} />}
          </div>
        )
      })}
    </div>
  )
}
