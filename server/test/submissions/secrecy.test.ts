// Contract 17.6.7: the name and the email address of a sender are known to editors only, and to no feed, log, metric or other table.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { ref, sql } from '../../src/kernel/database/sql.ts'
import { until } from '../faults/launch.ts'
import { addressesOf, servedPaths } from '../permissions/canaries.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { mailServer } from '../support/mail-server.ts'
import { freePort, kalends, startServer } from '../support/process.ts'
import { NS, type Json } from '../support/server.ts'
import { newEvent, solve, tokenIn } from './sender.ts'

const mail = await mailServer()
const store = await freshDatabase()
const metrics = await freePort()
const env = { DATABASE_URL: store.url, METRICS_PORT: String(metrics), LOG_LEVEL: 'trace', SUBMIT_FORM: 'true', ...mail.settings }
const server = await startServer(env)
const database = openDatabase({ ...LOOSE, url: store.url })
after(async () => {
  await server.stop()
  await database.close()
  await store.drop()
})
const ROLES = { editor: 'editor', author: 'author', contributor: 'contributor', subscriber: 'subscriber' } as const
const tokens = await server.makeCallers(ROLES)
type Login = keyof typeof ROLES
const OUTSIDERS = [undefined, 'subscriber', 'contributor', 'author'] as const

const [NAME, EMAIL, UNKNOWN] = ['Nightingale Secretson', 'nightingale.sender@example.org', 'nightingale.unknown@example.org']
const SECRET = /nightingale/i

async function send(method: string, path: string, as?: Login, body?: Json): Promise<{ status: number; text: string; json: Json }> {
  const response = await fetch(`${server.base}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(as && { authorization: `Bearer ${tokens[as]}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, text, json: isJson ? (JSON.parse(text.slice(text.indexOf('\n'))) as Json) : {} }
}
const api = (method: string, path: string, as?: Login, body?: Json) => send(method, `${NS}${path}`, as, body)
async function submitFrom(email: string): Promise<void> {
  const altcha = await solve((await api('GET', '/submissions/challenge')).json as unknown as Parameters<typeof solve>[0])
  const answer = await api('POST', '/submissions', undefined, { ...newEvent(), name: NAME, email, altcha })
  assert.equal(answer.status, 202, answer.text)
  assert.doesNotMatch(answer.text, SECRET)
}

mail.unknown.add(UNKNOWN)
const feeds = new Map<Login | undefined, string>()
for (const as of [...OUTSIDERS, 'editor'] as const) feeds.set(as, String((await api('GET', '/changes?since=now', as)).json['next']))
await submitFrom(EMAIL)
await submitFrom(UNKNOWN)
const token = tokenIn((await mail.waitFor(EMAIL)).text)
assert.equal((await api('POST', '/submissions/own/confirm', undefined, { token })).status, 200)
const [queued] = (await api('GET', '/reviews', 'editor')).json['reviews'] as Json[]
const id = Number(queued?.['id'])

void test('17.6.7 only editors read the sender, and only in the queue of reviews', async () => {
  assert.deepEqual(queued?.['sender'], { name: NAME, email: EMAIL })
  const { routed, routes } = await servedPaths(store.url)
  const planted = [{ plural: 'events', id, slug: 'never' }]
  const addresses = [
    ...new Set([...routed.flatMap((route) => addressesOf(route, routes, planted)), `${NS}/submissions/own?token=${token}`]),
  ]
  assert.ok(addresses.length > 150)
  const found = new Set<string>()
  for (const as of [...OUTSIDERS, 'editor'] as const)
    for (const path of as === undefined || as === 'editor' ? addresses : addresses.filter((_, i) => i % 5 === 0)) {
      const { text } = await send('GET', path, as)
      if (SECRET.test(text)) found.add(`${as ?? 'anonymous'} ${path}`)
    }
  assert.deepEqual(
    [...found].filter((each) => !each.startsWith(`editor ${NS}/reviews`) && !each.startsWith(`editor /fr${NS}/reviews`)),
    [],
  )
  assert.equal(
    [...found].some((each) => each.startsWith(`editor ${NS}/reviews`)),
    true,
    'control: editors find them',
  )
})

void test('17.6.7 the change feed, the history and webhooks have no sender, not even for editors', async () => {
  for (const [as, since] of feeds) {
    const { text } = await api('GET', `/changes?since=${since}`, as)
    assert.doesNotMatch(text, SECRET, as ?? 'anonymous')
  }
  for (const path of [`/events/${id}/history`, `/events/${id}/review-notes`, `/events/${id}`]) {
    const { status, text } = await api('GET', path, 'editor')
    assert.equal(status, 200, text)
    assert.doesNotMatch(text, SECRET, path)
  }
})

void test('17.6.7 no log, metric or other table has the sender, also if their mail server refuses them', async () => {
  await until('the mail server refuses', 60_000, async () => server.output().includes('mail could not be sent'))
  assert.equal((await api('POST', `/events/${id}/review`, 'editor', { decision: 'publish' })).status, 200)
  await mail.waitFor(EMAIL, ({ subject }) => subject.startsWith('Published'))
  const figures = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const { stdout } = kalends(['security-log'], env)
  for (const [name, output] of Object.entries({ log: server.output(), figures, security: stdout }))
    assert.doesNotMatch(output, SECRET, name)
  const tables = await database.query<{ schema: string; name: string }>(sql`
select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'pgboss')`)
  const holders = new Set<string>()
  for (const { schema, name } of tables)
    for (const { row } of await database.query<{ row: string }>(sql`select t::text as row from ${ref(`${schema}.${name}`)} t`))
      if (SECRET.test(row)) holders.add(name)
  assert.deepEqual([...holders], ['submissions'])
})
