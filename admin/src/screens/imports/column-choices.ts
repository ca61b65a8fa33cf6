// The fields that a column may have, and the mapping of a source after a person has chosen other fields for some columns.
import type { RunColumn } from '@kalends/client'

export const COLUMN_FIELD_NAMES = [
  'title',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'all_day',
  'zone',
  'description',
  'excerpt',
  'venue',
  'address',
  'zip',
  'city',
  'stateprovince',
  'country',
  'geo_lat',
  'geo_lng',
  'organizer',
  'organizer_email',
  'organizer_phone',
  'categories',
  'tags',
  'cost',
  'currency',
  'website',
  'online_url',
  'image',
  'featured',
  'sticky',
  'hide_from_listings',
  'show_map',
  'show_map_link',
  'id',
] as const
export const NEEDED_FIELDS: readonly string[] = ['title', 'start_date']

/** The chosen fields by the position of their column. An empty field is not imported. */
export type ColumnChoices = ReadonlyMap<number, string>

export const fieldOfColumn = (columns: readonly RunColumn[], choices: ColumnChoices, position: number): string =>
  choices.get(position) ?? columns[position]?.field ?? ''

/** A field has one column, so another column that has it loses it. */
export function chooseField(columns: readonly RunColumn[], choices: ColumnChoices, position: number, field: string): ColumnChoices {
  const next = new Map(choices)
  for (const [other] of columns.entries())
    if (field !== '' && other !== position && fieldOfColumn(columns, next, other) === field) next.set(other, '')
  next.set(position, field)
  for (const [other, chosen] of next) if (chosen === (columns[other]?.field ?? '')) next.delete(other)
  return next
}

/** Columns that are recognized by their names stay out of the mapping, so that a file without them can be imported later. */
export function mappingOf(
  columns: readonly RunColumn[],
  choices: ColumnChoices,
  mapping: Readonly<Record<string, string>>,
): Record<string, string> {
  const next = { ...mapping }
  for (const [position] of choices) {
    const field = columns[position]?.field
    if (field) next[field] = ''
  }
  for (const [position, field] of choices) if (field !== '') next[field] = columns[position]?.name ?? ''
  return next
}
