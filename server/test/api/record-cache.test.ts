// Records of lists are kept as text under the name of all that they hang on: whatever changes, a list shows what the record itself shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { draftingMeanwhile } from '../permissions/concurrent-hiding.ts'
import { testServer, type Json } from '../support/server.ts'
import { SINGLE_FIELDS } from '../support/single-fields.ts'

const server = await testServer({ CACHE_MB: '0' })
const DAY = { start_date: '2031-01-01', end_date: '2031-01-02' }
const PLURALS = ['events', 'venues', 'organizers'] as const

void test('RECORD_CACHE_MB=0 turns both record caches off', async () => {
  const sizes = (RECORD_CACHE_MB: string): number[] => {
    const { nestedCache, recordCache } = siteOf(readConfig({ RECORD_CACHE_MB }))
    nestedCache.set('key', { id: 1 })
    recordCache.set('key', { bytes: Buffer.from('{}'), hash: 'x' })
    return [nestedCache.stats.entries, recordCache.stats.entries]
  }
  assert.deepEqual(
    [sizes('128'), sizes('0')],
    [
      [1, 1],
      [0, 0],
    ],
  )
  const uncached = await testServer({ CACHE_MB: '0', RECORD_CACHE_MB: '0' })
  const venue = await uncached.make('venues', { venue: 'Hall without a cache' })
  const { id } = await uncached.make('events', { title: 'Uncached', ...DAY, venue: venue.id })
  const titleOfVenue = async (): Promise<unknown> => {
    const [event] = (await uncached.get(`/events?include=${id}`)).json['events'] as { venue: readonly { venue: string }[] }[]
    return event?.venue[0]?.venue
  }
  assert.equal(await titleOfVenue(), 'Hall without a cache')
  assert.equal((await uncached.patch(`/venues/${venue.id}`, { venue: 'Renamed' })).status, 200)
  assert.equal(await titleOfVenue(), 'Renamed')
})

void test('3.8 a list shows a record as its own address does, whatever has changed', async () => {
  const [parent, above] = [
    await server.make('events', { title: 'Whole', start_date: '2031-01-01', end_date: '2031-01-02' }),
    await server.make('categories', { name: 'Above' }),
  ]
  const category = await server.make('categories', { name: 'Below', parent: above.id })
  const tag = await server.make('tags', { name: 'Tagged' })
  const venue = await server.make('venues', { venue: 'Hall', city: 'Lyon' })
  const organizer = await server.make('organizers', { organizer: 'Club' })
  const event = await server.make('events', {
    title: 'Part',
    start_date: '2031-01-01 10:00',
    end_date: '2031-01-01 11:00',
    post_parent: parent.id,
    venue: [venue.id],
    organizer: [organizer.id],
    categories: [category.id],
    tags: [tag.id],
  })
  const ids = { events: event.id, venues: venue.id, organizers: organizer.id }
  /** The record in lists of two languages and at its own URL; hidden records are absent from lists. */
  const compare = async (what: string): Promise<string> => {
    for (const plural of PLURALS)
      for (const root of ['', '/fr']) {
        const filter = plural === 'events' ? `include=${ids.events}` : `search=${plural === 'venues' ? 'lyon' : 'club'}`
        const list = (await server.get(`/${plural}?${filter}`, { root })).json[plural] as Json[]
        const one = await server.get(`/${plural}/${ids[plural]}`, { root })
        const alone = Object.fromEntries(Object.entries(one.json).filter(([name]) => !SINGLE_FIELDS.includes(name)))
        assert.deepEqual(list, one.status === 200 ? [alone] : [], `${what}: ${plural} ${root}`)
      }
    return JSON.stringify(((await server.get(`/events?include=${event.id}`)).json['events'] as Json[])[0] ?? null)
  }
  let last = await compare('as made')
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'its title': () => server.patch(`/events/${event.id}`, { title: 'Other part' }, { as: 'admin' }),
    'its French title': () => server.patch(`/events/${event.id}?i18n_language=fr`, { title: 'Partie' }, { as: 'admin' }),
    'the name of its venue': () => server.patch(`/venues/${venue.id}`, { venue: 'Great hall' }, { as: 'admin' }),
    'its venue is hidden': () => server.patch(`/venues/${venue.id}`, { status: 'draft' }, { as: 'admin' }),
    'its venue is shown again': () => server.patch(`/venues/${venue.id}`, { status: 'publish' }, { as: 'admin' }),
    'the name of its organizer': () => server.patch(`/organizers/${organizer.id}`, { organizer: 'Great club' }, { as: 'admin' }),
    'its category moves': () => server.patch(`/categories/${category.id}`, { parent: 0 }, { as: 'admin' }),
    'the name of its tag': () => server.patch(`/tags/${tag.id}`, { name: 'Other tag' }, { as: 'admin' }),
    'its tag is removed': () => server.remove(`/tags/${tag.id}`, { as: 'admin' }),
    'what it is part of is hidden': () => server.patch(`/events/${parent.id}`, { status: 'private' }, { as: 'admin' }),
    'it is protected': () => server.patch(`/events/${event.id}`, { password: 'word', description: 'Hidden' }, { as: 'admin' }),
    'it is open again': () => server.patch(`/events/${event.id}`, { password: null }, { as: 'admin' }),
    // As `kalends rebuild` does where a government changed its clocks: another instant, the same version.
    'its instant alone': () =>
      server.app.database.query(raw(`update events set starts_at = starts_at - interval '1 hour' where id = ${event.id}`)),
    'it is hidden': () => server.patch(`/events/${event.id}`, { status: 'draft' }, { as: 'admin' }),
    'it is shown again': () => server.patch(`/events/${event.id}`, { status: 'publish' }, { as: 'admin' }),
  }
  for (const [what, step] of Object.entries(steps)) {
    await step()
    if (what === 'it is protected') continue
    const shown = await compare(what)
    assert.ok(shown !== last || what === 'it is open again', `${what} changes nothing`)
    last = shown
  }
})

void test('3.8 the changes of a slow transaction appear after its commit, even if a faster one began later', async () => {
  const venue = await server.make('venues', { venue: 'Old hall' })
  const tag = await server.make('tags', { name: 'Old tag' })
  const event = await server.make('events', { title: 'Slow', ...DAY, venue: venue.id, tags: [tag.id] })
  const names = async (): Promise<unknown> => {
    const [shown] = (await server.get(`/events?include=${event.id}`)).json['events'] as { venue: Json[]; tags: Json[] }[]
    return [shown?.venue[0]?.['venue'], shown?.tags[0]?.['name']]
  }
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = server.app.database.transaction(async (db) => {
    for (const text of [
      `update venue_texts set venue = 'New hall' where id = ${venue.id}`,
      `update venues set version = version + 1 where id = ${venue.id}`,
      `insert into changes (kind, record_id, version, action) values ('venue', ${venue.id}, 2, 'update')`,
    ])
      await db.query(raw(text))
    begun.resolve()
    await go.promise
  })
  await begun.promise
  await server.patch(`/tags/${tag.id}`, { name: 'New tag' }, { as: 'admin' })
  assert.deepEqual(await names(), ['Old hall', 'New tag'])
  go.resolve()
  await slow
  assert.deepEqual(await names(), ['New hall', 'New tag'])
})

void test('8.4 a record that is hidden and changed between two statements of one response is not shown', async () => {
  for (const path of ['list', 'single']) {
    const venue = await server.make('venues', { venue: 'Open hall' })
    const event = await server.make('events', { title: 'Held', ...DAY, venue: venue.id })
    const { status, text } = await draftingMeanwhile(server.database_url, venue.id, 'Secret hall', () =>
      server.get(path === 'list' ? `/events?include=${event.id}` : `/events/${event.id}`),
    )
    assert.equal(status, 200)
    assert.doesNotMatch(text, /Secret hall|Open hall/, path)
    assert.match(text, /"venue":\[\]/, path)
  }
})
