// Settings of the site: time zone, languages, names, public pages, and how long deleted records and logs are kept.
import {
  integerSetting,
  LANGUAGE_ITEM,
  listSetting,
  patternSetting,
  stringSetting,
  timeZoneSetting,
  urlTemplateSetting,
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
    'Name of the calendar in calendar applications and feed readers. If empty: "Events calendar" in the language of the reader.',
    '',
  ),
  CALENDAR_COLOR: patternSetting('Color of the calendar in calendar applications.', {
    fallback: 'steelblue',
    values: 'CSS color name',
    pattern: /^[a-z]+$/,
    expected: 'a CSS color name such as steelblue',
  }),
  EVENT_URL: urlTemplateSetting(
    'Public web page of an event, such as https://example.org/{language}/events/{slug}/{date}. {date} is the day of its start; for a date of a series, of its original start. If empty: its URL in the API.',
    [...PAGE_PLACEHOLDERS, '{date}'],
  ),
  VENUE_URL: urlTemplateSetting('Public web page of a venue.', PAGE_PLACEHOLDERS),
  ORGANIZER_URL: urlTemplateSetting('Public web page of an organizer.', PAGE_PLACEHOLDERS),
  CATEGORY_URL: urlTemplateSetting('Public web page of a category.', PAGE_PLACEHOLDERS),
  TAG_URL: urlTemplateSetting('Public web page of a tag.', PAGE_PLACEHOLDERS),
  PER_PAGE_MAX: integerSetting('Maximum number of records per page.', { fallback: 100, range: [1, 1000], unit: 'records' }),
  RECURRENCE_HORIZON_MONTHS: integerSetting('Time ahead for which the dates of endless series are stored.', {
    fallback: 36,
    range: [25, 240],
    unit: 'months',
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
