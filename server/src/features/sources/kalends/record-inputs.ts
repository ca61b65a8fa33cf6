// Converts records of another Kalends to inputs of the API, which has the same fields.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import type { RemoteRecord } from './calendar-api.ts'
import { overridesOf, type CopiedKind } from './copy.ts'

const TEXTS = ['description', 'excerpt', 'event_status_reason']
const DATES = ['start_date', 'end_date', 'all_day', 'timezone']
const FIELDS: Readonly<Record<CopiedKind, readonly string[]>> = {
  category: ['name', 'slug', 'description', 'color'],
  tag: ['name', 'slug', 'description'],
  venue:
    'venue description slug date_utc address city country province state zip phone website geo_lat geo_lng hours show_map show_map_link'.split(
      ' ',
    ),
  organizer: 'organizer description slug date_utc phone website email'.split(' '),
  event: [
    ...'title description excerpt slug date_utc cost website event_status event_status_reason online_url attendance availability hours'.split(
      ' ',
    ),
    ...'show_map show_map_link sticky featured ticketed custom_fields'.split(' '),
    ...DATES,
  ],
}

export function inputsOf(kind: CopiedKind, record: RemoteRecord): RemoteRecord {
  const shared = Object.fromEntries(FIELDS[kind].map((name) => [name, valueOf(name, record)]))
  if (kind === 'event') return { ...shared, ...imageOf(record) }
  if (kind !== 'venue') return kind === 'organizer' ? { ...shared, ...imageOf(record) } : shared
  // Without a value of its own, it reads as one of the others.
  const { stateprovince: both, state, province } = record
  return { ...shared, ...imageOf(record), stateprovince: both === (state ?? province) ? null : (both ?? null) }
}
const valueOf = (name: string, record: RemoteRecord): unknown => (TEXTS.includes(name) ? record[name] || null : (record[name] ?? null))
const imageOf = ({ image }: RemoteRecord): RemoteRecord => ({
  image: isObject(image) && typeof image['url'] === 'string' ? image['url'] : null,
})

/** The names of the inputs that a date has for itself. Start and end are sent together. */
export function ownNames(record: RemoteRecord, language: string | null): ReadonlySet<string> {
  const names = overridesOf(record).flatMap((name) => {
    const [field = '', of] = name.split('.')
    return of === undefined || language === null || of === language ? [field] : []
  })
  return new Set([
    ...names,
    ...(names.some((name) => DATES.includes(name)) ? DATES : []),
    // It may be derived from these, while the copy of the series has it as a value.
    ...(names.some((name) => ['venue', 'online_url', 'event_status'].includes(name)) ? ['attendance'] : []),
  ])
}

/** The recurrence without the dates that the other calendar hides. */
export function recurrenceOf({ recurrence }: RemoteRecord, hidden: readonly string[] = []): unknown {
  if (!isObject(recurrence)) return null
  const exclude = Array.isArray(recurrence['exclude']) ? recurrence['exclude'] : []
  return { ...recurrence, exclude: [...exclude, ...hidden] }
}

/** The times with which a rescheduled event was announced. */
export function announcedOf(record: RemoteRecord): RemoteRecord | null {
  const { event_status: status, previous_start_date: start, all_day, timezone } = record
  if (status !== 'rescheduled' || typeof start !== 'string') return null
  return { start_date: start, end_date: null, all_day, timezone, event_status: 'scheduled' }
}
