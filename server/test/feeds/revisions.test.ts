// LAST-MODIFIED, SEQUENCE, Atom's updated and JSON Feed's date_modified follow all that an event shows, and never go back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Caller, type Json } from '../support/server.ts'

let now = Temporal.Instant.from('2027-01-01T12:00:00Z')
const server = await testServer({}, { now: () => now }, false)
const { get, make, patch, remove } = server
/** A minute passes. */
const wait = (): void => {
  now = now.add({ minutes: 1 })
}
interface Revision {
  readonly changed: string
  readonly sequence: number
}
/** The revision that every format gives; they must agree. */
async function revisionOf(id: number, as?: Caller, password?: string): Promise<Revision> {
  const sending = { ...(as && { as }), ...(password && { headers: { 'x-event-password': password } }) }
  const single = (await get(`/events/${id}.ics`, sending)).text
  const read = (name: string): string => new RegExp(`^${name}:(\\S+)`, 'm').exec(single)?.[1] ?? ''
  const changed = Temporal.PlainDateTime.from(read('LAST-MODIFIED').replace('Z', '')).toString()
  assert.equal(read('DTSTAMP'), read('LAST-MODIFIED'))
  if (!password) {
    const ics = (await get(`/events.ics?include=${id}`, sending)).text
    for (const name of ['LAST-MODIFIED', 'SEQUENCE']) assert.ok(ics.includes(`${name}:${read(name)}\r\n`), `${name} of the list`)
    const atom = (await get(`/events.atom?include=${id}`, sending)).text
    assert.ok(atom.includes(`<updated>${changed}Z</updated>\n<published>`), 'Atom')
    const feed = (await get(`/events.json?include=${id}`, sending)).json['items'] as Json[]
    assert.equal(feed[0]?.['date_modified'], `${changed}Z`)
  }
  return { changed, sequence: Number(read('SEQUENCE')) }
}
const moved = (before: Revision, after: Revision): void => {
  assert.equal(after.changed, now.toString().replace('Z', ''))
  assert.ok(after.sequence > before.sequence, `${before.sequence} → ${after.sequence}`)
}

const day = { start_date: '2027-02-02 10:00', end_date: '2027-02-02 12:00' }
void test('feeds: an event is revised when its venue, organizer, category or tag is', async () => {
  const linked = {
    venues: await make('venues', { venue: 'Hall' }),
    organizers: await make('organizers', { organizer: 'Ada' }),
    categories: await make('categories', { name: 'Music' }),
    tags: await make('tags', { name: 'jazz' }),
  }
  wait()
  const { id } = await make('events', {
    title: 'Concert',
    ...day,
    venue: linked.venues.id,
    organizer: linked.organizers.id,
    categories: linked.categories.id,
    tags: linked.tags.id,
  })
  let last = await revisionOf(id)
  assert.deepEqual(last, { changed: now.toString().replace('Z', ''), sequence: 0 })
  const step = async (write: () => Promise<unknown>): Promise<void> => {
    wait()
    const { etag } = Object.fromEntries((await get(`/events.ics?include=${id}`)).headers)
    await write()
    const next = await revisionOf(id)
    moved(last, next)
    assert.notEqual(Object.fromEntries((await get(`/events.ics?include=${id}`)).headers)['etag'], etag, 'the feed has another tag')
    last = next
  }
  await step(() => patch(`/venues/${linked.venues.id}`, { city: 'Lyon' }))
  await step(() => patch(`/organizers/${linked.organizers.id}`, { email: 'ada@example.org' }))
  await step(() => patch(`/categories/${linked.categories.id}`, { name: 'Loud music' }))
  await step(() => patch(`/tags/${linked.tags.id}`, { name: 'bebop' }))
  await step(() => patch(`/events/${id}`, { title: 'Concerts' }))
  // Removing a linked record does not move the revision back.
  await step(() => patch(`/venues/${linked.venues.id}`, { status: 'draft' }))
  await step(() => patch(`/venues/${linked.venues.id}`, { status: 'publish' }))
  await step(() => remove(`/venues/${linked.venues.id}`))
  await step(() => remove(`/tags/${linked.tags.id}`))
  await step(() => remove(`/organizers/${linked.organizers.id}?force=true`))
  await step(() => patch(`/events/${id}`, { categories: [] }))
})

void test('8.4 feeds: changes that a reader cannot see do not revise an event for that reader', async () => {
  const hidden = await make('venues', { venue: 'Secret hall', status: 'draft' })
  const shut = await make('venues', { venue: 'Hall behind a password' })
  const open = await make('events', { title: 'Open', ...day, venue: hidden.id })
  const locked = await make('events', { title: 'Locked', ...day, venue: shut.id, password: 'sesame' })
  const before = [await revisionOf(open.id), await revisionOf(locked.id, undefined, 'sesame')] as const
  const listed = (await get(`/events.ics?include=${locked.id}`)).text
  wait()
  await patch(`/venues/${hidden.id}`, { city: 'Lyon' })
  await patch(`/venues/${shut.id}`, { city: 'Lyon' })
  assert.deepEqual(await revisionOf(open.id), before[0])
  moved(before[0], await revisionOf(open.id, 'admin'))
  assert.equal((await get(`/events.ics?include=${locked.id}`)).text, listed)
  moved(before[1], await revisionOf(locked.id, undefined, 'sesame'))
  wait()
  await remove(`/venues/${hidden.id}?force=true`)
  await remove(`/venues/${shut.id}?force=true`)
  assert.deepEqual(await revisionOf(open.id), before[0])
  assert.equal((await get(`/events.ics?include=${locked.id}`)).text, listed)
})
