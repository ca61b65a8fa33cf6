// Each attack of one client on the real server, beside honest clients that must not notice: measured in turns with and without the attacker.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { isFullRun, reportEvidence, resumable, scaled } from '../support/evidence.ts'
import { defaultLimits, freePort, kalends, startServer, type ServerProcess } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { addressOfAttack, attackNames, type AttackOptions } from './attacker.ts'
import { measureVisitors, type VisitorFigures } from './visitors.ts'

const EVENTS = scaled(20_000, 1_000)
const SECONDS = scaled(15, 1)
/** The attack runs for so long before honest clients are measured. */
const LEAD_SECONDS = 1
/** The attack goes on for so long after honest clients were measured, if its process starts late. */
const TAIL_SECONDS = scaled(1, 0.5)
const LIVEZ_P99_MS = 100
const READS_P99_MS = 500
/** On a machine that delays requests without an attack too, the limits are this multiple of that delay. */
const SLOWDOWN_MAX = 3
/** Other work on the machine delays single requests, so a violation counts only if it repeats. */
const ROUNDS = 3
const TIMEOUT_MS = (4 * SECONDS + 30) * 1_000 * ROUNDS
const SUCCESSFUL = 0.95

const database = await freshDatabase()
kalends(['seed', '--events', String(EVENTS), '--no-pictures'], { DATABASE_URL: database.url })
/** The limits are those of a new installation. The forged addresses of B8 come through a trusted proxy. */
const DEFAULTS = defaultLimits()
const server = await startServer({
  DATABASE_URL: database.url,
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: addressOfAttack('B8 addresses of one network'),
  ...DEFAULTS,
})
const { author, admin } = await server.makeCallers({ author: 'author', admin: 'administrator' })
after(async () => {
  await server.stop()
  await database.drop()
})
const protectedId = await createProtected(server, admin)

for (const attack of attackNames)
  void test(`${attack}: other clients keep being served`, { timeout: TIMEOUT_MS }, async (t) => {
    const figures = await resumable('attacks', attack, () => repeatViolations((alone) => measure(server, attack, alone)))
    t.diagnostic(describeFigures(figures))
    reportEvidence('attacks', { [attack]: figures })
    assert.deepEqual(violations(figures), [])
  })

void test('B7 a Redis that hangs: clients keep being served, and counting continues in the process', {
  timeout: TIMEOUT_MS,
  ...requiresTools('redis-server'),
}, async (t) => {
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
  const shared = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', REDIS_URL: `redis://127.0.0.1:${port}`, ...DEFAULTS })
  try {
    const target = Number(new URL(shared.base).port)
    const figures = await resumable('attacks', 'B7', () =>
      repeatViolations(async (first) => {
        redis.kill('SIGCONT')
        const alone = first ?? (await measureVisitors(target, SECONDS, pathOf))
        redis.kill('SIGSTOP')
        return { alone, attacked: await measureVisitors(target, SECONDS, pathOf), answered: {} }
      }),
    )
    t.diagnostic(describeFigures(figures))
    reportEvidence('attacks', { 'B7 a Redis that hangs': figures })
    assert.deepEqual(violations(figures), [])
    const response = await fetch(`${shared.base}${NS}/events`)
    assert.match(response.headers.get('ratelimit') ?? '', /^"anonymous";r=\d+;t=\d+$/)
  } finally {
    redis.kill('SIGKILL')
    await shared.stop()
  }
})

void test('a server that one request blocks is noticed', { timeout: TIMEOUT_MS }, async () => {
  const fault = new URL('blocking-reader.ts', import.meta.url).href
  const blocked = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', NODE_OPTIONS: `--import=${fault}`, ...DEFAULTS })
  try {
    const figures = await repeatViolations((alone) => measure(blocked, 'B2 number followed by a letter', alone))
    assert.ok(violations(figures).length > 0, JSON.stringify(figures))
  } finally {
    await blocked.stop()
  }
})

interface Figures {
  readonly alone: VisitorFigures
  readonly attacked: VisitorFigures
  /** How the server answered the attacker: statuses and counts. */
  readonly answered: Readonly<Record<string, number>>
}
/** Half of the reads are cached responses, the others need the database. */
const pathOf = (n: number): string =>
  n % 2 === 0 ? `${NS}/events` : `${NS}/events?per_page=5&page=${(n % 97) + 1}&start_date=2020-01-0${(n % 9) + 1}`

/** In an ordinary run, all attacks on a server are compared with the same figures without an attack. */
const sharedFigures = new Map<number, VisitorFigures>()
async function measure(target: ServerProcess, attack: string, first: VisitorFigures | null): Promise<Figures> {
  const port = Number(new URL(target.base).port)
  const alone = first ?? (isFullRun ? undefined : sharedFigures.get(port)) ?? (await measureVisitors(port, SECONDS, pathOf))
  sharedFigures.set(port, alone)
  const options: AttackOptions = { port, api: NS, seconds: SECONDS + LEAD_SECONDS + TAIL_SECONDS, token: author, protectedId }
  const child = spawn(process.execPath, [new URL('attacker.ts', import.meta.url).pathname, attack, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await new Promise((resolve) => setTimeout(resolve, LEAD_SECONDS * 1_000))
  const attacked = await measureVisitors(port, SECONDS, pathOf)
  assert.equal(await ended, 0, 'the attacker failed')
  return { alone, attacked, answered: JSON.parse(output) as Record<string, number> }
}

/** Figures without the attack are those of the first round, because an attack may have effects that last. */
async function repeatViolations(run: (alone: VisitorFigures | null) => Promise<Figures>): Promise<Figures> {
  let figures = await run(null)
  for (let round = 1; round < ROUNDS && violations(figures).length > 0; round += 1) figures = await run(figures.alone)
  return figures
}

function violations({ alone, attacked }: Figures): string[] {
  const { livez, reads, failures } = attacked
  const found: string[] = []
  const livezMs = Math.max(LIVEZ_P99_MS, SLOWDOWN_MAX * alone.livez.p99_ms)
  const readsMs = Math.max(READS_P99_MS, SLOWDOWN_MAX * alone.reads.p99_ms)
  if (livez.p99_ms > livezMs) found.push(`/livez p99 ${livez.p99_ms} ms, at most ${livezMs}`)
  if (livez.successful < livez.reads) found.push(`/livez failed ${livez.reads - livez.successful} times`)
  if (reads.p99_ms > readsMs) found.push(`reads p99 ${reads.p99_ms} ms, at most ${readsMs}`)
  if (reads.successful < SUCCESSFUL * reads.reads)
    found.push(`${reads.successful} of ${reads.reads} reads successful: ${JSON.stringify(failures)}`)
  return found
}
const describeFigures = ({ alone, attacked, answered }: Figures): string =>
  `/livez p99 ${alone.livez.p99_ms} → ${attacked.livez.p99_ms} ms; reads p99 ${alone.reads.p99_ms} → ${attacked.reads.p99_ms} ms, ` +
  `${attacked.reads.successful} of ${attacked.reads.reads} successful; attacker got ${JSON.stringify(answered)}${isFullRun ? ' (full run)' : ''}`

async function createProtected({ base }: ServerProcess, token: string): Promise<number> {
  const response = await fetch(`${base}${NS}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'Protected',
      start_date: '2031-01-01',
      end_date: '2031-01-02',
      password: 'correct horse',
      status: 'publish',
    }),
  })
  assert.equal(response.status, 201, await response.clone().text())
  return ((await response.json()) as { id: number }).id
}
