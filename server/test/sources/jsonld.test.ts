// The importer of JSON-LD: pages of other sites, pages with errors, and pages of another calendar (contract 19.9).
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'
import { form, fresh } from '../media/pictures.ts'
import { counted, sourceServer, type ShownItem } from './setup.ts'

const ZONE = { SITE_TIMEZONE: 'Europe/Berlin' }
const site = await testServer(ZONE)
let page = ''
const pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
after(() => pages.close())
const pageUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/agenda/`
const server = await sourceServer({ ...ZONE, EGRESS_ALLOW: `${new URL(site.base).host},${new URL(pageUrl).host}` })

const script = (value: unknown): string =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`
const event = (name: string, more: Json = {}): Json => ({
  '@type': 'Event',
  name,
  startDate: '2028-03-01T20:00',
  url: `/e/${name}`,
  ...more,
})
interface Imported {
  readonly source: number
  readonly items: readonly ShownItem[]
  readonly events: ReadonlyMap<string, Json>
}
async function importPage(html: string, body: Json = {}): Promise<Imported> {
  const source = await server.createSource({ type: 'jsonld', ...body })
  const run = await server.run(source, html)
  assert.deepEqual([run.state, run.reason], ['finished', null])
  const items = await server.items(source, run.id)
  const events = new Map<string, Json>()
  for (const { title, record_id } of items) if (record_id !== null) events.set(title, await server.event(record_id))
  return { source, items, events }
}

test('19.9.1 events are found in arrays, graphs, lists, main entities, subtypes and nested events', async () => {
  const html = `<!doctype html><html><head><title>x</title>
<SCRIPT data-x="a>b" TYPE='application/ld+json; charset=utf-8'>${JSON.stringify([event('Array'), { '@type': 'Person', name: 'No event' }])}</SCRIPT>
${script({ '@graph': [{ '@id': '#hall', '@type': 'Place', name: 'Hall', address: 'Main Street 1' }, event('Graph', { '@type': ['Thing', 'schema:MusicEvent'], location: { '@id': '#hall' } })] })}
${script({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: event('Listed', { '@type': 'https://schema.org/Festival' }) }] })}
${script({ '@type': 'WebPage', mainEntity: event('Main', { subEvent: [event('Nested', { '@type': 'TheaterEvent' })] }) })}
${script(event('Array'))}
<script>var x = '<script type="application/ld+json">{"@type":"Event","name":"Text of a script"}'</script>
<!-- ${script(event('Comment'))} --></head></html>`
  const { items, events } = await importPage(html)
  assert.deepEqual(items.map(({ title, outcome }) => [title, outcome]).sort(), [
    ['Array', 'new'],
    ['Graph', 'new'],
    ['Listed', 'new'],
    ['Main', 'new'],
    ['Nested', 'new'],
  ])
  const [venue] = (events.get('Graph')?.['venue'] ?? []) as Json[]
  assert.deepEqual([venue?.['venue'], venue?.['address']], ['Hall', 'Main Street 1'])
})

test('19.9.2 times with an offset are instants, times without one are those of the calendar or the mapping, and dates are days', async () => {
  const html = [
    event('Offset', { startDate: '2028-03-01T20:00:00-05:00', endDate: '2028-03-01T21:30-0500' }),
    event('Utc', { startDate: '2028-07-01T10:00:00.000Z' }),
    event('Local', { startDate: '2028-07-01 10:00', endDate: '2028-07-02' }),
    event('Days', { startDate: '2028-07-01', endDate: '2028-07-03' }),
  ].map(script)
  const { events } = await importPage(html.join(''))
  const times = (name: string): unknown[] =>
    ['start_date', 'end_date', 'utc_start_date', 'all_day', 'timezone'].map((key) => events.get(name)?.[key])
  assert.deepEqual(times('Offset'), ['2028-03-02 02:00:00', '2028-03-02 03:30:00', '2028-03-02 01:00:00', false, 'Europe/Berlin'])
  assert.deepEqual(times('Utc'), ['2028-07-01 12:00:00', null, '2028-07-01 10:00:00', false, 'Europe/Berlin'])
  assert.deepEqual(times('Local'), ['2028-07-01 10:00:00', '2028-07-02 23:59:59', '2028-07-01 08:00:00', false, 'Europe/Berlin'])
  assert.deepEqual(times('Days'), ['2028-07-01 00:00:00', '2028-07-03 23:59:59', '2028-06-30 22:00:00', true, 'Europe/Berlin'])
  const mapped = await importPage(html.join(''), { mapping: { timezone: 'Asia/Tokyo' } })
  assert.equal(mapped.events.get('Local')?.['utc_start_date'], '2028-07-01 01:00:00')
})

test('19.9.3 places, organizers, prices, keywords, status and texts become fields', async () => {
  const full = event('Jazz &amp; <3', {
    description: 'First line\nSecond line',
    eventStatus: 'http://schema.org/EventCancelled',
    location: [
      {
        '@type': 'Place',
        name: 'Caf&eacute;',
        address: {
          streetAddress: '1 Rue A',
          addressLocality: 'Lyon',
          addressRegion: 'ARA',
          postalCode: '69001',
          addressCountry: { name: 'France' },
        },
        geo: { latitude: '45.76', longitude: 4.83 },
        telephone: '+33 1',
        url: 'not a url',
      },
      { '@type': 'VirtualLocation', url: 'https://live.example/' },
    ],
    organizer: [
      { '@type': 'Organization', name: 'Club', email: 'mailto:club@example.org', url: 'https://club.example/' },
      'Town',
      { '@type': 'Person', name: 'Ada', email: 'ada@example.org' },
    ],
    offers: [
      { price: '12.50', priceCurrency: 'EUR', availability: 'https://schema.org/SoldOut' },
      { price: 8, priceCurrency: 'EUR' },
    ],
    keywords: 'Jazz, Live , 2028',
  })
  const { events, items } = await importPage(script(full))
  const [shown] = events.values()
  const [venue] = (shown?.['venue'] ?? []) as Json[]
  const organizers = ((shown?.['organizer'] ?? []) as Json[]).map(({ organizer, email, website }) => [organizer, email, website])
  const { title, description, event_status, online_url, attendance, cost, availability } = shown ?? {}
  assert.deepEqual(
    { title, description, event_status, online_url, attendance, cost, availability },
    {
      title: 'Jazz & <3',
      description: '<p>First line<br>Second line</p>',
      event_status: 'cancelled',
      online_url: 'https://live.example/',
      attendance: 'mixed',
      cost: '8 EUR - 12.5 EUR',
      availability: 'sold_out',
    },
  )
  const { venue: name, address, city, stateprovince, zip, country, geo_lat, geo_lng, phone, website } = venue ?? {}
  assert.deepEqual(
    [name, address, city, stateprovince, zip, country, geo_lat, geo_lng, phone, website],
    ['Café', '1 Rue A', 'Lyon', 'ARA', '69001', 'France', 45.76, 4.83, '+33 1', null],
  )
  assert.deepEqual(organizers, [
    ['Club', 'club@example.org', 'https://club.example/'],
    ['Ada', null, null],
    ['Town', null, null],
  ])
  assert.deepEqual(
    [((shown?.['tags'] ?? []) as Json[]).map(({ name: tag }) => tag), items[0]?.notes],
    [['Jazz', 'Live'], ['categories_skipped']],
  )
})

test('19.9.4 IDs are stable: @id, identifier or URL, else the content, and a second run changes nothing', async () => {
  const moved = (start: string): string =>
    [
      event('A', { '@id': 'https://x.example/#1', startDate: start }),
      event('B', { '@id': '_:b0', identifier: { '@type': 'PropertyValue', value: 'b-1' }, startDate: start }),
      event('C', { startDate: start }),
      { '@type': 'Event', name: 'D', startDate: '2028-05-05T10:00', location: 'Hall' },
      event('Same', { url: 'https://x.example/all', startDate: '2028-01-01' }),
      event('Same', { url: 'https://x.example/all', startDate: '2028-01-02' }),
    ]
      .map(script)
      .join('')
  const { source, items } = await importPage(moved('2028-05-05T10:00'))
  const ids = new Set(items.map(({ external_id }) => external_id?.replace(/[0-9a-f]{64}$/, '…')))
  assert.deepEqual([...ids], ['https://x.example/#1', 'b-1', '/e/C', 'no-id-…', 'https://x.example/all#…'])
  assert.deepEqual(counted(await server.run(source, moved('2028-05-05T10:00'))), { unchanged: 6 })
  assert.deepEqual(counted(await server.run(source, moved('2028-05-06T11:00'))), { changed: 3, unchanged: 3 })
})

test('19.9.5 an event that cannot be read, and a block that is not JSON, fail with a reason, and the others are imported', async () => {
  const html = [
    script(event('Good')),
    script(event('Without', { startDate: undefined, location: 'Hall' })),
    script(event('Odd', { startDate: 'next Tuesday' })),
    script(event('Impossible', { startDate: '2028-02-30T10:00' })),
    script('{"@type":"Event","name":"Broken",}'),
    script('{"@type":"Event","startDate":"2028-03-03","name":"Line\nend"}'),
    script('{"@type":"BreadcrumbList",}'),
  ].join('')
  const { items } = await importPage(html)
  assert.deepEqual(items.map(({ title, outcome, reason }) => [title, outcome, reason]).sort(), [
    ['', 'failed', 'invalid_json'],
    ['Good', 'new', null],
    ['Impossible', 'failed', 'invalid_time'],
    ['Line end', 'new', null],
    ['Odd', 'failed', 'invalid_time'],
    ['Without', 'failed', 'no_start'],
  ])
})

test('19.9.5 a page without JSON-LD fails, a page without events does not, and a page of many nested elements ends', async () => {
  const source = await server.createSource({ type: 'jsonld' })
  const { state, reason } = await server.run(source, '<html><p>Nothing here</p></html>')
  assert.deepEqual([state, reason], ['failed', 'not_jsonld'])
  assert.equal((await server.run(source, script({ '@type': 'WebSite' }))).state, 'finished')
  const deep = `${'<div a="<b'.repeat(100_000)}">${'<i>'.repeat(200_000)}${'</b>'.repeat(200_000)}${script(event('Deep'))}`
  assert.deepEqual(counted(await server.run(source, deep)), { new: 1 })
  const nested = `${'{"@graph":['.repeat(5_000)}${JSON.stringify(event('Bottom'))}${']}'.repeat(5_000)}`
  assert.equal((await server.run(source, script(nested), '?accept_gone=true')).state, 'finished')
})

test('19.9.3 an event that is rescheduled has its first start, also if the status comes later than the new start', async () => {
  const at = (more: Json): string => script(event('Moved', { startDate: '2028-04-02T20:00:00+02:00', ...more }))
  const rescheduled = { eventStatus: 'EventRescheduled', previousStartDate: '2028-04-01T19:00:00+02:00' }
  const { source, events } = await importPage(at({}))
  const read = async (): Promise<unknown[]> => {
    const { start_date, event_status, previous_start_date } = await server.event([...events.values()][0]?.['id'] as number)
    return [start_date, event_status, previous_start_date]
  }
  assert.deepEqual(await read(), ['2028-04-02 20:00:00', 'scheduled', null])
  assert.deepEqual(counted(await server.run(source, at(rescheduled))), { changed: 1 })
  assert.deepEqual(await read(), ['2028-04-02 20:00:00', 'rescheduled', '2028-04-01 19:00:00'])
  assert.deepEqual(counted(await server.run(source, at(rescheduled))), { unchanged: 1 })
  const unknown = await importPage(at({ eventStatus: 'EventRescheduled' }))
  assert.deepEqual([unknown.items[0]?.notes, unknown.items[0]?.outcome], [['previous_start_unknown'], 'new'])
})

test('19.9.1 a page is fetched from its URL, and its URLs may be relative to it', async () => {
  page = script(event('Fetched', { url: '../e/1' }))
  const source = await server.createSource({ type: 'jsonld', url: pageUrl })
  const run = await server.run(source, null)
  const [item] = await server.items(source, run.id)
  assert.equal((await server.event(item?.record_id))['website'], new URL('/e/1', pageUrl).href)
})

const EVENTS = scaled(1_000, 20)
const RULES = ['FREQ=WEEKLY;COUNT=6', 'FREQ=DAILY;INTERVAL=2;UNTIL=20290501', 'FREQ=MONTHLY;BYDAY=2TU;COUNT=4', 'FREQ=YEARLY;COUNT=3']
async function makeEvent(index: number, image: number): Promise<Json> {
  const random = new Random(seedOf(seed + 3, index))
  const day = Temporal.PlainDate.from('2028-01-01').add({ days: random.below(300) })
  const isAllDay = random.chance(0.2)
  const place = {
    venue: `Hall & "${index}" <${random.below(9)}>`,
    address: '1 Main St',
    city: 'Łódź',
    zip: '90-001',
    country: 'Poland',
    stateprovince: 'Łódzkie',
  }
  const body: Json = {
    title: random.pick([`Jazz & friends ${index}`, `“${index}” <live> 日本`, `It's ${index}'s "day"`]),
    description: random.pick(['', 'Plain & simple', '<p>One</p>\n<p>Two <b>bold</b> &amp; more</p>', '<ul><li>a</li></ul>']),
    start_date: isAllDay ? day.toString() : `${day.toString()} 20:15:00`,
    end_date: random.chance(0.2) ? null : isAllDay ? day.add({ days: 2 }).toString() : `${day.toString()} 22:00:00`,
    all_day: isAllDay,
    event_status: random.pick(['scheduled', 'scheduled', 'cancelled', 'postponed', 'moved_online']),
    cost: random.pick([null, '€10', '12.50 USD', '€10 - €25', 'Free', '7']),
    availability: random.pick([null, 'few', 'sold_out']),
    online_url: random.pick([null, null, 'https://live.example/a']),
    image: random.chance(0.2) ? image : null,
    ...(random.chance(0.7) && {
      venue: { ...place, geo_lat: 51.5, geo_lng: 19.25, phone: '555', website: 'https://hall.example/', create: true },
    }),
    ...(random.chance(0.5) && {
      organizer: { organizer: `Club ${index}`, email: 'club@example.org', phone: '1', website: 'https://club.example/' },
    }),
    ...(random.chance(0.3) && { recurrence: random.pick(RULES) }),
  }
  const made = await site.make('events', body)
  if (random.chance(0.15))
    await site.patch(`/events/${made.id}`, {
      start_date: '2028-11-11 11:00:00',
      end_date: null,
      all_day: false,
      event_status: 'rescheduled',
    })
  return (await site.get(`/events/${made.id}`)).json
}
const COMPARED =
  `title description start_date end_date utc_start_date all_day timezone event_status previous_start_date online_url attendance
  availability recurrence type recurrence_text`.split(/\s+/)
const PLACE = 'venue address city stateprovince zip country geo_lat geo_lng phone website organizer email'.split(' ')
type Recurrence = Json & { readonly rules: readonly (Json & { readonly from: string | null })[] }
/** A rule that begins on the day of the start says so or has no day. */
const withoutStart = (recurrence: Recurrence | null, day: string): unknown =>
  recurrence && { ...recurrence, rules: recurrence.rules.map((rule) => ({ ...rule, from: rule.from === day ? null : rule.from })) }
/** The event without IDs, URLs of the calendar, and what the page does not have. */
function comparable(shown: Json): Json {
  const pick = (record: Json, keys: readonly string[]): Json => Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
  const links = (key: string): Json[] => (shown[key] as Json[]).map((record) => pick(record, PLACE))
  const { values, currency_code } = shown['cost_details'] as Json
  const image = shown['image'] as Json | null
  const { '@id': _, url: __, image: ___, ...ld } = shown['json_ld'] as Json
  const withoutIds = JSON.parse(JSON.stringify(ld, (key, value: unknown) => (key === '@id' || key === 'image' ? undefined : value))) as Json
  const { url: ____, ...offers } = (withoutIds['offers'] ?? {}) as Json
  return {
    ...pick(shown, COMPARED),
    recurrence: withoutStart(shown['recurrence'] as Recurrence | null, String(shown['start_date']).slice(0, 10)),
    // An event that is attended online only has no place in JSON-LD.
    ...(shown['attendance'] !== 'online' && { venue: links('venue') }),
    organizer: links('organizer'),
    cost: [values, currency_code],
    image: image && [image['width'], image['height']],
    json_ld: { ...withoutIds, offers },
  }
}

test('19.9.6 the page of an event of another calendar is imported with equal values', { timeout: 3_600_000 }, async () => {
  const upload = await site.request('POST', '/media', { as: 'admin', upload: form(await fresh()) })
  const made: Json[] = []
  for (let i = 0; i < EVENTS; i += 1) made.push(await makeEvent(i, Number(upload.json['id'])))
  const html: string[] = []
  for (const { url } of made) html.push((await site.get(`/${new URL(String(url)).pathname}`)).text)
  const { source, items } = await importPage(html.join('\n'))
  assert.deepEqual(counted(await server.run(source, html.join('\n'))), { unchanged: EVENTS })
  const byId = new Map(items.map(({ external_id, record_id }) => [external_id, record_id]))
  for (const shown of made) {
    const copy = await server.event(byId.get(String(shown['rest_url'])))
    assert.deepEqual(comparable(copy), comparable(shown))
  }
  const [first] = made
  const fetched = await server.createSource({ type: 'jsonld', url: String(first?.['url']) })
  assert.deepEqual(counted(await server.run(fetched, null)), { new: 1 })
  reportEvidence('import-mirror', { jsonld_pages: EVENTS, jsonld_differences: 0 })
})
