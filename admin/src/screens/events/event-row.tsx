// One row of the list.
import { Link } from '@tanstack/react-router'
import { createContext, use, type SyntheticEvent } from 'react'
import { Checkbox } from 'react-aria-components/Checkbox'
import { GridListItem } from 'react-aria-components/GridList'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { eventPath } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { colorOf } from './category-color.ts'
import type { ListedEvent, SeriesSummary } from './event-queries.ts'
import { todayOfCalendar } from './event-search.ts'
import { LanguageDots } from './language-dots.tsx'
import { RowMenu, type RowCommands } from './row-menu.tsx'
import { StatusBadge } from './status-badge.tsx'

interface EventRowProps {
  readonly event: ListedEvent
  readonly commands: RowCommands
}
export function EventRow({ event, commands }: EventRowProps) {
  const t = useText()
  const isCanceled = event.event_status === 'cancelled'
  return (
    <GridListItem className={isCanceled ? 'event-row canceled' : 'event-row'} id={event.id} textValue={event.title || t('Without a title')}>
      <Checkbox slot="selection" className="checkbox">
        <span className="box">
          <Icon name="check" />
        </span>
      </Checkbox>
      <RowContent event={event} />
      <RowMenu event={event} commands={commands} />
    </GridListItem>
  )
}

function RowContent({ event }: Pick<EventRowProps, 'event'>) {
  const t = useText()
  const { wallTime } = useFormats()
  return (
    <>
      <EventTime event={event} />
      <Thumbnail event={event} />
      <div className="what">
        <div className="title clip" dir="auto">
          <Link to={eventPath(event.id)} lang={event.language} {...KEEP_PRESSES}>
            {event.title || t('Without a title')}
          </Link>
        </div>
        <div className="meta">
          <bdi className="only-narrow">{event.all_day ? t('All day') : wallTime(event.start_date)}</bdi>
          {event.categories.slice(0, 2).map((category) => (
            <span key={category.id} className="category" {...colorOf(category)}>
              <bdi className="clip" lang={category.language}>
                {category.name}
              </bdi>
            </span>
          ))}
          {event.series !== null && <Recurrence series={event.series} />}
        </div>
      </div>
      <Place event={event} />
      <span className="status">
        <StatusBadge event={event} />
      </span>
      <LanguageDots event={event} />
    </>
  )
}
/** The row opens the event too. The link keeps its presses, so that it is not opened twice, and can be opened in another window. */
const keep = (event: SyntheticEvent): void => event.stopPropagation()
const KEEP_PRESSES = { onPointerDown: keep, onMouseDown: keep, onTouchStart: keep, draggable: false } as const

function EventTime({ event: { all_day, start_date, end_date } }: Pick<EventRowProps, 'event'>) {
  const t = useText()
  const { wallTime, shortWallDay } = useFormats()
  const day = (wall: string): string => shortWallDay(wall, todayOfCalendar().slice(0, 4))
  const isOneDay = end_date?.slice(0, 10) === start_date.slice(0, 10)
  const end =
    end_date === null
      ? ''
      : !isOneDay
        ? t('until {day}', { day: day(end_date) })
        : all_day
          ? ''
          : t('to {time}', { time: wallTime(end_date) })
  return (
    <span className="time">
      <bdi>{all_day ? t('All day') : wallTime(start_date)}</bdi>
      {end !== '' && end_date !== start_date && <bdi>{end}</bdi>}
    </span>
  )
}

const THUMBNAIL_WIDTH = 112
function Thumbnail({ event: { image } }: Pick<EventRowProps, 'event'>) {
  if (image === null)
    return (
      <span className="thumbnail none">
        <Icon name="image" />
      </span>
    )
  const sizes = Object.values(image.sizes).toSorted((a, b) => a.width - b.width)
  return <img className="thumbnail" src={(sizes.find(({ width }) => width >= THUMBNAIL_WIDTH) ?? image).url} alt="" loading="lazy" />
}

/** The series of all rows by ID. They arrive after the rows. */
export const SeriesSummaries = createContext<ReadonlyMap<number, SeriesSummary>>(new Map())
function Recurrence({ series }: { readonly series: number }) {
  const t = useText()
  const summary = use(SeriesSummaries).get(series)
  const total = summary?.occurrences?.total ?? null
  return (
    <span className="recurrence">
      <Icon name="repeat" small />
      <span className="clip">{summary?.recurrence_text ?? t('Repeats')}</span>
      {total !== null && <span className="faint">{t('{count} dates', { count: total })}</span>}
    </span>
  )
}

const Place = ({ event: { venue, organizer } }: Pick<EventRowProps, 'event'>) => (
  <span className="place">
    {venue[0] && (
      <bdi className="clip" lang={venue[0].language}>
        {venue[0].venue}
      </bdi>
    )}
    {organizer[0] && (
      <bdi className="clip faint" lang={organizer[0].language}>
        {organizer[0].organizer}
      </bdi>
    )}
  </span>
)
