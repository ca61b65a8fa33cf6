// Contract 14.1.7, 14.1.8: after each write to a series, `dates_changed` tells whether the inventory of its dates has other ids or times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'

const server = await testServer({ CACHE_MB: '0' })
const is = (answer: Answer, status = 200): Json => {
  assert.equal(answer.status, status, answer.text)
  return answer.json
}
interface SeenChange {
  readonly id: number
  readonly action: string
  readonly dates_changed: boolean
}
interface Dates {
  readonly series: number
  /** The ids of the dates, oldest first. */
  readonly ids: readonly number[]
}
async function datesOf(series: number): Promise<Map<number, string>> {
  const page = is(await server.get(`/events?series=${series}&starts_after=2000-01-01&per_page=100&status=any`, { as: 'editor' }))
  return new Map(
    (page['events'] as Json[]).map((date) => [Number(date['id']), `${String(date['utc_start_date'])} ${String(date['utc_end_date'])}`]),
  )
}
async function inventoryOf(series: number): Promise<number[]> {
  const page = is(await server.get(`/events?series=${series}&inventory=true&status=any`, { as: 'editor' }))
  return (page['events'] as { id: number }[]).map(({ id }) => id)
}
const at = (day: string) => ({ start_date: `${day} 12:00`, end_date: `${day} 13:00` })

/** Writes to a weekly series of six dates from 2027-02-01, of which the second is an exception and the last is excluded. */
const WRITES: Readonly<Record<string, (dates: Dates) => Promise<Answer>>> = {
  'all: title': ({ ids }) => server.patch(`/events/${ids[2]}?scope=all`, { title: unique() }),
  'all: time': ({ ids }) => server.patch(`/events/${ids[2]}?scope=all`, at('2027-02-15')),
  'all: weekday': ({ ids }) => server.patch(`/events/${ids[2]}?scope=all`, at('2027-02-17')),
  'series: recurrence': ({ series }) => server.patch(`/events/${series}`, { recurrence: 'FREQ=WEEKLY;COUNT=9' }),
  'series: time zone': ({ series }) => server.patch(`/events/${series}`, { timezone: 'Asia/Tokyo' }),
  'series: single': ({ series }) => server.patch(`/events/${series}`, { recurrence: null }),
  'following: title': ({ ids }) => server.patch(`/events/${ids[2]}?scope=following`, { title: unique() }),
  'following: time': ({ ids }) => server.patch(`/events/${ids[2]}?scope=following`, at('2027-02-15')),
  'following: delete': ({ ids }) => server.remove(`/events/${ids[2]}?scope=following`),
  'this: title': ({ ids }) => server.patch(`/events/${ids[2]}`, { title: unique() }),
  'this: time': ({ ids }) => server.patch(`/events/${ids[2]}`, at('2027-02-16')),
  'this: hide': ({ ids }) => server.patch(`/events/${ids[2]}`, { status: 'draft' }),
  'exclude a plain date': ({ ids }) => server.remove(`/events/${ids[2]}`),
  'exclude a plain date for good': ({ ids }) => server.remove(`/events/${ids[2]}?force=true`),
  'exclude an exception': ({ ids }) => server.remove(`/events/${ids[1]}`),
  'exclude an exception for good': ({ ids }) => server.remove(`/events/${ids[1]}?force=true`),
  'restore the excluded exception': ({ ids }) => server.patch(`/events/${ids[5]}`, { status: 'publish' }),
  'restore an excluded plain date': ({ series }) => server.patch(`/events/${series}`, { recurrence: 'FREQ=WEEKLY;COUNT=6' }),
  'reset an exception': ({ ids }) => server.post(`/events/${ids[1]}/reset`, {}),
  'delete the series': ({ series }) => server.remove(`/events/${series}`),
  'delete the series for good': ({ series }) => server.remove(`/events/${series}?force=true`),
}

for (const [name, write] of Object.entries(WRITES))
  void test(`14.1.7 dates_changed and the inventory of a series: ${name}`, async () => {
    const made = await server.make('events', { title: unique(), ...at('2027-02-01'), recurrence: 'FREQ=WEEKLY;COUNT=6' })
    const ids = [...(await datesOf(made.id)).keys()]
    is(await server.patch(`/events/${ids[1]}`, { title: 'Special' }))
    is(await server.patch(`/events/${ids[5]}`, { title: 'Last' }))
    is(await server.remove(`/events/${ids[5]}`))
    const before = await datesOf(made.id)
    assert.equal(before.size, 5)
    const since = String(is(await server.get('/changes?since=now', { as: 'editor' }))['next'])
    const answer = is(await write({ series: made.id, ids }))
    const { changes } = is(await server.get(`/changes?since=${since}&per_page=1000`, { as: 'editor' })) as unknown as {
      changes: SeenChange[]
    }
    const after = await datesOf(made.id)
    assert.deepEqual(
      await inventoryOf(made.id),
      [...after.keys()].sort((a, b) => a - b),
    )
    // A mirror learns of each date that is gone, moved or new by the date itself, by its series, or by another series that has it now.
    const named = new Map(changes.map((change) => [change.id, change]))
    const series = named.get(made.id)
    const other = Number(answer['series'] ?? answer['id'])
    const elsewhere = other === made.id || !named.get(other)?.dates_changed ? new Map<number, string>() : await datesOf(other)
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
    const untold = differing.filter((id) => !named.has(id) && !series?.dates_changed && series?.action !== 'remove' && !elsewhere.has(id))
    assert.deepEqual(untold, [], `changes: ${JSON.stringify(changes.map(({ id, action, dates_changed }) => [id, action, dates_changed]))}`)
    // A series whose dates are the same need not be read again.
    if (differing.length === 0) assert.notEqual(series?.dates_changed, true)
  })
