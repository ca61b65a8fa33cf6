// Shared code of the vulnerability replays: plain requests and hostile values.
import assert from 'node:assert/strict'
import { NS, type Caller, type Json, type TestServer } from '../support/server.ts'

export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}
export interface Sent {
  readonly as?: Caller | undefined
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request whose response is not validated against the OpenAPI document. */
export const asker =
  (server: TestServer) =>
  async (method: string, path: string, { as, body, raw, headers = {} }: Sent = {}): Promise<Told> => {
    const content = body === undefined ? raw : JSON.stringify(body)
    const response = await fetch(`${server.base}${path.startsWith('//') ? path.slice(1) : NS + path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(as && { authorization: `Bearer ${server.tokens[as]}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: read(text) }
  }
const read = (text: string): Json => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}

const SLEEP_S = 9
/** Values that break out of quotes, brackets and lists, including bypasses of earlier fixes. */
export const hostile = (plain: string): string[] => [
  `${plain}'`,
  `${plain}"`,
  `${plain}\\`,
  `${plain}' or '1'='1`,
  `${plain}') or ('1'='1`,
  `${plain}%') or ('%'='`,
  `${plain}) or (1=1`,
  `${plain} or 1=1`,
  `${plain}; select pg_sleep(${SLEEP_S})`,
  `${plain}' || (select pg_sleep(${SLEEP_S}))::text || '`,
  `(select 1 from pg_sleep(${SLEEP_S}))`,
  `rand(), (select 1 from pg_sleep(${SLEEP_S}))`,
  `${plain}/**/union/**/select/**/1`,
]

/** Sends hostile values beside a filter that matches nothing: the response is 400 or an empty list, and it is fast. */
export async function inject(sendRequest: ReturnType<typeof asker>, path: string, name: string, plain: string, as?: Caller): Promise<void> {
  for (const value of hostile(plain)) {
    const start = performance.now()
    const { status, text, json } = await sendRequest(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
      { as },
    )
    const what = `${name}=${value}: ${status} ${text.slice(0, 300)}`
    assert.ok(status === 200 || status === 400, what)
    assert.ok(performance.now() - start < 1_000 * (SLEEP_S - 1), `slow: ${what}`)
    if (status === 200) assert.equal(json['total'], 0, what)
    assert.doesNotMatch(text, /syntax error|node_modules/i)
  }
}
/** The same for parameters that accept an enumeration only. */
export async function injectChoice(
  sendRequest: ReturnType<typeof asker>,
  path: string,
  name: string,
  plain: string,
  as?: Caller,
): Promise<void> {
  assert.equal((await sendRequest('GET', `${path}${path.includes('?') ? '&' : '?'}${name}=${plain}`, { as })).status, 200)
  for (const value of [...hostile(plain), plain.toUpperCase().concat(' '), `rand${plain}`]) {
    const { status, json } = await sendRequest('GET', `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`, {
      as,
    })
    assert.deepEqual([status, json['code']], [400, 'rest_invalid_param'], `${name}=${value}`)
  }
}
