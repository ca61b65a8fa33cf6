// The month view: the events of a month in a grid of weeks. On narrow screens, the events of one day are listed below the grid.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useDelayedFlag } from '../../lib/delayed.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { NARROW, useMediaQuery } from '../../lib/media.ts'
import { formatLocale } from '../../lib/messages.ts'
import { useMonthFormats } from '../../lib/month-format.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { FailureNote } from '../../ui/query-state.tsx'
import '../../styles/filters.css'
import '../../styles/events.css'
import '../../styles/month.css'
import { colorOf } from '../events/category-color.ts'
import { todayOfCalendar } from '../events/event-search.ts'
import { ListFailed } from '../events/list-states.tsx'
import { NewEventLink } from '../events/new-event-link.tsx'
import { ViewSwitch } from '../events/view-switch.tsx'
import { useTitle } from '../outside-page.tsx'
import { useFocusedDay } from './focused-day.ts'
import { useDayName } from './day-name.ts'
import { monthOf, weeksOf } from './month-days.ts'
import { DayEvents } from './month-event.tsx'
import { MonthGrid } from './month-grid.tsx'
import { eventsBetween } from './month-layout.ts'
import { MonthMoveProvider, useMonthMove, type MonthMove } from './month-move.ts'
import { EVENT_LIMIT, useMonthEvents, type MonthEvent, type MonthQuery } from './month-queries.ts'
import { sharedFilters } from './month-search.ts'
import { MonthFilters, MonthSteps } from './month-tools.tsx'

const NO_EVENTS: readonly MonthEvent[] = []
const PAUSE_MS = 200

export function Month() {
  const { language } = useLanguage()
  const search = useSearch({ from: '/frame/events/month' })
  const navigate = useNavigate()
  const { data: me } = useMe()
  const mayCreate = me?.may.create === true
  const { month: nameOf } = useMonthFormats()
  const month = search.month ?? monthOf(todayOfCalendar())
  const weeks = useMemo(() => weeksOf(month, formatLocale(language)), [month, language])
  const days = useMemo(() => weeks.flat(), [weeks])
  const query = useMonthEvents(days[0] ?? '', days.at(-1) ?? '', sharedFilters(search))
  const showMonth = useCallback(
    (next: string): void => void navigate({ to: '/events/month', search: (before) => ({ ...sharedFilters(before), month: next }) }),
    [navigate],
  )
  const focused = useFocusedDay(month, days, showMonth)
  const showToday = (): void => focused.moveTo(todayOfCalendar(), true)
  useShortcut('t', showToday)
  const move = useMonthMove(days, me)
  useTitle(nameOf(month))
  const isNarrow = useMediaQuery(NARROW)
  const isLoading = useDelayedFlag(query.data === undefined && !query.isError, PAUSE_MS)
  const events = useMemo(() => eventsBetween(query.data?.events ?? NO_EVENTS, days[0] ?? '', days.at(-1) ?? ''), [query.data, days])
  return (
    <div className="page events month">
      <header>
        <h1>{nameOf(month)}</h1>
        <MonthSteps month={month} showMonth={showMonth} showToday={showToday} />
        <ViewSwitch search={sharedFilters(search)} />
        {mayCreate && <NewEventLink />}
      </header>
      <MonthFilters search={search} />
      <MonthState query={query} month={month} events={events} isLoading={isLoading} />
      {query.data === undefined && query.isError ? (
        <ListFailed onRetry={() => void query.refetch()} />
      ) : (
        <MonthMoveProvider value={isNarrow ? null : move}>
          <MonthGrid {...{ month, weeks, events, focused, mayCreate, isNarrow, isLoading }} isStale={query.isPlaceholderData} />
        </MonthMoveProvider>
      )}
      {!isNarrow && (
        <div className="month-foot">
          <Legend events={events} />
          <MoveStatus move={move} />
        </div>
      )}
      {isNarrow && query.data !== undefined && <SelectedDay day={focused.day} events={events} mayCreate={mayCreate} />}
    </div>
  )
}

interface MonthStateProps {
  readonly query: MonthQuery
  readonly month: string
  readonly events: readonly MonthEvent[]
  readonly isLoading: boolean
}
/** Announces the number of events, and tells about failures and about events that are left out. */
function MonthState({ query: { data, isError, error, isPlaceholderData, refetch }, month, events, isLoading }: MonthStateProps) {
  const t = useText()
  const { month: nameOf } = useMonthFormats()
  const isCurrent = data !== undefined && !isPlaceholderData
  return (
    <>
      <p className="visually-hidden" role="status">
        {isLoading && t('Loading events…')}
        {isCurrent && t('{month}: {count} events', { month: nameOf(month), count: events.length })}
      </p>
      {isError && data !== undefined && <FailureNote error={error} onRetry={() => void refetch()} />}
      {isCurrent && data.isCut && (
        <Note kind="information">
          {t('Only the first {count} events of these weeks are shown. Use the filters to see the others.', { count: EVENT_LIMIT })}
        </Note>
      )}
    </>
  )
}

interface SelectedDayProps {
  readonly day: string
  readonly events: readonly MonthEvent[]
  readonly mayCreate: boolean
}
function SelectedDay({ day, events, mayCreate }: SelectedDayProps) {
  const t = useText()
  const name = useDayName()(day)
  return (
    <section className="selected-day" aria-labelledby="selected-day">
      <h2 id="selected-day">{name}</h2>
      <DayEvents events={eventsBetween(events, day, day)} />
      {mayCreate && (
        <Link className="button" to="/events/new" search={{ date: day }} aria-label={t('New event on {day}', { day: name })}>
          <Icon name="plus" />
          {t('New event')}
        </Link>
      )}
    </section>
  )
}

/** Says how events are moved, and announces the day to which one is being moved. */
function MoveStatus({ move: { moving } }: { readonly move: MonthMove }) {
  const t = useText()
  const nameOf = useDayName()
  return (
    <p className="faint small" role="status">
      {moving === null
        ? t('Drag an event to move it, or press M on it. Every move can be undone.')
        : moving.input === 'keyboard'
          ? t('“{title}” to {day}. Enter moves it, Escape puts it back.', { title: moving.event.title, day: nameOf(moving.to) })
          : t('“{title}” to {day}', { title: moving.event.title, day: nameOf(moving.to) })}
    </p>
  )
}

/** The colors of the categories that the view shows, with their names. */
function Legend({ events }: { readonly events: readonly MonthEvent[] }) {
  const t = useText()
  const categories = new Map(events.flatMap(({ categories: [first] }) => (first?.color ? [[first.id, first] as const] : [])))
  if (categories.size === 0) return null
  return (
    <ul className="month-legend" aria-label={t('Categories')}>
      {[...categories.values()].map((category) => (
        <li key={category.id} className="category" {...colorOf(category)}>
          <bdi lang={category.language}>{category.name}</bdi>
        </li>
      ))}
    </ul>
  )
}
