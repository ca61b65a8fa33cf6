// Calendars a reviewer reads, one for each case, and what two others get out of them. UPDATE_GOLDEN=1 writes the files anew.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { connected, freshDatabase } from '../support/database.ts'
import { testServer, type Json } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { readByIcal, readByPython, wanted } from './readers.ts'

const IDENTITY = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const NOW = Temporal.Instant.from('2026-11-15T09:00:00Z')
const database = await freshDatabase()
after(() => database.drop())
// The server reads the identity when it starts.
await connected(database.url, (client) => client.query('update calendar_identity set id = $1', [IDENTITY]))
const server = await testServer(
  {
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://calendar.example',
    EVENT_URL: 'https://calendar.example/{language}/events/{slug}',
  },
  { now: () => NOW },
  false,
)

const at = (start_date: string, end_date: string, timezone: string): Json => ({ start_date, end_date, timezone })
const CASES: Readonly<Record<string, Json>> = {
  simple: {
    title: 'Open day',
    ...at('2027-05-08 10:00', '2027-05-08 16:00', 'Europe/Paris'),
    description: 'Come and see.',
    venue: {
      venue: 'Town hall',
      address: '1 Place de la Comédie',
      zip: '69001',
      city: 'Lyon',
      country: 'France',
      geo_lat: 45.7676,
      geo_lng: 4.8357,
    },
    organizer: { organizer: 'Ville de Lyon', email: 'agenda@lyon.example' },
    categories: ['Culture'],
    tags: ['family', 'free, for all'],
    website: 'https://open.example/day?a=1,2;b',
    cost: 'Free',
  },
  'all-day': { title: 'Holiday', start_date: '2027-07-14', end_date: '2027-07-14', timezone: 'Europe/Paris', all_day: true },
  'multi-day': { title: 'Festival', start_date: '2027-12-30', end_date: '2028-01-02', timezone: 'America/New_York', all_day: true },
  'across-a-change': { title: 'Night of the clocks', ...at('2027-10-31 01:30', '2027-10-31 03:30', 'Europe/Berlin') },
  'hour-that-comes-twice': {
    title: 'In the second hour',
    ...at('2027-10-31T02:30:00+01:00', '2027-10-31T03:30:00+01:00', 'Europe/Berlin'),
  },
  'half-hour-zone': { title: 'Diwali', ...at('2027-10-29 18:30', '2027-10-29 22:00', 'Asia/Kolkata') },
  'half-hour-of-summer': { title: 'At Lord Howe', ...at('2027-12-29 18:30', '2027-12-29 22:00', 'Australia/Lord_Howe') },
  'without-a-rule': { title: 'In Cairo', ...at('2027-06-29 18:30', '2027-06-29 22:00', 'Africa/Cairo') },
  'utc-offset': { title: 'Call', ...at('2027-03-01 09:00', '2027-03-01 10:00', 'UTC+5:30') },
  arabic: {
    title: 'ليلة الموسيقى العربية، في الهواء الطلق',
    ...at('2027-06-21 20:00', '2027-06-21 23:30', 'Africa/Tunis'),
    description: '<p>حفل موسيقي مجاني؛ الدخول مفتوح للجميع. يرجى الحضور مبكراً لأن الأماكن محدودة، والمكان في الهواء الطلق.</p>',
    venue: { venue: 'المسرح البلدي', city: 'تونس' },
    categories: ['موسيقى'],
  },
  'long-lines': {
    title: `${'A very long title that goes on, and on; '.repeat(4)}é\u{1f3b7}${'\u{1f389}'.repeat(40)}`,
    ...at('2027-02-01 09:00', '2027-02-01 10:00', 'America/Los_Angeles'),
    description: `Line one\nLine two with "quotes", commas, semicolons; and a backslash \\ here.\n\n${'ü'.repeat(200)}`,
  },
  'html-description': {
    title: 'Reading',
    ...at('2027-02-01 19:00', '2027-02-01 21:00', 'Africa/Nairobi'),
    description:
      '<h2>Programme</h2><p>Doors at <strong>18:30</strong>.<br>Seats &amp; drinks &lt;3</p><ul><li>First <em>part</em></li><li>Second part</li></ul><p>More at <a href="https://reading.example/?a=1&amp;b=2">our page</a> or <a href="mailto:us@reading.example">us@reading.example</a>.</p>',
    excerpt: 'An evening.',
  },
  'no-venue': { title: 'Somewhere', ...at('2027-02-01 19:00', '2027-02-01 19:00', 'Asia/Tokyo'), organizer: { organizer: 'Nobody' } },
  'several-organizers': {
    title: 'Together',
    ...at('2027-02-01 19:00', '2027-02-01 21:00', 'America/Sao_Paulo'),
    organizer: [
      { organizer: 'First; with "a name", ^yes', phone: '+55 11 5555' },
      { organizer: 'Second "in" line; ^n', email: 'second+x@example.org' },
      { organizer: 'Third', email: 'third@example.org', website: 'https://third.example/' },
    ],
    venue: [{ venue: 'Here' }, { venue: 'There', geo_lat: -23.5, geo_lng: -46.6 }],
  },
  'change-at-new-year': { title: 'In Kathmandu', ...at('1986-01-01 03:33', '1986-01-01 04:00', 'Asia/Katmandu') },
  'last-day': { title: 'The last days', start_date: '9999-12-30', end_date: '9999-12-31', timezone: 'UTC', all_day: true },
  canceled: {
    title: 'Open-air concert',
    ...at('2027-06-19 20:00', '2027-06-19 23:00', 'Europe/Dublin'),
    event_status: 'cancelled',
    event_status_reason: 'A storm is forecast.',
  },
  'open-end': { title: 'Jam session', start_date: '2027-06-19 21:00', end_date: null, timezone: 'Europe/Dublin' },
  'open-end-all-day': { title: 'Exhibition', start_date: '2027-06-19', end_date: null, timezone: 'Europe/Dublin', all_day: true },
}

let next = 100
for (const [name, body] of Object.entries(CASES))
  void test(
    `feeds: ${name}.ics is as it was looked at, and two others read in it what the API says`,
    requiresTools('icalendar'),
    async () => {
      // Numbers of their own, so that a case more changes no other.
      await server.app.database.query(sql`select setval('record_ids', ${(next += 100)})`)
      const made = await server.make('events', body)
      const answer = await server.get(`/events/${made.id}.ics`)
      assert.equal(answer.status, 200)
      const file = new URL(`../golden/${name}.ics`, import.meta.url)
      if (process.env['UPDATE_GOLDEN']) writeFileSync(file, answer.text)
      assert.equal(
        answer.text,
        readFileSync(file, 'utf8'),
        'a calendar changed; look at it, then write the files anew with UPDATE_GOLDEN=1',
      )
      const event = (await server.get(`/events/${made.id}`)).json
      assert.deepEqual(readByIcal(answer.text), [wanted(event, IDENTITY, 0)])
      assert.deepEqual(await readByPython(answer.text), [wanted(event, IDENTITY, 0)])
      for (const each of answer.text.split('\r\n')) assert.ok(Buffer.byteLength(each) <= 75, each)
      const feed = await server.get(`/events.ics?include=${made.id}`)
      assert.deepEqual(readByIcal(feed.text), [wanted(event, IDENTITY, 0)])
    },
  )
