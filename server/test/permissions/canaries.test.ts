// Canaries: every field of every hidden record holds a secret, and no response to a caller without access may contain one.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { ref, sql } from '../../src/kernel/database/sql.ts'
import { kinds } from '../../src/resources/index.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { freePort, kalends, startServer } from '../support/process.ts'
import { inDays, NS, type Json } from '../support/server.ts'
import { isFullRun, reportEvidence } from '../support/evidence.ts'
import { addressesOf, bodyOf, canaries, DIALECT, exceptionBodyOf, seriesBodyOf, servedPaths, STATES, type Planted } from './canaries.ts'

const ROLES = { admin: 'administrator', author: 'author', other: 'author', contributor: 'contributor', subscriber: 'subscriber' } as const
type Login = keyof typeof ROLES
const OUTSIDERS = [undefined, 'subscriber', 'contributor', 'other'] as const

const store = await freshDatabase()
const metrics = await freePort()
const env = {
  DATABASE_URL: store.url,
  METRICS_PORT: String(metrics),
  LOG_LEVEL: 'debug',
  RATE_LIMIT_PASSWORD_ATTEMPTS: '3',
  DIALECT: 'tec',
}
const server = await startServer(env)
const database = openDatabase({ ...LOOSE, url: store.url })
after(async () => {
  await server.stop()
  await database.close()
  await store.drop()
})
const tokens = {} as Record<Login, string>
for (const [login, role] of Object.entries(ROLES) as [Login, (typeof ROLES)[Login]][]) {
  await addUser(database, login, role, '')
  tokens[login] = (await addToken(database, login, { label: 'test', scope: 'admin' })).secret
}

interface Sent {
  readonly as?: Login | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
/** The status, headers and body of a response as one text. */
async function sendRequest(
  method: string,
  path: string,
  { as, body, headers = {} }: Sent = {},
): Promise<{ status: number; text: string; json: Json }> {
  const answer = await fetch(`${server.base}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(as && { authorization: `Bearer ${tokens[as]}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'accept-encoding': 'identity',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? await readStream(answer) : Buffer.from(await answer.arrayBuffer()).toString('utf8')
  const json = /json/.test(answer.headers.get('content-type') ?? '') && text ? (JSON.parse(text) as Json) : {}
  return { status: answer.status, text: `${JSON.stringify([...answer.headers])}\n${text}`, json }
}

/** A stream does not end. The events since its cursor arrive at once. */
async function readStream({ body }: Response): Promise<string> {
  let text = ''
  const end = setTimeout(() => void reader?.cancel(), 300)
  const reader = body?.getReader()
  for (const decoder = new TextDecoder(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  clearTimeout(end)
  return text
}
/** Cursors from before the secrets exist. */
const since = new Map<string | undefined, string>()
const ownSince = String((await sendRequest('GET', `${NS}/changes?since=now`, { as: 'admin' })).json['next'])
for (const as of OUTSIDERS) since.set(as, String((await sendRequest('GET', `${NS}/changes?since=now`, { as })).json['next']))

const planted: Planted[] = []
/** All secrets except the passwords. */
const secrets = new Set<string>()
const plant = async (plural: string, body: Json, as: Login = 'author'): Promise<number> => {
  const { status, json, text } = await sendRequest('POST', `${NS}/${plural}`, { as, body })
  assert.equal(status, 201, text)
  planted.push({ plural, id: json['id'] as number, slug: String(json['slug']) })
  const { password: _, ...seen } = body
  for (const word of canaries(JSON.stringify(seen))) secrets.add(word)
  return json['id'] as number
}
/** Moves to the trash after all records that link to it exist. */
const bin: string[] = []
const hidden: Record<string, number[]> = { venues: [], organizers: [] }
// Terms are public, but their external ids are for editors.
for (const [plural, name] of [
  ['categories', 'Open term'],
  ['tags', 'open'],
] as const)
  await plant(plural, { name, external_ids: { kanari: `kanari${plural}externalid` } }, 'admin')
for (const plural of ['venues', 'organizers', 'events'])
  for (const state of STATES) {
    const kind = kinds.find((each) => each.plural === plural)
    if (!kind || (state === 'protected' && !kind.passwordProtection)) continue
    const body = bodyOf(kind, state)
    const links = plural === 'events' && state === 'protected' && { venue: hidden['venues'], organizer: hidden['organizers'] }
    const terms = plural === 'events' && { categories: ['Open term'], tags: ['open'] }
    const id = await plant(plural, { ...body, ...terms, ...links })
    hidden[plural]?.push(id)
    if (state === 'trash') bin.push(`${NS}/${plural}/${id}`)
    const translated = await sendRequest('PATCH', `${NS}/${plural}/${id}`, {
      as: 'author',
      body: { ...bodyOf(kind, state, 'fr'), i18n_language: 'fr' },
    })
    assert.equal(translated.status, 200, translated.text)
    for (const word of canaries(JSON.stringify(bodyOf(kind, state, 'fr')))) secrets.add(word)
  }
/** Hidden series, and a public series with hidden dates, each date with secrets of its own. */
const [eventKind] = kinds.filter(({ name }) => name === 'event')
assert.ok(eventKind)
const datesOf = async (series: number): Promise<number[]> =>
  (await database.query<{ id: number }>(sql`select id from occurrences where series_id = ${series} order by original_start`)).map(
    ({ id }) => id,
  )
const noteDate = (id: number | undefined): void => void planted.push({ plural: 'events', id: id ?? 0, slug: 'never' })
const writeDate = async (id: number | undefined, state: (typeof STATES)[number]): Promise<void> => {
  const body = exceptionBodyOf(eventKind, state)
  const { status, text } = await sendRequest('PATCH', `${NS}/events/${id}`, { as: 'author', body })
  assert.equal(status, 200, text)
  for (const word of canaries(JSON.stringify(body))) secrets.add(word)
  noteDate(id)
}
for (const state of STATES) {
  const id = await plant('events', seriesBodyOf(eventKind, state))
  const [first, second] = await datesOf(id)
  noteDate(first)
  if (state === 'trash') bin.push(`${NS}/events/${id}`)
  if (state === 'protected') await writeDate(second, state)
}
const weekly = { title: 'Open series', start_date: inDays(3), end_date: inDays(3), recurrence: 'FREQ=WEEKLY;COUNT=9' }
const openSeries = await datesOf(await plant('events', weekly))
for (const [i, state] of (['draft', 'pending', 'private', 'trash'] as const).entries()) await writeDate(openSeries[i + 1], state)
bin.push(`${NS}/events/${openSeries[4]}`)
noteDate(openSeries[0])
const open = { title: 'Open linked', start_date: inDays(3), end_date: inDays(4) }
await plant('events', { ...open, venue: hidden['venues'], organizer: hidden['organizers'] })
for (const path of bin) assert.equal((await sendRequest('DELETE', path, { as: 'author' })).status, 200)

const { routed, routes } = await servedPaths(store.url)
const ALL_DATES = 'starts_after=1900-01-01&per_page=100'
const SERIES_ADDRESSES = ['records=true&type=series,exception,single', 'collapse=series', 'collapse=series&order=desc'].map(
  (query) => `${NS}/events?${query}&${ALL_DATES}`,
)
const addresses = [...new Set([...routed.flatMap((route) => addressesOf(route, routes, planted)), ...SERIES_ADDRESSES])]
/** In an ordinary run, callers with an account read every third address only, except for the control, which reads the API. */
const isRead = (as: Login | undefined, path: string, i: number): boolean =>
  isFullRun || as === undefined || (as === 'admin' ? path.includes(NS) : i % 3 === 0)
/** The first place in which each secret was found. */
async function crawl(callers: readonly (Login | undefined)[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const as of callers)
    for (const path of addresses.filter((each, i) => isRead(as, each, i))) {
      const { status, text } = await sendRequest('GET', path, { as })
      assert.ok(status < 500, `${path} ${text}`)
      for (const word of canaries(text)) if (!found.has(word)) found.set(word, `GET ${path} as ${as ?? 'anonymous'}`)
    }
  return found
}

void test('8.4 8.5 no response contains a secret that the caller may not see', async (t) => {
  const found = await crawl(OUTSIDERS)
  const figures = { secrets: secrets.size, routes: routed.length, addresses: addresses.length, hits: found.size }
  t.diagnostic(JSON.stringify(figures))
  reportEvidence('series-visibility', { canaries: figures })
  assert.deepEqual(Object.fromEntries(found), {})
})
void test('14.2 8.4 8.5 no stream contains a secret that the caller may not see', async () => {
  for (const as of OUTSIDERS) {
    const { text } = await sendRequest('GET', `${NS}/changes/stream?since=${since.get(as) ?? ''}`, { as })
    assert.match(text, /event: upsert/)
    assert.deepEqual(canaries(text), [], as ?? 'anonymous')
  }
  const own = await sendRequest('GET', `${NS}/changes/stream?since=${ownSince}`, { as: 'admin' })
  assert.ok(canaries(own.text).length > secrets.size / 2, 'control: an administrator gets them')
})
void test('8.4 8.5 no response to a rejected write and no error contains a secret', async () => {
  const wrong = ['{', '[]', { title: 7, password: 7 }, { status: 'draft', venue: hidden['venues'] }, { slug: 'open' }]
  const scopes = ['', '?scope=this', '?scope=following', '?scope=all']
  for (const as of OUTSIDERS)
    for (const { plural, id } of planted)
      for (const method of ['PATCH', 'DELETE'] as const)
        for (const root of [NS, DIALECT]) {
          const scope = plural === 'events' ? scopes[id % scopes.length] : ''
          const { status, text } = await sendRequest(method, `${root}/${plural}/${id}${scope}`, { as, body: wrong[id % wrong.length] })
          assert.ok(status >= 400 && status < 500, text)
          assert.deepEqual(canaries(text), [], `${method} ${root}/${plural}/${id} as ${as ?? 'anonymous'}`)
        }
})
void test('7.9 a password is in no answer, link or header, right or wrong, also where it opens', async () => {
  const { id } = planted.find(({ slug }) => slug.startsWith('open-protected')) ?? { id: 0 }
  const word = 'kanarieventpasswordprotected'
  const paths = [
    `${NS}/events/${id}`,
    `${NS}/events/${id}?password=${word}`,
    `${NS}/events?per_page=1&password=${word}`,
    `${NS}/events?password[]=${word}`,
  ]
  for (const [i, path] of paths.entries()) {
    const { status, text } = await sendRequest('GET', path, { headers: i === 0 ? { 'x-event-password': word } : {} })
    assert.equal(status, 200, text)
    assert.ok(!text.includes(word), path)
  }
  for (let i = 0; i < 5; i += 1) assert.ok(!(await sendRequest('GET', `${NS}/events/${id}?password=${word}${i}`)).text.includes(word))
  for (const body of [{ password: `${word}x` }, `{"password":"${word}y"`])
    assert.ok(!(await sendRequest('PATCH', `${NS}/events/${id}`, { as: 'other', body })).text.includes(word))
})
void test('8.4 7.9 no secret is in logs, metrics or the log of security', async () => {
  const { text } = await fetch(`http://127.0.0.1:${metrics}/metrics`).then(async (answer) => ({ text: await answer.text() }))
  const { stdout, stderr } = kalends(['security-log'], env)
  assert.match(text, /kalends_http_request_duration_seconds/)
  assert.match(stdout, /guesses refused/)
  assert.ok(server.output().split('\n').length > addresses.length, 'every request is logged')
  for (const [name, output] of Object.entries({ logs: server.output(), metrics: text, security: stdout + stderr }))
    assert.deepEqual([...new Set(canaries(output))], [], name)
})
void test('7.9 no password is anywhere in the database', async () => {
  const tables = await database.query<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`)
  assert.ok(tables.length > 15)
  let rows = 0
  for (const { name } of tables)
    for (const { row } of await database.query<{ row: string }>(sql`select t::text as row from ${ref(name)} t`)) {
      rows += 1
      assert.doesNotMatch(row, /kanarieventpassword/, name)
    }
  assert.ok(rows > 100)
})
void test('control: an administrator finds every secret by the same addresses', async (t) => {
  const found = await crawl(['admin'])
  const missed = [...secrets].filter((word) => !found.has(word))
  t.diagnostic(`${secrets.size - missed.length} of ${secrets.size} secrets found`)
  assert.ok(secrets.size > 60)
  assert.deepEqual(missed, [])
  const drafts = await sendRequest('GET', `${DIALECT}/events?status=draft&starts_after=1900-01-01`, { as: 'admin' })
  assert.ok(canaries(drafts.text).length > 0, 'the dialect shows them too')
  assert.ok(addresses.filter((address) => address.startsWith(DIALECT)).length > 100)
})
