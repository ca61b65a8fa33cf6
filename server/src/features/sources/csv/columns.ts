// The columns of a CSV file: which column has which field, by the mapping of the source or by names that are known.
import { comparisonKey } from '../../../kernel/text/fold.ts'
import { UnreadableDocument, type ReadColumn } from '../importer.ts'
import type { Table } from './read-rows.ts'

/**
 * The fields that a column may have, with the names of their columns in the export of The Events Calendar and in other files. The name of
 * the field itself is known too, as in the feeds of this calendar.
 */
const KNOWN_NAMES = {
  id: ['event id', 'external id', 'uid'],
  title: ['event name', 'event title', 'name'],
  description: ['event description'],
  excerpt: ['event excerpt'],
  start_date: ['event start date', 'start date', 'date'],
  start_time: ['event start time', 'start time', 'time'],
  end_date: ['event end date', 'end date'],
  end_time: ['event end time', 'end time'],
  all_day: ['all day event', 'all day'],
  zone: ['timezone', 'time zone', 'event timezone'],
  venue: ['event venue name', 'venue name', 'location', 'place'],
  address: ['venue address', 'event venue address'],
  city: ['venue city', 'event venue city'],
  zip: ['venue zip', 'event venue zip', 'postal code'],
  stateprovince: ['venue state', 'venue state/province', 'state', 'province'],
  country: ['venue country', 'event venue country'],
  geo_lat: ['latitude', 'venue latitude'],
  geo_lng: ['longitude', 'venue longitude'],
  organizer: ['event organizer name', 'event organizer name(s) or id(s)', 'organizer name'],
  organizer_email: ['event organizer email', 'organizer email'],
  organizer_phone: ['event organizer phone', 'organizer phone'],
  categories: ['event category', 'event categories', 'category'],
  tags: ['event tags'],
  cost: ['event cost', 'price'],
  currency: ['event currency symbol', 'currency symbol'],
  website: ['event website'],
  image: ['event featured image', 'featured image'],
  online_url: [],
  featured: ['featured event', 'event featured', 'feature event'],
  sticky: ['sticky in month view', 'event sticky in month view'],
  hide_from_listings: ['hide from event listings', 'hide event from listings', 'event hide from listings'],
  show_map: ['event show map'],
  show_map_link: ['event show map link'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ColumnField = keyof typeof KNOWN_NAMES
export const COLUMN_FIELDS = Object.keys(KNOWN_NAMES) as readonly ColumnField[]

/** Returns the text of a field in a row, or null if the file has no column for it. */
export type CellOf = (row: readonly string[], field: ColumnField) => string | null

const EXAMPLE_CHARACTERS = 100

/** Throws if the file has no title, no start, or not a column that the mapping names. An empty name leaves the field without a column. */
export function findColumns(
  { header, rows }: Table,
  mapping: Readonly<Record<string, string>>,
): { cellOf: CellOf; columns: readonly ReadColumn[] } {
  const positions = new Map<string, number>()
  for (const [i, name] of header.entries()) if (!positions.has(comparisonKey(name))) positions.set(comparisonKey(name), i)
  const found = new Map<ColumnField, number>()
  let isMissing = false
  for (const field of COLUMN_FIELDS) {
    const mapped = mapping[field]
    if (mapped === '') continue
    const names = mapped === undefined ? [field, ...KNOWN_NAMES[field]] : [mapped]
    const position = names.map((name) => positions.get(comparisonKey(name))).find((each) => each !== undefined)
    if (position !== undefined) found.set(field, position)
    else if (mapped !== undefined) isMissing = true
  }
  const fields = new Map([...found].map(([field, position]) => [position, field]))
  const columns = header.map((name, i) => {
    const example = rows.find(({ cells }) => cells[i]?.trim())?.cells[i]?.trim() ?? ''
    return { name, field: fields.get(i) ?? null, example: example.slice(0, EXAMPLE_CHARACTERS).toWellFormed() }
  })
  if (isMissing || !found.has('title') || !found.has('start_date')) throw new UnreadableDocument('columns_missing', { columns })
  const cellOf: CellOf = (row, field) => {
    const position = found.get(field)
    return position === undefined ? null : (row[position] ?? '').trim()
  }
  return { cellOf, columns }
}
