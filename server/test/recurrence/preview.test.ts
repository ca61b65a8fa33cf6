// The preview of a series in dry runs: the sentence, the number of dates and the next dates are those of the write that follows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Json } from '../support/server.ts'

const server = await testServer()
const CLASS = { title: 'Class', start_date: '2028-03-07 18:00', end_date: '2028-03-07 19:30' }
const previewOf = (answer: { readonly json: Json }): Json => answer.json['series'] as Json
const datesOf = async (id: number): Promise<Json[]> => {
  const { json } = await server.get(`/events?series=${id}&starts_after=2026-01-01&per_page=12`, { as: 'admin' })
  return (json['events'] as Json[]).map(({ start_date, end_date }) => ({ start: start_date, end: end_date }))
}

test('7.18 the dry run of a new series has its sentence and its next 12 dates', async () => {
  const input = { ...CLASS, recurrence: { rules: [{ rrule: 'FREQ=WEEKLY;BYDAY=TU,TH' }], dates: [], exclude: ['2028-03-14'] } }
  const preview = previewOf(await server.post('/events?dry_run=true&i18n_language=fr', input, { as: 'admin' }))
  const { id } = await server.make('events', input)
  const { json } = await server.get(`/events/${id}?i18n_language=fr`, { as: 'admin' })
  assert.deepEqual(preview, { recurrence_text: json['recurrence_text'], total: null, next: await datesOf(id) })
  assert.equal(preview['next'].length, 12)
})

test('7.18 the dry run of a change has the dates after it, with those of exceptions', async () => {
  const { id } = await server.make('events', { ...CLASS, recurrence: 'FREQ=WEEKLY;COUNT=5' })
  const second = ((await server.get(`/events?series=${id}&starts_after=2028-03-08`, { as: 'admin' })).json['events'] as Json[])[0]
  await server.patch(`/events/${String(second?.['id'])}`, { start_date: '2028-03-15 10:00', end_date: '2028-03-15 12:00' }, { as: 'admin' })
  const change = { end_date: '2028-03-07 20:00' }
  const preview = previewOf(await server.patch(`/events/${id}?dry_run=true`, change, { as: 'admin' }))
  await server.patch(`/events/${id}`, change, { as: 'admin' })
  assert.deepEqual([preview['total'], preview['next']], [5, await datesOf(id)])
  assert.ok((preview['next'] as Json[]).some(({ end }) => end === '2028-03-15 12:00:00'))
})

test('7.18 a dry run without a series has no preview', async () => {
  assert.equal(previewOf(await server.post('/events?dry_run=true', CLASS, { as: 'admin' })), null)
  assert.equal(previewOf(await server.post('/tags?dry_run=true', { name: 'New' }, { as: 'admin' })), null)
})
