// Lists the measurements by name: bare PostgreSQL, a bare HTTP server, and Kalends with all caches off, with its response cache off, and with default settings.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, type Database } from '../server/src/kernel/database/database.ts'
import { raw } from '../server/src/kernel/database/sql.ts'
import type { Cluster } from '../server/test/support/cluster.ts'
import { LOOSE } from '../server/test/support/database.ts'
import { NS } from '../server/test/support/document.ts'
import { SETUPS } from './labels.ts'
import { measureHttp, measureSql, type Load, type Measured, type WatchedProcesses } from './measure.ts'
import { ownStatements } from './own-statements.ts'
import { buildWrkScript, RARE, SCENARIOS, type CalendarFacts } from './scenarios.ts'
import type { MeasuredServer, Servers } from './servers.ts'

interface BenchOptions {
  readonly cluster: Cluster
  readonly servers: Servers
  readonly load: Load
  /** For scripts of wrk and pgbench. */
  readonly folder: string
}
type Measurement = [name: string, work: () => Promise<Measured>]

export async function listMeasurements({ cluster, servers, load, folder }: BenchOptions): Promise<Measurement[]> {
  const { responseCacheOff, allCachesOff, defaults, twoProcesses, token } = servers
  const editor = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const database = openDatabase({ ...LOOSE, url: cluster.url })
  await addRareWord(database, defaults.url, editor)
  const { facts, postgresPid } = await readFacts(database)
  const file = (name: string, text: string): string => {
    const path = join(folder, name.replace(/\W+/g, '-'))
    writeFileSync(path, text)
    return path
  }
  const own = {
    list: (await ownStatements(database, facts, 'list')).map((text, i) => file(`own-list-${i}.sql`, text)),
    event: (await ownStatements(database, facts, 'event')).map((text, i) => file(`own-event-${i}.sql`, text)),
  }
  await database.close()
  const watch = ({ pids }: Pick<MeasuredServer, 'pids'>): WatchedProcesses => ({ node: pids, postgres: postgresPid })
  const postgresOnly = watch({ pids: [] })
  const request = (server: MeasuredServer, name: string, path: string, more?: Parameters<typeof buildWrkScript>[2]) => () =>
    measureHttp(watch(server), server.url, load, file(`${name}.lua`, buildWrkScript(NS + path, facts, more)))
  const bareSql = (name: string) => () =>
    measureSql(postgresOnly, cluster.url, [new URL(`reference/${name}.sql`, import.meta.url).pathname], load, facts)
  const list = '/events'
  const example = await fetch(defaults.url + NS + list, { headers: { 'accept-encoding': 'identity' } })
  const etag = example.headers.get('etag') ?? ''
  const body = await example.bytes()
  const bareHttp = await servers.startBareHttp(folder, 'bare-http', { headers: example.headers, body })
  const contentType: readonly [string, string] = ['content-type', example.headers.get('content-type') ?? '']
  const bareHttpMinimal = await servers.startBareHttp(folder, 'bare-http-minimal', { headers: [contentType], body })
  const create = (name: string, category: string) =>
    request(responseCacheOff, name, '/events', { method: 'POST', headers: editor, body: eventBody(category) })
  const update = { method: 'PATCH', headers: editor, body: JSON.stringify({ cost: '{n}' }) }
  const off = SETUPS.responseCacheOff
  return [
    [`${SETUPS.barePostgres}: list of 10`, bareSql('list')],
    [`${SETUPS.ownStatements}: list of 10`, () => measureSql(postgresOnly, cluster.url, own.list, load)],
    [`${SETUPS.allCachesOff}: list of 10`, request(allCachesOff, 'list', '/events?page={page}')],
    [`${off}: list of 10`, request(responseCacheOff, 'list', '/events?page={page}')],
    [`${SETUPS.barePostgres}: one event`, bareSql('event')],
    [`${SETUPS.ownStatements}: one event`, () => measureSql(postgresOnly, cluster.url, own.event, load)],
    [`${SETUPS.allCachesOff}: one event`, request(allCachesOff, 'event', '/events/{id}')],
    [`${off}: one event`, request(responseCacheOff, 'event', '/events/{id}')],
    [`${SETUPS.bareHttp}: list of 10`, () => measureHttp(watch(bareHttp), bareHttp.url, load)],
    [`${SETUPS.bareHttpMinimal}: list of 10`, () => measureHttp(watch(bareHttpMinimal), bareHttpMinimal.url, load)],
    [`${SETUPS.defaults}: list of 10`, request(defaults, 'default-list', list)],
    [
      `${SETUPS.defaults}, 5 writes per second: list of 10`,
      () => whileWriting(request(defaults, 'default-list', list), defaults.url, editor),
    ],
    [`${SETUPS.defaults}, 304: list of 10`, request(defaults, 'not-modified', list, { headers: { 'if-none-match': etag } })],
    [`${SETUPS.defaults}, Brotli: list of 10`, request(defaults, 'brotli', list, { headers: { 'accept-encoding': 'br' } })],
    [`${SETUPS.defaults}: one event of 1,000`, request(defaults, 'default-event', '/events/{recent_id}')],
    [`${SETUPS.defaults}, two processes: list of 10`, request(twoProcesses, 'two-processes', list)],
    ...SCENARIOS.flatMap(({ name, path }): Measurement[] => [
      [`${SETUPS.allCachesOff}: ${name}`, request(allCachesOff, name, path(facts))],
      [`${off}: ${name}`, request(responseCacheOff, name, path(facts))],
    ]),
    [`${SETUPS.barePostgres}: create`, bareSql('create')],
    [`${off}: create`, create('create', '{category}')],
    [`${off}: create, one category`, create('create-one', String(facts.category))],
    [`${off}: update`, request(responseCacheOff, 'update', '/events/{id}', update)],
  ]
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

/** Adds 20 events with a rare word, once for each calendar. */
async function addRareWord(database: Database, url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const existing = await database.query(raw(`select from event_texts where search like '%${RARE}%' limit 1`), { customPlan: true })
  if (existing.length > 0) return
  for (let i = 0; i < 20; i += 1) {
    const day = new Date(Date.now() + (10 + 30 * i) * 86_400_000).toISOString().slice(0, 10)
    const body = JSON.stringify({ title: `A talk on ${RARE}`, start_date: `${day} 10:00`, end_date: `${day} 11:00` })
    const response = await fetch(`${url}${NS}/events`, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(`The event was not created: ${await response.text()}`)
  }
}

/** Reads the IDs that requests use, and the process ID of PostgreSQL. */
async function readFacts(database: Database): Promise<{ facts: CalendarFacts; postgresPid: number }> {
  const one = async <T>(text: string): Promise<T> => (await database.query<T>(raw(text), { customPlan: true }))[0] as T
  await one('vacuum analyze')
  const most = (table: string): string => `(select ref_id from ${table} group by 1 order by count(*) desc limit 1)`
  const span = (table: string, name: string): string =>
    `(select min(id) from ${table}) as first_${name}, (select max(id) from ${table}) as last_${name}`
  const facts = await one<CalendarFacts>(`select ${[
    'events event',
    'venues venue',
    'organizers organizer',
    'categories category',
    'tags tag',
  ]
    .map((pair) => span(pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? ''))
    .join(', ')}, ${most('event_categories')} as category, ${most('event_tags')} as busy_tag, ${most('event_venues')} as venue,
    (select min(id) from users where login = 'demo') as author,
    least(10000, last_page) as far_page, last_page from (
    select greatest(1, ceil(sum(n) / 10.0))::int as last_page from day_counts where ref_id = 0 and day >= current_date and day < current_date + 700
  ) pages`)
  const { folder } = await one<{ folder: string }>(`select setting as folder from pg_settings where name = 'data_directory'`)
  return { facts, postgresPid: Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]) }
}

/** Creates five events per second while the work runs. */
async function whileWriting(work: () => Promise<Measured>, url: string, headers: Readonly<Record<string, string>>): Promise<Measured> {
  const writes: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const body = JSON.stringify({ title: `Written ${writes.length}`, start_date: '+400 days', end_date: '+400 days' })
    writes.push(fetch(`${url}${NS}/events`, { method: 'POST', headers, body }).then((response) => response.bytes()))
  }, 200)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await Promise.all(writes)
  }
}
