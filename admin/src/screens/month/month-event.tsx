// One event of a month view: a link that speaks the full date, the time, the title and the status of the event.
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { useMonthFormats } from '../../lib/month-format.ts'
import { eventPath } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { colorOf } from '../events/category-color.ts'
import { StatusBadge } from '../events/status-badge.tsx'
import { daysOf, type Segment } from './month-layout.ts'
import { useMonthMoveContext } from './month-move.ts'
import type { MonthEvent } from './month-queries.ts'

/** Nobody but editors sees these events yet. */
const UNPUBLISHED: readonly MonthEvent['status'][] = ['draft', 'pending', 'future']
export const stateClasses = ({ status, event_status }: MonthEvent): (string | false)[] => [
  UNPUBLISHED.includes(status) && 'draft',
  event_status === 'cancelled' && 'canceled',
]
const isNotable = ({ status, event_status }: MonthEvent): boolean =>
  status !== 'publish' || ['cancelled', 'postponed'].includes(event_status)
const hasSeveralDays = (event: MonthEvent): boolean => {
  const { first, last } = daysOf(event)
  return first < last
}

interface EventSegmentProps {
  readonly segment: Segment<MonthEvent>
  /** The first day of the event in its week. */
  readonly day: string
  /** Whether the Tab key reaches the link. */
  readonly isReachable: boolean
}
/** An event in the grid. Events of several days, and those of whole days, are bars. */
export function EventSegment({ segment: { event, column, span, lane, isContinued, continues }, day, isReachable }: EventSegmentProps) {
  const t = useText()
  const { wallTime } = useFormats()
  const { fullTimes } = useMonthFormats()
  const move = useMonthMoveContext()
  const mayMove = move?.mayMove(event) === true
  const isBar = event.all_day || hasSeveralDays(event)
  const classes = [
    'month-event',
    isBar && 'bar',
    isContinued && 'continued',
    continues && 'continues',
    mayMove && 'movable',
    ...stateClasses(event),
  ]
  return (
    <Link
      to={eventPath(event.id)}
      className={classes.filter(Boolean).join(' ')}
      style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: lane + 2 }}
      tabIndex={isReachable ? 0 : -1}
      draggable={false}
      data-event={event.id}
      {...(mayMove && {
        'aria-keyshortcuts': 'M',
        onPointerDown: (pointer: PointerEvent<HTMLElement>) => move.onPointerDown(event, pointer),
        onKeyDown: ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
          if (key.toLowerCase() === 'm' && !ctrlKey && !metaKey && !altKey) move.begin(event, day)
        },
      })}
      {...(move?.moving?.event.id === event.id && { 'data-moving': '' })}
      {...colorOf(event.categories[0])}
    >
      <span className="visually-hidden">{fullTimes(event)} </span>
      {!isBar && <bdi aria-hidden="true">{wallTime(event.start_date)}</bdi>}
      <b className="clip" lang={event.language} dir="auto">
        {event.title || t('Without a title')}
      </b>
      {event.series !== null && <Icon name="repeat" />}
      {isNotable(event) && (
        <span className="visually-hidden">
          {' '}
          <StatusBadge event={event} />
        </span>
      )}
    </Link>
  )
}

/** The events of one day as a list. */
export function DayEvents({ events }: { readonly events: readonly MonthEvent[] }) {
  const t = useText()
  if (events.length === 0) return <p className="soft">{t('No events on this day.')}</p>
  return (
    <ul className="day-events">
      {events.map((event) => (
        <li key={event.id}>
          <DayEvent event={event} />
        </li>
      ))}
    </ul>
  )
}

function DayEvent({ event }: { readonly event: MonthEvent }) {
  const t = useText()
  const { wallTime } = useFormats()
  const { days, fullTimes } = useMonthFormats()
  const time = hasSeveralDays(event) ? days(event) : event.all_day ? t('All day') : wallTime(event.start_date)
  return (
    <Link
      to={eventPath(event.id)}
      className={['day-event', ...stateClasses(event)].filter(Boolean).join(' ')}
      {...colorOf(event.categories[0])}
    >
      <span className="visually-hidden">{fullTimes(event)} </span>
      <bdi className="time" aria-hidden="true">
        {time}
      </bdi>
      <b lang={event.language} dir="auto">
        {event.title || t('Without a title')}
      </b>
      {event.series !== null && <Icon name="repeat" small />}
      {isNotable(event) && <StatusBadge event={event} />}
    </Link>
  )
}
