// What the compiler says of programs on the client: what is right compiles, what is wrong does not. `npm run check` is red where a line says otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  isKalendsError,
  type Event,
  type EventChanges,
  type EventDetail,
  type EventInput,
  type Status,
} from '../src/index.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const yes = <T extends true>(value: T): T => value

/** Never called: it is there to be compiled. */
async function program(): Promise<void> {
  const kalends = createClient({ baseUrl: 'http://127.0.0.1', token: process.env['TOKEN'] })
  const { events } = await kalends.events.list({ categories: 'music', venue: [1, 2], status: ['draft', 'any'], from: new Date() })
  yes<Same<typeof events, Event[]>>(true)
  yes<Same<Event['venue'][number]['geo_lat'], number | null>>(true)
  yes<Same<Event['cost'], string | null>>(true)
  // @ts-expect-error A list gives no JSON-LD.
  void events[0]?.json_ld
  const single = await kalends.events.get(1)
  yes<Same<typeof single, EventDetail>>(true)
  const some = await kalends.events.get(1, { fields: ['title', 'venue.city', 'image.url', 'json_ld', 'custom_fields.color'] })
  yes<Same<typeof some.title, string>>(true)
  yes<Same<typeof some.venue, { city: string | null }[]>>(true)
  yes<Same<typeof some.image, { url: string } | null>>(true)
  yes<Same<typeof some.json_ld, EventDetail['json_ld']>>(true)
  yes<Same<keyof typeof some.custom_fields, 'color'>>(true)
  yes<Same<keyof typeof some, 'title' | 'venue' | 'image' | 'json_ld' | 'custom_fields'>>(true)
  // @ts-expect-error A key of free choice may be missing.
  some.custom_fields.color.toString()
  // @ts-expect-error With `fields`, what was not asked for is not there.
  void some.id
  // @ts-expect-error Nor is it in what is nested.
  void some.venue[0]?.zip
  // A record that is asked for whole is whole, also where one of its fields is named too.
  const whole = await kalends.events.list({}, { fields: ['venue', 'venue.city'] })
  yes<Same<(typeof whole.events)[number]['venue'], Event['venue']>>(true)
  for await (const part of kalends.events.all({}, { fields: ['id'] })) yes<Same<typeof part, { id: number }>>(true)
  for await (const page of kalends.tags.pages({}, { fields: ['id'] })) yes<Same<typeof page.tags, { id: number }[]>>(true)
  const names: string[] = ['id']
  const chosen = await kalends.events.get(1, { fields: names, password: 'x' })
  yes<Same<typeof chosen.id, number | undefined>>(true)
  for await (const { venue } of kalends.venues.all()) yes<Same<typeof venue, string>>(true)

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
  // @ts-expect-error There is no such word for true or false.
  await kalends.venues.create({ venue: 'x', show_map: 'maybe' })
  // What was read may be sent back.
  const changes: EventChanges = single
  await kalends.events.update({ slug: 'x' }, changes, { ifMatch: single })
  await kalends.events.update(1, { cost: null, image: null, venue: null })
  // @ts-expect-error A title cannot be cleared.
  await kalends.events.update(1, { title: null })
  // @ts-expect-error Without dates there is no event.
  await kalends.events.create({ title: 'x' })
  // @ts-expect-error There is no such field.
  await kalends.events.create({ ...input, titel: 'x' })
  // @ts-expect-error There is no such status.
  await kalends.events.update(1, { status: 'published' })
  // @ts-expect-error There is no such filter.
  await kalends.events.list({ colour: 'red' })
  // @ts-expect-error Nor such an order.
  await kalends.events.list({ orderby: 'size' })
  // @ts-expect-error Terms have no address by slug.
  await kalends.tags.get({ slug: 'x' })
  // @ts-expect-error Terms have no trash.
  await kalends.tags.trash(1)
  // @ts-expect-error Nothing is restored into the trash.
  await kalends.venues.restore(1, 'trash')
  // @ts-expect-error Only events have passwords.
  await kalends.venues.get(1, { password: 'x' })

  try {
    await kalends.me()
  } catch (error) {
    if (isKalendsError(error, 'term_exists', 'timeout')) yes<Same<typeof error.code, 'term_exists' | 'timeout'>>(true)
    if (isKalendsError(error)) yes<Same<typeof error.retryAfter, number | null>>(true)
  }
  yes<Same<Status, 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'>>(true)
}

void test('client: types say what may be sent and what comes', () => assert.equal(typeof program, 'function'))
