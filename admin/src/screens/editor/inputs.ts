// Builds the requests that store the values of the editor.
import type { BatchOperation, EventInput } from '@kalends/client'
import { pictureWrites } from '../../lib/picture.ts'
import { changedParts } from './merge.ts'
import { NO_TEXTS, type CustomField, type EventValues, type LinkedRecord, type SharedValues, type Texts, type WallTime } from './values.ts'

type Body = Record<string, unknown>
/** One write of the event, in one language. */
export interface EventWrite {
  readonly language: string
  readonly body: Body
}
export interface SavePlan {
  /** The writes of the event, the one in its original language first. */
  readonly writes: readonly EventWrite[]
  /** Writes of other records: terms that must exist before the event, and descriptions of its picture. */
  readonly before: readonly BatchOperation[]
}

/** The moment of publication, for an event that was scheduled and is to be published at once. */
export interface PlanContext {
  readonly original: string
  readonly nowUtc: string
}

/** `base` is null for an event that does not exist yet. */
export function planSave(base: EventValues | null, values: EventValues, { original, nowUtc }: PlanContext): SavePlan {
  const terms: BatchOperation[] = []
  const shared = sharedInput(base?.shared ?? null, values.shared, nowUtc, terms)
  const languages = [original, ...Object.keys(values.texts).filter((each) => each !== original)]
  const textsByLanguage = languages.map((language) => {
    const changes = changedParts(base?.texts[language] ?? NO_TEXTS, values.texts[language] ?? NO_TEXTS)
    return { language, changes }
  })
  const writes = textsByLanguage
    .map(({ language, changes }) => ({ language, body: { ...(language === original && shared), ...textsInput(changes) } }))
    .filter(({ body }) => Object.keys(body).length > 0)
  return { writes, before: [...terms, ...pictureWrites(values.shared.image, altsOf(base?.texts ?? {}), altsOf(values.texts))] }
}

/** An empty text is removed, so that the fallback is shown. */
function textsInput(texts: Partial<Texts>): Body {
  const ofEvent = Object.entries(texts).filter(([name]) => name !== 'alt')
  return Object.fromEntries(ofEvent.map(([name, text]) => [name, text.trim() === '' ? null : text]))
}

const altsOf = (texts: EventValues['texts']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([language, { alt }]) => [language, alt]))

function sharedInput(base: SharedValues | null, values: SharedValues, nowUtc: string, terms: BatchOperation[]): Body {
  const changes: Partial<SharedValues> = base === null ? values : changedParts(base, values)
  const { start, end, publish_at, status, venue, organizer, categories, tags, image, custom_fields, ...simple } = changes
  const isNew = (part: unknown): boolean => part !== undefined || changes.all_day !== undefined
  return {
    ...Object.fromEntries(Object.entries(simple).map(([name, value]) => [name, value === '' ? null : value])),
    ...(isNew(start) && { start_date: timeInput(values.start, values.all_day ? '00:00:00' : null) }),
    ...(isNew(end) && { end_date: values.end && timeInput(values.end, values.all_day ? '23:59:59' : null) }),
    ...(venue && { venue: venue.map(venueInput) }),
    ...(organizer && { organizer: organizer.map(({ id, name }) => id ?? { organizer: name }) }),
    ...(categories && { categories: termInputs('categories', categories, terms) }),
    ...(tags && { tags: termInputs('tags', tags, terms) }),
    ...(image !== undefined && { image: image && image.id }),
    ...(custom_fields && { custom_fields: Object.fromEntries(custom_fields.map(customFieldInput)) }),
    ...((status !== undefined || publish_at !== undefined) && statusInput(base, values, nowUtc)),
  } satisfies Partial<Record<keyof EventInput, unknown>>
}

/** The inputs on which the dates of a series depend. */
export const timesInput = ({ all_day, timezone, start, end, recurrence }: SharedValues) => ({
  all_day,
  timezone,
  start_date: timeInput(start, all_day ? '00:00:00' : null),
  end_date: end && timeInput(end, all_day ? '23:59:59' : null),
  recurrence,
})
const timeInput = ({ day, time }: WallTime, allDayTime: string | null): string => `${day} ${allDayTime ?? time}`

const venueInput = ({ id, name, address, city }: LinkedRecord): number | Body =>
  id ?? { venue: name, ...(address && { address }), ...(city && { city }) }

function customFieldInput({ name, type, value }: CustomField): [string, string | number | boolean] {
  const number = value.trim() === '' ? NaN : Number(value)
  const typed = type === 'boolean' ? value === 'true' : type === 'number' && Number.isFinite(number) ? number : value
  return [name.trim(), typed]
}

/** The server takes digits for an ID, so a term whose name has only digits is created by a request of its own. */
function termInputs(plural: 'categories' | 'tags', links: readonly LinkedRecord[], terms: BatchOperation[]): unknown[] {
  return links.map(({ id, name }) => {
    if (id !== null || !/^\d+$/.test(name)) return id ?? name
    const reference = `${plural}-${terms.length}`
    terms.push({ id: reference, method: 'POST', path: `/${plural}`, body: { name } })
    return { $ref: reference }
  })
}

function statusInput(base: SharedValues | null, { status, publish_at }: SharedValues, nowUtc: string): Body {
  if (publish_at !== null) return { status, date: `${publish_at.day} ${publish_at.time}` }
  return { status, ...(base?.publish_at && { date_utc: nowUtc }) }
}
