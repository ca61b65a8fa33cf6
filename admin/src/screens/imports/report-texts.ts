// The reasons, remarks and errors of reports in words. The server writes its messages in English only.
import type { RunItem } from '@kalends/client'
import type { Translate } from '../../lib/messages.ts'
import { columnLabel } from './column-fields.ts'

export function runProblem(reason: string | null, t: Translate): string {
  const texts: Readonly<Record<string, string>> = {
    not_fetched: t('The address does not respond, or responds with an error.'),
    too_large: t('The document is too large.'),
    not_icalendar: t('This is not a calendar file. Choose a file whose name ends with .ics.'),
    columns_missing: t('The title and the start need a column each. Choose below which columns they are.'),
    not_tec: t('The site at this address does not offer its events. Check the address.'),
    rate_limited: t('The site refuses so many requests. Try again later.'),
    site_changing: t('The site changed while it was read. Try again later.'),
    not_readable: t('The document cannot be read. It may be damaged, or of another type.'),
    too_complex: t('The document is too complex to be read.'),
    too_many_items: t('The document has more than 20,000 entries. Divide it into several.'),
    no_document: t('The document is empty.'),
    owner: t('The owner of this import is no longer an editor.'),
    internal: t('Something went wrong. Try again.'),
  }
  return texts[reason ?? ''] ?? t('The import failed: {reason}', { reason: reason ?? '' })
}

export function reasonText(reason: string | null, t: Translate): string | null {
  const texts: Readonly<Record<string, string>> = {
    trashed: t('It was moved to the trash here, and stays there.'),
    deleted: t('It was deleted here, and does not come back.'),
    beyond_horizon: t('This date is too far in the future to be changed.'),
    changed_since: t('It was changed after the import, and stays as it is.'),
  }
  return texts[reason ?? ''] ?? null
}

export function remarkText(note: string, t: Translate): string {
  const texts: Readonly<Record<string, string>> = {
    matched_by_content: t('Recognized by its title, start and place, because its ID is new.'),
    time_zone_guessed: t('The time zone is guessed from its offsets.'),
    categories_skipped: t('Some categories were left out.'),
    no_uid: t('It has no ID of its own.'),
    same_uid: t('Another entry has the same ID.'),
    reference_not_found: t('Something that it refers to is missing.'),
    picture_not_fetched: t('Its picture could not be loaded.'),
    values_skipped: t('Some values are not valid and were left out.'),
    slug_taken: t('Its address on the web was taken, and is a new one.'),
    existing_term: t('The calendar has it already.'),
    series: t('Several dates became one event that repeats.'),
    series_as_single_events: t('No rule yields its dates, so each is an event of its own.'),
  }
  return texts[note] ?? note
}

/** The message of an error that the reader of documents found; null for errors of the calendar, whose messages are in English. */
function errorText(code: string, t: Translate): string | null {
  const texts: Readonly<Record<string, string>> = {
    invalid_lines: t('Its lines are not valid iCalendar.'),
    invalid_time: t('The time is not valid.'),
    unknown_time_zone: t('The time zone is not known.'),
    no_start: t('It has no start.'),
    unsupported_range: t('Changes of this and all later dates are not supported.'),
    repeated: t('The document has it more than once.'),
    no_such_date: t('The event that repeats does not have this date.'),
    invalid_date: t('The date is not valid, or is written in another way than chosen.'),
    ambiguous_date: t('The day and the month could be swapped. Choose how dates are written.'),
    invalid_number: t('The number is not valid.'),
    invalid_flag: t('The value is neither yes nor no.'),
    no_time: t('It is not all day, and has no time.'),
    too_many_cells: t('The row has more cells than the first row. Put texts with separators in quotes.'),
    row_too_long: t('The row has more than 500,000 characters.'),
    unclosed_quote: t('A quote is not closed. The rows from here on were not read.'),
  }
  return texts[code] ?? null
}
export interface ErrorTexts {
  readonly field: string | null
  readonly text: string
  readonly isEnglish: boolean
}
export function errorTexts({ field, code, message }: RunItem['errors'][number], t: Translate): ErrorTexts {
  const text = errorText(code, t)
  const name = field?.split(/[.[]/)[0]
  return { field: name ? columnLabel(name, t) : null, text: text ?? message, isEnglish: text === null }
}
