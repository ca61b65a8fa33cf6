// `open_on` and `open_at` against a brute-force model: random events, hours and zones, nights on which clocks change, and other filters (13.7.2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { idsOf, testServer } from '../support/server.ts'
import { nearbyDay, randomHours, ZONES } from './generate-hours.ts'
import { CODES, matchesOpenAt, matchesOpenOn, reaches, type ModelEvent } from './model-hours.ts'

const CHECKS = scaled(20_000, 400)
const EVENTS = scaled(300, 120)
const SITE_ZONE = 'America/Sao_Paulo'
const PER_PAGE = 7
const api = await testServer({ SITE_TIMEZONE: SITE_ZONE })

async function addEvent(random: Random): Promise<ModelEvent> {
  const zone = random.pick(ZONES)
  const first = nearbyDay(random).subtract({ days: random.below(20) })
  const startsAt = reaches(zone, first.toPlainDateTime({ hour: random.below(24) }))
  const length = random.pick([0, 3_600, 86_400, 3 * 86_400, 20 * 86_400, 300 * 86_400]) + random.below(40) * 900
  const endsAt = random.chance(0.15) ? null : startsAt + length * 1_000
  const hours = random.chance(0.7) ? randomHours(random) : null
  const [featured, isProtected] = [random.chance(0.3), random.chance(0.1)]
  const { id } = await api.make('events', {
    title: 'Open',
    timezone: zone,
    // With an offset, a time that comes twice is the intended one.
    start_date: new Date(startsAt).toISOString(),
    end_date: endsAt === null ? null : new Date(endsAt).toISOString(),
    hours,
    featured,
    ...(isProtected && { password: 'secret' }),
  })
  return { id, hours, zone, startsAt, endsAt, featured, isProtected }
}

interface Query {
  readonly path: string
  readonly matches: (event: ModelEvent) => boolean
}
/** One of the two filters, or both, with other filters at times. */
function randomQuery(random: Random, events: readonly ModelEvent[]): Query {
  const day = nearbyDay(random)
  // Half of the instants are near an hour at which clocks change or stretches begin, in the zone of some event.
  const near = reaches(random.pick(ZONES), day.toPlainDateTime({ hour: random.below(5), minute: random.pick([0, 15, 30, 45, 59]) }))
  const at = near + random.pick([0, -1, 1, 30]) * 60_000
  const parts: [string, (event: ModelEvent) => boolean][] = []
  const way = random.weighted({ on: 5, at: 5, both: 1 })
  if (way !== 'at') parts.push([`open_on=${day.toString()}`, (event) => matchesOpenOn(event, day, SITE_ZONE)])
  if (way !== 'on') parts.push([`open_at=${new Date(at).toISOString()}`, (event) => matchesOpenAt(event, at)])
  if (random.chance(0.2)) parts.push(['featured=true', ({ featured }) => featured])
  const more = random.weighted({ include: 1, starts: 1, none: 3 })
  if (more === 'include') {
    const ids = random.some(events, 40).map(({ id }) => id)
    parts.push([`include=${ids.join()}`, ({ id }) => ids.includes(id)])
  } else if (more === 'starts') {
    const after = nearbyDay(random)
    const from = after.add({ days: 1 }).toZonedDateTime(SITE_ZONE).epochMilliseconds
    parts.push([`starts_after=${after.toString()}`, ({ startsAt }) => startsAt >= from])
  }
  return { path: parts.map(([text]) => text).join('&'), matches: (event) => parts.every(([, isMatch]) => isMatch(event)) }
}

void test('13.7.2 open_on and open_at return exactly the events that the model finds open, in order, with exact totals', async () => {
  const random = new Random(seedOf(seed, 13_7))
  const events: ModelEvent[] = []
  for (let i = 0; i < EVENTS; i += 1) events.push(await addEvent(random))
  events.sort((a, b) => a.startsAt - b.startsAt || a.id - b.id)
  const wrong: string[] = []
  let [matched, empty] = [0, 0]
  for (let i = 0; i < CHECKS && wrong.length < 3; i += 1) {
    const { path, matches } = randomQuery(random, events)
    const order = random.chance(0.3) ? 'desc' : 'asc'
    const wanted = events.filter(matches).map(({ id }) => id)
    if (order === 'desc') wanted.reverse()
    const pages = Math.max(1, Math.ceil(wanted.length / PER_PAGE))
    const page = 1 + random.below(pages)
    const { json } = await api.get(`/events?${path}&order=${order}&per_page=${PER_PAGE}&page=${page}`)
    const found = { total: json['total'], ids: idsOf(json['events']) }
    const shown = wanted.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    if (!isDeepStrictEqual(found, { total: wanted.length, ids: shown }))
      wrong.push(`${path}&order=${order}&page=${page}: ${JSON.stringify(found)}, not ${wanted.length} ${JSON.stringify(shown)}`)
    matched += wanted.length
    if (wanted.length === 0) empty += 1
  }
  assert.deepEqual([wrong.length, ...wrong], [0])
  assert.ok(matched > CHECKS * 3 && empty < CHECKS / 2, `${matched} matches in ${CHECKS} checks, ${empty} without any`)
  reportEvidence('opening-hours', { filter_checks: CHECKS, events: EVENTS, matches: matched, differences: wrong.length })
})

void test('13.7.2 both filters drop the default dates, appear resolved in page links, and refuse other values', async () => {
  const { json } = await api.get('/events?open_on=2027-03-14&open_at=2027-03-14T10:00:00Z&per_page=1')
  assert.deepEqual(json['applied'], { start_date: null, end_date: null, strict_dates: false })
  const always = { title: 'Always', start_date: '2020-01-01', end_date: null }
  const hours = { weekly: [{ days: CODES, opens: '00:00', closes: '00:00' }] }
  for (let i = 0; i < 2; i += 1) await api.make('events', { ...always, hours })
  const links = (await api.get('/events?open_on=today&open_at=now&per_page=1')).json
  const resolved = new URL(String(links['next_rest_url'])).searchParams
  assert.match(resolved.get('open_on') ?? '', /^\d{4}-\d\d-\d\d$/)
  assert.match(resolved.get('open_at') ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  for (const query of ['open_on=march', 'open_at=2027-13-01', 'open_on=9000000 years'])
    assert.equal((await api.get(`/events?${query}`)).status, 400, query)
})

void test('8.5 13.7.2 the filters do not reveal the hours of a protected event', async () => {
  const body = { title: 'Secret', start_date: '2040-01-01', end_date: '2041-01-01', password: 'secret' }
  const hours = { weekly: [{ days: ['mo'], opens: '10:00', closes: '11:00' }] }
  const { id } = await api.make('events', { ...body, hours })
  const isFound = async (as?: 'editor'): Promise<boolean> =>
    idsOf((await api.get(`/events?include=${id}&open_on=2040-06-06`, as && { as })).json['events']).includes(id)
  assert.deepEqual([await isFound(), await isFound('editor')], [true, false])
})
