// The media folder as a server finds it: another calendar's, without an owner, not writable, hanging.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { folderPlace } from '../../src/features/media/folder-place.ts'
import { adoptStore, ForeignStoreError, monitorStore } from '../../src/features/media/store-monitor.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { adminToken, launch, logged, rowsOf, untilReady, within, type Launched } from '../faults/launch.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { kalends } from '../support/process.ts'
import { testServer } from '../support/server.ts'
import { form, fresh } from './pictures.ts'

const root = mkdtempSync(join(tmpdir(), 'kalends-folder-'))
const shared = join(root, 'shared')
const live = await testServer({ MEDIA_DIR: shared }, undefined, false)
const own = live.app.database
const other = await freshDatabase()
await rowsOf(other.url, 'update calendar_identity set id = gen_random_uuid()')
const foreign = openDatabase({ ...LOOSE, url: other.url })
after(async () => {
  await foreign.close()
  await other.drop()
  rmSync(root, { recursive: true, force: true })
})
const LIMIT = { timeout: 120_000 }
const idOf = async (url: string): Promise<string> =>
  (await rowsOf<{ id: string }>(url, 'select id::text from calendar_identity'))[0]?.id ?? ''
const ownerOf = (folder: string): string => readFileSync(join(folder, 'calendar-id'), 'utf8').trim()
const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
const envOf = (folder: string, url: string) => ({ DATABASE_URL: url, MEDIA_DIR: folder, LOG_LEVEL: 'info' })
const silent = createLogger('silent')
const isRefused = (error: unknown): boolean =>
  error instanceof ForeignStoreError && /Set MEDIA_DIR to a folder of its own.*kalends media adopt/.test(error.message)

async function sendPicture(api: string, token: string): Promise<{ status: number; code: unknown }> {
  const answer = await fetch(`${api}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form(await fresh()),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code }
}
async function mediaCheck({ base }: Launched): Promise<[number, unknown]> {
  const answer = await fetch(`${base}/readyz`)
  return [answer.status, ((await answer.json()) as { checks: Record<string, unknown> }).checks['media']]
}
interface Finding {
  readonly check: string
  readonly state: string
  readonly remedy: string
}
const doctor = (env: Record<string, string>): Finding | undefined => {
  const { stdout } = kalends(['doctor', '--json'], { ...env, PUBLIC_URL: 'https://calendar.example' }, true)
  return (JSON.parse(stdout) as Finding[]).find(({ check }) => check === 'media')
}

void test('A1 a server rejects the folder of another calendar, names the remedy, and changes no files', LIMIT, async (t) => {
  const stored = await live.request('POST', '/media', { as: 'author', upload: form(await fresh()) })
  assert.equal(stored.status, 201)
  assert.equal(ownerOf(shared), await idOf(live.database_url))
  const before = filesIn(shared)
  const second = await launch(envOf(shared, other.url))
  t.after(() => second.kill())
  assert.equal(await within('the process ends', 60_000, second.ended), 1)
  assert.match(second.stderr(), /belongs to another calendar .*Set MEDIA_DIR to a folder of its own.*kalends media adopt/)
  assert.deepEqual(filesIn(shared), before)
  assert.equal((await fetch(String(stored.json['url']))).status, 200)
  const found = doctor(envOf(shared, other.url))
  assert.deepEqual([found?.state, /kalends media adopt/.test(found?.remedy ?? '')], ['error', true])
})
void test('A1 of two calendars that start at once on a new folder one is its owner, and `kalends media adopt` makes it the other', async () => {
  for (let i = 0; i < 10; i += 1) {
    const folder = join(root, `race-${i}`)
    const started = await Promise.allSettled([own, foreign].map((db) => monitorStore(folderPlace(folder), db, silent)))
    const refused = started.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    assert.deepEqual([refused.length, isRefused(refused[0])], [1, true])
    const [loser] = [own, foreign].filter((_, n) => started[n]?.status === 'rejected')
    if (loser) await adoptStore(folderPlace(folder), loser)
    assert.equal(loser && (await monitorStore(folderPlace(folder), loser, silent)).report().state, 'ok')
  }
})
void test('A1 a folder without an owner is adopted only by the calendar that has its pictures', async () => {
  rmSync(join(shared, 'calendar-id'))
  await assert.rejects(monitorStore(folderPlace(shared), foreign, silent), isRefused)
  assert.equal(existsSync(join(shared, 'calendar-id')), false)
  // Both calendars may have one and the same picture.
  for (let i = 0; i < 2; i += 1) mkdirSync(join(shared, 'ab', `ab${String(i).repeat(62)}`), { recursive: true })
  await assert.rejects(monitorStore(folderPlace(shared), own, silent), isRefused)
  rmSync(join(shared, 'ab'), { recursive: true })
  assert.equal((await monitorStore(folderPlace(shared), own, silent)).report().state, 'ok')
  assert.equal(ownerOf(shared), await idOf(live.database_url))
})
void test('A1 a folder that is empty although there are images, or that is unmounted while the service runs, is reported', async () => {
  const folder = join(root, 'unmounted')
  let text = ''
  const log = pino({ base: null }, { write: (line: string) => void (text += line) })
  const opened = await monitorStore(folderPlace(folder), own, log)
  assert.match(text, /is empty, but the calendar has 1 images/)
  rmSync(folder, { recursive: true })
  assert.equal((await opened.check()).state, 'missing')
  assert.match(text, /"remedy":"Mount the folder again/)
  assert.equal(existsSync(folder), false, 'it is not made anew under the eyes of who mounts it')
})

void test(
  'A3 a folder that cannot be written: an error with the remedy in log, doctor and /readyz; uploads are 503, records are served',
  LIMIT,
  async (t) => {
    writeFileSync(join(root, 'file'), '')
    const env = envOf(join(root, 'file', 'media'), other.url)
    const server = await launch(env)
    t.after(() => server.kill())
    await untilReady(server, 60_000)
    const [line = '', ...more] = logged(server, ['error'])
    assert.deepEqual(more, [])
    assert.match(line, /cannot be written to.*pictures cannot be stored/)
    assert.match(line, /"remedy":"Set MEDIA_DIR to a folder/)
    assert.deepEqual(await mediaCheck(server), [200, false])
    assert.equal((await fetch(`${server.api}/events`)).status, 200)
    const { status, code } = await sendPicture(server.api, await adminToken(other.url))
    assert.deepEqual([status, code], [503, 'rest_media_unavailable'])
    const told = logged(server, ['error']).filter((text) => text.includes('rest_media_unavailable'))
    assert.deepEqual([told.length, /ENOTDIR/.test(told[0] ?? '')], [1, true], 'logged once, with its cause')
    const found = doctor(env)
    assert.deepEqual([found?.state, /Set MEDIA_DIR/.test(found?.remedy ?? '')], ['error', true], JSON.stringify(found))
  },
)
void test('A3 a folder that breaks while the service runs gives 503, and all is well when it is mended', async () => {
  const send = async () => live.request('POST', '/media', { as: 'author', upload: form(await fresh()) })
  rmSync(join(shared, 'work'), { recursive: true })
  writeFileSync(join(shared, 'work'), '')
  const refused = await send()
  assert.deepEqual([refused.status, refused.json['code'], refused.headers.get('retry-after')], [503, 'rest_media_unavailable', '30'])
  rmSync(join(shared, 'work'))
  assert.equal((await send()).status, 201)
})
void test('A3 a folder that hangs: a deadline, an error in the log, 503, and the process still ends', LIMIT, async (t) => {
  const folder = join(root, 'hangs')
  mkdirSync(folder)
  // Whoever opens it waits for somebody who writes.
  execFileSync('mkfifo', [join(folder, 'calendar-id')])
  const server = await launch(envOf(folder, live.database_url))
  t.after(() => server.kill())
  await untilReady(server, 60_000)
  assert.match(logged(server, ['error']).join(), /has not answered for 5 s.*pictures cannot be stored/)
  assert.deepEqual(await mediaCheck(server), [200, false])
  assert.equal((await sendPicture(server.api, live.tokens.author)).status, 503)
  const found = doctor(envOf(folder, live.database_url))
  assert.deepEqual([found?.state, /network file system/.test(found?.remedy ?? '')], ['error', true])
  server.child.kill('SIGTERM')
  await within('the process ends', 30_000, server.ended)
})
