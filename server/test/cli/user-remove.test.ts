// `kalends user remove`: the user and all tokens go, records get another author, and the logs keep a number.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { rowsOf } from '../faults/launch.ts'
import { form, fresh } from '../media/pictures.ts'
import { connected } from '../support/database.ts'
import { kalends } from '../support/process.ts'
import { inDays, NS, testServer, type Json } from '../support/server.ts'

const server = await testServer({}, undefined, false)
const { database } = server.app
const LOGIN = 'zqleaver'
const { id } = await addUser(database, LOGIN, 'author', 'Zq Leaver')
const { secret } = await addToken(database, LOGIN, { label: 'zqleaver laptop' })
const headers = { authorization: `Bearer ${secret}` }
const remove = (...args: string[]) => kalends(['user', 'remove', ...args], { DATABASE_URL: server.database_url }, true)
const send = async (path: string, body: string | FormData, more: Record<string, string> = {}): Promise<Json & { id: number }> => {
  const answer = await fetch(`${server.base}${NS}${path}`, { method: 'POST', headers: { ...headers, ...more }, body })
  assert.equal(answer.status, 201)
  return (await answer.json()) as Json & { id: number }
}

void test('A7 removing a user removes the tokens and reassigns the records; no table contains the login afterwards', async () => {
  const json = { 'content-type': 'application/json', 'idempotency-key': 'zq-1' }
  const image = await send('/media', form(await fresh()))
  const event = await send(
    '/events',
    JSON.stringify({ title: 'E', start_date: inDays(1), end_date: inDays(2), image: image.id, tags: ['T'], venue: { venue: 'V' } }),
    json,
  )
  const refused = remove(LOGIN)
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.match(refused.stderr, /is the author of 1 events, 1 venues, 1 media\. .*kalends user remove zqleaver --reassign-to LOGIN/)
  assert.match(remove(LOGIN, '--reassign-to', 'nobody').stderr, /User "nobody" does not exist\./)
  assert.match(remove(LOGIN, '--reassign-to', LOGIN).stderr, /must not name the user to be removed/)
  assert.equal((await fetch(`${server.base}${NS}/me`, { headers })).status, 200, 'nothing has happened so far')

  const done = remove(LOGIN, '--reassign-to', 'other', '--json')
  assert.equal(done.code, 0, done.stderr)
  assert.deepEqual(JSON.parse(done.stdout), [{ id, login: LOGIN, reassigned: 3 }])
  assert.equal((await fetch(`${server.base}${NS}/me`, { headers })).status, 401)
  const { json: shown } = await server.get(`/events/${event.id}`, { as: 'other' })
  assert.equal(shown['author'], server.ids.other)
  assert.equal((await server.patch(`/events/${event.id}`, { title: 'Mine now' }, { as: 'other' })).status, 200)
  assert.deepEqual(await rowsOf(server.database_url, 'select distinct author_id::int as author from occurrences'), [
    { author: server.ids.other },
  ])
  const log = await database.query<{ actor_id: number | null; after: Json }>(
    sql`select actor_id, after from changes where kind = 'event' and record_id = ${event.id} order by version`,
  )
  assert.equal(log[0]?.actor_id, id, 'the log keeps the number of who wrote')
  assert.deepEqual(log[1]?.after, { author_id: server.ids.other })

  const tables = await rowsOf<{ name: string }>(server.database_url, `select tablename as name from pg_tables where schemaname = 'public'`)
  for (const { name } of tables) {
    const [row] = await rowsOf<{ n: number }>(
      server.database_url,
      `select count(*)::int as n from ${name} t where t::text ilike '%zq%leaver%'`,
    )
    assert.deepEqual([name, row?.n], [name, 0])
  }
  const noted = await database.query<{ action: string; details: Json }>(
    sql`select action, details from security_log where (details ->> 'user')::bigint = ${id} order by id`,
  )
  assert.deepEqual(
    noted.map(({ action }) => action),
    ['user added', 'token added', 'user removed'],
  )
  const [{ n } = { n: -1 }] = await database.query<{ n: number }>(
    sql`select count(*)::int as n from idempotency_keys where caller_id = ${id}`,
  )
  assert.equal(n, 0)
})

void test('A7 a create by a user who is removed during the request is 401, also with an Idempotency-Key', async () => {
  const blocked = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (const [path, more, body] of [
    ['/organizers', {}, { organizer: 'Late' }],
    ['/tags', { 'idempotency-key': 'zq-2' }, { name: 'Late' }],
  ] as const) {
    const { id: leaver } = await addUser(database, `zqlate${path.slice(1)}`, 'editor', '')
    const late = await addToken(database, `zqlate${path.slice(1)}`)
    const authorization = { authorization: `Bearer ${late.secret}` }
    assert.equal((await server.get('/me', { headers: authorization })).status, 200)
    await connected(server.database_url, async (client) => {
      await client.query('begin')
      await client.query(`delete from users where id = ${leaver}`)
      const create = server.request('POST', path, { headers: { ...authorization, ...more }, body })
      for (const end = Date.now() + 1_500; Date.now() < end; )
        if ((await rowsOf<{ n: number }>(server.database_url, blocked))[0]?.n === 1) break
      await client.query('commit')
      assert.equal((await create).status, 401, path)
    })
  }
})
