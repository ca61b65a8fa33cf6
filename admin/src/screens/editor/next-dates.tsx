// The next dates of the repetition in the form. A date that is stored can be opened; every date can be left out.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Event } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { eventPath } from '../../lib/paths.ts'
import { useWallFormats } from '../../lib/wall-format.ts'
import { IconButton } from '../../ui/button.tsx'
import { nextDatesOf, type SeriesPreview } from './use-preview.ts'

type StoredDate = Pick<Event, 'id' | 'start_date' | 'type' | 'event_status' | 'status'>

/** The stored dates of a series that have not ended. */
function useNextDates(series: number | null) {
  const client = useClient()
  return useQuery({
    queryKey: ['events', 'dates', series],
    queryFn: async ({ signal }): Promise<readonly StoredDate[]> => {
      return (
        await client.events.list(nextDatesOf(series ?? 0), { fields: ['id', 'start_date', 'type', 'event_status', 'status'], signal })
      ).events
    },
    enabled: series !== null,
  })
}

interface NextDatesProps {
  readonly series: number | null
  readonly preview: SeriesPreview
  readonly isAllDay: boolean
  /** Leaves out a date. It is not offered to people who may only read. */
  readonly onLeaveOut?: (start: string) => void
}
export function NextDates({ series, preview: { next, total }, isAllDay, onLeaveOut }: NextDatesProps) {
  const t = useText()
  const wall = useWallFormats()
  const { data: stored = [] } = useNextDates(series)
  if (next.length === 0) return <p className="soft">{t('All dates are over.')}</p>
  return (
    <div className="stack">
      <p className="row spread">
        <span className="label">{t('Next dates')}</span>
        <span className="small faint">{total === null ? t('Without an end') : t('{count} dates in all', { count: total })}</span>
      </p>
      <ul className="next-dates">
        {next.map(({ start }) => (
          <NextDate
            key={start}
            start={start}
            day={wall.day(start.slice(0, 10))}
            stored={stored.find(({ start_date }) => start_date === start)}
            isAllDay={isAllDay}
            {...(onLeaveOut && next.length > 1 && { onLeaveOut })}
          />
        ))}
      </ul>
    </div>
  )
}

interface NextDateProps extends Pick<NextDatesProps, 'isAllDay' | 'onLeaveOut'> {
  readonly start: string
  readonly day: string
  readonly stored: StoredDate | undefined
}
function NextDate({ start, day, stored, isAllDay, onLeaveOut }: NextDateProps) {
  const t = useText()
  const { wallTime } = useFormats()
  const state = stored && stateOf(stored, t)
  const classes = ['next-date', stored?.event_status === 'cancelled' && 'off', stored?.type === 'exception' && 'own']
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      {stored === undefined ? (
        <b>
          <bdi>{day}</bdi>
        </b>
      ) : (
        <Link to={eventPath(stored.id)}>
          <bdi>{day}</bdi>
        </Link>
      )}
      <span>{state ?? (isAllDay ? t('All day') : wallTime(start))}</span>
      {onLeaveOut && <IconButton icon="close" label={t('Leave out {day}', { day })} onPress={() => onLeaveOut(start)} />}
    </li>
  )
}

function stateOf({ type, event_status, status }: StoredDate, t: Translate): string | null {
  if (event_status === 'cancelled') return t('Canceled')
  if (event_status === 'postponed') return t('Postponed')
  if (event_status === 'moved_online') return t('Online')
  if (type === 'exception') return status === 'draft' || status === 'private' ? t('Hidden') : t('Changed')
  return null
}
