// Derives the listing rows of an event: the rows of `occurrences`, whose columns every link table of events repeats.
import type { Listing, StoredRow } from '../engine/definition/kind.ts'

export const EVENT_LISTING: Listing = {
  table: 'occurrences',
  id: 'event_id',
  hidden: 'hide_from_listings',
  columns: ['starts_at', 'ends_at', 'status', 'author_id', 'hide_from_listings', 'protected', 'featured', 'ticketed'],
  rows: eventListingRows,
}

/** Returns one row per time at which lists show the event. */
function eventListingRows(event: StoredRow): StoredRow[] {
  const { listing_starts_at: startsAt, listing_ends_at: endsAt, status, author_id: authorId } = event
  return [
    {
      starts_at: startsAt,
      ends_at: endsAt,
      status,
      author_id: authorId,
      hide_from_listings: event['hide_from_listings'] === true,
      protected: event['protected'] === true,
      featured: event['featured'] === true,
      ticketed: event['ticketed'] === true,
    },
  ]
}
