// Random values to send: texts, dates in every form, zones, links, and the fields of events. Events are named as operations name them.
import { LINKS, type Json } from './model.ts'
import type { Random } from './random.ts'
import { COUNTS, type Window } from './stage.ts'

export interface Choice {
  readonly random: Random
  readonly window: Window
  /** Numbers of the events that there are. */
  readonly events: readonly number[]
}

// ---- texts -----------------------------------------------------------------------------------------------------------------------
const TITLES = ['Jazz', 'Été', 'market', 'NIGHT', 'fête', 'مُهَرْجَان', 'São', 'run', 'Über', 'Москва']
const TEXTS = ['garden', 'wine', 'Café', 'open air', 'dance', 'مهرجان', 'jazz', 'river']
const title = (random: Random): string => random.some(TITLES, 2).join(' ')
const html = (random: Random): string => {
  const words = random.some(TEXTS, 2)
  return random.pick([
    `<p>${words.join(' ')}</p>`,
    words.join(' '),
    `<p>A <strong>${words.join(' ')}</strong> of <em>${words[0] ?? ''}</em>.</p>`,
  ])
}
/** Words to search for: whole or in part, with another case. */
export const sought = (random: Random): string =>
  random
    .some([...TITLES, ...TEXTS], random.chance(0.25) ? 2 : 1)
    .map((word) => (random.chance(0.4) ? word.slice(0, 3).trim() : word))
    .map((word) => random.pick([word, word.toUpperCase(), word.toLowerCase(), word.normalize('NFD')]))
    .join(' ')

// ---- dates -----------------------------------------------------------------------------------------------------------------------
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Asia/Tokyo',
  'Africa/Nairobi',
]
const ODD_ZONES = ['Pacific/Auckland', 'Australia/Lord_Howe', 'UTC+5:30', 'UTC-3', 'UTC+12', 'UTC-9:30', 'europe/berlin', 'ASIA/TOKYO']
export const zone = (random: Random): string => random.pick(random.chance(0.7) ? ZONES : ODD_ZONES)
/** Midnight most often: it is where days, and so the bounds of filters, meet. */
const TIMES = [
  '00:00',
  '00:00',
  '00:00',
  '00:30',
  '01:00',
  '01:30',
  '02:00',
  '02:30',
  '03:00',
  '09:00',
  '12:00',
  '17:30',
  '21:00',
  '22:00',
  '23:00',
  '23:59:59',
]
/** Days on which clocks change somewhere, and the days before. */
const CHANGES = ['2031-03-29', '2031-03-30', '2031-04-05', '2031-04-06', '2031-10-25', '2031-10-26', '2031-11-01', '2031-11-02']
const LENGTHS = 'PT0S PT0S PT0S PT1S PT30M PT1H PT1H PT2H PT3H PT12H PT24H P1D P2DT3H P5D'.split(' ')
const stamp = (at: Temporal.PlainDateTime): string => at.toString({ smallestUnit: 'second' })

export function day({ random, window }: Choice, from = 0, to = window.days): Temporal.PlainDate {
  const last = window.first.add({ days: window.days })
  const changes = CHANGES.map((text) => Temporal.PlainDate.from(text)).filter(
    (date) => Temporal.PlainDate.compare(date, window.first) >= 0 && Temporal.PlainDate.compare(date, last) < 0,
  )
  if (from === 0 && changes.length > 0 && random.chance(0.25)) return random.pick(changes)
  return window.first.add({ days: from + random.below(to - from) })
}
export const at = (choice: Choice, from?: number, to?: number): Temporal.PlainDateTime =>
  day(choice, from, to).toPlainDateTime(choice.random.pick(TIMES))

const FORMS = { space: 30, minutes: 8, day: 8, offset: 10, zulu: 8, unix: 4, fraction: 3, lost: 2 } as const
type Form = keyof typeof FORMS
const OFFSETS = ['+00:00', '+02:00', '-05:00', '+05:30', '-03:30', '+12:00']
/** A wall time as text, or as a number. */
export function written(wall: Temporal.PlainDateTime, form: Form, offset: string, numbers = true): string | number {
  const seconds = Math.floor(wall.toZonedDateTime('UTC').epochMilliseconds / 1000)
  switch (form) {
    case 'space':
      return stamp(wall).replace('T', ' ')
    case 'minutes':
      return wall.toString({ smallestUnit: 'minute' })
    case 'day':
      return wall.toPlainDate().toString()
    case 'offset':
      return `${stamp(wall)}${offset}`
    case 'lost':
      return `${stamp(wall)}${offset.replace('+', ' ')}`
    case 'zulu':
      return `${stamp(wall).replace('T', ' ')}Z`
    case 'unix':
      return numbers && seconds % 2 === 0 ? seconds : `@${seconds}`
    case 'fraction':
      return `${stamp(wall)}.250`
  }
}
export const form = (random: Random): Form => random.weighted(FORMS)
export const offset = (random: Random): string => random.pick(OFFSETS)

/** Start and end, mostly written alike. */
export function pair(choice: Choice): { start_date: unknown; end_date: unknown } {
  const { random } = choice
  if (random.chance(0.03))
    return random.pick([
      { start_date: 'now', end_date: '+2 hours' },
      { start_date: 'today', end_date: 'tomorrow' },
    ])
  const start = random.chance(0.03) ? Temporal.PlainDateTime.from('2034-05-06T12:00') : at(choice)
  const [how, shift] = [form(random), offset(random)]
  const [then, shifted] = random.chance(0.95) ? [how, shift] : [form(random), offset(random)]
  return { start_date: written(start, how, shift), end_date: written(start.add(random.pick(LENGTHS)), then, shifted) }
}

// ---- fields ----------------------------------------------------------------------------------------------------------------------
const flag = (random: Random): unknown => random.pick([true, false, true, false, 'yes', 'off', 1, 0, 'TRUE', '0'])
/** Links of one kind: one or several, by id, digits, object or slug. */
export function linked(random: Random, letter: keyof typeof COUNTS): unknown {
  const numbers = random.some([...Array(COUNTS[letter]).keys()], 3)
  const name = (n: number): unknown => {
    const forms = [`#${letter}${n}`, `#${letter}${n}`, `$${letter}${n}`, { id: `#${letter}${n}` }]
    return random.pick(letter === 'c' || letter === 't' ? [...forms, `~${letter}${n}`] : forms)
  }
  if (random.chance(0.15)) return numbers.map((n) => `$${letter}${n}`).join(',')
  return random.chance(0.2) ? name(numbers[0] ?? 0) : numbers.map(name)
}
const custom = (random: Random): Json =>
  random.pick<Json>([{ seats: 20 }, { room: 'A1', open: true }, { seats: 3, note: 'bring wine' }, {}])
const COST = [10, 0, '10', 'Free', 'Donation', '€10 - €25', '1.234,56 €', '£7.50']
const publication = (random: Random): Json =>
  random.pick<Json>([
    { date: '2031-01-05 10:00:00' },
    { date: '2030-12-24T20:00:00+02:00' },
    { date_utc: '2031-02-01 00:00' },
    { date_utc: '2035-06-01' },
    { date: '2035-06-02 12:00:00' },
    { date: '2031-01-06T00:30:00Z', date_utc: '2031-01-06 00:30:00' },
  ])

/** Every field that can be sent, and how often it is when an event is made. */
const FIELDS: Readonly<Record<string, readonly [often: number, make: (choice: Choice) => Json]>> = {
  title: [0, ({ random }) => ({ title: random.chance(0.03) ? 2031 : title(random) })],
  description: [0.5, ({ random }) => ({ description: html(random) })],
  excerpt: [0.3, ({ random }) => ({ excerpt: html(random) })],
  dates: [0, pair],
  timezone: [0.45, ({ random }) => ({ timezone: zone(random) })],
  all_day: [0.2, ({ random }) => ({ all_day: flag(random) })],
  cost: [0.3, ({ random }) => ({ cost: random.pick(COST) })],
  website: [0.2, ({ random }) => ({ website: random.pick(['https://example.org/a', 'http://example.com/ü?x=1']) })],
  show_map: [0.15, ({ random }) => ({ show_map: flag(random) })],
  show_map_link: [0.15, ({ random }) => ({ show_map_link: flag(random) })],
  hide_from_listings: [0.1, ({ random }) => ({ hide_from_listings: flag(random) })],
  sticky: [0.15, ({ random }) => ({ sticky: flag(random) })],
  featured: [0.4, ({ random }) => ({ featured: flag(random) })],
  ticketed: [0.4, ({ random }) => ({ ticketed: flag(random) })],
  post_parent: [0.2, ({ random, events }) => (events.length > 0 ? { post_parent: `#e${random.pick(events)}` } : {})],
  custom_fields: [0.25, ({ random }) => ({ custom_fields: custom(random) })],
  categories: [0.65, ({ random }) => ({ categories: linked(random, 'c') })],
  tags: [0.6, ({ random }) => ({ tags: linked(random, 't') })],
  venue: [0.65, ({ random }) => ({ venue: linked(random, 'v') })],
  organizer: [0.55, ({ random }) => ({ organizer: linked(random, 'o') })],
  status: [0.14, ({ random }) => ({ status: random.pick(['publish', 'draft', 'private', 'pending', 'future']) })],
  publication: [0.12, ({ random }) => publication(random)],
  slug: [0.12, ({ random }) => ({ slug: random.pick(['Jazz Night!', 'jazz', 'été', 'one-two', 'x', 'São 3']) })],
  password: [0.07, ({ random }) => ({ password: random.pick(['sesame', 'hush']) })],
}
/** Fields of an update: links most often, because they are the most complex; passwords rarely, because hashing is slow. */
const CHANGED = [...Object.keys(FIELDS), ...Object.keys(FIELDS).filter((name) => name !== 'password'), ...LINKS, ...LINKS]
const CLEARED = [
  'description',
  'excerpt',
  'timezone',
  'all_day',
  'cost',
  'website',
  'show_map',
  'featured',
  'ticketed',
  'hide_from_listings',
]
const CLEARED_TOO = ['post_parent', 'custom_fields', 'categories', 'tags', 'venue', 'organizer', 'slug', 'password']

/** A whole body for a new event. */
export function newBody(choice: Choice): Json {
  const { random } = choice
  const optional = Object.values(FIELDS).flatMap(([often, make]) => (random.chance(often) ? [make(choice)] : []))
  return Object.assign({ title: title(random), ...pair(choice) }, ...optional) as Json
}
/** Some fields with new values, or cleared. */
export function someFields(choice: Choice): Json {
  const { random } = choice
  const set = random.some(CHANGED, 3).map((name) => FIELDS[name]?.[1](choice) ?? {})
  const cleared = random.chance(0.35) ? random.some([...CLEARED, ...CLEARED_TOO], 2).map((name) => ({ [name]: empty(random, name) })) : []
  return Object.assign({}, ...set, ...cleared) as Json
}
function empty(random: Random, name: string): unknown {
  return random.pick(['categories', 'tags', 'venue', 'organizer'].includes(name) ? [null, '', []] : [null, ''])
}
/** Another time: both ends, one, the zone alone, whole days or not. */
export function moved(choice: Choice): Json {
  const { random } = choice
  const { start_date, end_date } = pair(choice)
  return random.pick<Json>([
    { start_date, end_date },
    { start_date, end_date },
    { start_date, end_date, timezone: zone(random) },
    { start_date },
    { end_date },
    { timezone: zone(random) },
    { timezone: zone(random) },
    { all_day: flag(random) },
    { timezone: null },
  ])
}

const backwards = (choice: Choice): Json => {
  const start = at(choice)
  return {
    start_date: stamp(start),
    end_date: stamp(start.subtract({ hours: 1 + choice.random.below(30) })),
    all_day: false,
    timezone: 'UTC',
  }
}
const BAD_TIMES: readonly Json[] = [{ start_date: '2031-02-31' }, { end_date: 'soon' }, { start_date: null }, { timezone: 'Mars/Olympus' }]
const BAD_LINKS: readonly Json[] = [{ venue: '#v99' }, { organizer: ['#o0', '#o99'] }, { tags: '$t99' }, { categories: ['#c99'] }]
const BAD: readonly Json[] = [
  ...BAD_TIMES,
  ...BAD_LINKS,
  { title: '' },
  { title: null },
  { title: 'x'.repeat(501) },
  { all_day: 'maybe' },
  { featured: '2' },
  { sticky: [], ticketed: 'perhaps' },
  { website: 'nope' },
  { post_parent: '#e99999' },
  { custom_fields: { a: { b: 1 } } },
  { slug: '!!!' },
  { date: 'never' },
  { date: '2031-01-01Z', status: 'nope' },
  { date: '2031-01-05T10:00:00Z', date_utc: '2031-01-05T11:00:00Z' },
]
/** Something that must be refused. */
export const bad = (choice: Choice): Json => (choice.random.chance(0.2) ? backwards(choice) : choice.random.pick(BAD))
