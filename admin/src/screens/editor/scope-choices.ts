// The dates of a series that a change can apply to, and how many of them the server says it would change.
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { etagOf, type Client, type Effect, type EventDetail } from '@kalends/client'
import { addDays, daysBetween } from '../../lib/days.ts'
import { useClient } from '../../lib/language.tsx'
import type { SavePlan } from './inputs.ts'
import type { LoadedEvent } from './load.ts'
import { dryRunPlan, type Scope } from './save.ts'

export interface ScopeChoice {
  readonly scope: Scope
  /** The date or the series that the write addresses. */
  readonly id: number
  readonly etag: string | null
  /** The first date that changes. Null for all dates. */
  readonly start: string | null
  /** Null to delete the dates. */
  readonly plan: SavePlan | null
}
export interface ScopeEffect {
  readonly effect: Effect | null
  /** How many dates the choice covers. Null if the series has no end. */
  readonly reach: number | null
  /** How many of them have changes of their own. */
  readonly own: number
}

/** On a date: this date, the following ones, or all. On a series: all dates, or those from the next one on. */
export function useScopeChoices({ record, etag }: LoadedEvent, plan: SavePlan | null): UseQueryResult<readonly ScopeChoice[]> {
  const client = useClient()
  return useQuery({
    queryKey: ['scope-choices', record.id, etag, plan],
    queryFn: async ({ signal }) => {
      const all: ScopeChoice = { scope: 'all', id: record.id, etag, start: null, plan }
      if (record.series !== null) {
        const here = { id: record.id, etag, start: record.start_date, plan }
        return [{ ...here, scope: 'this' }, { ...here, scope: 'following' }, all]
      }
      const next = await nextDate(client, record, signal)
      const moved = next && shiftedPlan(plan, record.start_date, next.start_date)
      if (next === null || moved === undefined) return [all]
      return [{ scope: 'following', id: next.id, etag: etagOf(next) ?? null, start: next.start_date, plan: moved }, all]
    },
    gcTime: 0,
    retry: false,
  })
}

/** The next date of a series, unless it is the first one: then it means the same as all dates. */
async function nextDate(client: Client, { id, occurrences }: EventDetail, signal: AbortSignal): Promise<EventDetail | null> {
  if (occurrences?.next === null || occurrences?.next === occurrences?.first) return null
  const { events } = await client.events.list(
    { series: id, ends_after: new Date(), status: 'any', per_page: 1 },
    { fields: ['id'], signal },
  )
  return events[0] === undefined ? null : client.events.get(events[0].id, { signal })
}

/** The times of a series are those of its first date. They move to the day of another date. Undefined if the change is for all dates only. */
function shiftedPlan(plan: SavePlan | null, from: string, to: string): SavePlan | null | undefined {
  if (plan === null) return null
  const days = daysBetween(from.slice(0, 10), to.slice(0, 10))
  const shift = (wall: unknown): unknown => (typeof wall === 'string' ? `${addDays(wall.slice(0, 10), days)}${wall.slice(10)}` : wall)
  const isForAll = plan.writes.some(
    ({ body: { start_date, recurrence } }) =>
      recurrence === null || (typeof start_date === 'string' && !start_date.startsWith(from.slice(0, 10))),
  )
  if (isForAll) return undefined
  const writes = plan.writes.map(({ language, body }) => ({
    language,
    body: Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, ['start_date', 'end_date'].includes(name) ? shift(value) : value]),
    ),
  }))
  return { ...plan, writes }
}

/** The result of the dry run of each choice. */
export function useScopeEffects({ record }: LoadedEvent, choices: readonly ScopeChoice[]): readonly UseQueryResult<ScopeEffect>[] {
  const client = useClient()
  const series = record.series ?? record.id
  return useQueries({
    queries: choices.map((choice) => ({
      queryKey: ['scope-effect', series, choice],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => loadEffect(client, series, choice, signal),
      gcTime: 0,
      retry: false,
    })),
  })
}

async function loadEffect(client: Client, series: number, choice: ScopeChoice, signal: AbortSignal): Promise<ScopeEffect> {
  const { scope, id, etag, start, plan } = choice
  const [removal, effect, { occurrences }, own] = await Promise.all([
    // The removal of the dates would affect exactly those that the choice covers.
    client.events.trash(id, { scope, dryRun: true, signal }).then(
      ({ occurrences: each }) => each,
      (error: unknown) => {
        if (plan === null) throw error
        return null
      },
    ),
    plan === null ? null : dryRunPlan(client, { id, etag, scope }, plan),
    client.events.get(series, { fields: ['occurrences'], signal }),
    scope === 'this' ? 0 : countExceptions(client, series, start, signal),
  ])
  const isEndless = scope !== 'this' && occurrences?.total === null
  return { effect: plan === null ? removal : effect, reach: isEndless ? null : scope === 'this' ? 1 : (removal?.removed ?? null), own }
}

const FIRST_DAY = '0001-01-02'
async function countExceptions(client: Client, series: number, start: string | null, signal: AbortSignal): Promise<number> {
  const params = { series, type: 'exception', status: 'any', per_page: 1, start_date: start?.slice(0, 10) ?? FIRST_DAY } as const
  return (await client.events.list(params, { fields: ['id'], signal })).total
}
