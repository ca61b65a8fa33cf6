// Decisions 0010 and 0044: the versions of a feed are read again after a write that may concern it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/kernel/database/database.ts'
import { render } from '../../src/kernel/database/sql.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { inDays, testServer } from '../support/server.ts'

const server = await testServer({ CACHE_MB: '0' }, systemClock, false)
const { get, make, patch } = server
const event = await make('events', { title: 'Polled', start_date: inDays(3), end_date: inDays(4) })
const FEED = '/events.ics?from=2000-01-01'

/** Sends a conditional request, and returns its status, its ETag and the number of statements that read all versions of the feed. */
async function poll(etag: string, as?: 'editor') {
  const { database } = server.app as { database: { query: Database['query'] } }
  const query = database.query
  let reads = 0
  database.query = (...args) => {
    if (render(args[0]).text.includes('hashint8extended')) reads += 1
    return query(...args)
  }
  try {
    const { status, headers } = await get(FEED, { headers: { 'if-none-match': etag }, ...(as && { as }) })
    return { status, reads, etag: headers.get('etag') ?? '' }
  } finally {
    database.query = query
  }
}

void test('feeds: a poll reads no versions, unless an event of the feed was written before', async () => {
  const first = await poll('W/"none"')
  assert.deepEqual([first.status, first.reads], [200, 1])
  assert.deepEqual(await poll(first.etag), { status: 304, reads: 0, etag: first.etag })
  await make('events', { title: 'Hidden', status: 'draft', start_date: inDays(3), end_date: inDays(4) })
  assert.deepEqual(await poll(first.etag), { status: 304, reads: 0, etag: first.etag }, 'a write that the feed does not show')
  await make('venues', { venue: 'Hidden', status: 'draft' })
  assert.deepEqual(await poll(first.etag), { status: 304, reads: 1, etag: first.etag }, 'a write to another kind')
  assert.deepEqual(await poll(first.etag), { status: 304, reads: 0, etag: first.etag })
  await patch(`/events/${event.id}`, { title: 'Changed' })
  const changed = await poll(first.etag)
  assert.deepEqual([changed.status, changed.reads], [200, 1])
  assert.notEqual(changed.etag, first.etag)
})
void test('feeds: callers who see other events do not share versions', async () => {
  const { etag } = await poll('W/"none"')
  const editor = await poll(etag, 'editor')
  assert.deepEqual([editor.status, editor.reads], [200, 1])
})
