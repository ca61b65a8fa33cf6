// Dry runs and other requests: a dry run waits only a short time for locks, and no cache notices it (contract 7.18).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import type { RouteRequest } from '../../src/engine/route.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { inRolledBackTransaction } from '../../src/kernel/database/database-views.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { connected } from '../support/database.ts'
import { inDays, testServer, unique, type Json } from '../support/server.ts'

const server = await testServer({ CACHE_MAX_STALENESS_MS: '60000', DATABASE_LOCK_TIMEOUT_MS: '6000' }, undefined, false)

void test('7.18 a dry run that waits 2 seconds for a lock of another connection is 503, and changes nothing', async () => {
  const venue = await server.make('venues', { venue: unique() })
  await connected(server.database_url, async (client) => {
    await client.query('begin')
    await client.query('select 1 from venues where id = $1 for update', [venue.id])
    const start = performance.now()
    const answer = await server.patch(`/venues/${venue.id}?dry_run=true`, { city: 'Lyon' })
    const seconds = (performance.now() - start) / 1_000
    assert.deepEqual([answer.status, answer.json['code'], answer.headers.get('x-dry-run')], [503, 'rest_overloaded', null])
    assert.ok(seconds >= 1.9 && seconds < 4, `${seconds} s`)
    await client.query('rollback')
  })
  const answer = await server.patch(`/venues/${venue.id}?dry_run=true`, { city: 'Lyon' })
  assert.deepEqual([answer.status, (answer.json['record'] as Json)['city']], [200, 'Lyon'])
})

void test('7.18 a dry run leaves cached responses valid', async () => {
  const [venue, other] = [await server.make('venues', { venue: unique() }), await server.make('venues', { venue: unique() })]
  const city = async (): Promise<unknown> => (await server.get(`/venues/${venue.id}`)).json['city']
  /** The generation of the cache is unknown for a moment after a write. */
  const cached = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) await city()
  }
  await cached()
  // The change log has no entry of this change, so only a response that is not cached shows it.
  await server.app.database.query(sql`update venues set city = 'Changed' where id = ${venue.id}`)
  const before = await city()
  assert.notEqual(before, 'Changed')
  const dry = await server.patch(`/venues/${other.id}?dry_run=true`, { city: 'Lyon' })
  assert.equal(dry.status, 200)
  assert.equal(await city(), before)
  assert.equal((await server.patch(`/venues/${other.id}`, { city: 'Lyon' })).status, 200)
  assert.equal(await city(), 'Changed')
})

void test('7.18 the cache of nested records keeps no record of a transaction that is rolled back', async () => {
  const venue = await server.make('venues', { venue: unique() })
  const event = await server.make('events', { title: unique(), start_date: inDays(1), end_date: inDays(2), venue: venue.id })
  const ctx = {
    site: siteOf(readConfig({})),
    caller: { id: server.ids.admin, login: 'admin', role: 'administrator', scope: 'admin' } as const,
    // The same time for all writes, because the keys of the cache contain the time of the last change.
    now: Temporal.Now.instant(),
    changeId: newChangeId(),
    language: 'en',
    hasExplicitLanguage: false,
    languagePrefix: '',
    strict: true,
  }
  const handle = async (db: Database, method: string, path: string, { id, body = {} }: { id: number; body?: Json }): Promise<Json> => {
    const route = server.app.routes.find((each) => each.method === method && each.path === path)
    assert.ok(route, path)
    const values = { id: String(id) }
    // Writes do not wait for changes.
    const live = {} as RouteRequest['live']
    const request = {
      ctx,
      path: values,
      query: {},
      pairs: [],
      body,
      headers: {},
      attemptPassword: async () => false,
      live,
      clientIp: '',
      setCookie: () => undefined,
      reviewEvents: { add: async () => undefined },
    }
    return JSON.parse(String((await route.handle(db, request)).body)) as Json
  }
  const rename = (db: Database, name: string): Promise<Json> => handle(db, 'PATCH', '/venues/{id}', { id: venue.id, body: { venue: name } })
  const { database } = server.app
  const shown = await inRolledBackTransaction(database, async (db) => {
    await rename(db, 'Rolled back')
    return handle(db, 'PATCH', '/events/{id}', { id: event.id, body: { title: 'Other' } })
  })
  const nameIn = (record: Json): unknown => (record['venue'] as Json[])[0]?.['venue']
  assert.equal(nameIn(shown), 'Rolled back')
  // This version has the number and the time of the one that was rolled back.
  await rename(database, 'Committed')
  assert.equal(nameIn(await handle(database, 'GET', '/events/{id}', { id: event.id })), 'Committed')
})
