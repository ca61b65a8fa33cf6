// Contract 15.5: pages of other origins, in a browser in which a person has signed in, change nothing and read nothing.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { createLink } from '../../src/features/accounts/one-time-links.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { fresh } from '../media/pictures.ts'
import { openBrowser } from '../support/browser.ts'
import { NS, testServer, unique } from '../support/server.ts'
import { FORGED_DATES, forgedReads, forgedWrites, type ForgedOperation } from './forged-operations.ts'
import { appearanceOf, forgedRequests, isSent } from './forged-requests.ts'
import { addPerson, invitePerson, PASSWORD, tokenIn } from './person.ts'

const server = await testServer({}, undefined, false)
const { database } = server.app
/** A word that only the person and other administrators may read. */
const secret = unique()
const [owner, mallory, invited] = [unique(), unique(), unique()]
await addPerson(server, owner, 'administrator', { name: secret })
const malloryId = await addPerson(server, mallory, 'subscriber')
const { token: invitation } = await invitePerson(server, invited)
const reset = tokenIn(
  await createLink(database, { purpose: 'password-reset', userId: malloryId, publicUrl: server.base, now: systemClock.now() }),
)
const draft = await server.make('events', { title: secret, status: 'draft', ...FORGED_DATES })
const removed = await server.make('events', { title: unique(), ...FORGED_DATES })

const READS = forgedReads(draft.id)
const WRITES = forgedWrites({
  draftId: draft.id,
  eventId: removed.id,
  picture: (await fresh()).toString('base64'),
  owner,
  attacker: { id: malloryId, login: mallory },
  newLogin: unique(),
  reset,
  invitation,
})
const OPERATIONS = [...READS, ...WRITES]

/** Requests that reached the server, with the status of the response. */
interface Arrival {
  readonly method: string
  readonly path: string
  readonly site: string
  readonly appearance: string
  readonly hasSession: boolean
  readonly hasHeader: boolean
  status: number
}
const arrivals: Arrival[] = []
server.app.http.app.server.prependListener('request', ({ method = '', url = '', headers }, response) => {
  if (!url.startsWith(NS)) return
  const arrival: Arrival = {
    method,
    path: url.slice(NS.length),
    site: String(headers['sec-fetch-site']),
    appearance: `${method} ${String(headers['sec-fetch-mode'])} ${String(headers['sec-fetch-dest'])}`,
    hasSession: /(^|; )kalends=/.test(headers.cookie ?? ''),
    hasHeader: 'x-kalends-session' in headers,
    status: 0,
  }
  arrivals.push(arrival)
  response.once('close', () => {
    arrival.status = response.statusCode
  })
})

const pages = createServer((request, response) => {
  response.setHeader('content-type', request.url === '/attacker.js' ? 'text/javascript' : 'text/html')
  if (request.url === '/attacker.js') response.end(readFileSync(new URL('attacker.js', import.meta.url)))
  else if (request.url === '/sandbox') response.end('<!doctype html><iframe src="/" sandbox="allow-scripts allow-forms"></iframe>')
  else response.end('<!doctype html><meta charset="utf-8"><body><script src="/attacker.js"></script></body>')
})
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
after(() => pages.close())
const { port } = pages.address() as AddressInfo

const browser = await openBrowser()
const context = await browser.newContext()
const own = await context.newPage()
await own.goto(`${server.base}/docs`)

interface Reply {
  readonly status: number
  readonly text: string
}
const SEND = `async ({ method, url, body, file }) => {
  const headers = { 'x-kalends-session': '1' }
  if (method !== 'GET') headers['content-type'] = file ? 'image/jpeg' : 'application/json'
  const bytes = file && Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
  const response = await fetch(url, { method, headers, body: method === 'GET' ? undefined : bytes ?? JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}`
/** Calls a function of the page. Playwright calls functions of this file only, and their types would need those of browsers. */
const call = <T>(page: Page | Frame, name: string, argument: unknown): Promise<T> =>
  page.evaluate<T>(`(${name})(${JSON.stringify(argument)})`)
/** Sends a request from a page of the calendar. */
const sendFromOwnPage = ({ method, path, body, file }: Pick<ForgedOperation, 'method' | 'path' | 'body' | 'file'>): Promise<Reply> =>
  call<Reply>(own, SEND, { method, url: server.base + NS + path, body, file })

const cookies = async (): Promise<string> =>
  JSON.stringify((await context.cookies()).map(({ name, value, domain }) => [name, value, domain]).sort())
/** All rows of all tables, digested by table. */
async function state(): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await database.query<{ digest: string }>(
      sql`select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest from ${raw(`"${name}"`)} t`,
    )
    digests[name] = row?.digest ?? ''
  }
  return digests
}

interface Attacker {
  readonly name: string
  readonly site: 'same-site' | 'cross-site'
  readonly canOpenWindows: boolean
  /** Appearances of the requests that have the session cookie. */
  readonly withCookie: readonly string[]
  open(): Promise<{ page: Page; frame: Page | Frame }>
}
async function openAttacker(url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}
const ATTACKERS: readonly Attacker[] = [
  {
    name: 'another port of the same host',
    site: 'same-site',
    canOpenWindows: true,
    withCookie: [
      'GET cors empty',
      'GET navigate document',
      'GET navigate iframe',
      'GET no-cors empty',
      'GET no-cors image',
      'GET no-cors script',
      'POST cors empty',
      'POST navigate document',
      'POST navigate iframe',
      'POST no-cors empty',
    ],
    open: async () => {
      const page = await openAttacker(`http://127.0.0.1:${port}/`)
      return { page, frame: page }
    },
  },
  {
    name: 'another site',
    site: 'cross-site',
    canOpenWindows: true,
    withCookie: ['GET navigate document'],
    open: async () => {
      const page = await openAttacker(`http://localhost:${port}/`)
      return { page, frame: page }
    },
  },
  {
    name: 'a sandboxed frame without an origin',
    site: 'cross-site',
    canOpenWindows: false,
    withCookie: [],
    open: async () => {
      const page = await openAttacker(`http://127.0.0.1:${port}/sandbox`)
      const frame = page.frames().find((each) => each !== page.mainFrame())
      return { page, frame: frame ?? assert.fail('no frame') }
    },
  },
]

const signedIn = await sendFromOwnPage({ method: 'POST', path: '/session', body: { login: owner, password: PASSWORD } })
assert.equal(signedIn.status, 200, signedIn.text)

for (const attacker of ATTACKERS)
  test(`15.5 a page of ${attacker.name} changes nothing, reads nothing and signs nobody in or out`, async (t) => {
    const requests = forgedRequests(server.base + NS, OPERATIONS).filter(
      ({ way }) => attacker.canOpenWindows || (way !== 'window' && way !== 'form in a window'),
    )
    const [stateBefore, cookiesBefore] = [await state(), await cookies()]
    arrivals.length = 0
    const { page, frame } = await attacker.open()
    const texts = await call<(string | null)[]>(frame, 'attack', requests)
    const expected = requests.filter(isSent)
    await waitUntil(() => sentArrivals().length >= expected.length && arrivals.every(({ status }) => status !== 0))
    await page.close()
    t.diagnostic(`${requests.length} cells, ${expected.length} of them reached the server`)

    assert.deepEqual(await state(), stateBefore, 'tables of the database were changed')
    assert.equal(await cookies(), cookiesBefore, 'cookies of the browser were changed')
    assert.deepEqual(
      sentArrivals().filter(({ hasHeader }) => hasHeader),
      [],
      'a page of another origin sent X-Kalends-Session',
    )
    const leaked = requests.filter((_, i) => texts[i]?.includes(secret))
    assert.deepEqual(leaked, [], 'a private response was read')
    const readWithCookies = requests.filter(({ way }, i) => way !== 'fetch without cookies' && (texts[i] ?? '') !== '')
    assert.deepEqual(readWithCookies, [], 'a response to a request with cookies was read')
    // A browser may repeat a request whose connection was closed.
    const arrived = countsOf(sentArrivals().map(({ appearance }) => appearance))
    for (const [appearance, count] of countsOf(expected.map(appearanceOf)))
      assert.ok((arrived.get(appearance) ?? 0) >= count, `${appearance}: ${arrived.get(appearance)} of ${count} reached the server`)
    assert.deepEqual([...new Set(sentArrivals().map(({ site }) => site))], [attacker.site])
    // Browsers add the cookie to requests of the same site, and to links of other sites. It must not count.
    const withCookie = [...countsOf(sentArrivals().flatMap(({ hasSession, appearance }) => (hasSession ? [appearance] : []))).keys()]
    assert.deepEqual(withCookie.toSorted(), attacker.withCookie)
    assert.deepEqual(sentArrivals().flatMap(faultOf), [])
  })

const sentArrivals = (): Arrival[] => arrivals.filter(({ method }) => method !== 'OPTIONS')
const countsOf = (all: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(all, String)].map(([name, group]) => [name, group.length]))
async function waitUntil(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!isDone() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}
/** Requests to sign in are refused because of their origin; all others are anonymous, because the cookie is not read. */
function faultOf(arrival: Arrival): string[] {
  const { method, path, status } = arrival
  const operation = OPERATIONS.find((each) => each.method === method && each.path === path)
  const wanted = operation && { page: 403, user: 401, everyone: 200, hidden: 404 }[operation.access]
  const isAnonymous = method === 'GET' ? status !== 403 : status >= 400 && status < 500 && status !== 403
  const isRight = wanted === undefined ? isAnonymous : status === wanted
  return isRight ? [] : [`${method} ${path} (${arrival.appearance}, cookie ${arrival.hasSession}): ${status}, not ${wanted ?? 'refused'}`]
}

test('15.5 the same requests succeed from a page of the calendar', async () => {
  for (const operation of READS.slice(0, 4)) {
    const { status, text } = await sendFromOwnPage(operation)
    assert.equal(status, 200, `${operation.path}: ${text}`)
    if (operation.path !== '/me/tokens') assert.ok(text.includes(operation.path === '/me' ? owner : secret), operation.path)
  }
  const before = await state()
  for (const operation of WRITES) {
    const { status, text } = await sendFromOwnPage(operation)
    assert.ok(status >= 200 && status < 300, `${operation.method} ${operation.path}: ${status} ${text}`)
  }
  const now = await state()
  const changed = Object.keys(now).filter((name) => now[name] !== before[name])
  for (const name of ['users', 'sessions', 'events', 'images', 'tags', 'credentials', 'one_time_secrets', 'known_devices', 'security_log'])
    assert.ok(changed.includes(name), `${name} is as it was`)
})
test('15.5 a form of a page of the calendar signs in', async () => {
  const before = await cookies()
  const [response] = await Promise.all([
    own.waitForResponse((each) => each.url().endsWith('/session')),
    call(
      own,
      `([url, body]) => {
  const form = Object.assign(document.createElement('form'), { action: url, method: 'POST' })
  for (const [name, value] of Object.entries(body)) form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(form)
  form.submit()
}`,
      [`${server.base}${NS}/session`, { login: mallory, password: PASSWORD }],
    ),
  ])
  assert.equal(response.status(), 200)
  await own.waitForLoadState()
  assert.notEqual(await cookies(), before)
})
