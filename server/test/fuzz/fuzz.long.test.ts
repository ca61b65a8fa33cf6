// Sends a real server what its OpenAPI document allows, almost allows, and forbids: no 5xx, no response that is not described, no slow response.
// FUZZ_CASES: number of cases. SEED: which ones. FUZZ_ONLY: operations whose ID matches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { startServer } from '../support/process.ts'
import { fuzz, type Fuzzed } from './fuzz.ts'

const CASES = Number(process.env['FUZZ_CASES'] ?? scaled(1_000_000))
/** Each part has a server, a database and a seed of its own, so that an interrupted run can be resumed. */
const PART_CASES = 50_200
const ONLY = process.env['FUZZ_ONLY']
const ROLES = { admin: 'administrator', editor: 'editor', author: 'author', contributor: 'contributor', subscriber: 'subscriber' } as const

async function run(env: Readonly<Record<string, string>>, cases: number, partSeed: number, only?: RegExp): Promise<Fuzzed> {
  const database = await freshDatabase()
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '10', ...env })
  try {
    const tokens = await server.makeCallers(ROLES)
    return await fuzz({ base: server.base, tokens, cases, seed: partSeed, ...(only && { only }) })
  } finally {
    await server.stop()
    await database.drop()
  }
}

void test(`the fuzzer finds nothing in ${CASES} cases (seed ${seed})`, async (t) => {
  const totals = { cases: 0, operations: 0, slowest_ms: 0, server_errors: 0 }
  for (let part = 0; part * PART_CASES < CASES; part += 1) {
    const cases = Math.min(PART_CASES, CASES - part * PART_CASES)
    const result = await resumable('fuzz', `part-${part}`, async () => {
      const { asked, faults, slowest_ms } = await run({}, cases, seed + part, ONLY ? new RegExp(ONLY) : undefined)
      return { faults, slowest_ms, operations: [...asked].map(([id, own]) => ({ id, cases: own.cases, statuses: [...own.statuses] })) }
    })
    assert.deepEqual(result.faults, [])
    totals.operations = result.operations.length
    totals.slowest_ms = Math.max(totals.slowest_ms, Math.round(result.slowest_ms))
    for (const { cases: own, statuses } of result.operations) {
      totals.cases += own
      for (const [status, times] of statuses) if (status >= 500) totals.server_errors += times
    }
    t.diagnostic(`${totals.cases} cases of ${totals.operations} operations; slowest ${totals.slowest_ms} ms`)
  }
  assert.ok(totals.cases >= CASES)
  reportEvidence('fuzz', totals)
})

void test('the fuzzer finds a field that throws', async () => {
  const fault = new URL('throwing-field.ts', import.meta.url).href
  const { faults } = await run({ NODE_OPTIONS: `--import=${fault}` }, 3_000, seed, /^(create|update|upsert|list)_organizers?$/)
  assert.ok(
    faults.some((each) => each.includes(': 500 ')),
    faults.join('\n') || 'nothing was found',
  )
})
