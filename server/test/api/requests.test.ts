// Contract 1.3, 2.1, 2.8, 3.12, 7.11, 7.12: how requests are read, and what their headers say.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, testServer, unique, type Answer, type Json } from '../support/server.ts'

const server = await testServer()
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2031-02-02 10:00', end_date: '2031-02-02 12:00', ...more })
const dataOf = (answer: Answer): Json => answer.json['data'] as Json

void test('2.8 missing and wrong inputs are reported together, by every kind', async () => {
  const bodies: Readonly<Record<string, Json>> = {
    events: { end_date: 'x', website: 'x', venue: { city: 'Nairobi' } },
    venues: { geo_lat: 91, show_map: 'x' },
    organizers: { email: 'x' },
    categories: { parent: 9e9 },
    tags: { i18n_language: 'xx' },
    media: { i18n_language: 'xx' },
  }
  for (const [plural, body] of Object.entries(bodies)) {
    const answer = await server.post(`/${plural}?i18n_language=zz`, body)
    assert.deepEqual([answer.status, answer.json['code']], [400, 'rest_missing_callback_param'], answer.text)
    const { params, details } = dataOf(answer) as { params: string[]; details: Record<string, Json> }
    const wrong = [...new Set([...Object.keys(body).map((name) => (name === 'venue' ? 'venue.venue' : name)), 'i18n_language'])]
    assert.deepEqual(Object.keys(details).sort(), [...params, ...wrong].sort(), plural)
    for (const name of params) assert.equal(details[name]?.['code'], 'required', name)
  }
})

void test('7.10 a number that JSON cannot give back is refused', async () => {
  const raw = JSON.stringify(event({ custom_fields: { a: 'HUGE' } }))
  const send = (number: string): Promise<Answer> =>
    server.request('POST', '/events', { as: 'admin', raw: raw.replace('"HUGE"', number), headers: { 'content-type': 'application/json' } })
  for (const number of ['1e400', '-1e400']) assert.deepEqual(badInputs(await send(number)), ['custom_fields'])
  assert.deepEqual((await send('1e300')).json['custom_fields'], { a: 1e300 })
})
