// Response headers of legal requests, however long their URL: below what Node's clients and nginx take without being told.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, test } from 'node:test'
import { freePort } from '../support/process.ts'
import { idsOf, NS, testServer, unique, type Json } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'

const server = await testServer()
/** Default size of the nginx buffer for response headers. */
const NGINX_BYTES = 4_096
const LENGTH = 8_000
const filled = (prefix: string, part: (n: number) => string): string => {
  let query = prefix
  for (let n = 0; query.length + part(n).length <= LENGTH; n += 1) query += part(n)
  return query
}
interface Headers {
  readonly bytes: number
  readonly values: Readonly<Record<string, string | string[] | undefined>>
  readonly json: Json
}
/** Asks over a plain connection, and counts the bytes of the status line and all headers. */
const headersOf = (path: string): Promise<Headers> =>
  new Promise((resolve, reject) => {
    get(server.base + NS + path, { maxHeaderSize: 65_536 }, (response) => {
      const { rawHeaders } = response
      const bytes = rawHeaders.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve({ bytes, values: response.headers, json: JSON.parse(text) as Json }))
    }).on('error', reject)
  })

before(async () => {
  for (const n of [1, 2, 3, 4, 5]) await server.make('events', { title: `e${n}`, start_date: '2031-02-02', end_date: '2031-02-03' })
})
const EVENTS = '/events?starts_after=2000-01-01&per_page=2&page=2'
const filter = (name: string, values: readonly string[]): string => `&${name}=${values.map(encodeURIComponent).join(',')}`
const QUERIES: Readonly<Record<string, string>> = {
  'ids to include': `/events?per_page=2&page=2${filter(
    'include',
    Array.from({ length: 100 }, (_, n) => String(1_000_000_000_000 + n)),
  )}`,
  'a search': filled(`${EVENTS}&search=e&x=`, () => 'a'),
  'unknown parameters': filled(EVENTS, (n) => `&unknown_parameter_${n}=${n}`),
  'one unknown parameter': `${filled(`${EVENTS}&`, () => '%D8%A7').slice(0, 7_990)}=1`,
  'values that name nothing':
    EVENTS +
    filter(
      'tags',
      Array.from({ length: 14 }, (_, n) => `${'é'.repeat(90)}${n}`),
    ),
  'every header full': `/events?starts_after=2000-01-01&per_page=2&page=2${filter('post_parent', ['99999999999'])}&${'z'.repeat(300)}=1`,
}

for (const [name, query] of Object.entries(QUERIES))
  void test(`3.8 11.1 the headers of a response to a long URL stay short: ${name}`, async (t) => {
    const { bytes, values, json } = await headersOf(query)
    t.diagnostic(`${query.length} characters asked, ${bytes} bytes of headers`)
    assert.ok(bytes < NGINX_BYTES, `${bytes} bytes: ${JSON.stringify(values)}`)
    assert.ok(String(values['link'] ?? '').length <= 2_000)
    // Node's fetch takes no more than 16 kB.
    assert.equal((await fetch(server.base + NS + query)).status, 200)
    if (name === 'a search') assert.ok(String(json['next_rest_url']).length > LENGTH - 100, 'the link in the body is whole')
  })

void test('3.8 Link names the next page first, then as many others as fit', async () => {
  const linkOf = async (length: number): Promise<string[]> => {
    const { values } = await headersOf(`${EVENTS}&search=e&x=${'a'.repeat(length)}`)
    return [...String(values['link'] ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel ?? '')
  }
  assert.deepEqual((await linkOf(1)).slice(0, 5), ['next', 'prev', 'first', 'last', 'alternate'])
  assert.deepEqual(await linkOf(700), ['next', 'prev'])
  assert.deepEqual(await linkOf(2_000), [])
})

void test('5.7 2.7 names in headers are cut after a whole character', async () => {
  const { values } = await headersOf(`${EVENTS}&${encodeURIComponent('مهرجان'.repeat(60))}=1&tags=${encodeURIComponent(`𝒳${unique()}`)}`)
  assert.match(decodeURIComponent(String(values['x-ignored-parameters'])), /^(مهرجان){9,}/)
  assert.match(decodeURIComponent(String(values['x-unmatched-values'])), /^tags=𝒳/u)
  assert.equal(idsOf((await server.get(EVENTS)).json['events']).length, 2)
})

void test('11.1 nginx forwards the response to every valid URL with its default buffer sizes', requiresTools('nginx'), async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events { }
http { access_log off; ${temporary} server { listen 127.0.0.1:${port}; location / { proxy_pass ${server.base}; } } }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  t.after(() => {
    nginx.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const sendRequest = (query: string): Promise<number | null> =>
    fetch(`http://127.0.0.1:${port}${NS}${query}`).then(
      ({ status }) => status,
      () => null,
    )
  for (let i = 0; i < 50 && (await sendRequest('/events')) === null; i += 1) await sleep(100)
  for (const [name, query] of Object.entries(QUERIES)) assert.equal(await sendRequest(query), 200, name)
})
