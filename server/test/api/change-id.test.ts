// All rows of the change log that one request, or one run of a job, writes have the same change id.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { publishDue } from '../../src/engine/write/lifecycle-jobs.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { organizers } from '../../src/resources/index.ts'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { testServer, unique } from '../support/server.ts'

const { app, make, patch, remove } = await testServer()
interface LogRow {
  readonly id: number
  readonly record_id: number
  readonly change_id: string
}
let last = 0
/** Returns the rows that were added to the log since the last call. */
async function newRows(): Promise<LogRow[]> {
  const rows = await app.database.query<LogRow>(sql`select id, record_id, change_id::text from changes where id > ${last} order by id`)
  last = rows.at(-1)?.id ?? last
  return rows
}
const seen = new Set<string>()
/** Checks that the new rows have one id that no earlier request had. */
async function assertOneNewId(count: number): Promise<void> {
  const rows = await newRows()
  assert.equal(rows.length, count)
  const ids = new Set(rows.map(({ change_id }) => change_id))
  assert.equal(ids.size, 1)
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.ok(!seen.has(id))
    seen.add(id)
  }
}

test('7.19 an event and the records that it creates have one change id; each request has its own', async () => {
  const title = unique()
  const event = {
    title,
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    venue: { venue: title },
    tags: [`${title} a`, `${title} b`],
  }
  const { id } = await make('events', event)
  await assertOneNewId(4)
  await patch(`/events/${id}`, { organizer: { organizer: title } })
  await assertOneNewId(2)
  await remove(`/events/${id}`)
  await assertOneNewId(1)
})
test('7.19 the children that move up when a category is deleted have the change id of the request', async () => {
  const parent = await make('categories', { name: unique() })
  for (let i = 0; i < 2; i += 1) await make('categories', { name: unique(), parent: parent.id })
  await newRows()
  await remove(`/categories/${parent.id}`)
  await assertOneNewId(3)
})
test('7.19 one run of a job has one change id', async () => {
  for (let i = 0; i < 2; i += 1) await make('organizers', { organizer: unique(), date: '+2 hours' })
  await newRows()
  const site = siteOf(readConfig({}))
  const now = Temporal.Now.instant().add({ hours: 3 })
  const ctx = {
    site,
    now,
    changeId: newChangeId(),
    caller: ANONYMOUS,
    language: 'en',
    hasExplicitLanguage: false,
    languagePrefix: '',
    strict: false,
  }
  assert.equal(await publishDue(app.database, organizers, ctx), 2)
  await assertOneNewId(2)
})
