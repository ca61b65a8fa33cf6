// Contract 12.8: the records that use an image, as each caller may see them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inDays, testServer, unique, type Caller, type Json } from '../support/server.ts'
import { form, fresh } from './pictures.ts'

const server = await testServer()
const times = { start_date: inDays(2), end_date: inDays(2.1) }
const upload = async (): Promise<number> =>
  Number((await server.request('POST', '/media', { as: 'admin', upload: form(await fresh(), { title: unique() }) })).json['id'])
const usesOf = async (id: number, as: Caller, language = 'en'): Promise<Json> => {
  const { status, json, text } = await server.get(`/media/${id}/uses?i18n_language=${language}`, { as })
  assert.equal(status, 200, text)
  return json
}
const idsIn = ({ uses }: Json): number[] => (uses as { id: number }[]).map(({ id }) => id)

test('12.8 uses name the records that show an image, with their titles and statuses', async () => {
  const image = await upload()
  assert.deepEqual(await usesOf(image, 'editor'), { uses: [], total: 0 })
  const venue = await server.make('venues', { venue: 'Town hall', image })
  const organizer = await server.make('organizers', { organizer: 'Circle', image })
  const event = await server.make('events', { title: 'Concert', image, ...times })
  await server.patch(`/events/${event.id}?i18n_language=fr`, { title: 'Le concert' })
  await server.remove(`/venues/${venue.id}`)
  const { uses, total } = await usesOf(image, 'editor', 'fr')
  assert.deepEqual(
    new Map((uses as Json[]).map((use) => [use['kind'], use])),
    new Map<string, Json>([
      ['event', { kind: 'event', id: event.id, title: 'Le concert', language: 'fr', status: 'publish' }],
      ['organizer', { kind: 'organizer', id: organizer.id, title: 'Circle', language: 'en', status: 'publish' }],
      ['venue', { kind: 'venue', id: venue.id, title: 'Town hall', language: 'en', status: 'trash' }],
    ]),
  )
  assert.equal(total, 3)
  const missing = await server.get('/media/999999999/uses', { as: 'editor' })
  assert.deepEqual([missing.status, missing.json['code']], [404, 'rest-image-not-found'])
})

test('12.8 uses have no exceptions that show the image of their series', async () => {
  const [image, other] = [await upload(), await upload()]
  const series = await server.make('events', { title: 'Class', image, ...times, recurrence: { rules: ['FREQ=WEEKLY;COUNT=3'] } })
  const { json } = await server.get(`/events?start_date=${times.start_date.slice(0, 10)}&per_page=50`, { as: 'admin' })
  const [, second, third] = (json['events'] as Json[]).filter((each) => each['series'] === series.id).map((each) => Number(each['id']))
  assert.ok(second && third)
  assert.equal((await server.patch(`/events/${second}?scope=this`, { title: 'Longer class' })).status, 200)
  assert.equal((await server.patch(`/events/${third}?scope=this`, { image: other })).status, 200)
  assert.deepEqual([idsIn(await usesOf(image, 'editor')), idsIn(await usesOf(other, 'editor'))], [[series.id], [third]])
})

test('12.8 each caller gets the records whose image a read shows to them', async () => {
  const image = await upload()
  const author = server.ids.author
  const made = [
    await server.make('events', { title: 'Public', image, ...times }),
    await server.make('events', { title: 'Draft', image, status: 'draft', author, ...times }),
    await server.make('events', { title: 'Private', image, status: 'private', ...times }),
    await server.make('events', { title: 'Protected', image, password: 'open sesame', author, ...times }),
  ].map(({ id }) => id)
  for (const as of ['admin', 'editor', 'author', 'other', 'contributor', 'subscriber'] as const) {
    const seen: number[] = []
    for (const id of made) {
      const { status, json } = await server.get(`/events/${id}`, { as })
      if (status === 200 && (json['image'] as Json | null)?.['id'] === image) seen.push(id)
    }
    assert.deepEqual(idsIn(await usesOf(image, as)).toSorted(), seen.toSorted(), as)
  }
  assert.equal((await server.get(`/media/${image}/uses`)).status, 401)
})
