// Settings of the site: time zone, languages, names and public pages, and how long deleted records and logs are kept.
import {
  booleanSetting,
  integerSetting,
  LANGUAGE_ITEM,
  listSetting,
  ORIGIN_ITEM,
  patternSetting,
  stringSetting,
  timeZoneSetting,
  urlTemplateSetting,
  type ListItem,
} from '../kernel/validation/setting-types.ts'

const PAGE_PLACEHOLDERS = ['{id}', '{slug}', '{language}']

export const SITE = {
  SITE_TIMEZONE: timeZoneSetting(
    'Time zone of the site. Dates without an offset are in this time zone. Run `kalends rebuild` after changing it.',
    'UTC',
  ),
  LANGUAGES: listSetting('Languages of content and messages.', 'ar,en,fr,pt-pt,sw', LANGUAGE_ITEM),
  DEFAULT_LANGUAGE: stringSetting('Language of requests that do not specify one.', 'en', 'one of LANGUAGES'),
  CALENDAR_NAME: stringSetting(
    'Name of the calendar on public pages, in calendar applications and feed readers. If empty: "Events calendar" in the language of the reader.',
    '',
  ),
  CALENDAR_COLOR: patternSetting('Color of the calendar in calendar applications.', {
    fallback: 'steelblue',
    values: 'CSS color name',
    pattern: /^[a-z]+$/,
    expected: 'a CSS color name such as steelblue',
  }),
  EVENT_URL: urlTemplateSetting(
    'Public web page of an event, such as https://example.org/{language}/events/{slug}/{date}. {date} is the day of its start; for a date of a series, of its original start. If empty: the page of this server, or its URL in the API if PAGES does not name events.',
    [...PAGE_PLACEHOLDERS, '{date}'],
  ),
  VENUE_URL: urlTemplateSetting('Public web page of a venue.', PAGE_PLACEHOLDERS),
  ORGANIZER_URL: urlTemplateSetting('Public web page of an organizer.', PAGE_PLACEHOLDERS),
  CATEGORY_URL: urlTemplateSetting('Public web page of a category.', PAGE_PLACEHOLDERS),
  TAG_URL: urlTemplateSetting('Public web page of a tag.', PAGE_PLACEHOLDERS),
  DIALECT: patternSetting(
    'Interface of another product that the server also provides. `tec`: the REST interface of The Events Calendar under /wp-json/tribe/events/v1.',
    { fallback: '', values: 'tec', pattern: /^(?:tec)?$/, expected: 'tec or empty' },
  ),
  PER_PAGE_MAX: integerSetting('Maximum number of records per page.', { fallback: 100, range: [1, 1000], unit: 'records' }),
  RECURRENCE_HORIZON_MONTHS: integerSetting('Time ahead for which the dates of endless series are stored.', {
    fallback: 36,
    range: [25, 240],
    unit: 'months',
  }),
} as const

const PAGE_ITEM: ListItem = {
  expected: 'one of events, venues, organizers and categories',
  plural: 'names of pages',
  test: (item) => ['events', 'venues', 'organizers', 'categories'].includes(item),
}
const TILE_PLACEHOLDERS = ['{z}', '{x}', '{y}']
export const PUBLIC_PAGES = {
  PAGES: listSetting(
    'Public pages of this server: events, venues, organizers, categories. Empty turns all of them off.',
    'events,venues,organizers,categories',
    PAGE_ITEM,
  ),
  DOCUMENTATION: booleanSetting('Whether everybody may read the guide and the API reference under /docs.', true),
  ACCENT_COLOR: patternSetting('Color of links and buttons on public pages. Shades with enough contrast are derived from it.', {
    fallback: '#a81f27',
    values: 'color such as #a81f27',
    pattern: /^#[\da-fA-F]{6}$/,
    expected: 'a color such as #a81f27',
  }),
  LOGO: patternSetting('File with the logo of the calendar on public pages. If empty: the icon of Kalends.', {
    fallback: '',
    values: 'path of an SVG, PNG or WebP file',
    pattern: /^$|\.(svg|png|webp)$/i,
    expected: 'the path of an SVG, PNG or WebP file',
  }),
  TAGLINE: stringSetting('Sentence below the heading of the list of events.', ''),
  FOOTER: stringSetting('Sentence at the end of every public page, such as who maintains the calendar.', ''),
  MAP_TILES: urlTemplateSetting(
    'Map tiles of the pages of events and venues and of the admin, such as https://tile.example.org/{z}/{x}/{y}.png. Visitors and editors load them after they ask for the map. If empty: no maps.',
    TILE_PLACEHOLDERS,
  ),
  MAP_ATTRIBUTION: stringSetting('Copyright notice below maps.', '© OpenStreetMap'),
  EMBED_ORIGINS: listSetting(
    'Sites that may show /embed/list and /embed/month in a frame, such as https://example.org. * is every site; empty is none. No other page can be framed. The widget and the API work on every site.',
    '*',
    ORIGIN_ITEM,
  ),
  NOINDEX_DAYS: integerSetting('Time after the end of an event from which search engines leave out its page.', {
    fallback: 30,
    range: [0, 36_500],
    unit: 'days',
  }),
} as const

export const RETENTION = {
  TRASH_DAYS: integerSetting('Time after which a record in the trash is deleted permanently.', {
    fallback: 30,
    range: [1, 3650],
    unit: 'days',
  }),
  CHANGES_KEEP_DAYS: integerSetting('Time to keep rows of the change log. 0 keeps them forever.', {
    fallback: 730,
    range: [0, 36_500],
    unit: 'days',
  }),
  SECURITY_LOG_KEEP_DAYS: integerSetting('Time to keep rows of the security log. 0 keeps them forever.', {
    fallback: 365,
    range: [0, 36_500],
    unit: 'days',
  }),
  IDEMPOTENCY_HOURS: integerSetting('Time to keep the response stored for an Idempotency-Key.', {
    fallback: 24,
    range: [1, 720],
    unit: 'hours',
  }),
} as const
