// A random calendar of singles, series and exceptions, and the collapsed lists that it must have, computed from the dates and links of events.
import type { Random } from '../model/random.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import type { Json, TestServer } from '../support/server.ts'

export const NOW = Temporal.Instant.from('2027-01-01T12:00:00Z')
const RULES = [
  'WEEKLY',
  'WEEKLY;COUNT=12',
  'DAILY;COUNT=9',
  'MONTHLY',
  'YEARLY',
  'YEARLY;INTERVAL=2',
  'WEEKLY;INTERVAL=5;COUNT=7',
  'MONTHLY;INTERVAL=3',
]
const HOURS = [0, 2, 2, 2, 30, 80, 400]

export interface Links {
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly venue: readonly number[]
}
const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const times = (random: Random, around: number): Json => {
  const start = around + (random.below(96) - 48) * 1_800_000
  return { start_date: wall(start), end_date: wall(start + random.pick(HOURS) * 3_600_000) }
}

/** Creates terms, venues and events; 30 % of series have exceptions that differ in links, status, flags and dates. */
export async function makeWorld(server: TestServer, random: Random, size: number): Promise<Links> {
  const make = async (plural: string, field: string, n: number): Promise<number[]> => {
    const made: number[] = []
    for (let i = 0; i < n; i++) made.push((await server.make(plural, { [field]: `${plural}${i}` })).id)
    return made
  }
  const links: Links = {
    categories: await make('categories', 'name', 4),
    tags: await make('tags', 'name', 4),
    venue: await make('venues', 'venue', 4),
  }
  const someLinks = (): Json => ({
    categories: random.some(links.categories, 2),
    tags: random.some(links.tags, 2),
    venue: random.some(links.venue, 1),
  })
  const changes: readonly (() => Json)[] = [
    () => ({ categories: random.some(links.categories, 2) }),
    () => ({ tags: random.some(links.tags, 2) }),
    () => ({ venue: random.some(links.venue, 1) }),
    () => ({ status: random.pick(['draft', 'private']) }),
    () => ({ hide_from_listings: true }),
    () => ({ featured: true }),
    () => ({ title: `title${random.below(50)}` }),
  ]
  for (let i = 0; i < size; i++) {
    const isSeries = random.chance(0.7)
    const body: Json = {
      title: `title${random.below(50)}`,
      ...times(random, NOW.epochMilliseconds + (random.below(900) - 300) * 86_400_000),
      timezone: 'UTC',
      ...someLinks(),
      featured: random.chance(0.3),
      status: random.chance(0.1) ? 'draft' : 'publish',
      ...(random.chance(0.15) && { password: 'secret' }),
      ...(isSeries && { recurrence: `FREQ=${random.pick(RULES)}` }),
    }
    const { id } = await server.make('events', body)
    if (!isSeries || !random.chance(0.3)) continue
    const dates = await server.app.database.query<{ id: number; at: number }>(
      sql`select id, extract(epoch from starts_at)::float8 * 1000 as at from occurrences where series_id = ${id} order by starts_at, id`,
    )
    const chosen = random.chance(0.3) ? dates.slice(-2) : random.some(dates, 3)
    for (const date of chosen) {
      const change = { ...random.pick(changes)(), ...(random.chance(0.4) && times(random, date.at)) }
      const answer = await server.patch(`/events/${date.id}`, change)
      if (answer.status !== 200) throw new Error(answer.text)
    }
  }
  return links
}

export interface DateRow {
  readonly id: number
  readonly family: number
  readonly type: 'single' | 'occurrence' | 'exception'
  readonly start: number
  readonly end: number
  readonly status: string
  readonly hidden: boolean
  readonly locked: boolean
  readonly featured: boolean
  readonly title: string
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly venue: readonly number[]
}
/** All dates with the values that filters look at, from the tables of dates, events, texts and links. */
export const readDates = (server: TestServer): Promise<DateRow[]> =>
  server.app.database.query<DateRow>(sql`select o.id, coalesce(o.series_id, o.id) as family,
    case when o.series_id is null then 'single' when o.record_id = o.id then 'exception' else 'occurrence' end as type,
    extract(epoch from o.starts_at)::float8 * 1000 as start, extract(epoch from o.ends_at)::float8 * 1000 as end,
    e.status::text as status, e.hide_from_listings as hidden, e.protected as locked, e.featured,
    (select t.title from event_texts t where t.id = e.id and t.language = 'en') as title,
    array(select ref_id from event_categories l where l.event_id = e.id) as categories,
    array(select ref_id from event_tags l where l.event_id = e.id) as tags,
    array(select ref_id from event_venues l where l.event_id = e.id) as venue
    from occurrences o join events e on e.id = o.record_id`)

type Condition = (date: DateRow) => boolean
export interface ListQuery {
  readonly as: 'editor' | 'author' | null
  readonly params: Readonly<Record<string, string>>
  readonly conditions: readonly Condition[]
  /** Those of `conditions` that belong to a parameter. */
  readonly byParam: ReadonlyMap<string, Condition>
  readonly order: 'event_date' | 'title' | 'id'
  readonly direction: 'asc' | 'desc'
}
const FAR = Date.UTC(2029, 0, 1, 12)
type Part = readonly [params: Readonly<Record<string, string>>, condition: Condition]
const instant = (ms: number): string => new Date(ms).toISOString()

/** The filters by date, each with the same rule in terms of dates (contract 5.1 to 5.4). Exact times make the rule one comparison. */
function windowPart(random: Random): Part {
  const at =
    NOW.epochMilliseconds + (random.below(1_500) - 400) * 86_400_000 + random.pick([0, random.below(86_400) * 1_000, 12 * 3_600_000])
  const to = at + random.pick([1, 5, 9, 20, 100, 700]) * 86_400_000
  const exact = (params: Readonly<Record<string, string>>, condition: Condition): Part => [{ ...params, strict_dates: 'true' }, condition]
  return random.pick<() => Part>([
    () => [{ strict_dates: 'true' }, ({ start, end }) => start >= NOW.epochMilliseconds && end <= FAR],
    () => exact({ start_date: instant(at), end_date: instant(to) }, ({ start, end }) => start >= at && end <= to),
    () => exact({ start_date: instant(at), end_date: instant(to) }, ({ start, end }) => start >= at && end <= to),
    () => exact({ from: instant(at), to: instant(to) }, ({ start, end }) => start < to && (end > at || start >= at)),
    () => exact({ starts_after: instant(at), starts_before: instant(to) }, ({ start }) => start > at && start < to),
    () => exact({ starts_after: instant(at) }, ({ start }) => start > at),
    () => exact({ starts_before: instant(to) }, ({ start }) => start < to),
    () => exact({ ends_after: instant(at), ends_before: instant(to) }, ({ end }) => end > at && end < to),
    () => exact({ ends_before: instant(to) }, ({ end }) => end < to),
    () =>
      exact({ ends_after: instant(at), starts_after: instant(at - 86_400_000) }, ({ start, end }) => end > at && start > at - 86_400_000),
    () => [{ relative: 'running', relative_to: instant(at) }, ({ start, end }) => start <= at && end > at],
    () => [{ relative: 'past', relative_to: instant(at) }, ({ end }) => end <= at],
    () => [{ relative: 'upcoming', relative_to: instant(at) }, ({ start }) => start > at],
  ])()
}
function filterPart(random: Random, links: Links, as: ListQuery['as']): Part {
  const linked = (name: keyof Links, n: number): Part => {
    const ids = random.some(links[name], n)
    const isHidden: Condition = ({ locked }) => name === 'venue' && locked && as !== 'editor'
    return [{ [name]: ids.join() }, (date) => !isHidden(date) && date[name].some((id) => ids.includes(id))]
  }
  return random.pick<() => Part>([
    () => linked('categories', 1),
    () => linked('tags', 1),
    () => linked('venue', 1),
    () => linked('categories', 3),
    () => linked('venue', 3),
    () => [{ featured: 'true' }, ({ featured }) => featured],
    () => [{ featured: 'false' }, ({ featured }) => !featured],
    () => [{ recurring: 'true' }, ({ type }) => type !== 'single'],
    () => [{ type: 'occurrence,single' }, ({ type }) => type !== 'exception'],
    () => [{ type: 'exception' }, ({ type }) => type === 'exception'],
    () => [{ search: 'title1' }, ({ title }) => title.includes('title1')],
  ])()
}
/** A random query: dates and at most two filters, half of the time those for which lists have a fast path. */
export function randomQuery(random: Random, links: Links): ListQuery {
  const isPlain = random.chance(0.5)
  const as = isPlain ? null : random.pick([null, 'editor', 'author'] as const)
  const link = (): Part => {
    const name = random.pick(['categories', 'tags'] as const)
    const id = random.pick(links[name])
    return [{ [name]: String(id) }, (date) => date[name].includes(id)]
  }
  const filters = isPlain
    ? random.chance(0.5)
      ? [link()]
      : []
    : Array.from({ length: random.below(3) }, () => filterPart(random, links, as))
  const anyStatus = as === 'editor' && random.chance(0.3)
  const parts: Part[] = [windowPart(random), ...filters]
  const order = isPlain ? 'event_date' : random.pick(['event_date', 'event_date', 'title', 'id'] as const)
  const direction = isPlain ? 'asc' : random.pick(['asc', 'desc'] as const)
  const params = Object.assign({ orderby: order, order: direction, ...(anyStatus && { status: 'any' }) }, ...parts.map(([part]) => part))
  // If two filters have the same name, the last one is sent.
  const sent = new Map(parts.flatMap((part) => Object.keys(part[0]).map((name) => [name, part[1]] as const)))
  const conditions = [...new Set(sent.values()), (date: DateRow) => !date.hidden && (anyStatus || date.status === 'publish')]
  return { as, params: params as Record<string, string>, conditions, byParam: sent, order, direction }
}

export interface Collapsed {
  readonly id: number
  readonly matching: number | null
}
/** The collapsed list: of each series the first matching date in the order of the list, and the number of its matching dates. */
export function collapse(dates: readonly DateRow[], { conditions, order, direction }: ListQuery): Collapsed[] {
  const key = { event_date: 'start', title: 'title', id: 'id' } as const
  const sign = direction === 'asc' ? 1 : -1
  const before = (a: DateRow, b: DateRow): number => {
    const [x, y] = [a[key[order]], b[key[order]]]
    return sign * (x === y ? a.id - b.id : x < y ? -1 : 1)
  }
  const matching = dates.filter((date) => conditions.every((holds) => holds(date))).sort(before)
  return [...Map.groupBy(matching, ({ family }) => family).values()].map((own) => ({
    id: own[0]?.id ?? 0,
    matching: own.length > 100 ? null : own.length,
  }))
}
