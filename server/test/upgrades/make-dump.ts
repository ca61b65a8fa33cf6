// Writes a dump of the current version of the schema with a few records, and the records as the API returns them.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { readMigrations } from '../../src/kernel/database/migrations.ts'
import { form, glass } from '../media/pictures.ts'
import { freshDatabase } from '../support/database.ts'
import { startServer } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { dumpFile, dumpOf, SETTINGS_OF_DUMPS } from './restore.ts'

const name = ((await readMigrations()).at(-1)?.name ?? '').replace(/\.sql$/, '')
const database = await freshDatabase()
const server = await startServer({ ...SETTINGS_OF_DUMPS, DATABASE_URL: database.url })
try {
  const { editor } = await server.makeCallers({ editor: 'editor' })
  const send = async (method: string, path: string, body?: Readonly<Record<string, unknown>> | FormData) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${server.base}${NS}${path}`, {
      method,
      headers: { authorization: `Bearer ${editor}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${text}`)
    return JSON.parse(text) as Readonly<Record<string, unknown>> & { readonly id: number }
  }
  const image = await send('POST', '/media', form(await glass(), { title: 'Harbor', alt: 'The harbor at night' }, 'harbor.png'))
  const venue = await send('POST', '/venues', { venue: 'Old Theater', city: 'Lisbon', geo_lat: 38.71, geo_lng: -9.14, image: image.id })
  const organizer = await send('POST', '/organizers', { organizer: 'City Orchestra', email: 'office@orchestra.example' })
  const music = await send('POST', '/categories', { name: 'Music' })
  const jazz = await send('POST', '/categories', { name: 'Jazz', parent: music.id })
  const tag = await send('POST', '/tags', { name: 'Open air' })
  const concert = await send('POST', '/events', {
    title: 'Summer concert',
    description: '<p>Music by the river.</p>',
    start_date: '2030-07-01 20:00:00',
    end_date: '2030-07-01 22:30:00',
    cost: '10 €',
    venue: venue.id,
    organizer: [organizer.id],
    categories: [jazz.id],
    tags: [tag.id],
    image: image.id,
    custom_fields: { doors: '19:00' },
    featured: true,
  })
  await send('PATCH', `/events/${concert.id}?i18n_language=fr`, {
    title: 'Concert d’été',
    description: '<p>Musique au bord du fleuve.</p>',
  })
  const festival = await send('POST', '/events', {
    title: 'Film festival',
    start_date: '2030-09-01',
    end_date: '2030-10-15',
    all_day: true,
    timezone: 'America/New_York',
  })
  const secret = await send('POST', '/events', {
    title: 'Rehearsal',
    start_date: '2030-07-01 10:00:00',
    end_date: '2030-07-01 12:00:00',
    password: 'encore',
    venue: venue.id,
  })
  const draft = await send('POST', '/events', {
    title: 'Planned talk',
    status: 'draft',
    start_date: '2030-11-01 18:00:00',
    end_date: '2030-11-01 19:00:00',
  })
  const trashed = await send('POST', '/events', {
    title: 'Canceled walk',
    start_date: '2030-05-01 09:00:00',
    end_date: '2030-05-01 11:00:00',
  })
  await send('DELETE', `/events/${trashed.id}`)
  const exhibition = await send('POST', '/events', {
    title: 'Exhibition',
    start_date: '2030-03-01 10:00:00',
    end_date: null,
    hours: { weekly: [{ days: ['sa', 'su'], opens: '10:00', closes: '18:00' }] },
    venue: venue.id,
    categories: [music.id],
  })
  const hidden = await send('POST', '/events', {
    title: 'Members only',
    start_date: '2030-07-02 10:00:00',
    end_date: '2030-07-02 12:00:00',
    hide_from_listings: true,
    organizer: [organizer.id],
    tags: [tag.id],
  })
  const weekly = await send('POST', '/events', {
    title: 'Weekly rehearsal',
    start_date: '2028-08-01 18:00:00',
    end_date: '2028-08-01 20:00:00',
    recurrence: 'FREQ=WEEKLY;COUNT=3',
    venue: venue.id,
    categories: [music.id],
  })
  const dates = await send('GET', `/events?starts_after=2028-01-01&series=${weekly.id}&_fields=id`)
  await send('PATCH', `/events/${String((dates['events'] as { id: number }[])[1]?.id)}`, { title: 'Dress rehearsal', tags: [tag.id] })
  const paths = [
    ...[concert, festival, secret, draft, trashed, exhibition, hidden, weekly].map(({ id }) => `/events/${id}`),
    `/events/${concert.id}?i18n_language=fr`,
    '/events?starts_after=2030-01-01&_fields=id,title',
    `/events?starts_after=2028-01-01&series=${weekly.id}&_fields=id,title,start_date,type`,
    `/events?starts_after=2030-01-01&venue=${venue.id}&_fields=id,title`,
    `/events?starts_after=2030-01-01&categories=${music.id}&_fields=id,title`,
    `/events?starts_after=2030-01-01&tags=${tag.id}&organizer=${organizer.id}&_fields=id,title`,
    '/events?starts_after=2030-01-01&status=draft&_fields=id,title',
    '/events?starts_after=2030-01-01&search=river&_fields=id,title',
    '/venues',
    '/organizers',
    '/categories',
    '/tags',
    '/media',
  ]
  const responses = await Promise.all(paths.map(async (path) => [path, await send('GET', path)] as const))
  writeFileSync(dumpFile(`${name}.sql`), dumpOf(database.url))
  writeFileSync(dumpFile(`${name}.json`), `${JSON.stringify(Object.fromEntries(responses), null, 2)}\n`)
} finally {
  await server.stop()
  await database.drop()
}
