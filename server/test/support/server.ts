// A server inside the test, on a database of its own, asked over real HTTP. Every answer is held against the document it serves.
import { after } from 'node:test'
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, type App } from '../../src/app.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import type { Role } from '../../src/kernel/security/caller.ts'
import { systemClock, type Clock } from '../../src/kernel/time/clock.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { freshDatabase } from './database.ts'
import { isFullRun } from './evidence.ts'
import { NS } from './namespace.ts'
import { freePort, NO_RATES, PATIENT, PATIENT_DATABASE } from './process.ts'

export { NS }
export type Json = Record<string, unknown>
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}
export interface Sending {
  /** Login of a caller; absent is anonymous. */
  readonly as?: Caller
  readonly body?: unknown
  readonly form?: string
  readonly raw?: string
  /** A form with a file, or the bytes of one. */
  readonly upload?: FormData | Blob
  readonly headers?: Record<string, string>
  readonly root?: string
}
export type Caller = 'admin' | 'editor' | 'author' | 'other' | 'contributor' | 'subscriber'
const ROLES: Readonly<Record<Caller, Role>> = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  other: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
}

export interface TestServer {
  readonly base: string
  readonly app: App
  readonly database_url: string
  readonly tokens: Readonly<Record<Caller, string>>
  readonly ids: Readonly<Record<Caller, number>>
  request(method: string, path: string, sending?: Sending): Promise<Answer>
  get(path: string, sending?: Sending): Promise<Answer>
  post(path: string, body: unknown, sending?: Sending): Promise<Answer>
  patch(path: string, body: unknown, sending?: Sending): Promise<Answer>
  remove(path: string, sending?: Sending): Promise<Answer>
  /** Creates a record as admin unless said otherwise, and gives it. */
  make(plural: string, body: Json, as?: Caller): Promise<Json & { id: number; slug: string }>
}

/** Call at the top of a test file; it is taken down at its end. */
export async function testServer(
  settings: Partial<Record<keyof Config, string>> = {},
  clock: Clock = systemClock,
  jobs = true,
): Promise<TestServer> {
  const database = await freshDatabase()
  const port = Number(settings.PORT ?? (await freePort()))
  const base = `http://127.0.0.1:${port}`
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    PORT: String(port),
    PUBLIC_URL: base,
    LOG_LEVEL: 'silent',
    ...NO_RATES,
    ...PATIENT,
    ...PATIENT_DATABASE,
    MEDIA_DIR: join(tmpdir(), `media-of-${database.name}`),
    ...settings,
  })
  const app = await buildApp({ config, clock, log: createLogger(config.LOG_LEVEL) })
  await app.http.app.listen({ host: '127.0.0.1', port })
  if (jobs) app.startJobs()
  after(async () => {
    // A server that ends gracefully waits a second for the idle connections of the clients of this process.
    app.http.app.server.closeAllConnections()
    await app.close()
    await database.drop()
    await rm(config.MEDIA_DIR, { recursive: true, force: true })
  })
  const tokens = {} as Record<Caller, string>
  const ids = {} as Record<Caller, number>
  for (const [login, role] of Object.entries(ROLES) as [Caller, Role][]) {
    ids[login] = (await addUser(app.database, login, role, '')).id
    tokens[login] = (await addToken(app.database, login, { label: 'test', scope: 'admin' })).secret
  }
  // A run of all tests records the responses and judges them at its end. In a run at the full count, judging would take longer than the requests.
  const isJudged = process.env['RECORD_ANSWERS'] === undefined && !isFullRun
  // A recorded run does not need the validator of JSON Schema.
  const judge = isJudged ? (await import('./document.ts')).judgeOf(config).judge : null
  const request = async (method: string, path: string, sending: Sending = {}): Promise<Answer> => {
    const { as, body, form, raw, upload, root = '' } = sending
    const headers: Record<string, string> = { ...sending.headers }
    if (as) headers['authorization'] = `Bearer ${tokens[as]}`
    const content = body !== undefined ? JSON.stringify(body) : (form ?? raw ?? upload)
    if (body !== undefined) headers['content-type'] ??= 'application/json'
    if (form !== undefined) headers['content-type'] ??= 'application/x-www-form-urlencoded'
    const url = path.startsWith('//') ? base + path.slice(1) : `${base}${root}${config.REST_ROOT}${NS}${path}`
    const response = await fetch(url, { method, headers, redirect: 'manual', ...(content !== undefined && { body: content }) })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson(type) && text ? JSON.parse(text) : {}) as Json,
    }
    if (judge && !path.startsWith('//'))
      assert.equal(judge({ method, url: root + NS + path, status: response.status, type, text }).fault, null)
    return answer
  }
  return {
    base,
    app,
    database_url: database.url,
    tokens,
    ids,
    request,
    get: (path, sending) => request('GET', path, sending),
    post: (path, body, sending) => request('POST', path, { as: 'admin', ...sending, body }),
    patch: (path, body, sending) => request('PATCH', path, { as: 'admin', ...sending, body }),
    remove: (path, sending) => request('DELETE', path, { as: 'admin', ...sending }),
    make: async (plural, body, as = 'admin') => {
      const answer = await request('POST', `/${plural}`, { as, body })
      assert.equal(answer.status, 201, answer.text)
      return answer.json as Json & { id: number; slug: string }
    },
  }
}

/** Feeds are text of other sorts. */
const isJson = (type: string): boolean => /[/+]json/.test(type)

/** A date and time so many days from now, in UTC. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
let n = 0
/** A word nobody else in this run uses. */
export const unique = (): string => `z${process.pid.toString(36)}${Date.now().toString(36)}${(n++).toString(36)}x`
/** The names of the bad inputs of a 400. */
export const badInputs = (answer: Answer): string[] => {
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.json['code'], 'rest_invalid_param', answer.text)
  return Object.keys((answer.json['data'] as { params: Json }).params)
}
export const idsOf = (records: unknown): number[] => (records as { id: number }[]).map(({ id }) => id)
