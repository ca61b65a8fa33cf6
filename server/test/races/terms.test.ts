// Several writers name the same new terms at once, as an import with parallel workers does: every write succeeds, every term is made once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'

const WORKERS = 8
const ROUNDS = 12
const server = await testServer({ DATABASE_POOL_SIZE: '16' })
const event = (more: Json): Json => ({ title: unique(), start_date: '2031-02-02', end_date: '2031-02-03', ...more })

void test(`7.4 ${WORKERS} concurrent writers that name the same new terms all succeed, and each term is created once`, async () => {
  const targets = await Promise.all(Array.from({ length: WORKERS }, () => server.make('events', event({}))))
  const answers: Answer[] = []
  const random = new Random(1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = { tags: [unique(), unique(), unique()], categories: [unique(), unique()] }
    // Each names them in an order of its own, and in other letters: what counts as one name is one term.
    const shuffled = (list: readonly string[]): string[] =>
      random.some(list, 1_000).map((name) => (random.chance(0.5) ? name.toUpperCase() : name))
    const write = (i: number): Promise<Answer> => {
      const more = { tags: shuffled(names.tags), categories: shuffled(names.categories) }
      const { id } = targets[i] ?? assert.fail('no target')
      return i % 2 === 0 ? server.post('/events', event(more)) : server.patch(`/events/${id}`, more)
    }
    answers.push(...(await Promise.all(Array.from({ length: WORKERS }, (_, i) => write(i)))))
  }
  const refused = answers.filter(({ status }) => status >= 300)
  assert.equal(refused.length, 0, `${refused.length} of ${answers.length} writes were refused, such as ${refused[0]?.text}`)
  const [made] = await server.app.database.query<{ tags: number; categories: number; names: number }>(
    sql`select (select count(*)::int from tags) as tags, (select count(*)::int from categories) as categories,
(select count(distinct name_key)::int from tags) as names`,
  )
  assert.ok(made && made.tags <= 3 * ROUNDS && made.categories <= 2 * ROUNDS && made.names === made.tags, JSON.stringify(made))
})

void test('4 creating a term whose name is in use is 409, also if a concurrent request created it', async () => {
  const name = unique()
  const answers = await Promise.all(Array.from({ length: WORKERS }, () => server.post('/tags', { name })))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, ...Array.from({ length: WORKERS - 1 }, () => 409)])
})
