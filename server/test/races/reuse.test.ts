// Several writers send the same new venue and organizer inline at once: one record of each is created, and no write fails (contract 7.3).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { connected, freshDatabase } from '../support/database.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, unique, type Answer, type Caller, type Json, type TestServer } from '../support/server.ts'

const WRITERS = 8
const ROUNDS = scaled(1_000)
const PART = 100
/** Callers who publish what they create, so that each of them sees the records of the others. */
const CALLERS: readonly Caller[] = ['admin', 'editor', 'author', 'other']

const event = (more: Json): Json => ({ title: unique(), start_date: '2031-02-02', end_date: '2031-02-03', ...more })
interface Figures {
  readonly writes: number
  readonly failed: number
  /** Rounds after which a name has more than one record. */
  readonly duplicated: number
}

/** Races the writers for some rounds. Each writes the names in its own letters, and sends some of the fields. */
async function race(server: TestServer, rounds: number, random: Random): Promise<Figures> {
  const targets = await Promise.all(CALLERS.map((as) => server.make('events', event({}), as)))
  const words: string[] = []
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round += 1) {
    const word = unique()
    words.push(word)
    const spelled = (name: string): string => (random.chance(0.5) ? name.toUpperCase() : ` ${name.replace('e', 'é')}  `)
    const write = (i: number): Promise<Answer> => {
      const as = CALLERS[i % CALLERS.length] ?? 'admin'
      const venue = {
        venue: spelled(`Hotel ${word}`),
        ...(random.chance(0.5) && { city: 'Lyon' }),
        ...(random.chance(0.5) && { zip: '69001' }),
      }
      const organizer = [{ organizer: spelled(`Guide ${word}`) }, { organizer: spelled(`Ensemble ${word}`) }]
      const body = { venue, organizer: random.chance(0.5) ? organizer : organizer.reverse() }
      return i < CALLERS.length
        ? server.post('/events', event(body), { as })
        : server.patch(`/events/${targets[i - CALLERS.length]?.id}`, body, { as })
    }
    answers.push(...(await Promise.all(Array.from({ length: WRITERS }, (_, i) => write(i)))))
  }
  const [row] = await server.app.database.query<{ n: number }>(sql`
select count(*)::int as n from unnest(${words}::text[]) w where
  (select count(*) from venue_texts where venue ilike '%' || w || '%') <> 1 or
  (select count(*) from organizer_texts where organizer ilike '%' || w || '%') <> 2`)
  return { writes: answers.length, failed: answers.filter(({ status }) => status >= 300).length, duplicated: row?.n ?? -1 }
}

void test(`7.3 ${WRITERS} writers with equal inline records: one record of each name after every round, and no write fails`, async () => {
  const server = await testServer({ DATABASE_POOL_SIZE: '16' })
  const total = { rounds: 0, writes: 0, failed: 0, duplicated: 0 }
  for (let first = 0; first < ROUNDS; first += PART) {
    const rounds = Math.min(PART, ROUNDS - first)
    const part = await resumable('reuse', `rounds ${first}`, () => race(server, rounds, new Random(seed + first)))
    total.rounds += rounds
    total.writes += part.writes
    total.failed += part.failed
    total.duplicated += part.duplicated
  }
  assert.deepEqual(total, { rounds: ROUNDS, writes: ROUNDS * WRITERS, failed: 0, duplicated: 0 })
  reportEvidence('reuse', { writers: WRITERS, ...total })
})

void test('7.3 the race finds a server that does not lock names', async () => {
  const database = await freshDatabase()
  // A function that does nothing takes the place of the lock: the search path names its schema before that of PostgreSQL.
  await connected(database.url, async (client) => {
    await client.query('create function public.pg_advisory_xact_lock(bigint) returns void language sql as $$ select $$')
    await client.query(`alter database ${database.name} set search_path = public, pg_catalog`)
  })
  const server = await testServer({ DATABASE_POOL_SIZE: '16', DATABASE_URL: database.url })
  after(() => database.drop())
  const { duplicated } = await race(server, 5, new Random(seed))
  assert.ok(duplicated > 0, 'every name has one record')
})
