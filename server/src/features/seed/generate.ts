// Generates demo records: the same records for the same seed and day, with texts in the languages of the site.
import { fold } from '../../kernel/text/fold.ts'
import { slugify } from '../../kernel/text/slugify.ts'
import type { ParsedRecurrence } from '../../kernel/recurrence/parse-recurrence.ts'
import type { Text, Texts } from '../../engine/texts/texts.ts'
import {
  CATEGORY_TREE,
  ORGANIZERS,
  TAG_KEYS,
  VENUES,
  type CategoryKey,
  type CategoryNode,
  type OrganizerKey,
  type PictureKey,
  type VenueKey,
} from './catalog.ts'
import { DEMO_CITY, LARGE_CITIES, type City } from './cities.ts'
import { eventColumns, eventTags, eventText, paragraph, toKebab } from './event-details.ts'
import { demoHours } from './opening-hours.ts'
import { PROGRAMS, type Program } from './programs.ts'
import { createRandom } from './random.ts'
import { createSchedule, type SeriesSlot } from './schedule.ts'
import { AS_ANNOUNCED, drawStatus } from './status-details.ts'
import type { DemoTexts } from './texts/demo-texts.ts'
import { siteTexts, type Localized } from './texts/languages.ts'

/** A record before it is stored: its columns, and its texts by language. */
export interface DemoRecord {
  readonly id: number
  readonly language: string
  readonly columns: Readonly<Record<string, unknown>>
  readonly texts: Texts
  /** The calendar had this record before; events only link to it. */
  readonly isExisting?: true
}
export interface DemoCategory extends DemoRecord {
  readonly key: CategoryKey
  readonly parent: number | null
  readonly color: string | null
}
export interface DemoEvent extends DemoRecord {
  readonly links: Readonly<Record<'venue' | 'organizer' | 'categories' | 'tags', readonly number[]>>
  /** Null in single events. */
  readonly series: DemoSeries | null
}
export interface DemoSeries {
  readonly recurrence: ParsedRecurrence
  readonly exceptions: readonly DemoException[]
}
export interface DemoException {
  /** Local start of the date by the recurrence. */
  readonly start: string
  /** The day to which the date moves. Null: the date is canceled. */
  readonly movedTo: string | null
  readonly texts: Texts
  /** The text fields that differ from the series, with their languages, such as `title.fr`. */
  readonly textOverrides: readonly string[]
}
export interface DemoData {
  readonly venues: readonly DemoRecord[]
  readonly organizers: readonly DemoRecord[]
  readonly categories: readonly DemoCategory[]
  readonly tags: readonly DemoRecord[]
  /** Yields events one by one, since there may be millions. */
  events(): Generator<DemoEvent>
  /** The first ID after those of all records. The dates of series have IDs from here on. */
  readonly firstDateId: number
}
export interface DemoSettings {
  readonly seed: number
  readonly events: number
  readonly firstId: number
  /** Distinguishes slugs from those of records that the calendar had before; empty for an empty calendar. */
  readonly slugSuffix: string
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** Dates of endless series are stored this many months ahead. */
  readonly horizonMonths: number
  /** The day around which events take place, such as 2031-05-06. */
  readonly today: string
  /** Share of the events that are translated into every language, from 0 to 1. */
  readonly translatedShare: number
  /** IDs of the stored pictures. Empty: records have no pictures. */
  readonly pictures: ReadonlyMap<PictureKey, number>
  /** ID of a term that the calendar had before, by kind and name in the default language. */
  readonly existingTerm: (kind: string, name: string) => number | undefined
}

/**
 * Up to this number of events, the calendar is a demo for readers: one city, complete translations, and series. Beyond it, it is data for
 * measurements, in which every event has one date.
 */
export const DEMO_EVENTS = 10_000
/** One event in five is a series. */
const SERIES_EVERY = 5

/** Statuses have random numbers of their own, so the other content of a seed does not depend on them. */
const STATUS_SEED = 0x5eed

export const findExistingTerm = (terms: ReadonlyMap<string, number>) => (kind: string, name: string) => terms.get(`${kind} ${fold(name)}`)

export function generateDemo(settings: DemoSettings): DemoData {
  const { defaultLanguage: language, pictures } = settings
  const isLarge = settings.events > DEMO_EVENTS
  const cities = isLarge ? LARGE_CITIES : [DEMO_CITY]
  const today = Temporal.PlainDate.from(settings.today)
  const allTexts = siteTexts(language, settings.languages)
  const random = createRandom(settings.seed)
  const localize = createLocalizer(settings)
  let nextId = settings.firstId
  const term = (kind: string, nameIn: (texts: DemoTexts) => string): DemoRecord => {
    const texts = localize(kind, 'name', (each) => ({ name: nameIn(each), description: null }))
    const existing = settings.existingTerm(kind, texts.get(language)?.['name'] ?? '')
    if (existing !== undefined) return { id: existing, language, columns: {}, texts, isExisting: true }
    return { id: nextId++, language, columns: {}, texts }
  }
  const branch = (nodes: readonly CategoryNode[], parent: DemoCategory | null): DemoCategory[] =>
    nodes.flatMap(({ key, color = parent?.color ?? null, children = [] }) => {
      const category = { ...term('category', (texts) => texts.categories[key]), key, parent: parent?.id ?? null, color }
      return [category, ...branch(children, category)]
    })
  const venue = (city: City, key: VenueKey): DemoRecord => ({
    id: nextId++,
    language,
    columns: { ...venueColumns(city, key), hours: venueHours(key, today, allTexts), image_id: imageId(pictures, VENUES[key].picture) },
    texts: localize('venue', 'venue', ({ venues }) => ({ venue: venues[key].name, description: paragraph(venues[key].description) })),
  })
  const organizer = (key: OrganizerKey, index: number): DemoRecord => ({
    id: nextId++,
    language,
    columns: { ...organizerColumns(key, index), image_id: imageId(pictures, ORGANIZERS[key].picture) },
    texts: localize('organizer', 'organizer', ({ organizers }) => ({
      organizer: organizers[key].name,
      description: paragraph(organizers[key].description),
    })),
  })
  const categories = branch(CATEGORY_TREE, null)
  const tags = TAG_KEYS.map((key) => term('tag', (texts) => texts.tags[key]))
  const venuesByCity = cities.map((city) => buildByKey(VENUES, (key) => venue(city, key)))
  const organizersByCity = cities.map(() => buildByKey(ORGANIZERS, organizer))
  const categoryIds = new Map(categories.map(({ key, id }) => [key, id]))
  const tagIds = new Map(TAG_KEYS.map((key, i) => [key, tags[i]?.id ?? 0]))

  function* events(): Generator<DemoEvent> {
    const statusSettings = { random: createRandom(settings.seed + STATUS_SEED), today }
    const schedule = createSchedule({ ...settings, random, today, cities: cities.length })
    for (let i = 0; i < settings.events; i += 1) {
      const seriesSlot = i % SERIES_EVERY === 0 && !isLarge ? schedule.nextSeries() : null
      const slot = seriesSlot ?? schedule.nextSingle()
      const program: Program = PROGRAMS[slot.program]
      const drawnStatus = drawStatus(slot, program, statusSettings)
      const { columns: statusColumns, reasonIn } = seriesSlot ? AS_ANNOUNCED : drawnStatus
      const isTranslated = random.next() < settings.translatedShare
      const textIn = withReason(eventText(slot, program, random, seriesSlot !== null), reasonIn)
      const texts = localize('event', 'title', textIn, isTranslated)
      yield {
        id: nextId++,
        language,
        columns: {
          ...eventColumns(slot, program, cities[slot.city] as City, isTranslated ? allTexts : [allTexts[0]]),
          ...statusColumns,
          featured: random.below(20) === 0,
          image_id: imageId(pictures, program.picture),
        },
        texts,
        series: seriesSlot && demoSeries(seriesSlot, texts, allTexts),
        links: {
          venue: [venuesByCity[slot.city]?.get(slot.venue)?.id ?? 0],
          organizer: [organizersByCity[slot.city]?.get(program.organizer)?.id ?? 0],
          categories: [categoryIds.get(program.category) ?? 0],
          tags: eventTags(slot, program).map((key) => tagIds.get(key) ?? 0),
        },
      }
    }
  }
  const flatten = (maps: readonly ReadonlyMap<string, DemoRecord>[]): DemoRecord[] => maps.flatMap((map) => [...map.values()])
  const firstDateId = nextId + settings.events
  return { venues: flatten(venuesByCity), organizers: flatten(organizersByCity), categories, tags, events, firstDateId }
}

/** The reasons for changes of dates are those of single events. */
function demoSeries({ recurrence, exception }: SeriesSlot, seriesTexts: Texts, allTexts: readonly Localized[]): DemoSeries {
  if (!exception) return { recurrence, exceptions: [] }
  const status = exception.movedTo ? 'rescheduled' : 'cancelled'
  const texts: Texts = new Map(
    allTexts.flatMap(([language, { statusReasons }]): [string, Text][] => {
      const own = seriesTexts.get(language)
      return own ? [[language, { ...own, event_status_reason: statusReasons[status][0] }]] : []
    }),
  )
  return {
    recurrence,
    exceptions: [{ ...exception, texts, textOverrides: [...texts.keys()].map((each) => `event_status_reason.${each}`) }],
  }
}

type TextIn = (texts: DemoTexts) => Text
const withReason =
  (textIn: TextIn, reasonIn: TextIn): TextIn =>
  (texts) => ({ ...textIn(texts), ...reasonIn(texts) })
const buildByKey = <K extends string>(
  specs: Readonly<Record<K, unknown>>,
  build: (key: K, index: number) => DemoRecord,
): ReadonlyMap<K, DemoRecord> => new Map((Object.keys(specs) as K[]).map((key, i) => [key, build(key, i)]))
const imageId = (pictures: ReadonlyMap<PictureKey, number>, key: PictureKey | null): number | null =>
  (key === null ? undefined : pictures.get(key)) ?? null

/** The hours of a venue list the exceptions of this year and of the next one. */
function venueHours(key: VenueKey, today: Temporal.PlainDate, texts: readonly Localized[]) {
  const { hours } = VENUES[key]
  return hours ? demoHours(hours, [today, today.with({ month: 12, day: 31 }).add({ years: 1 })], texts) : null
}

function venueColumns({ name, country, zip, center: [latitude, longitude] }: City, key: VenueKey): Record<string, unknown> {
  const { address, offset } = VENUES[key]
  const [north, east] = offset
  const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
  return {
    address,
    city: name,
    country,
    zip,
    website: `https://${toKebab(key)}.example`,
    geo_lat: round(latitude + north / 1_000),
    geo_lng: round(longitude + east / 1_000),
  }
}

/** Irish numbers from 020 910 0000 on are reserved for fiction. */
const organizerColumns = (key: OrganizerKey, index: number): Record<string, unknown> => ({
  phone: `+353 20 910 ${String(100 + index).padStart(4, '0')}`,
  website: `https://${ORGANIZERS[key].host}.example`,
  email: `hello@${ORGANIZERS[key].host}.example`,
})

type Localizer = (kind: string, title: string, textIn: TextIn, isTranslated?: boolean) => Texts
/** Builds texts in the languages of the site, each with a slug of its own: `jazz-night`, `jazz-night-2` and so on. */
function createLocalizer({ defaultLanguage, languages, slugSuffix }: DemoSettings): Localizer {
  const all = siteTexts(defaultLanguage, languages)
  const counts = new Map<string, number>()
  const uniqueSlug = (kind: string, text: string): string => {
    const base = `${slugify(text)}${slugSuffix}`
    const count = (counts.get(`${kind} ${base}`) ?? 0) + 1
    counts.set(`${kind} ${base}`, count)
    return count === 1 ? base : `${base}-${count}`
  }
  return (kind, title, textIn, isTranslated = true) =>
    new Map(
      (isTranslated ? all : [all[0]]).map(([language, texts]) => {
        const text = textIn(texts)
        return [language, { ...text, slug: uniqueSlug(kind, text[title] ?? '') }]
      }),
    )
}
