// Declares the listing tables of events: `occurrences` has one row per date, and `listings` the dates that everybody may list.
import type { Listing, StoredRow } from '../engine/definition/kind.ts'
import { localToInstant, toDatabase } from '../kernel/time/date-times.ts'
import { EVENT_RECURRENCE } from './event-recurrence.ts'

const SHARED_COLUMNS = ['status', 'author_id', 'hide_from_listings', 'protected', 'featured', 'ticketed']
export const EVENT_LISTING: Listing = {
  table: 'occurrences',
  publicTable: 'listings',
  syncFunction: 'sync_listings',
  linkOwner: 'event_id',
  hidden: 'hide_from_listings',
  seriesColumn: 'series_id',
  expandedColumn: 'expanded_until',
  recurrenceColumn: 'recurrence',
  columns: ['series_id', 'original_start', 'own_version', 'starts_at', 'ends_at', ...SHARED_COLUMNS],
  sharedColumns: SHARED_COLUMNS,
  loggedTimes: { start: 'listing_starts_at', end: 'listing_ends_at' },
  row: (event) => ({
    series_id: event['series_id'] ?? null,
    original_start: event['original_start'] ?? null,
    own_version: event['own_version'] ?? 0,
    starts_at: event['listing_starts_at'],
    ends_at: event['listing_ends_at'],
    status: event['status'],
    author_id: event['author_id'],
    hide_from_listings: event['hide_from_listings'] === true,
    protected: event['protected'] === true,
    featured: event['featured'] === true,
    ticketed: event['ticketed'] === true,
  }),
  isPublic: (row) => row['status'] === 'publish' && row['hide_from_listings'] !== true,
  isSeries: (event) => (event['recurrence'] ?? null) !== null,
  familyId: (event) => (event['series_id'] ?? event['id']) as number,
  dateColumns: ['id', 'original_start', 'starts_local', 'ends_local', 'starts_at', 'ends_at', 'own_version'],
  withDate,
  recurring: EVENT_RECURRENCE,
}

/** A date of a series without changes of its own. Its version is that of the series plus the number of writes to the date (contract 13.5.10). */
function withDate(series: StoredRow, date: StoredRow): StoredRow {
  const { id, original_start, starts_local, ends_local, starts_at, ends_at, own_version } = date
  // The listing times of an all-day date are days in the time zone of the site.
  const instant = (wall: unknown, listed: unknown): unknown =>
    series['all_day'] === true ? toDatabase(localToInstant(Temporal.PlainDateTime.from(String(wall)), String(series['timezone']))) : listed
  return {
    ...series,
    id,
    version: (series['version'] as number) + (own_version as number),
    own_version,
    series_id: series['id'],
    original_start,
    recurrence: null,
    expanded_until: null,
    split_from: null,
    starts_local,
    ends_local,
    starts_at: instant(starts_local, starts_at),
    ends_at: ends_local === null ? null : instant(ends_local, ends_at),
    listing_starts_at: starts_at,
    listing_ends_at: ends_at,
  }
}
