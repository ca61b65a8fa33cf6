// Converts the properties of an iCalendar event, except for its times, to inputs of the API.
import { html } from '../../../kernel/text/markup.ts'
import { url as httpUrl } from '../../../kernel/validation/value-types.ts'
import { unescapeText, type Property } from './components.ts'

export interface EntryFields {
  readonly fields: Readonly<Record<string, unknown>>
  readonly place: string
  readonly notes: readonly string[]
}
export type Properties = (name: string) => readonly Property[]

/** The names of fields that a category of the document may become. */
export const CATEGORY_FIELDS = ['tags', 'categories', 'none'] as const

const NAME_MAX = 200
const TERMS_MAX = 20

export function readFields(all: Properties, mapping: Readonly<Record<string, string>>): EntryFields {
  const location = textOf(all, 'location')
  const isOnline = isUrl(location)
  const { terms, notes } = readTerms(all)
  const field = mapping['categories'] ?? 'tags'
  const website = textOf(all, 'url')
  return {
    fields: {
      title: textOf(all, 'summary'),
      description: readDescription(all),
      venue: isOnline ? null : readVenue(location, all),
      organizer: readOrganizer(all),
      ...(field !== 'none' && { [field]: terms }),
      website: isUrl(website) ? website : null,
      online_url: isOnline ? location : null,
      image: readPicture(all),
      event_status: textOf(all, 'status').toUpperCase() === 'CANCELLED' ? 'cancelled' : 'scheduled',
    },
    place: location,
    notes,
  }
}

const textOf = (all: Properties, name: string): string => {
  const value = all(name)[0]?.values[0]
  return typeof value === 'string' ? value.trim() : ''
}
export const isUrl = (text: string): boolean => text !== '' && typeof httpUrl.parse(text) === 'string'

/** HTML that the document has is sanitized by the engine, like all HTML. */
function readDescription(all: Properties): string | null {
  const rich = all('x-alt-desc').find(({ params }) => params['fmttype']?.toLowerCase() === 'text/html')
  if (rich) return unescapeText(String(rich.values[0])) || null
  return toHtml(textOf(all, 'description'))
}
/** Text becomes paragraphs, unless it has tags. */
export function toHtml(text: string): string | null {
  if (text === '') return null
  return /<\/?(?:a|b|br|div|em|i|li|ol|p|span|strong|u|ul)\b[^<>]*>/i.test(text) ? text : toParagraphs(text)
}
const toParagraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${paragraph.split('\n').map((line, i) => (i === 0 ? html`${line}` : html`<br>${line}`))}</p>`.text)
    .join('\n')

/** The first part of a location is the name of the venue, the rest its address. */
function readVenue(location: string, all: Properties): Readonly<Record<string, unknown>> | null {
  const [name = '', ...rest] = location.split(/[,\n]/).map((part) => part.trim())
  const venue = name.slice(0, NAME_MAX).toWellFormed()
  if (venue === '') return null
  const address = rest.filter(Boolean).join(', ').slice(0, NAME_MAX).toWellFormed()
  const [latitude, longitude] = (all('geo')[0]?.values[0] ?? []) as readonly unknown[]
  const isPlace = isDegree(latitude, 90) && isDegree(longitude, 180)
  return { venue, ...(address && { address }), ...(isPlace && { geo_lat: latitude, geo_lng: longitude }) }
}
const isDegree = (value: unknown, max: number): boolean => typeof value === 'number' && Math.abs(value) <= max

/** The address of an organizer is that of a person in many calendars, so it is not published. */
function readOrganizer(all: Properties): Readonly<Record<string, unknown>> | null {
  const name = (all('organizer')[0]?.params['cn'] ?? '').trim().slice(0, NAME_MAX).toWellFormed()
  return name === '' || name.includes('@') ? null : { organizer: name }
}

const readTerms = (all: Properties): Terms => toTerms(all('categories').flatMap(({ values }) => values.map(String)))
interface Terms {
  readonly terms: readonly string[]
  readonly notes: readonly string[]
}
/** Digits alone would be the ID of a term. */
export function toTerms(texts: readonly string[]): Terms {
  const names = new Set(texts.map((text) => text.trim()).filter(Boolean))
  const terms = [...names].filter((name) => !/^\d+$/.test(name) && name.length <= NAME_MAX).slice(0, TERMS_MAX)
  return { terms, notes: terms.length < names.size ? ['categories_skipped'] : [] }
}

function readPicture(all: Properties): string | null {
  const isPicture = ({ name, params }: Property): boolean => name === 'image' || /^image\//i.test(params['fmttype'] ?? '')
  const found = [...all('image'), ...all('attach')].filter(isPicture).map(({ values }) => String(values[0]))
  return found.find(isUrl) ?? null
}
