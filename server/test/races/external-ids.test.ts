// Several writers create or update one record by its external id at once: one creates it, the others update it (contract 7.16).
// The full count is `npm run evidence -- external-ids`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { copyServer } from '../support/copy.ts'
import { isFullRun, reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { inDays, testServer, unique, type Answer, type Json } from '../support/server.ts'

const WRITERS = 8
/** Set in a copy of the server that has a fault: the database does not have the unique constraint. */
const WITHOUT_CONSTRAINT = process.env['WITHOUT_CONSTRAINT'] !== undefined
const ROUNDS = WITHOUT_CONSTRAINT ? 5 : scaled(1_000)
const PART = 100
const RECORDS: Readonly<Record<string, (name: string) => Json>> = {
  events: (title) => ({ title, start_date: inDays(3), end_date: inDays(4) }),
  venues: (venue) => ({ venue }),
  organizers: (organizer) => ({ organizer }),
  categories: (name) => ({ name }),
  tags: (name) => ({ name }),
}
const PLURALS = Object.keys(RECORDS)
const server = await testServer({ DATABASE_POOL_SIZE: '16', RATE_LIMIT_AUTHENTICATED: '0' })
if (WITHOUT_CONSTRAINT) await server.app.database.query(sql`alter table external_ids drop constraint external_ids_pkey`)

interface Counts {
  readonly statuses: Record<string, number>
  wrong: number
}
/** Writers send equal or different bodies. In every third round, another client creates a record with the same external id by POST. */
async function race(round: number, random: Random, counts: Counts): Promise<void> {
  const plural = PLURALS[round % PLURALS.length] ?? 'events'
  const id = `${unique()}/${round}`
  const [isEqual, name] = [random.chance(0.5), unique()]
  const body = (): Json => ({ ...RECORDS[plural]?.(isEqual ? name : unique()), description: unique() })
  const path = `/${plural}/by-external/race/${encodeURIComponent(id)}`
  const put = (): Promise<Answer> => server.request('PUT', path, { as: 'admin', body: body() })
  const isContested = round % 3 === 0
  const post = (): Promise<Answer> => server.post(`/${plural}`, { ...RECORDS[plural]?.(unique()), external_ids: { race: id } })
  const [posted, ...answers] = await Promise.all([isContested ? post() : null, ...Array.from({ length: WRITERS }, put)])
  for (const { status } of answers) counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
  const created = answers.filter(({ status }) => status === 201).length
  const updated = answers.filter(({ status }) => status === 200).length
  const stored = await server.app.database.query<{ record_id: number }>(
    sql`select record_id from external_ids where source = 'race' and external_id = ${id}`,
  )
  const ids = new Set(answers.map(({ json }) => json['id']))
  const isRight =
    created + Number(posted?.status === 201) === 1 &&
    (posted === null || posted?.status === 201 || posted?.status === 409) &&
    created + updated === WRITERS &&
    ids.size === 1 &&
    stored.length === 1 &&
    ids.has(stored[0]?.record_id)
  if (!isRight) counts.wrong += 1
}

void test(`7.16 ${ROUNDS} times ${WRITERS} writers of one external id at once: one record, one 201, the others 200`, async (t) => {
  const total: Counts = { statuses: {}, wrong: 0 }
  for (let from = 0; from < ROUNDS; from += PART) {
    const part = await resumable('external-ids', `rounds ${from}`, async () => {
      const counts: Counts = { statuses: {}, wrong: 0 }
      const random = new Random(seed + from)
      for (let round = from; round < Math.min(ROUNDS, from + PART); round += 1) await race(round, random, counts)
      return counts
    })
    for (const [status, n] of Object.entries(part.statuses)) total.statuses[status] = (total.statuses[status] ?? 0) + n
    total.wrong += part.wrong
  }
  t.diagnostic(JSON.stringify(total))
  reportEvidence('external-ids', { rounds: ROUNDS, writers: WRITERS, ...total })
  assert.deepEqual([total.wrong, Object.keys(total.statuses)], [0, ['200', '201']])
})

void test('7.16 the test fails on a server without the advisory lock and without the unique constraint', {
  skip: WITHOUT_CONSTRAINT || isFullRun,
}, async () => {
  const copy = await copyServer()
  const fault = { file: 'engine/write/external-ids.ts', in: 'lockExternalId', at: 'call 1', put: 'Promise.resolve()' }
  const { code, output } = await copy.faulty(fault, () => copy.run('races/external-ids.test.ts', { WITHOUT_CONSTRAINT: '1' }))
  assert.notEqual(code, 0, output)
  assert.match(output, /"wrong":[1-9]/, output)
})
