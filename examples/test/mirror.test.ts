// Tests the example that copies the calendar: from the clone, as a copy with the packed client, and killed at random moments.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { bin, packClient } from '../../client/test/support/package.ts'
import { listCalendar, RandomWriter, summary } from '../../client/test/support/random-calendar.ts'
import { recordBulkChange } from '../../server/src/engine/changes/change-log.ts'
import { Random } from '../../server/test/model/random.ts'
import { reportEvidence, scaled, seed } from '../../server/test/support/evidence.ts'
import type { Json } from '../../server/test/support/server.ts'
import { copyFromClone, ROOT, runCommand, startDemoServer, temporaryFolder } from './support.ts'

const KILLS = scaled(200, 4)
const server = await startDemoServer()
const packed = packClient()
after(() => packed.remove())
const folder = temporaryFolder()
const clone = join(ROOT, 'examples/mirror')
const copy = join(folder, 'examples/mirror')
copyFromClone(folder, 'examples/mirror')
mkdirSync(join(copy, 'node_modules/@kalends'), { recursive: true })
cpSync(packed.folder, join(copy, 'node_modules/@kalends/client'), { recursive: true })
mkdirSync(join(copy, 'node_modules/@types'))
for (const name of ['@types/node', 'undici-types']) symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))

const envOf = (dates: boolean) => ({ KALENDS_URL: server.base, KALENDS_TOKEN: server.tokens.editor, DATES: String(dates) })
const run = (cwd: string, file: string, dates: boolean): Promise<string> =>
  runCommand(process.execPath, ['mirror.ts', file], { cwd, env: envOf(dates) })
/** Starts the program, and kills it after some time, unless it has ended. */
async function runAndKill(file: string, dates: boolean, ms: number): Promise<boolean> {
  const child = spawn(process.execPath, ['mirror.ts', file, '0.05'], {
    cwd: clone,
    env: { ...process.env, ...envOf(dates) },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await wait(ms)
  const wasRunning = child.kill('SIGKILL')
  await ended
  return wasRunning
}
function readCopy(file: string): Map<string, Json> {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db.prepare("select kind, id, record from records where kind <> 'image'").all()
  db.close()
  return new Map(rows.map(({ kind, id, record }) => [`${String(kind)} ${String(id)}`, summary(JSON.parse(String(record)) as Json)]))
}
const sorted = (records: ReadonlyMap<string, Json>): [string, Json][] => [...records].sort(([a], [b]) => (a < b ? -1 : 1))

void test('examples: the mirror has at most 40 lines', () => {
  assert.ok(readFileSync(join(clone, 'mirror.ts'), 'utf8').trimEnd().split('\n').length <= 40)
})

for (const [name, cwd, dates] of [
  ['records, from the clone', clone, false],
  ['dates, with the packed client', copy, true],
] as const)
  void test(`examples: the mirror copies the demo calendar: ${name}`, async () => {
    await runCommand(bin('tsc'), ['-p', '.'], { cwd })
    const file = join(folder, `${dates}.sqlite`)
    assert.match(await run(cwd, file, dates), /: \d+ records\n$/)
    assert.deepEqual(sorted(readCopy(file)), sorted(await listCalendar(server, 'editor', dates)))
  })

for (const dates of [false, true])
  void test(`examples: a mirror that is killed ${KILLS} times while others write equals the lists in the end, dates: ${dates}`, async () => {
    const random = new Random(seed + Number(dates))
    const writer = new RandomWriter(server, random)
    const file = join(folder, `killed-${dates}.sqlite`)
    let killed = 0
    for (let round = 0; round < KILLS; round += 1) {
      const running = runAndKill(file, dates, 300 + random.below(3_000))
      for (let write = 0; write < 8; write += 1) await writer.write()
      if (random.chance(0.2)) await server.app.database.transaction((db) => recordBulkChange(db, 'records', crypto.randomUUID()))
      if (await running) killed += 1
    }
    await run(clone, file, dates)
    assert.equal(killed, KILLS)
    const listed = await listCalendar(server, 'editor', dates)
    assert.deepEqual(sorted(readCopy(file)), sorted(listed))
    reportEvidence('mirror', { [dates ? 'kills_of_dates' : 'kills_of_records']: killed, [dates ? 'dates' : 'records']: listed.size })
  })
