// Time-dependent jobs with a moved clock: the trash is emptied once, also by two processes at once; idempotency keys expire.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { emptyTrash, publishDue } from '../../src/engine/write/lifecycle-jobs.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { events } from '../../src/resources/events.ts'
import { organizers } from '../../src/resources/organizers.ts'
import { testServer, unique } from '../support/server.ts'

const server = await testServer()
const { app, make, remove, get } = server
const site = siteOf(readConfig({}))
const askAt = (now: Temporal.Instant) => ({
  site,
  now,
  caller: { ...ANONYMOUS, role: 'administrator' as const, scope: 'admin' as const },
  language: 'en',
  hasExplicitLanguage: false,
  languagePrefix: '',
  changeId: newChangeId(),
  strict: false,
})

test('7.11 records are permanently deleted after TRASH_DAYS and not before; two concurrent jobs delete them once', async () => {
  const ids: number[] = []
  for (let i = 0; i < 6; i += 1) ids.push((await make('organizers', { organizer: unique() })).id)
  for (const id of ids) await remove(`/organizers/${id}`)
  const kept = await make('organizers', { organizer: unique() })
  const empty = (days: number): Promise<number> => {
    const now = Temporal.Now.instant().add({ hours: 24 * days })
    return emptyTrash(app.database, organizers, now.subtract({ hours: 24 * 30 }), askAt(now))
  }
  assert.equal(await empty(29), 0)
  assert.equal((await get(`/organizers/${ids[0]}`)).status, 410)
  const both = await Promise.all([empty(31), empty(31)])
  assert.equal(both[0] + both[1], 6)
  for (const id of ids) assert.equal((await get(`/organizers/${id}`)).status, 404)
  assert.equal((await get(`/organizers/${kept.id}`)).status, 200)
  const [log] = await app.database.query<{ n: number }>(
    raw(`select count(*) as n from changes where action = 'delete' and record_id = any('{${ids.join()}}')`),
  )
  assert.equal(log?.n, 6)
})
test('7.8 a scheduled record is published at its time, and not before', async () => {
  const due = await make('organizers', { organizer: unique(), date: '+2 hours' })
  assert.equal(due['status'], 'future')
  const later = Temporal.Now.instant().add({ hours: 3 })
  assert.equal(await publishDue(app.database, organizers, askAt(Temporal.Now.instant())), 0)
  const both = await Promise.all([publishDue(app.database, organizers, askAt(later)), publishDue(app.database, organizers, askAt(later))])
  assert.equal(both[0] + both[1], 1)
  assert.equal((await get(`/organizers/${due.id}`)).json['status'], 'publish')
})
test('7.8 13.5.5 a scheduled series is published with its dates, without its hidden exceptions, and no exception before it', async () => {
  const times = { start_date: '+40 days', end_date: '+40 days', recurrence: 'FREQ=WEEKLY;COUNT=4' }
  const { id } = await make('events', { title: unique(), date: '+20 hours', ...times })
  const dates = await app.database.query<{ id: number }>(raw(`select id from occurrences where series_id = ${id} order by original_start`))
  const [plain, hidden, early, scheduled] = dates.map((date) => date.id)
  const write = async (date: number | undefined, body: Record<string, unknown>): Promise<void> => {
    const { status, text } = await server.patch(`/events/${date}`, { title: unique(), ...body })
    assert.equal(status, 200, text)
  }
  await write(hidden, { status: 'private' })
  await write(early, { date: '+1 hours' })
  await write(scheduled, { status: 'publish' })
  const statuses = async (): Promise<number[]> =>
    Promise.all([id, plain, hidden, early, scheduled].map(async (each) => (await get(`/events/${each}`, { as: 'other' })).status))
  assert.deepEqual(await statuses(), [404, 404, 404, 404, 404])
  const publishAt = (hours: number) => publishDue(app.database, events, askAt(Temporal.Now.instant().add({ hours })))
  assert.equal(await publishAt(10), 0)
  assert.deepEqual(await statuses(), [404, 404, 404, 404, 404])
  await publishAt(21)
  assert.deepEqual(await statuses(), [200, 200, 404, 200, 200])
  assert.deepEqual(
    ((await get(`/events?series=${id}`, { as: 'other' })).json['events'] as { id: number }[]).map((event) => event.id),
    [plain, early, scheduled],
  )
})
