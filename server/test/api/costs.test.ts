// Expensive requests are charged to the rate by what they cost, and others like them are served or refused accordingly.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blob, fresh } from '../media/pictures.ts'
import { inDays, testServer, type Answer, type Sending } from '../support/server.ts'

const server = await testServer({
  RATE_LIMIT_ANONYMOUS: '400',
  RATE_LIMIT_AUTHENTICATED: '400',
  RATE_LIMIT_COST_SEARCH: '5',
  RATE_LIMIT_COST_UPLOAD: '10',
  RATE_LIMIT_FEED_EVENTS: '2',
})
const EVENTS = 7
for (let i = 0; i < EVENTS; i += 1) await server.make('events', { title: `Cost ${i}`, start_date: inDays(i + 1), end_date: inDays(i + 2) })

const remaining = ({ headers }: Answer): number => Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1])
/** Returns the cost charged for a request: the difference of the remaining rate around it, minus one. */
async function chargeOf(path: string, sending: Sending = {}, method = 'GET'): Promise<{ status: number; cost: number }> {
  const as = sending.as && { as: sending.as }
  const before = remaining(await server.get(`/tags?slug=${crypto.randomUUID()}`, as))
  const { status } = await server.request(method, path, sending)
  const after = remaining(await server.get(`/tags?slug=${crypto.randomUUID()}`, as))
  return { status, cost: before - after - 1 }
}

void test('11.2 a search of all events costs 5 requests, one of a few events or from the cache costs 1', async () => {
  assert.deepEqual(await chargeOf('/events?search=cost'), { status: 200, cost: 5 })
  assert.deepEqual(await chargeOf('/events?search=cost'), { status: 200, cost: 1 })
  assert.deepEqual(await chargeOf('/events?search=cost&venue=1'), { status: 200, cost: 1 })
  assert.deepEqual(await chargeOf('/events?search=cost&include=1,2'), { status: 200, cost: 1 })
  assert.deepEqual(await chargeOf('/events?per_page=3'), { status: 200, cost: 1 })
  assert.deepEqual(await chargeOf('/events.csv?per_page=3&search=cost'), { status: 200, cost: 5 })
})

void test('11.2 filters that may leave all events do not make a search cheaper', async () => {
  const { id } = await server.make('categories', { name: 'Everything' })
  for (const filter of [`categories=${id}`, 'tags=all', 'venue=1,2', 'organizer[]=1&organizer[]=2'])
    assert.deepEqual(await chargeOf(`/events?search=cost&${filter}`), { status: 200, cost: 5 }, filter)
})

void test('11.2 a whole feed costs by its events, at most a quarter of the rate; a page of it and one that is known cost 1', async () => {
  assert.deepEqual(await chargeOf('/events.ics'), { status: 200, cost: 1 + Math.floor(EVENTS / 2) })
  assert.deepEqual(await chargeOf('/events.ics?per_page=5'), { status: 200, cost: 1 })
  const etag = (await server.get('/events.ics')).headers.get('etag') ?? ''
  assert.deepEqual(await chargeOf('/events.ics', { headers: { 'if-none-match': etag } }), { status: 304, cost: 1 })
})

void test('11.2 an upload costs 10 requests of its caller', async () => {
  assert.deepEqual(await chargeOf('/media', { as: 'author', upload: blob(await fresh()) }, 'POST'), { status: 201, cost: 10 })
})

void test('11.2 a search beyond the rate limit is 429 before it runs', async () => {
  const busy = await testServer({ RATE_LIMIT_ANONYMOUS: '40', RATE_LIMIT_COST_SEARCH: '30' })
  const statuses: number[] = []
  for (let i = 0; i < 6; i += 1) statuses.push((await busy.get(`/events?search=a&page=${i + 1}`)).status)
  // Each is charged a quarter of the rate beside its own.
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429])
})
