// Time-dependent jobs with a moved clock: the trash is emptied once, also by two processes at once; idempotency keys expire.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { emptyTrash, publishDue } from '../../src/engine/write/lifecycle-jobs.ts'
import { ANONYMOUS } from '../../src/kernel/security/caller.ts'
import { raw } from '../../src/kernel/database/sql.ts'
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
