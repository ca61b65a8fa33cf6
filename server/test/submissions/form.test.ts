// Contract 17.6.8: the pages of submissions over plain HTTP: escaping, origins, sizes, methods, and calendars without mail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUBMIT_STRINGS } from '../../src/features/submissions/submit-strings.ts'
import { blob } from '../media/pictures.ts'
import { HOSTILE_HTML } from '../support/hostile-html.ts'
import { kalends } from '../support/process.ts'
import { testServer, unique, type Json } from '../support/server.ts'
import { mintedSolution, newSender, submit, SUBMITTING, tokenIn, waiting } from './sender.ts'

const server = await testServer({ ...SUBMITTING, SUBMIT_WITHOUT_MAIL: 'true', MEDIA_LIMIT_BYTES: '200000' })
const off = await testServer({ SUBMIT_FORM: 'true' })

type Fields = Readonly<Record<string, string | Blob>>
const filled = async (more: Fields = {}): Promise<Fields> => ({
  title: `Fair ${unique()}`,
  start_day: '2030-05-01',
  start_time: '19:30',
  ...newSender(),
  altcha: await mintedSolution(server),
  ...more,
})
async function post(path: string, fields: Fields, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const response = await fetch(`${server.base}${path}`, { method: 'POST', body, headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const textOf = async (path: string): Promise<string> => (await fetch(`${server.base}${path}`)).text()

test('17.6.1 without mail the form is off, unless the operator allows it; the doctor says so', async () => {
  assert.equal((await fetch(`${off.base}/submit`)).status, 404)
  assert.equal((await off.get('/submissions/challenge')).json['code'], 'rest_submissions_off')
  assert.doesNotMatch(await (await fetch(`${off.base}/events`)).text(), /\/submit"/)
  assert.match(await textOf('/events'), /href="\/submit"/)
  const findings = (env: Record<string, string>): Json[] =>
    JSON.parse(kalends(['doctor', '--json'], { DATABASE_URL: server.database_url, PUBLIC_URL: server.base, ...env }, true).stdout) as Json[]
  const stateOf = (env: Record<string, string>): unknown => findings(env).find(({ check }) => check === 'submissions')?.['found']
  assert.equal(stateOf({}), undefined)
  assert.match(String(stateOf({ SUBMIT_FORM: 'true' })), /the form is off/)
  assert.match(String(stateOf({ SUBMIT_FORM: 'true', SUBMIT_WITHOUT_MAIL: 'true' })), /without a confirmation/)
})

test('17.6.4 without mail a submission waits at once, and its sender gets the private link', async () => {
  const fields = await filled()
  const { status, headers } = await post('/submit', fields)
  const location = headers.get('location') ?? ''
  assert.deepEqual([status, new URL(location).pathname], [303, '/en/submit/own'])
  assert.equal(
    (await waiting(server)).some(({ title }) => title === fields['title']),
    true,
  )
  const own = await fetch(location)
  assert.match(own.headers.get('cache-control') ?? '', /\bno-store\b/)
  assert.equal(own.headers.get('referrer-policy'), 'same-origin')
  assert.match(own.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self';/)
  assert.equal(own.headers.get('set-cookie'), null)
  const answer = await submit(server)
  assert.deepEqual([answer.json['state'], tokenIn(String(answer.json['url'])).length], ['pending', 43])
})

test('17.6.8 a form of another site is refused, and so are other methods', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }, { origin: 'https://evil.example' }, {}])
    assert.equal((await post('/submit', await filled(), headers)).status, 403, JSON.stringify(headers))
  assert.equal((await post('/submit', await filled(), { origin: server.base })).status, 303, 'browsers without Sec-Fetch-Site')
  const put = await fetch(`${server.base}/submit`, { method: 'PUT' })
  assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, POST, OPTIONS'])
  assert.equal((await fetch(`${server.base}/submit/sent`, { method: 'POST' })).status, 405)
})

test('17.6.8 typed values come back as text, with all errors', async () => {
  for (const hostile of HOSTILE_HTML.slice(0, 60)) {
    const { status, text } = await post('/submit', {
      title: hostile,
      description: hostile,
      venue: hostile,
      website: hostile,
      email: hostile,
    })
    assert.equal(status, 400)
    assert.doesNotMatch(text, /<script>|onerror=[^&]*>|<svg on|<img src=x/i, hostile)
  }
  const { text } = await post('/submit', await filled({ title: '', email: 'x', website: 'javascript:alert(1)', end_time: '18:00' }))
  for (const name of ['title', 'email', 'website']) assert.match(text, new RegExp(`id="${name}-error"`), name)
  const late = await post('/submit', await filled({ end_time: '18:00', file: blob('x'), image_alt: 'x' }))
  assert.equal(late.text.includes(SUBMIT_STRINGS.backwards) && late.text.includes(SUBMIT_STRINGS.picture_again), true)
  const unsolved = await post('/submit', await filled({ altcha: '' }))
  assert.equal(unsolved.status === 400 && unsolved.text.includes(SUBMIT_STRINGS.not_checked), true)
})

test('17.6.8 a description of 5,000 letters fits in a form in every script, and a picture above the limit is a page', async () => {
  const { status } = await post('/submit', await filled({ description: 'ب'.repeat(5_000) }))
  assert.equal(status, 303)
  const large = await post('/submit', await filled({ file: new Blob([new Uint8Array(400_000)], { type: 'image/jpeg' }), image_alt: 'x' }))
  assert.deepEqual([large.status, large.text.includes(SUBMIT_STRINGS.too_large)], [413, true])
  const broken = await post('/submit', await filled({ file: blob('not a picture'), image_alt: 'x' }))
  assert.equal(broken.status === 400 && broken.text.includes('id="file-error"'), true)
})

test('17.6.8 a link that does not work is a page, and a decided submission cannot be corrected', async () => {
  const gone = await fetch(`${server.base}/submit/own?token=x`)
  assert.deepEqual([gone.status, (await gone.text()).includes(SUBMIT_STRINGS.expired)], [410, true])
  const fields = await filled()
  const token = tokenIn((await post('/submit', fields)).headers.get('location') ?? '')
  const event = (await waiting(server)).find(({ title }) => title === fields['title'])
  assert.equal((await server.remove(`/events/${String(event?.['id'])}`)).status, 200)
  assert.equal((await textOf(`/submit/own?token=${token}`)).includes(SUBMIT_STRINGS.closed), true)
  assert.equal((await post('/submit/own', { ...fields, token, action: 'correct' })).status, 409)
})
