// Checks the types of the client with the compiler: correct calls compile, and each wrong call is a type error. `npm run check` compiles this file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  isKalendsError,
  type Effect,
  type Event,
  type EventChanges,
  type EventDetail,
  type EventInput,
  type Status,
} from '../src/index.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const assertTrue = <T extends true>(value: T): T => value

/** This function is compiled, but never called. */
async function program(): Promise<void> {
  const kalends = createClient({ baseUrl: 'http://127.0.0.1', token: process.env['TOKEN'] })
  const { events } = await kalends.events.list({ categories: 'music', venue: [1, 2], status: ['draft', 'any'], from: new Date() })
  assertTrue<Same<typeof events, Event[]>>(true)
  assertTrue<Same<Event['venue'][number]['geo_lat'], number | null>>(true)
  assertTrue<Same<Event['cost'], string | null>>(true)
  // @ts-expect-error Records of a list have no JSON-LD.
  void events[0]?.json_ld
  const single = await kalends.events.get(1)
  assertTrue<Same<typeof single, EventDetail>>(true)
  const some = await kalends.events.get(1, { fields: ['title', 'venue.city', 'image.url', 'json_ld', 'custom_fields.color'] })
  assertTrue<Same<typeof some.title, string>>(true)
  assertTrue<Same<typeof some.venue, { city: string | null }[]>>(true)
  assertTrue<Same<typeof some.image, { url: string } | null>>(true)
  assertTrue<Same<typeof some.json_ld, EventDetail['json_ld']>>(true)
  assertTrue<Same<keyof typeof some.custom_fields, 'color'>>(true)
  assertTrue<Same<keyof typeof some, 'title' | 'venue' | 'image' | 'json_ld' | 'custom_fields'>>(true)
  // @ts-expect-error An arbitrary key may be missing.
  some.custom_fields.color.toString()
  // @ts-expect-error With `fields`, other fields are missing.
  void some.id
  // @ts-expect-error Other fields of nested records are missing too.
  void some.venue[0]?.zip
  // A nested record that is requested as a whole is complete, even if one of its fields is requested too.
  const whole = await kalends.events.list({}, { fields: ['venue', 'venue.city'] })
  assertTrue<Same<(typeof whole.events)[number]['venue'], Event['venue']>>(true)
  for await (const part of kalends.events.all({}, { fields: ['id'] })) assertTrue<Same<typeof part, { id: number }>>(true)
  for await (const page of kalends.tags.pages({}, { fields: ['id'] })) assertTrue<Same<typeof page.tags, { id: number }[]>>(true)
  const names: string[] = ['id']
  const chosen = await kalends.events.get(1, { fields: names, password: 'x' })
  assertTrue<Same<typeof chosen.id, number | undefined>>(true)
  for await (const { venue } of kalends.venues.all()) assertTrue<Same<typeof venue, string>>(true)

  const input: EventInput = {
    title: 'x',
    start_date: 1,
    end_date: '+1 day',
    venue: [1, { id: 2 }, { venue: 'New' }],
    tags: 'a',
    cost: [1, '€2'],
  }
  await kalends.events.create(input)
  await kalends.venues.create({ venue: 'x', show_map: 'yes', show_map_link: false })
  // @ts-expect-error `maybe` is no boolean input.
  await kalends.venues.create({ venue: 'x', show_map: 'maybe' })
  // A record that was read can be sent back.
  const changes: EventChanges = single
  await kalends.events.update({ slug: 'x' }, changes, { ifMatch: single })
  await kalends.events.update(1, { cost: null, image: null, venue: null })
  // @ts-expect-error A title cannot be null.
  await kalends.events.update(1, { title: null })
  // @ts-expect-error The dates are required.
  await kalends.events.create({ title: 'x' })
  // @ts-expect-error The field does not exist.
  await kalends.events.create({ ...input, titel: 'x' })
  // @ts-expect-error The status does not exist.
  await kalends.events.update(1, { status: 'published' })
  // @ts-expect-error The filter does not exist.
  await kalends.events.list({ colour: 'red' })
  // @ts-expect-error The sort order does not exist.
  await kalends.events.list({ orderby: 'size' })
  // @ts-expect-error Terms cannot be read by slug.
  await kalends.tags.get({ slug: 'x' })
  // @ts-expect-error Terms have no trash.
  await kalends.tags.trash(1)
  // @ts-expect-error A record cannot be restored to the trash.
  await kalends.venues.restore(1, 'trash')
  // @ts-expect-error Only events have passwords.
  await kalends.venues.get(1, { password: 'x' })

  for await (const date of kalends.events.dates(1, { from: 'today' })) assertTrue<Same<typeof date, Event>>(true)
  for await (const date of kalends.events.dates(1, {}, { fields: ['start_date'] }))
    assertTrue<Same<typeof date, { start_date: string }>>(true)
  const { effect } = await kalends.events.update(1, { title: 'x' }, { scope: 'following' })
  assertTrue<Same<typeof effect, Effect | undefined>>(true)
  const { occurrences } = await kalends.events.delete(1, { scope: 'this', dryRun: true })
  assertTrue<Same<typeof occurrences, Effect | null>>(true)
  // @ts-expect-error The scope does not exist.
  await kalends.events.update(1, { title: 'x' }, { scope: 'later' })
  // @ts-expect-error Venues have no dates.
  await kalends.venues.update(1, { venue: 'x' }, { scope: 'all' })
  // @ts-expect-error Venues have no dates.
  kalends.venues.dates(1)

  try {
    await kalends.me()
  } catch (error) {
    if (isKalendsError(error, 'term_exists', 'timeout')) assertTrue<Same<typeof error.code, 'term_exists' | 'timeout'>>(true)
    if (isKalendsError(error)) assertTrue<Same<typeof error.retryAfter, number | null>>(true)
  }
  assertTrue<Same<Status, 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'>>(true)
}

void test('client: the types describe inputs and responses', () => assert.equal(typeof program, 'function'))
