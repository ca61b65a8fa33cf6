// D11: pictures made to do harm are refused or done within 2 s and 256 MB, while other callers hardly notice.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { startServer } from '../support/process.ts'
import { inDays, NS } from '../support/server.ts'
import { makeBombs, PAYLOAD, type Bomb } from './bombs.ts'
import { blob } from './pictures.ts'

const LIMIT_MS = 2_000
const LIMIT_BYTES = 256 * 1_048_576
const folder = mkdtempSync(join(tmpdir(), 'kalends-bombs-'))
const database = await freshDatabase()
/** Runs a command, and says at its end how much memory the largest of it and all it started ever held. The kernel keeps count, also of those that were killed. */
const COUNTING = `import resource, signal, subprocess, sys
p = subprocess.Popen(sys.argv[1:])
signal.signal(signal.SIGTERM, lambda *_: p.send_signal(signal.SIGTERM))
p.wait()
print('most memory', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)`
// The server itself is kept small, so that the largest is what opened a picture.
const small = '--max-old-space-size=128 --max-semi-space-size=2'
const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error', MEDIA_DIR: folder, NODE_OPTIONS: small }
const server = await startServer(settings, [], ['python3', '-c', COUNTING])
after(async () => {
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
const { author } = await server.makeCallers({ author: 'author' })
const api = `${server.base}${NS}`
const headers = { authorization: `Bearer ${author}` }
const bombs = await makeBombs()
for (let i = 0; i < 20; i += 1)
  await fetch(`${api}/events`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Event ${i}`, start_date: inDays(1), end_date: inDays(2), venue: { venue: `Venue ${i}` } }),
  })

interface Used {
  readonly cpu_ms: number
  /** Time it could have worked, had the processor been free. */
  readonly waited_ms: number
}
/** Peak memory of each encoder process. The value is sampled repeatedly, because such a process may end. */
const used = new Map<number, Used>()
function look(): void {
  for (const pid of childrenOf(childrenOf(String(server.child.pid))[0] ?? '')) {
    try {
      const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
        readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number),
      )
      const sum = (column: number): number => threads.reduce((total, times) => total + (times[column] ?? 0), 0) / 1e6
      // Threads of an exiting process are gone already.
      const { cpu_ms = 0, waited_ms = 0 } = used.get(Number(pid)) ?? {}
      used.set(Number(pid), { cpu_ms: Math.max(cpu_ms, sum(0)), waited_ms: Math.max(waited_ms, sum(1)) })
    } catch {
      // It has ended.
    }
  }
}
const childrenOf = (pid: string): string[] => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
const total = (what: 'cpu_ms' | 'waited_ms'): number => [...used.values()].reduce((sum, one) => sum + one[what], 0)

interface Ended {
  readonly bomb: Bomb
  readonly status: number
  readonly text: string
  readonly ms: number
  readonly cpu_ms: number
  readonly waited_ms: number
}
async function send(bomb: Bomb): Promise<Ended> {
  const data = new FormData()
  data.append('file', blob(bomb.bytes, bomb.type), bomb.filename ?? 'picture.jpg')
  look()
  const [start, cpu, waited] = [performance.now(), total('cpu_ms'), total('waited_ms')]
  const answer = await fetch(`${api}/media`, { method: 'POST', headers, body: data })
  const text = await answer.text()
  const ms = performance.now() - start
  look()
  return { bomb, status: answer.status, text, ms, cpu_ms: total('cpu_ms') - cpu, waited_ms: total('waited_ms') - waited }
}
const round = Math.round

void test(`D11 ${bombs.length} malicious pictures end within the time limit`, { timeout: 300_000 }, async (t) => {
  const timer = setInterval(look, 5)
  const ended: Ended[] = []
  for (const bomb of bombs) ended.push(await send(bomb))
  clearInterval(timer)
  const wrong: string[] = []
  for (const { bomb, status, text, ms, cpu_ms, waited_ms } of ended) {
    const isImage = status === 201 || status === 200
    if (![200, 201, 400, 413].includes(status)) wrong.push(`${bomb.name}: ${status} ${text}`)
    if (bomb.ends !== 'either' && (bomb.ends === 'image') !== isImage) wrong.push(`${bomb.name} should be ${bomb.ends}: ${status} ${text}`)
    // On a machine with other work it may take longer; what counts is the time it had the processor, or waited for something else.
    if (Math.max(cpu_ms, ms - waited_ms) > LIMIT_MS)
      wrong.push(`${bomb.name}: ${round(ms)} ms, ${round(cpu_ms)} of work, ${round(waited_ms)} of waiting`)
  }
  const hardest = ended.toSorted((a, b) => b.cpu_ms - a.cpu_ms).slice(0, 4)
  for (const { bomb, status, ms, cpu_ms } of hardest) t.diagnostic(`${bomb.name}: ${status}, ${round(ms)} ms, ${round(cpu_ms)} of work`)
  const refused = ended.filter(({ status }) => status >= 400).length
  t.diagnostic(`${refused} refused, ${ended.length - refused} stored by ${used.size} processes`)
  assert.deepEqual(wrong, [])
  assert.equal((await fetch(`${api}/events`)).status, 200)
})

/** Files of the folder that are no pictures. */
const NOTES = ['calendar-id', 'deleting-database']
void test('D11 polyglot content is removed, and no temporary files remain', async () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !NOTES.includes(entry.name),
  )
  assert.ok(files.length > 50)
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name))
    assert.ok(!bytes.includes(PAYLOAD), `${parentPath}/${name}`)
    const [, ending = ''] = name.split('.')
    assert.ok(bytes.subarray(0, 12).includes({ webp: 'WEBP', png: 'PNG', jpg: Buffer.from([0xff, 0xd8, 0xff]) }[ending] ?? '?'), name)
  }
  assert.deepEqual(readdirSync(join(folder, 'work')), [])
})

/** Asks for a list again and again on a connection of its own until told to stop, and notes how long each took. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
after(() => agent.destroy())
const sendRequest = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    get(`${api}/events`, { agent }, (answer) => answer.resume().once('end', () => resolve(performance.now() - start))).once('error', reject)
  })
async function probe(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const done = work().finally(() => (isOver = true))
  while (!isOver) times.push(await sendRequest())
  await done
  return times
}
const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0

/** Keeps a core busy with the priority of the encoder process, but without the server. On two cores, the client and the server share the rest. */
async function burn(ms: number): Promise<void> {
  const child = spawn('nice', ['-n', '10', process.execPath, '-e', `for (const end = Date.now() + ${ms}; Date.now() < end; );`])
  await once(child, 'exit')
}

void test('D11 meanwhile the p99 of others is within twice that beside other work of the machine', { timeout: 300_000 }, async (t) => {
  const hard = bombs.filter(({ name, ends }) => ends === 'either' && /limit|20,000/.test(name))
  const ratios: number[] = []
  for (let i = 0; i < 300; i += 1) await sendRequest()
  // Other work on the machine may meet one half of a measurement: three are allowed.
  for (let attempt = 0; attempt < 3 && !ratios.some((ratio) => ratio <= 2); attempt += 1) {
    const [idle, busy]: [number[], number[]] = [[], []]
    for (const bomb of hard) {
      const start = performance.now()
      busy.push(...(await probe(() => send({ ...bomb, bytes: Buffer.concat([bomb.bytes, Buffer.from(`${attempt}`)]) }))))
      idle.push(...(await probe(() => burn(performance.now() - start))))
    }
    ratios.push(p99(busy) / p99(idle))
    t.diagnostic(
      `p99 of ${idle.length} requests without pictures ${p99(idle).toFixed(1)} ms, of ${busy.length} meanwhile ${p99(busy).toFixed(1)} ms: ${ratios.at(-1)?.toFixed(2)}x`,
    )
  }
  assert.ok(Math.min(...ratios) <= 2, ratios.join(', '))
})

void test('D11 neither the server nor its encoder process used more than 256 MB', async (t) => {
  await server.stop()
  const bytes = Number(/most memory (\d+)/.exec(server.output())?.[1] ?? Number.NaN) * 1024
  t.diagnostic(`the most memory ${round(bytes / 1_048_576)} MB`)
  assert.ok(bytes < LIMIT_BYTES, `${bytes} bytes`)
})
