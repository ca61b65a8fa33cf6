// Writes feeds in CSV (RFC 4180) for spreadsheets, with a byte order mark, and with protection against formula injection.
import { csvCell } from '../../kernel/text/csv-cells.ts'
import { TEXT, toPlainText, termNames, type Entry, type Format } from './feed.ts'

/** Columns and their values. Numbers and booleans are written unchanged; texts are escaped. */
const COLUMNS: Readonly<Record<string, (entry: Entry) => string | number | boolean | null>> = {
  id: ({ id }) => id,
  title: ({ titleWithStatus }) => titleWithStatus,
  start_date: ({ start_date }) => start_date,
  end_date: ({ end_date }) => end_date,
  timezone: ({ timezone }) => timezone,
  utc_start_date: ({ utc_start_date }) => utc_start_date,
  utc_end_date: ({ utc_end_date }) => utc_end_date,
  all_day: ({ all_day }) => all_day,
  status: ({ status }) => status,
  featured: ({ featured }) => featured,
  ticketed: ({ ticketed }) => ticketed,
  protected: (entry) => entry.protected,
  cost: ({ cost }) => cost,
  currency: ({ cost_details }) => cost_details.currency_code,
  categories: ({ categories }) => termNames({ categories, tags: [] }).join('; '),
  tags: ({ tags }) => termNames({ categories: [], tags }).join('; '),
  venue: ({ venue }) => venue.map((each) => each.venue).join('; '),
  address: ({ venue }) => venue[0]?.address ?? null,
  zip: ({ venue }) => venue[0]?.zip ?? null,
  city: ({ venue }) => venue[0]?.city ?? null,
  stateprovince: ({ venue }) => venue[0]?.stateprovince ?? null,
  country: ({ venue }) => venue[0]?.country ?? null,
  geo_lat: ({ venue }) => venue[0]?.geo_lat ?? null,
  geo_lng: ({ venue }) => venue[0]?.geo_lng ?? null,
  organizer: ({ organizer }) => organizer.map((each) => each.organizer).join('; '),
  organizer_email: ({ organizer }) => organizer[0]?.email ?? null,
  organizer_phone: ({ organizer }) => organizer[0]?.phone ?? null,
  website: ({ website }) => website,
  url: ({ url }) => url,
  image: ({ image }) => image?.url ?? null,
  language: ({ language }) => language,
  modified_utc: ({ modified_utc }) => modified_utc,
  description: (entry) => toPlainText(entry),
  event_status: ({ event_status }) => event_status,
  event_status_reason: ({ event_status_reason }) => event_status_reason,
  previous_start_date: ({ previous_start_date }) => previous_start_date,
  online_url: ({ online_url }) => online_url,
  attendance: ({ attendance }) => attendance,
  availability: ({ availability }) => availability,
}

export const csv: Format = {
  ending: 'csv',
  type: 'text/csv; charset=utf-8; header=present',
  description: 'Returns all matching events as CSV, for spreadsheets.',
  schema: TEXT,
  open: () => ({
    begin: () => `\ufeff${Object.keys(COLUMNS).join(',')}\r\n`,
    write: (entries) => entries.map(csvRow).join(''),
    end: () => '',
  }),
}

const csvRow = (entry: Entry): string =>
  `${Object.values(COLUMNS)
    .map((column) => csvCell(column(entry)))
    .join(',')}\r\n`
