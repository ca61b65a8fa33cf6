// What is measured, by name: bare PostgreSQL, a bare HTTP server, and Kalends cold, warm, known, packed, on two cores and while it is written to.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openDatabase, type Database } from '../server/src/kernel/database/database.ts'
import { raw } from '../server/src/kernel/database/sql.ts'
import type { Cluster } from '../server/test/support/cluster.ts'
import { LOOSE } from '../server/test/support/database.ts'
import { NS } from '../server/test/support/document.ts'
import { freePort } from '../server/test/support/process.ts'
import { http, sql, type Load, type Measured, type Watched } from './measure.ts'
import { ownStatements } from './own.ts'
import { SCENARIOS, script, RARE, type Known } from './scenarios.ts'
import type { Served, Servers } from './servers.ts'

interface Bench {
  readonly cluster: Cluster
  readonly servers: Servers
  readonly load: Load
  /** For scripts of wrk and pgbench. */
  readonly folder: string
}

export async function measuresOf({ cluster, servers, load, folder }: Bench): Promise<[string, () => Promise<Measured>][]> {
  const { cold, warm, two, token } = servers
  const editor = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const database = openDatabase({ ...LOOSE, url: cluster.url })
  await addRare(database, cold.url, editor)
  const { known, postgres } = await look(database)
  const file = (name: string, text: string): string => {
    const path = join(folder, name.replace(/\W+/g, '-'))
    writeFileSync(path, text)
    return path
  }
  const own = {
    list: (await ownStatements(database, known, 'list')).map((text, i) => file(`own-list-${i}.sql`, text)),
    event: (await ownStatements(database, known, 'event')).map((text, i) => file(`own-event-${i}.sql`, text)),
  }
  await database.close()
  const on = ({ pids }: Pick<Served, 'pids'>): Watched => ({ node: pids, postgres })
  const bare: Watched = { node: [], postgres }
  const ask = (server: Served, name: string, path: string, more?: Parameters<typeof script>[2]) => () =>
    http(on(server), server.url, load, file(`${name}.lua`, script(NS + path, known, more)))
  const reference = (name: string): string => new URL(`reference/${name}.sql`, import.meta.url).pathname
  const hot = '/events'
  const plain = { headers: { 'accept-encoding': 'identity' } }
  const bytes = await fetch(warm.url + NS + hot, plain)
  const etag = bytes.headers.get('etag') ?? ''
  const http_only = await knowsOne(Buffer.from(await bytes.arrayBuffer()), bytes.headers)
  const create = (name: string, category: string) =>
    ask(cold, name, '/events', { method: 'POST', headers: editor, body: eventBody(category) })
  return [
    ['reference: list of 10', () => sql(bare, cluster.url, [reference('list')], load)],
    ['own SQL: list of 10', () => sql(bare, cluster.url, own.list, load)],
    ['cold: list of 10', ask(cold, 'list', '/events?page={page}')],
    ['reference: one event', () => sql(bare, cluster.url, [reference('event')], load, known)],
    ['own SQL: one event', () => sql(bare, cluster.url, own.event, load)],
    ['cold: one event', ask(cold, 'event', '/events/{id}')],
    ['bare HTTP: list of 10', () => http(bare, http_only, load)],
    ['warm: list of 10', ask(warm, 'hot', hot)],
    ['warm, 5 writes a second: list of 10', () => whileWriting(ask(warm, 'hot', hot), warm.url, editor)],
    ['known: list of 10', ask(warm, 'known', hot, { headers: { 'if-none-match': etag } })],
    ['packed: list of 10', ask(warm, 'packed', hot, { headers: { 'accept-encoding': 'br' } })],
    ['warm: one event of 1,000', ask(warm, 'hot-event', '/events/{hot}')],
    ['warm, two processes: list of 10', ask(two, 'two', hot)],
    ...SCENARIOS.map(({ name, path }): [string, () => Promise<Measured>] => [`cold: ${name}`, ask(cold, name, path(known))]),
    ['reference: create', () => sql(bare, cluster.url, [reference('create')], load, known)],
    ['cold: create', create('create', '{category}')],
    ['cold: create, one category', create('create-one', String(known.category))],
    ['cold: update', ask(cold, 'update', '/events/{id}', { method: 'PATCH', headers: editor, body: JSON.stringify({ cost: '{n}' }) })],
  ]
}

/** The same answer as the hot list gives, and nothing else done. */
async function knowsOne(body: Buffer, headers: Headers): Promise<string> {
  const left = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
  const head = [...[...headers].filter(([name]) => !left.includes(name)), ['content-length', String(body.length)]].flat()
  const server = createServer((_, response) => response.writeHead(200, head).end(body)).unref()
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${port}/`
}

const eventBody = (category: string): string =>
  JSON.stringify({
    title: 'Concert {n}',
    description: '<p>An evening of music in the hall, with friends of the house and guests from afar.</p>',
    start_date: '{date} 19:00',
    end_date: '{date} 21:00',
    venue: '[{venue}]',
    organizer: '[{organizer}]',
    categories: `[${category}]`,
    tags: '[{tag}]',
  }).replaceAll(/"(\[[^\]]*\])"/g, '$1')

/** A word that few events have, once for each calendar. */
async function addRare(database: Database, url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const there = await database.query(raw(`select from event_texts where search like '%${RARE}%' limit 1`), { custom_plan: true })
  if (there.length > 0) return
  for (let i = 0; i < 20; i += 1) {
    const day = new Date(Date.now() + (10 + 30 * i) * 86_400_000).toISOString().slice(0, 10)
    const body = JSON.stringify({ title: `A talk on ${RARE}`, start_date: `${day} 10:00`, end_date: `${day} 11:00` })
    const answer = await fetch(`${url}${NS}/events`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`an event could not be made: ${await answer.text()}`)
  }
}

async function look(database: Database): Promise<{ known: Known; postgres: number }> {
  const one = async <T>(text: string): Promise<T> => (await database.query<T>(raw(text), { custom_plan: true }))[0] as T
  await one('vacuum analyze')
  const most = (table: string): string => `(select ref_id from ${table} group by 1 order by count(*) desc limit 1)`
  const span = (table: string, name: string): string =>
    `(select min(id) from ${table}) as first_${name}, (select max(id) from ${table}) as last_${name}`
  const known = await one<Known>(`select ${['events event', 'venues venue', 'organizers organizer', 'categories category', 'tags tag']
    .map((pair) => span(pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? ''))
    .join(', ')}, ${most('event_categories')} as category, ${most('event_tags')} as busy_tag, ${most('event_venues')} as venue,
    (select min(id) from users where login = 'demo') as author,
    least(10000, last_page) as far_page, last_page from (
    select greatest(1, ceil(sum(n) / 10.0))::int as last_page from day_counts where ref_id = 0 and day >= current_date and day < current_date + 700
  ) pages`)
  const { folder } = await one<{ folder: string }>(`select setting as folder from pg_settings where name = 'data_directory'`)
  return { known, postgres: Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]) }
}

async function whileWriting(work: () => Promise<Measured>, url: string, headers: Readonly<Record<string, string>>): Promise<Measured> {
  const written: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const body = JSON.stringify({ title: `Written ${written.length}`, start_date: '+400 days', end_date: '+400 days' })
    written.push(fetch(`${url}${NS}/events`, { method: 'POST', headers, body }).then((answer) => answer.bytes()))
  }, 200)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await Promise.all(written)
  }
}
