// Asks a real server what its own document allows, what it nearly allows and what nobody should send: no 5xx, nothing that is not described, nothing slow.
// FUZZ_CASES: how many (50,000). FUZZ_SEED: which (by the day, printed). FUZZ_ONLY: operations whose name matches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { startServer } from '../support/process.ts'
import { fuzz, type Fuzzed } from './fuzz.ts'

const CASES = Number(process.env['FUZZ_CASES'] ?? 50_200)
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Date.now() / 86_400_000))
const ONLY = process.env['FUZZ_ONLY']
const ROLES = { admin: 'administrator', editor: 'editor', author: 'author', contributor: 'contributor', subscriber: 'subscriber' }

async function run(env: Readonly<Record<string, string>>, cases: number, only?: RegExp): Promise<Fuzzed> {
  const database = await freshDatabase()
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', DATABASE_POOL: '10', ...env })
  try {
    const tokens = await server.makeCallers(ROLES)
    return await fuzz({ base: server.base, tokens, cases, seed: SEED, ...(only && { only }) })
  } finally {
    await server.stop()
    await database.drop()
  }
}

void test(`the fuzzer finds nothing in ${CASES} cases (seed ${SEED})`, async (t) => {
  const { asked, faults, slowest_ms, seconds } = await run({}, CASES, ONLY ? new RegExp(ONLY) : undefined)
  let all = 0
  for (const [id, { cases, statuses }] of [...asked].sort(([a], [b]) => (a < b ? -1 : 1))) {
    all += cases
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    t.diagnostic(`${id.padEnd(28)} ${String(cases).padStart(6)} cases   ${told.join(', ')}`)
  }
  t.diagnostic(
    `${all} cases of ${asked.size} operations in ${seconds.toFixed(0)} s, ${(all / seconds).toFixed(0)} a second; slowest ${slowest_ms.toFixed(0)} ms; seed ${SEED}`,
  )
  assert.deepEqual(faults, [])
  assert.ok(all >= CASES)
})

void test('the fuzzer finds a field that throws', async () => {
  const fault = new URL('throwing-field.ts', import.meta.url).href
  const { faults } = await run({ NODE_OPTIONS: `--import=${fault}` }, 3_000, /organizer/)
  assert.ok(
    faults.some((each) => each.includes(': 500 ')),
    faults.join('\n') || 'nothing was found',
  )
})
