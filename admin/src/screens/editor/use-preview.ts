// The sentence and the next dates of the repetition in the form: the stored ones, or those that the server computes for a change.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Client, DryRun, EventDetail, EventInput } from '@kalends/client'
import { useDebounced } from '../../lib/delayed.ts'
import { useLanguage } from '../../lib/language.tsx'
import { timesInput } from './inputs.ts'
import { sharedOf, type SharedValues } from './values.ts'

export type SeriesPreview = NonNullable<DryRun<unknown>['series']>
const PAUSE_MS = 350
const DATES_SHOWN = 12

/** The dates of a changed repetition come from a dry run, so they are those of the later save. */
export function usePreview(shared: SharedValues, record: EventDetail | null, mayWrite: boolean): UseQueryResult<SeriesPreview | null> {
  const { client, language } = useLanguage()
  const { start, end, all_day, recurrence } = shared
  const isComplete = [start, ...(end === null ? [] : [end])].every(({ day, time }) => day !== '' && (all_day || time !== ''))
  const input = useDebounced(JSON.stringify(recurrence !== null && isComplete ? timesInput(shared) : null), PAUSE_MS)
  const stored = record?.type === 'series' && input === JSON.stringify(timesInput(sharedOf(record))) ? record.id : null
  return useQuery({
    queryKey: ['events', 'repetition', language, record?.id ?? null, stored === null ? input : 'stored'],
    queryFn: async ({ signal }) => {
      if (stored !== null) return readPreview(client, stored, signal)
      const times = JSON.parse(input) as Omit<EventInput, 'title'>
      const { series } =
        record === null
          ? await client.events.create({ title: '–', ...times }, { dryRun: true, signal })
          : await client.events.update(record.id, times, { dryRun: true, signal })
      return series
    },
    enabled: stored !== null || (mayWrite && input !== 'null'),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

async function readPreview(client: Client, id: number, signal: AbortSignal): Promise<SeriesPreview> {
  const [{ recurrence_text, occurrences }, { events }] = await Promise.all([
    client.events.get(id, { fields: ['recurrence_text', 'occurrences'], signal }),
    client.events.list(nextDatesOf(id), { fields: ['start_date', 'end_date'], signal }),
  ])
  const next = events.map(({ start_date, end_date }) => ({ start: start_date, end: end_date }))
  return { recurrence_text: recurrence_text ?? '', total: occurrences?.total ?? null, next }
}

/** The parameters of a list of the next dates of a series. */
export const nextDatesOf = (series: number) => ({ series, ends_after: new Date(), status: 'any', per_page: DATES_SHOWN }) as const
