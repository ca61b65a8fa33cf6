// Point-in-time restore with pgBackRest: exactly the writes that were acknowledged up to a second are there, with every picture. A restored copy
// on the folder of the live calendar deletes nothing there.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Random } from '../model/random.ts'
import { archivedCluster, type ArchivedCluster } from '../support/backrest.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { kalends, startServer, type ServerProcess } from '../support/process.ts'
import { NS, type Json } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { RecordedWrites, type CalendarState } from './recorded-writes.ts'

const TARGETS = scaled(20, 1)
/** Writes of each kind: without and with deletions. */
const WRITES_MS = scaled(40_000, 3_000)
const { skip } = requiresTools('pgbackrest')
const options = { skip, timeout: 1_800_000 }
const QUIET = { LOG_LEVEL: 'error' } as const

interface World {
  readonly archived: ArchivedCluster
  readonly live: ServerProcess
  readonly token: string
  readonly writes: RecordedWrites
  readonly folderOf: (name: string) => string
}
const world = skip ? null : await startWorld()

/** A live calendar with a backup, and writes after it. */
async function startWorld(): Promise<World> {
  const archived = await archivedCluster()
  const folderOf = (name: string): string => join(archived.folder, name)
  const env = { ...QUIET, DATABASE_URL: archived.cluster.url, MEDIA_DIR: folderOf('media') }
  // PostgreSQL owns the folder, so the user of the test has to be root or the same.
  let live: ServerProcess | null = null
  after(async () => {
    await live?.stop()
    archived.remove()
  })
  live = await startServer(env)
  const { editor: token } = await live.makeCallers({ editor: 'editor' })
  archived.backUp()
  const writes = new RecordedWrites(live.base, token, new Random(seed))
  await writes.run(WRITES_MS, false)
  // Pictures never change, so copying what is new is a backup. It keeps those that are deleted later.
  kalends(['media', 'copy', folderOf('media'), folderOf('media-backup')], env)
  await writes.run(WRITES_MS, true)
  kalends(['media', 'copy', folderOf('media'), folderOf('media-backup')], env)
  archived.archive()
  return { archived, live, token, writes, folderOf }
}

/** A server on a restored database with this folder of pictures. */
const startCopy = (url: string, folder: string): Promise<ServerProcess> => startServer({ ...QUIET, DATABASE_URL: url, MEDIA_DIR: folder })
const read = async (base: string, path: string, token: string): Promise<Json> => {
  const answer = await fetch(`${base}${NS}${path}`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200, path)
  return (await answer.json()) as Json
}
/** The events and pictures that a server returns, and the URLs of all files of these pictures. */
async function readState(base: string, token: string): Promise<{ readonly state: CalendarState; readonly urls: string[] }> {
  const state: CalendarState = { events: new Map(), images: new Set() }
  const urls: string[] = []
  const pages = async (path: string, plural: string, take: (record: Json) => void): Promise<void> => {
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const answer = await read(base, `${path}per_page=50&page=${page}`, token)
      for (const record of answer[plural] as Json[]) take(record)
      isLast = page >= Number(answer['total_pages'])
    }
  }
  await pages('/events?', 'events', ({ id, title, image }) => {
    state.events.set(id as number, title as string)
    assert.equal(typeof (image as Json | null)?.['id'], 'number', `event ${String(id)} has its picture`)
  })
  await pages('/media?', 'media', ({ id, url, sizes }) => {
    state.images.add(id as number)
    urls.push(url as string, ...Object.values(sizes as Record<string, { readonly url: string }>).map((size) => size.url))
  })
  return { state, urls }
}
const sorted = ({ events, images }: CalendarState): object => ({
  events: [...events].toSorted(([a], [b]) => a - b),
  images: [...images].toSorted((a, b) => a - b),
})
async function unreadable(base: string, urls: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const url of urls) {
    const answer = await fetch(base + new URL(url).pathname)
    if (answer.status !== 200 || (await answer.arrayBuffer()).byteLength === 0) failed.push(url)
  }
  return failed
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('work'))
    .toSorted()

void test(
  `operating: ${TARGETS} restores to random seconds have exactly the writes that were acknowledged until then`,
  options,
  async (t) => {
    assert.ok(world)
    const { archived, writes, folderOf, token } = world
    const seconds = new Random(seed).some(writes.seconds(), Infinity).slice(0, TARGETS)
    const found = { events: 0, pictures: 0, files: 0, restoreMs: [] as number[] }
    for (const [n, second] of seconds.entries()) {
      const start = performance.now()
      const restored = await archived.restore(Temporal.Instant.fromEpochMilliseconds(second * 1_000))
      found.restoreMs.push(Math.round(performance.now() - start))
      const folder = folderOf(`media-${n}`)
      kalends(['media', 'copy', folderOf('media-backup'), folder], { DATABASE_URL: restored.url })
      const copy = await startCopy(restored.url, folder)
      try {
        const { state, urls } = await readState(copy.base, token)
        const expected = writes.stateAt(second)
        assert.deepEqual(sorted(state), sorted(expected), `restored to ${second}`)
        assert.ok(expected.events.size > 0)
        assert.deepEqual(await unreadable(copy.base, urls), [])
        // The state at the end is another one: the comparison can fail.
        assert.notDeepEqual(sorted(state), sorted(writes.stateAt(Infinity)))
        found.events += state.events.size
        found.pictures += state.images.size
        found.files += urls.length
      } finally {
        await copy.stop()
        restored.stop()
      }
    }
    const { restoreMs, ...sums } = found
    const report = { targets: seconds.length, ...writes.counts, restored: sums, restore_ms: { max: Math.max(...restoreMs) } }
    t.diagnostic(JSON.stringify(report))
    reportEvidence('restore', report)
    assert.equal(seconds.length, TARGETS)
  },
)

void test('operating: a restore drill on the folder of the live calendar deletes nothing there', options, async () => {
  assert.ok(world)
  const { archived, live, writes, token, folderOf } = world
  const before = filesIn(folderOf('media'))
  const second = writes.seconds().at(-1) ?? 0
  const restored = await archived.restore(Temporal.Instant.fromEpochMilliseconds(second * 1_000))
  const drill = await startCopy(restored.url, folderOf('media'))
  try {
    const { urls } = await readState(live.base, token)
    const { state } = await readState(drill.base, token)
    assert.deepEqual(sorted(state), sorted(writes.stateAt(second)))
    assert.ok(state.images.size > 0)
    for (const id of state.events.keys()) await remove(drill.base, `/events/${id}`, token)
    for (const id of state.images) await remove(drill.base, `/media/${id}`, token)
    assert.equal((await readState(drill.base, token)).state.images.size, 0)
    assert.deepEqual(await unreadable(live.base, urls), [])
  } finally {
    await drill.stop()
  }
  // The live calendar has taken back what it was asked for; other folders of the trash have what the drill alone had.
  const after = filesIn(folderOf('media')).filter((name) => !name.startsWith('trash'))
  assert.deepEqual(
    before.filter((name) => !name.startsWith('trash') && !after.includes(name)),
    [],
  )
})
const remove = async (base: string, path: string, token: string): Promise<void> => {
  const answer = await fetch(`${base}${NS}${path}?force=true`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200, path)
}
