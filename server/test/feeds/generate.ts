// Random events with everything that is hard to write down: texts of all scripts with every sign that means something, and times near every change of clocks.
import { Random } from '../model/random.ts'
import type { Json } from '../support/server.ts'

const ZONES = Intl.supportedValuesOf('timeZone')
const OFFSETS = ['UTC', 'UTC+5:30', 'UTC-3', 'UTC+14', 'UTC-11:45', 'UTC+0:15']
const WORDS = [
  'Jazz',
  'fête',
  'ليلة',
  'مُوسيقى',
  '音楽祭',
  '🎷🎉',
  '👩‍👩‍👧‍👦',
  'e\u0301te\u0301',
  'a,b;c',
  'back\\slash',
  '\\n',
  '\\,',
  '"quoted"',
  "^'^^^n",
  'x=y:z',
  '<b>',
  '&amp;',
  '&',
  'line\nbreak',
  'line\r\nbreak',
  'lone\rreturn',
  'tab\there',
  'bell\u0007',
  'next\u0085line',
  'line\u2028separator',
  'nbsp\u00a0',
  'BEGIN:VEVENT',
  'END:VCALENDAR',
  '%2C%3B',
  'ü'.repeat(60),
  'x'.repeat(90),
  '=1+1',
  "'",
  '\u200f',
  '\u{10ffff}',
]
const textOf = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(random.pick([' ', ' ', '\n', ', ', '']))
const htmlOf = (random: Random): string => {
  const escaped = (): string => textOf(random, 6).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const parts = Array.from({ length: 1 + random.below(4) }, () =>
    random.pick([
      () => `<p>${escaped()}</p>`,
      () => `<ul><li>${escaped()}</li><li><b>${escaped()}</b></li></ul>`,
      () => `<p><a href="https://example.org/?a=1&amp;b=${random.below(9)}">${escaped()}</a><br>${escaped()}</p>`,
      () => `<table><tr><td>${escaped()}</td><td>${escaped()}</td></tr></table>`,
      () => escaped(),
    ])(),
  )
  return parts.join('')
}

export function randomEvent(random: Random): Json {
  const zone = random.chance(0.15) ? random.pick(OFFSETS) : random.pick(ZONES)
  const { start, end } = timesOf(random, zone)
  const some = (name: string, value: () => unknown, p = 0.5): Json => (random.chance(p) ? { [name]: value() } : {})
  return {
    title: `t${textOf(random, 5)}`.slice(0, 400),
    timezone: zone,
    start_date: start,
    end_date: random.chance(0.1) ? null : end,
    ...some('all_day', () => true, 0.2),
    ...some('description', () => htmlOf(random)),
    ...some('excerpt', () => htmlOf(random)),
    ...some('venue', () => Array.from({ length: 1 + random.below(2) }, () => venueOf(random))),
    ...some('organizer', () => Array.from({ length: 1 + random.below(3) }, () => organizerOf(random))),
    ...some('tags', () => Array.from({ length: 1 + random.below(2) }, () => `t${textOf(random, 2)}`)),
    ...some('event_status', () => random.pick(['cancelled', 'postponed', 'moved_online']), 0.2),
    ...some('online_url', () => 'https://example.org/online?a=1,2;b', 0.2),
    ...some('password', () => 'sesame', 0.1),
    ...some('status', () => random.pick(['draft', 'pending', 'private']), 0.1),
  }
}
const venueOf = (random: Random): Json => ({
  venue: `v${textOf(random, 3)}`,
  ...(random.chance(0.5) && { address: textOf(random, 2), city: textOf(random, 2), zip: '75001' }),
  ...(random.chance(0.5) && {
    geo_lat: random.pick([0, -90, 45.123456789, (random.next() - 0.5) * 180]),
    geo_lng: random.pick([0, 180, 1e-7, (random.next() - 0.5) * 360]),
  }),
})
const organizerOf = (random: Random): Json => ({
  organizer: `o${textOf(random, 3)}`,
  ...(random.chance(0.6) && { email: random.pick(['a@example.org', 'a+b%c@example.org', "o'x?&=#@example.org", 'é@exämple.org']) }),
  ...(random.chance(0.5) && { phone: textOf(random, 2) }),
  ...(random.chance(0.5) && { website: 'https://example.org/a;b,c?d="e' }),
})

/** Often close to a change of the clock, sometimes far in the past or in the future. As instants: what they are on the wall is the server's affair. */
function timesOf(random: Random, zone: string): { start: string; end: string } {
  const year = random.pick([
    1,
    1500,
    1850,
    1900 + random.below(70),
    1970 + random.below(56),
    2026 + random.below(15),
    2026 + random.below(80),
    2106 + random.below(40),
  ])
  const name = zone.startsWith('UTC') ? 'UTC' : zone
  const any = Temporal.Instant.from(`${String(year).padStart(4, '0')}-01-03T00:00:00Z`).add({ hours: random.below(24 * 360) })
  const change = random.chance(0.5) ? any.toZonedDateTimeISO(name).getTimeZoneTransition('next')?.toInstant() : undefined
  const near = change && change.epochMilliseconds < 250_000_000_000_000 ? change.add({ minutes: random.below(400) - 200 }) : any
  const long = random.pick([0, 30, 90, 180, 60 * random.below(50), 1440 * random.below(400)])
  const shown = (at: Temporal.Instant): string => at.round('minute').toString()
  return { start: shown(near), end: shown(near.add({ minutes: long })) }
}
