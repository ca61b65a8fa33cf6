// Series of the two calendars. Hidden series exist in one calendar only; a hidden date exists in both, with another content.
import assert from 'node:assert/strict'
import { sql } from '../../src/kernel/database/sql.ts'
import type { Caller, Json, TestServer } from '../support/server.ts'

type Made = Json & { readonly id: number }
/** The tools of the calendar that is being filled. */
export interface SeriesTools {
  readonly server: TestServer
  readonly is_full: boolean
  step(): Promise<void>
  make(plural: string, name: string, body?: Json, as?: Caller): Promise<Made>
  hide(plural: string, name: string, state: (typeof HIDDEN_SERIES)[number], body?: Json, as?: Caller): Promise<number[]>
  lasting(days: number, hours?: number): Json
  /** Remembers the IDs of dates, and values of fields that callers may not see. */
  noteDates(ids: readonly number[]): void
  noteHidden(body: Json): void
}
/** Records that only hidden series and hidden dates link to. */
export interface HiddenLinks {
  readonly venue: number
  readonly organizer: number
  readonly category: number
  readonly tag: number
}

const HIDDEN_SERIES = ['draft', 'pending', 'private', 'future', 'trash', 'unlisted'] as const
const HIDDEN_DATES = ['draft', 'pending', 'private'] as const
/** Each step of the history has ten IDs: the series and at most nine dates. */
const WEEKLY = 'FREQ=WEEKLY;COUNT=6'

export async function addSeries(tools: SeriesTools, links: HiddenLinks): Promise<void> {
  const { make, hide, lasting } = tools
  const linked = { venue: [links.venue], organizer: [links.organizer], categories: [links.category], tags: [links.tag] }
  for (const [i, status] of HIDDEN_SERIES.entries()) {
    const body = { ...lasting(i + 2), recurrence: WEEKLY, excerpt: `shrouded ${status}`, cost: '1313', featured: true }
    // Terms count unlisted events, and venues show them.
    const more = status === 'unlisted' ? { hide_from_listings: true } : linked
    const [id] = await hide('events', `Serenade ${status}`, status, { ...body, ...more })
    if (id !== undefined && status !== 'unlisted') tools.noteDates((await datesOf(tools, id)).slice(0, 2))
  }
  for (const [i, status] of HIDDEN_DATES.entries()) {
    const series = await make('events', `Open series ${i}`, {
      ...lasting(i + 1),
      recurrence: WEEKLY,
      description: `Every week ${i}`,
    })
    const dates = await datesOf(tools, series.id)
    tools.noteDates(dates)
    const [, second, third, , last] = dates
    await hideDate(tools, second, status, { ...lasting(100 + 10 * i), ...linked })
    await hideDate(tools, last, HIDDEN_DATES[(i + 1) % HIDDEN_DATES.length] ?? 'draft', { ...lasting(i), featured: true })
    await write(tools, third, { title: `Open exception ${i}`, website: 'https://open.example/' })
    await hideDate(tools, dates[3], status, { ...lasting(40 + i), ...linked })
    await tools.step()
    assert.equal((await tools.server.remove(`/events/${dates[3]}`)).status, 200)
    if (i === 0 && tools.is_full) await splitFromHidden(tools, series.id)
  }
  await addProtectedSeries(tools, links)
}

/** The IDs of all dates of a series, in order. */
const datesOf = async ({ server }: SeriesTools, series: number): Promise<number[]> => {
  const dates = await server.app.database.query<{ id: number }>(
    sql`select id from occurrences where series_id = ${series} order by original_start`,
  )
  return dates.map(({ id }) => id)
}
async function write({ server, step }: SeriesTools, id: number | undefined, body: Json): Promise<void> {
  await step()
  const { status, text } = await server.patch(`/events/${id}`, body)
  assert.equal(status, 200, text)
}
/** Hides a date. One calendar writes secrets to it, several times; the other hides it without any. */
async function hideDate(tools: SeriesTools, id: number | undefined, status: string, secrets: Json): Promise<void> {
  if (!tools.is_full) {
    await write(tools, id, { status: 'draft' })
    for (let i = 0; i < 2; i += 1) await tools.step()
    return
  }
  const body = { title: `Sotto voce ${status}`, description: 'muffled', cost: '2718', online_url: 'https://muffled.example/', ...secrets }
  tools.noteHidden(body)
  await write(tools, id, { ...body, status })
  await write(tools, id, { title: `Sourdine ${status}`, i18n_language: 'fr' })
  await write(tools, id, { website: 'https://muffled.example/' })
}
/** A public series that was split off from a series that callers may not see. */
async function splitFromHidden({ server }: SeriesTools, id: number): Promise<void> {
  await server.app.database.query(
    sql`update events set split_from = (select min(id) from events where status = 'private' and recurrence is not null) where id = ${id}`,
  )
}

/** The protected fields of the series, and of one of its dates, are in one calendar only. */
async function addProtectedSeries(tools: SeriesTools, { venue, organizer }: HiddenLinks): Promise<void> {
  const { is_full, make, lasting } = tools
  const inside = { description: 'oubliette', cost: '909', website: 'https://oubliette.example/', venue: [venue], organizer: [organizer] }
  const series = await make(
    'events',
    'Masked series',
    { ...lasting(3), recurrence: WEEKLY, password: is_full ? 'pw-series' : 'other', ...(is_full && inside) },
    'editor',
  )
  const dates = await datesOf(tools, series.id)
  tools.noteDates(dates)
  await write(tools, dates[2], {
    title: 'Masked exception',
    ...(is_full && { excerpt: 'undercroft', custom_fields: { cell: 'undercroft' }, venue: [] }),
  })
  if (is_full) tools.noteHidden({ ...inside, excerpt: 'undercroft' })
}

const SHAPES = ['', 'collapse=series', 'records=true', 'records=true&type=exception', 'collapse=series&order=desc']
const FEEDS = ['.ics?', '.ics?collapse=series', '.ics?expand=true', '.csv?']
/** Reads of one date or series by its ID, and lists of windows in which only hidden dates lie. */
export function readsOfSeries(ids: readonly number[], lasting: SeriesTools['lasting']): string[] {
  const ofId = ids.flatMap((id) => [
    `/events/${id}`,
    `/events/${id}.ics`,
    `/events?series=${id}`,
    `/events?include=${id}&records=true&type=series,exception,single`,
    `/venues?event=${id}`,
  ])
  const dayOf = (days: number): string => String(lasting(days)['start_date']).slice(0, 10)
  const windows = [
    [0, 3],
    [2, 2],
    [40, 40],
    [100, 100],
    [110, 110],
  ].map(([from = 0, to = 0]) => `start_date=${dayOf(from)}&end_date=${dayOf(to)}`)
  const lists = [...SHAPES.map((shape) => `?${shape}`), ...FEEDS].flatMap((list) =>
    [...windows, 'orderby=modified'].map((query) => `/events${list}&per_page=100&${query}`),
  )
  const links = ['/venues?has_events=true', '/venues?only_with_upcoming=true', '/organizers?has_events=true', '/tags', '/categories']
  return [...ofId, ...lists, ...links]
}
