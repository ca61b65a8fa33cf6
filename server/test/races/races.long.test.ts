// Races in the tree of categories: moves, renames and deletes at once. Whatever wins, it is a tree at every moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testServer, type Answer } from '../support/server.ts'

/** Pairs of writes that collide; the full figure is 10,000. */
const RACES = Number(process.env['RACES'] ?? 1_000)
const CLIENTS = 8
const PAIRS = CLIENTS / 2
const SIZE = 12
const NAMES = ['Music', 'Theatre', 'Sport']

const server = await testServer({ DATABASE_POOL_SIZE: '16', RATE_LIMIT_AUTHENTICATED: '0' })
const own = new pg.Client({ connectionString: server.database_url })
const watcher = new pg.Client({ connectionString: server.database_url })
await Promise.all([own.connect(), watcher.connect()])

void test(`${RACES} races over ${SIZE} categories leave a tree, and no response is 5xx`, { timeout: 120_000 + RACES * 200 }, async (t) => {
  const counts: Record<string, number> = {}
  const unexpected: string[] = []
  const count = (what: string, { status, text }: Answer): void => {
    counts[status] = (counts[status] ?? 0) + 1
    if (![200, 201, 400, 404, 409, 412].includes(status)) unexpected.push(`${what}: ${status} ${text}`)
    if (status === 400 && !text.includes('"parent"')) unexpected.push(`${what}: ${text}`)
    if (status === 409 && !text.includes('term_exists')) unexpected.push(`${what}: ${text}`)
  }
  const watch = startWatch()
  t.after(async () => {
    watch.end()
    await Promise.all([own.end(), watcher.end()])
  })
  let [crossed, slowest] = [0, 0]
  for (let round = 0; round * PAIRS < RACES; round += 1) {
    const depth = 2 + (round % 5)
    const ids = await arrange(depth)
    const [first, second] = [ids.slice(0, depth), ids.slice(depth, 2 * depth)]
    const start = performance.now()
    // Each of the two is legal alone; both together would close a ring of 2 × depth.
    const moves = [move(first[0], second.at(-1)), move(second[0], first.at(-1))]
    const others = Array.from({ length: CLIENTS - moves.length }, () => randomWrite(ids))
    const answers = await Promise.all([...moves, ...others].map(async ([what, ctx]) => [what, await ctx] as const))
    slowest = Math.max(slowest, performance.now() - start)
    for (const [what, answer] of answers) count(`round ${round}, depth ${depth}, ${what}`, answer)
    if (answers.slice(0, 2).every(([, { status }]) => status === 200)) crossed += 1
    assert.deepEqual(await faultsIn(own), [], `after round ${round}`)
    assert.deepEqual(unexpected, [])
  }
  const looks = await watch.ended()
  t.diagnostic(
    `${RACES} races, answers ${JSON.stringify(counts)}, ${crossed} rounds let both moves through, ` +
      `slowest round ${Math.round(slowest)} ms, looked ${looks} times meanwhile`,
  )
  for (const status of [200, 400, 404, 409, 412]) assert.ok((counts[status] ?? 0) > 0, `no ${status} was provoked`)
  const [deadlocks] = (
    await own.query<{ n: number }>(`select deadlocks::int as n from pg_stat_database where datname = current_database()`)
  ).rows
  t.diagnostic(`deadlocks that the database broke and the service hid: ${deadlocks?.n ?? 0}`)
})

type Write = readonly [what: string, answer: Promise<Answer>]

function move(id: number | undefined, parent: number | undefined): Write {
  return [`move ${id} under ${parent}`, server.patch(`/categories/${id}`, { parent })]
}
/** Renames, deletes, further moves and creations, some on a version that may be gone. */
function randomWrite(ids: readonly number[]): Write {
  const [id, other] = [any(ids), any(ids)]
  const name = any(NAMES)
  const sending = Math.random() < 0.3 ? { headers: { 'if-match': `"${1 + Math.floor(Math.random() * 3)}"` } } : {}
  const dice = Math.random()
  if (dice < 0.3) return [`rename ${id} to ${name}`, server.patch(`/categories/${id}`, { name }, sending)]
  if (dice < 0.5) return [`delete ${id}`, server.remove(`/categories/${id}`, sending)]
  if (dice < 0.8) return [`move ${id} under ${other}`, server.patch(`/categories/${id}`, { parent: other }, sending)]
  if (dice < 0.9) return [`move ${id} under ${other} as ${name}`, server.patch(`/categories/${id}`, { name, parent: other }, sending)]
  const parent = dice < 0.95 ? other : 0
  return [`create ${name} under ${parent}`, server.post('/categories', { name, parent })]
}
const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

let made = 0
/** Twelve categories, two chains of this depth among them; what the last round took away is made anew, what it added goes. */
async function arrange(depth: number): Promise<number[]> {
  const { rows } = await own.query<{ id: string }>('select id from categories order by id')
  const ids = rows.map(({ id }) => Number(id))
  while (ids.length < SIZE) ids.push((await server.make('categories', { name: `Made ${(made += 1)}` })).id)
  const [kept, surplus] = [ids.slice(0, SIZE), ids.slice(SIZE)]
  const parents = kept.map((_, i) => (i % depth === 0 || i >= 2 * depth ? null : kept[i - 1]))
  await own.query('begin')
  await own.query('update categories set parent_id = null, name_key = $1 || id, version = 1', ['at rest '])
  await own.query(`update category_texts set name = 'At rest ' || id`)
  await own.query('delete from categories where id = any($1::bigint[])', [surplus])
  await own.query(
    `update categories c set parent_id = n.parent from unnest($1::bigint[], $2::bigint[]) n(id, parent)
     where c.id = n.id and n.parent is not null`,
    [kept, parents],
  )
  await own.query('commit')
  // So many changes of so few rows: without this the checks slow down.
  if (Math.random() < 0.02) await own.query('vacuum categories, category_texts')
  return kept
}

/** Invalid trees: records that are unreachable from the top (a cycle or a missing parent), and siblings with equal names. */
async function faultsIn(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(`
with recursive below(id) as (
  select id from categories where parent_id is null
  union
  select c.id from categories c join below b on c.parent_id = b.id
)
select 'not below the top' as fault, id from categories where id not in (select id from below)
union all
select 'dangling parent', c.id from categories c left join categories p on p.id = c.parent_id where c.parent_id is not null and p.id is null
union all
select 'twin', min(id) from categories group by coalesce(parent_id, 0), name_key having count(*) > 1
union all
select 'without a text', c.id from categories c where not exists (select 1 from category_texts x where x.id = c.id and x.original)`)
  return rows
}

/** Looks at the tree all the time, as a reader would. */
function startWatch(): { end(): void; ended(): Promise<number> } {
  let [looks, isOver] = [0, false]
  const watching = (async () => {
    while (!isOver) {
      assert.deepEqual(await faultsIn(watcher), [], 'while the races ran')
      looks += 1
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  // Whoever waits for it is told; nobody else is.
  watching.catch(() => undefined)
  const end = (): void => {
    isOver = true
  }
  return {
    end,
    ended: async () => {
      end()
      await watching
      return looks
    },
  }
}
