// A feed and the list, asked the same: they must name the same events in the same order. Random filters over a random calendar.
import assert from 'node:assert/strict'
import { Random } from '../model/random.ts'
import type { Caller, Json, TestServer } from '../support/server.ts'
import { readByIcal } from './readers.ts'

const WORDS = ['jazz', 'été', 'ليلة', 'market', 'run', 'talk']
const CALLERS: readonly (Caller | undefined)[] = [undefined, undefined, undefined, 'editor', 'author', 'contributor']
interface Known {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly string[]
  readonly events: readonly number[]
}

/** A calendar of its own: events of all sorts round a day, with links, flags, passwords and statuses. */
export async function fill(server: TestServer, count: number, random: Random): Promise<Known> {
  const each = async (plural: string, bodies: Json[]): Promise<number[]> => {
    const ids: number[] = []
    for (const body of bodies) ids.push((await server.make(plural, body)).id)
    return ids
  }
  const venues = await each('venues', [
    { venue: 'Hall', geo_lat: 45.75, geo_lng: 4.85 },
    { venue: 'Park', geo_lat: 48.85, geo_lng: 2.35 },
    { venue: 'Cellar' },
    { venue: 'Closed', status: 'draft' },
  ])
  const organizers = await each('organizers', [{ organizer: 'Ann' }, { organizer: 'Ben' }, { organizer: 'Hidden', status: 'private' }])
  const categories = await each('categories', [{ name: 'Music' }, { name: 'Sport' }])
  categories.push((await server.make('categories', { name: 'Jazz', parent: categories[0] })).id)
  const events: number[] = []
  for (let i = 0; i < count; i += 1) {
    const start = Temporal.Instant.from('2031-03-01T00:00:00Z').add({ minutes: 30 * random.below(48 * 60) })
    const made = await server.make('events', {
      title: random.some(WORDS, 3).join(' '),
      author: server.ids[random.pick(['admin', 'author', 'contributor'] as const)],
      start_date: start.toString(),
      end_date: random.chance(0.15) ? null : start.add({ minutes: random.pick([0, 60, 300, 3_000, 20_000]) }).toString(),
      timezone: random.pick(['Europe/Paris', 'Asia/Kolkata', 'UTC-5', 'Pacific/Auckland']),
      all_day: random.chance(0.2),
      featured: random.chance(0.3),
      ticketed: random.chance(0.3),
      hide_from_listings: random.chance(0.05),
      venue: random.chance(0.6) ? random.some(venues, 2) : [],
      organizer: random.chance(0.6) ? random.some(organizers, 2) : [],
      categories: random.chance(0.6) ? random.some(categories, 2) : [],
      tags: random.chance(0.5) ? random.some(['open', 'free', 'indoor'], 2) : [],
      ...(random.chance(0.2) && { event_status: random.pick(['cancelled', 'postponed', 'moved_online']) }),
      ...(random.chance(0.3) && { availability: random.pick(['available', 'few', 'sold_out']) }),
      ...(random.chance(0.1) && { attendance: random.pick(['offline', 'online', 'mixed']) }),
      ...(random.chance(0.1) && { password: 'x' }),
      ...(random.chance(0.15) && { status: random.pick(['draft', 'pending', 'private']) }),
      ...(random.chance(0.1) && events.length > 0 && { post_parent: random.pick(events) }),
    })
    events.push(made.id)
    // The ID ends the URL, because iCalendar has this URL for events that moved online.
    if (random.chance(0.3)) await server.patch(`/events/${made.id}`, { online_url: `https://online.example/${made.id}` })
  }
  return { venues, organizers, categories, tags: ['open', 'free', 'indoor', 'none-such'], events }
}

/** One random filter. Some date is always in it: without one the list and its feeds begin at different days. */
export function filterOf(random: Random, known: Known): Record<string, string> {
  const day = (): string =>
    Temporal.PlainDate.from('2031-02-25')
      .add({ days: random.below(45) })
      .toString()
  const time = (): string => `${day()}T${String(random.below(24)).padStart(2, '0')}:30:00${random.pick(['', 'Z', '+05:30'])}`
  const at = (): string => (random.chance(0.5) ? day() : time())
  const dates: (() => Record<string, string>)[] = [
    () => ({ start_date: at(), end_date: '2033-01-01' }),
    () => ({ from: at(), to: at() }),
    () => ({ from: at() }),
    () => ({ starts_after: at() }),
    () => ({ ends_after: at(), starts_before: at() }),
    () => ({ ends_before: at(), starts_after: '2031-01-01' }),
    () => ({ include: random.some(known.events, 30).join() }),
    () => ({ starts_after: '2031-01-01' }),
  ]
  const others: (() => Record<string, string>)[] = [
    () => ({ venue: random.some(known.venues, 2).join() }),
    () => ({ organizer: random.some(known.organizers, 2).join() }),
    () => ({ categories: random.some(known.categories, 2).join() }),
    () => ({ tags: random.some(known.tags, 2).join() }),
    () => ({ search: random.pick(WORDS) }),
    () => ({ featured: random.pick(['true', 'false']) }),
    () => ({ ticketed: random.pick(['1', '0']) }),
    () => ({ geoloc: random.pick(['true', 'false']) }),
    () => ({ event_status: random.some(['scheduled', 'cancelled', 'postponed', 'moved_online'], 2).join() }),
    () => ({ attendance: random.some(['offline', 'online', 'mixed'], 2).join() }),
    () => ({ geoloc_lat: '45.7', geoloc_lng: '4.8', geoloc_radius: random.pick(['5', '500', '20000']) }),
    () => ({ post_parent: String(random.pick(known.events)) }),
    () => ({ orderby: random.pick(['event_date', 'date', 'modified', 'title', 'id']), order: random.pick(['asc', 'desc']) }),
    () => ({ order: 'desc' }),
    () => ({ strict_dates: 'true' }),
    () => ({ status: random.pick(['publish', 'draft', 'any', 'private,pending']) }),
    () => ({ i18n_language: random.pick(['fr', 'ar']) }),
  ]
  return Object.assign(random.pick(dates)(), ...random.some(others, 3).map((make) => make())) as Record<string, string>
}

/** How each format names its events. */
const IDS: Readonly<Record<string, (text: string) => number[]>> = {
  ics: (text) => readByIcal(text).map(({ url }) => Number(url.split('/').at(-1))),
  rss: (text) => [...text.matchAll(/<item>.*?<link>[^<]*\/(\d+)<\/link>/gs)].map(([, id]) => Number(id)),
  atom: (text) => [...text.matchAll(/<entry.*?<link rel="alternate" href="[^"]*\/(\d+)"/gs)].map(([, id]) => Number(id)),
  json: (text) => (JSON.parse(text) as { items: { _event: { id: number } }[] }).items.map(({ _event }) => _event.id),
  csv: (text) => [...text.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id)),
  'fullcalendar.json': (text) => (JSON.parse(text) as { id: string }[]).map(({ id }) => Number(id)),
}

export async function compareFilters(server: TestServer, events: number, filters: number, seed: number): Promise<string> {
  const random = new Random(seed)
  const known = await fill(server, events, random)
  let [named, found] = [0, 0]
  for (let i = 0; i < filters; i += 1) {
    const ending = random.pick(Object.keys(IDS))
    const query = filterOf(random, known)
    const as = random.pick(CALLERS)
    const text = new URLSearchParams(query).toString()
    const sending = as ? { as } : {}
    const feed = await server.get(`/events.${ending}?${text}`, sending)
    const wanted: number[] = []
    let status = 200
    for (let page = 1; ; page += 1) {
      const list = await server.get(`/events?${text}&per_page=100&page=${page}&_fields=id`, sending)
      status = list.status
      const ids = status === 200 ? (list.json['events'] as { id: number }[]).map(({ id }) => id) : []
      wanted.push(...ids)
      if (ids.length < 100) break
    }
    const label = `seed ${seed}, filter ${i}: events.${ending}?${text} as ${as ?? 'anonymous'}`
    assert.equal(feed.status, status, label)
    if (status !== 200) continue
    assert.deepEqual(IDS[ending]?.(feed.text), wanted, label)
    assert.equal(feed.headers.get('x-total'), String(wanted.length), label)
    named += wanted.length
    found += wanted.length > 0 ? 1 : 0
  }
  assert.ok(found > filters * 0.4, `only ${found} of ${filters} filters found something`)
  return `${filters} filters over ${events} events, ${found} found something, ${named} events named`
}
