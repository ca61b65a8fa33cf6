// Many records of one title: the next free slug is found by a few index look-ups, however many there are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { testServer, unique } from '../support/server.ts'

const COUNT = 5_000
const ROUNDS = 15
const server = await testServer()
const { make, app, ids } = server

/** Stores `count` organizers with the slugs `base`, `base-2`, … without going through the API. */
async function storeFamily(base: string, count: number): Promise<void> {
  await app.database.session(async (session) => {
    await session.query(sql`
with new as (
  insert into organizers (author_id, status, published_at, language)
  select ${ids.admin}::bigint, 'publish', now(), 'en' from generate_series(1, ${count}::int) returning id
), numbered as (select id, row_number() over (order by id) as n from new)
insert into organizer_texts (id, language, original, other_languages, organizer, slug, slug_owner, search, changed_at)
select id, 'en', true, '{}', 'same', ${base}::text || case when n = 1 then '' else '-' || n end, true, 'same', now() from numbered`)
    await session.query(sql`analyze organizer_texts`)
  })
}
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

void test(`7.7 after ${COUNT} equal titles the next one gets the next number, at twice the cost of a new title at most`, async (t) => {
  const word = unique()
  await storeFamily(word, COUNT)
  await make('organizers', { organizer: word })
  const taken: Record<'first' | 'next', number[]> = { first: [], next: [] }
  for (let i = 1; i <= ROUNDS; i += 1) {
    for (const [name, organizer] of [
      ['first', unique()],
      ['next', word],
    ] as const) {
      const start = performance.now()
      const { slug } = await make('organizers', { organizer })
      taken[name].push(performance.now() - start)
      assert.equal(slug, name === 'first' ? organizer : `${word}-${COUNT + 1 + i}`)
    }
  }
  const [first, next] = [median(taken.first), median(taken.next)]
  t.diagnostic(`a new title ${first.toFixed(1)} ms, the next of ${COUNT} equal ones ${next.toFixed(1)} ms`)
  assert.ok(next < 2 * first, `${next} ms, against ${first} ms`)
})

void test('7.7 equal titles that are created at once all get a number of their own', async () => {
  const word = unique()
  await storeFamily(word, 40)
  const made = await Promise.all(Array.from({ length: 6 }, () => make('organizers', { organizer: word })))
  const expected = Array.from({ length: 6 }, (_, i) => `${word}-${41 + i}`)
  assert.deepEqual(made.map(({ slug }) => slug).sort(), expected)
})

void test('7.7 numbers far ahead that somebody has taken do not keep a title from getting a slug', async () => {
  const word = unique()
  await storeFamily(word, 8)
  for (let n = 16; n <= 2 ** 45; n *= 2) await make('organizers', { organizer: 'x', slug: `${word}-${n}` })
  assert.match((await make('organizers', { organizer: word })).slug, new RegExp(`^${word}-\\d+$`))
  const long = 'ñ'.repeat(200)
  await storeFamily(long.slice(0, 195), 9)
  assert.equal((await make('organizers', { organizer: long.slice(0, 195) })).slug, `${long.slice(0, 195)}-10`)
})
