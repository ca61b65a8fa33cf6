// Contract 13.2.9: the limits of recurrences are settings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'

const SETTINGS = {
  RECURRENCE_MAX_RULES: '2',
  RECURRENCE_MAX_DATES: '3',
  RECURRENCE_MAX_EXCLUSIONS: '4',
  RECURRENCE_MAX_OCCURRENCES: '12',
  RECURRENCE_MAX_STEPS: '1000',
}
const server = await testServer(SETTINGS, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') }, false)
const send = (recurrence: unknown): Promise<Answer> =>
  server.post('/events', { title: unique(), start_date: '2027-02-01 18:00', end_date: '2027-02-01 20:00', recurrence })

const days = (count: number): string[] => Array.from({ length: count }, (_, i) => `2027-03-${String(i + 1).padStart(2, '0')}`)
const rule = (count: number): string => `FREQ=DAILY;COUNT=${count}`
/** The setting, and a recurrence with as much of it as the number says. */
const LIMITS: Readonly<Record<string, readonly [limit: number, recurrence: (count: number) => unknown]>> = {
  RECURRENCE_MAX_RULES: [2, (count) => ({ rules: Array.from({ length: count }, (_, i) => rule(i + 1)) })],
  RECURRENCE_MAX_DATES: [3, (count) => ({ rules: [rule(1)], dates: days(count) })],
  RECURRENCE_MAX_EXCLUSIONS: [4, (count) => ({ rules: [rule(9)], exclude: days(count) })],
  RECURRENCE_MAX_OCCURRENCES: [12, rule],
}
for (const [name, [limit, recurrence]] of Object.entries(LIMITS))
  void test(`13.2.9 ${name} limits the recurrence that a write sends`, async () => {
    const accepted = await send(recurrence(limit))
    assert.equal(accepted.status, 201, accepted.text)
    const refused = await send(recurrence(limit + 1))
    assert.equal(refused.status, 400, refused.text)
    const { params } = refused.json['data'] as { params: Json }
    assert.match(String(params['recurrence']), new RegExp(`\\b${limit}\\b`))
  })

void test('13.2.9 RECURRENCE_MAX_STEPS limits the expansion', async () => {
  const refused = await send('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')
  assert.equal(refused.status, 400, refused.text)
  assert.match(String((refused.json['data'] as { params: Json }).params['recurrence']), /1,?000\b/)
})

void test('13.2.9 a series that exceeds a lowered limit keeps its dates, and its dates can be written', async () => {
  const category = unique()
  const { id } = await server.make('events', {
    title: unique(),
    categories: [category],
    start_date: '2027-02-01 18:00',
    end_date: '2027-02-01 20:00',
    recurrence: rule(12),
  })
  const { database } = server.app
  await database.query(sql`
update events set recurrence = jsonb_set(recurrence, '{rules,0,rrule}', to_jsonb(replace(recurrence #>> '{rules,0,rrule}', 'COUNT=12', 'COUNT=20'))) where id = ${id}`)
  const list = async (): Promise<Json[]> =>
    (await server.get(`/events?categories=${category}&start_date=2027-01-01&end_date=2028-01-01&per_page=100`)).json['events'] as Json[]
  const [first] = await list()
  const removed = await server.remove(`/events/${String(first?.['id'])}`)
  assert.equal(removed.status, 200, removed.text)
  assert.equal((await list()).length, 19)
  assert.equal((await server.patch(`/events/${id}`, { recurrence: rule(20) })).status, 400)
})

void test('13.2.9 settings out of range are rejected', () => {
  for (const name of Object.keys(SETTINGS))
    for (const value of ['0', '-1', '100000000', 'many'])
      assert.throws(() => readConfig({ [name]: value }), new RegExp(name), `${name}=${value}`)
})
