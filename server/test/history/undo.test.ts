// Undo of single writes: afterwards, every record and list shows what it showed before (contract 14.4).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'
import { deleteRecords, readShown } from './shown.ts'

const server = await testServer({}, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') }, false)
const { make, patch, post, remove } = server

const changeId = (answer: Answer): string => {
  assert.ok(answer.status < 300, answer.text)
  return answer.headers.get('x-change-id') ?? ''
}
async function undo(id: string, query = ''): Promise<Json> {
  const answer = await post(`/changes/${id}/undo${query}`, {})
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const event = (more: Json = {}): Json => ({ title: unique(), start_date: '2027-02-02 18:00', end_date: '2027-02-02 20:00', ...more })
const series = (more: Json = {}): Json => event({ recurrence: 'FREQ=WEEKLY;COUNT=8', ...more })
async function datesOf(id: number): Promise<number[]> {
  const list = await server.get(`/events?series=${id}&start_date=2020-01-01&end_date=2040-01-01&per_page=100&status=any`, { as: 'admin' })
  return (list.json['events'] as Json[]).map((each) => each['id'] as number)
}

/** Prepares records, writes, undoes the write and undoes the undo. The first undo restores everything, the second repeats the write. */
function undoes<T>(name: string, prepare: () => Promise<T>, write: (prepared: T) => Promise<Answer>): void {
  test(name, async () => {
    await deleteRecords(server)
    const prepared = await prepare()
    const before = await readShown(server, true)
    const first = changeId(await write(prepared))
    const written = await readShown(server, true)
    assert.notDeepEqual(written, before)
    const second = await undo(first)
    assert.deepEqual(await readShown(server, true), before)
    assert.deepEqual([second['skipped'], second['not_restored']], [[], []])
    const third = await undo(String(second['change_id']))
    assert.deepEqual(await readShown(server, true), written)
    assert.deepEqual([third['skipped'], third['not_restored']], [[], []])
  })
}

undoes(
  '14.4.4 a new event with inline records',
  async () => null,
  () => post('/events', event({ venue: { venue: unique() }, tags: [unique()], categories: [unique()] })),
)
undoes(
  '14.4.4 an update of fields, texts, links, dates and external ids',
  () => make('events', event({ tags: [unique()], external_ids: { a: unique() }, cost: '10 €' })),
  ({ id }) =>
    patch(`/events/${id}?i18n_language=fr`, {
      title: unique(),
      slug: unique(),
      start_date: '2027-03-02 18:00',
      end_date: null,
      tags: [unique()],
      external_ids: { b: unique() },
      cost: 'Free',
      featured: true,
      status: 'draft',
    }),
)
undoes(
  '14.4.4 a move to the trash',
  () => make('events', event()),
  ({ id }) => remove(`/events/${id}`),
)
undoes(
  '14.4.4 a batch',
  () => make('events', event()),
  ({ id }) =>
    post('/batch', {
      atomic: true,
      operations: [
        { id: 'a', method: 'POST', path: '/venues', body: { venue: unique() } },
        { id: 'b', method: 'PATCH', path: `/events/${id}`, body: { venue: { $ref: 'a' }, title: unique() } },
        { id: 'c', method: 'PATCH', path: `/events/${id}`, body: { title: unique() } },
        { id: 'd', method: 'POST', path: '/tags', body: { name: unique() } },
      ],
    }),
)
undoes(
  '14.4.4 a merge of venues',
  async () => {
    const [a, b, c] = [
      await make('venues', { venue: unique(), external_ids: { x: unique() } }),
      await make('venues', { venue: unique(), external_ids: { y: unique() } }),
      await make('venues', { venue: unique() }),
    ]
    await make('events', event({ venue: [b.id, a.id] }))
    await make('events', series({ venue: [b.id] }))
    await post(`/venues/${b.id}/merge`, { from: [c.id] })
    return { a, b, c }
  },
  async ({ a, b, c }) => {
    const answer = await post(`/venues/${a.id}/merge`, { from: [b.id] })
    for (const { id } of [b, c]) assert.equal((await server.get(`/venues/${id}`)).headers.get('location')?.split('/').at(-1), String(a.id))
    return answer
  },
)
undoes(
  '14.4.4 a merge of categories with children',
  async () => {
    const [a, b] = [await make('categories', { name: unique() }), await make('categories', { name: unique() })]
    await make('categories', { name: unique(), parent: b.id })
    await make('events', event({ categories: [b.id] }))
    return { a, b }
  },
  ({ a, b }) => post(`/categories/${a.id}/merge`, { from: [b.id] }),
)

async function seriesWithException(more: Json = {}): Promise<{ id: number; dates: number[] }> {
  const { id } = await make('events', series(more))
  const dates = await datesOf(id)
  await patch(`/events/${dates[5]}`, { title: 'Another title', website: 'https://example.org/a' })
  return { id, dates }
}
undoes('14.4.4 a new title of a series', seriesWithException, ({ id }) =>
  patch(`/events/${id}`, { title: unique(), website: 'https://example.org/b' }),
)
undoes('14.4.4 another weekday of a series', seriesWithException, ({ dates }) =>
  patch(`/events/${dates[1]}?scope=all`, { start_date: '2027-02-11 18:00', end_date: '2027-02-11 19:00' }),
)
undoes('14.4.4 another rule of a series', seriesWithException, ({ id }) => patch(`/events/${id}`, { recurrence: 'FREQ=DAILY;COUNT=4' }))
undoes('14.4.4 the end of a series', seriesWithException, ({ id }) => patch(`/events/${id}`, { recurrence: null }))
undoes(
  '14.4.4 a recurrence for a single event',
  () => make('events', event()),
  ({ id }) => patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;COUNT=3' }),
)
undoes('14.4.4 a change of one date', seriesWithException, ({ dates }) =>
  patch(`/events/${dates[2]}`, { title: unique(), start_date: '2027-02-17 09:00', end_date: '2027-02-17 10:00' }),
)
undoes('14.4.4 a second change of an exception', seriesWithException, ({ dates }) =>
  patch(`/events/${dates[5]}`, { title: unique(), cost: '5', tags: [unique()] }),
)
undoes('14.4.4 a reset', seriesWithException, ({ dates }) => post(`/events/${dates[5]}/reset`, {}))
undoes('14.4.4 a reset of one field', seriesWithException, ({ dates }) => post(`/events/${dates[5]}/reset?fields=title`, {}))
undoes('14.4.4 an excluded date', seriesWithException, ({ dates }) => remove(`/events/${dates[1]}`))
undoes('14.4.4 an excluded exception', seriesWithException, ({ dates }) => remove(`/events/${dates[5]}`))
undoes('14.4.4 a canceled date', seriesWithException, ({ dates }) => patch(`/events/${dates[1]}`, { event_status: 'cancelled' }))
undoes('14.4.4 a split with a new title', seriesWithException, ({ dates }) =>
  patch(`/events/${dates[3]}?scope=following`, { title: unique() }),
)
undoes('14.4.4 a split with a new time', seriesWithException, ({ dates }) =>
  patch(`/events/${dates[3]}?scope=following`, { start_date: '2027-02-24 17:00', end_date: '2027-02-24 18:30' }),
)
undoes('14.4.4 the deletion of the following dates', seriesWithException, ({ dates }) => remove(`/events/${dates[3]}?scope=following`))
undoes('14.4.4 a series in the trash', seriesWithException, ({ id }) => remove(`/events/${id}`))
undoes(
  '14.4.4 a split of an endless series',
  () => seriesWithException({ recurrence: 'FREQ=WEEKLY' }),
  ({ dates }) => patch(`/events/${dates[3]}?scope=following`, { title: unique() }),
)
