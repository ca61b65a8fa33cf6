// Settings of rate limits, of concurrency limits and of limits of recurrences.
import { DEFAULT_LIMITS, HIGHEST_LIMITS, type RecurrenceLimits } from '../kernel/recurrence/limits.ts'
import { integerSetting, serverUrlSetting, type Setting } from '../kernel/validation/setting-types.ts'

const PER_MINUTE = 'requests per minute'

export const RATE_LIMITS = {
  RATE_LIMIT_ANONYMOUS: integerSetting('Rate limit for one IP address without credentials. 0 means no limit.', {
    fallback: 600,
    range: [0, 1_000_000],
    unit: PER_MINUTE,
  }),
  RATE_LIMIT_AUTHENTICATED: integerSetting('Rate limit for one authenticated caller. 0 means no limit.', {
    fallback: 3_000,
    range: [0, 1_000_000],
    unit: PER_MINUTE,
  }),
  RATE_LIMIT_FILES: integerSetting('Rate limit for pictures and static files for one IP address. 0 means no limit.', {
    fallback: 6_000,
    range: [0, 1_000_000],
    unit: PER_MINUTE,
  }),
  RATE_LIMIT_COST_SEARCH: integerSetting('Number of requests that a search of the whole calendar counts as. 0 counts as 1.', {
    fallback: 5,
    range: [0, 1_000],
    unit: 'requests',
  }),
  RATE_LIMIT_COST_UPLOAD: integerSetting('Number of requests that an upload counts as. 0 counts as 1.', {
    fallback: 10,
    range: [0, 1_000],
    unit: 'requests',
  }),
  RATE_LIMIT_FEED_EVENTS: integerSetting(
    'Number of events in a whole feed that count as one additional request, up to a quarter of the rate limit. 0 counts a feed as one request.',
    { fallback: 50, range: [0, 1_000_000], unit: 'events' },
  ),
  RATE_LIMIT_FAILED_LOGINS: integerSetting(
    'Number of invalid credentials from one IP address after which further invalid credentials get 429. 0 means no limit.',
    { fallback: 20, range: [0, 100_000], unit: 'attempts per minute' },
  ),
  RATE_LIMIT_PASSWORD_ATTEMPTS: integerSetting(
    'Number of wrong passwords for one record from one IP address after which further attempts get 429. 0 means no limit.',
    { fallback: 10, range: [0, 100_000], unit: 'attempts per minute' },
  ),
  RATE_LIMIT_PASSWORD_ATTEMPTS_RECORD: integerSetting(
    'Number of wrong passwords for one record from all IP addresses after which attempts from addresses that have not opened it get 429. 0 means no limit.',
    { fallback: 600, range: [0, 1_000_000], unit: 'attempts per hour' },
  ),
  REDIS_URL: serverUrlSetting(
    'URL of a Redis server in which all processes share rate-limit counters. If empty: each process counts separately.',
    {
      fallback: '',
      schemes: ['redis', 'rediss'],
      example: 'redis://127.0.0.1:6379',
    },
  ),
} as const

const UP_TO_100_000 = [0, 100_000] as const
export const CONCURRENCY = {
  MAX_IN_FLIGHT: integerSetting('Maximum number of concurrent requests of all clients. Further requests get 503. 0 means no limit.', {
    fallback: 500,
    range: UP_TO_100_000,
    unit: 'requests',
  }),
  CONCURRENCY_ANONYMOUS: integerSetting(
    'Maximum number of concurrent requests from one IP address without credentials. Cached responses and files are not counted. 0 means no limit.',
    { fallback: 8, range: UP_TO_100_000, unit: 'requests' },
  ),
  CONCURRENCY_CALLER: integerSetting('Maximum number of concurrent requests of one authenticated caller. 0 means no limit.', {
    fallback: 20,
    range: UP_TO_100_000,
    unit: 'requests',
  }),
  CONCURRENCY_QUEUE: integerSetting('Maximum number of queued requests of one client. Further requests get 503.', {
    fallback: 64,
    range: UP_TO_100_000,
    unit: 'requests',
  }),
  CONCURRENCY_WAIT_MS: integerSetting('Time after which a queued request gets 503.', { fallback: 2_000, range: [0, 60_000], unit: 'ms' }),
  CONCURRENCY_BODIES: integerSetting(
    'Maximum number of request bodies received concurrently from one client. Further requests get 503. 0 means no limit.',
    { fallback: 100, range: UP_TO_100_000, unit: 'requests' },
  ),
  CONCURRENCY_FEEDS: integerSetting(
    'Maximum number of whole feeds generated concurrently. One client can use half of them. 0 means no limit.',
    { fallback: 4, range: UP_TO_100_000, unit: 'requests' },
  ),
  CONCURRENCY_SEARCHES: integerSetting(
    'Maximum number of concurrent searches of the whole calendar. One client can use half of them. 0 means no limit.',
    { fallback: 4, range: UP_TO_100_000, unit: 'requests' },
  ),
  CONCURRENCY_UPLOADS: integerSetting(
    'Maximum number of uploads processed concurrently. One client can use half of them. 0 means no limit.',
    { fallback: 8, range: UP_TO_100_000, unit: 'requests' },
  ),
  EVENT_LOOP_DELAY_MS: integerSetting(
    'If the event loop is delayed by more than this for two seconds, requests get 503, except health checks, files and cached responses. 0 means no limit.',
    { fallback: 200, range: [0, 60_000], unit: 'ms' },
  ),
} as const

export const LIVE = {
  SSE_MAX: integerSetting('Maximum number of open change streams and waiting requests for changes. Further ones get 503. 0 refuses all.', {
    fallback: 2_000,
    range: UP_TO_100_000,
    unit: 'streams',
  }),
  SSE_MAX_PER_CALLER: integerSetting(
    'Maximum number of change streams of one authenticated caller. Further ones get 429. 0 means no limit.',
    {
      fallback: 20,
      range: UP_TO_100_000,
      unit: 'streams',
    },
  ),
  SSE_MAX_PER_ADDRESS: integerSetting(
    'Maximum number of change streams from one IP address without credentials. Further ones get 429. 0 means no limit.',
    { fallback: 50, range: UP_TO_100_000, unit: 'streams' },
  ),
  SSE_MAX_MINUTES: integerSetting('Time after which a change stream ends. The client then connects again and continues.', {
    fallback: 60,
    range: [1, 1_440],
    unit: 'minutes',
  }),
} as const

const recurrenceLimit = (description: string, name: keyof RecurrenceLimits, unit: string, minimum = 1): Setting<number> =>
  integerSetting(description, { fallback: DEFAULT_LIMITS[name], range: [minimum, HIGHEST_LIMITS[name]], unit })
/** A stored series keeps its dates when a limit is lowered: the limits apply to the recurrence that a write sends or moves. */
export const RECURRENCE = {
  RECURRENCE_MAX_RULES: recurrenceLimit('Maximum number of rules in one recurrence.', 'maxRules', 'rules'),
  RECURRENCE_MAX_DATES: recurrenceLimit('Maximum number of additional dates in one recurrence.', 'maxDates', 'dates'),
  RECURRENCE_MAX_EXCLUSIONS: recurrenceLimit('Maximum number of exclusions in one recurrence.', 'maxExclusions', 'exclusions'),
  RECURRENCE_MAX_OCCURRENCES: recurrenceLimit('Maximum number of dates that one write adds to a series.', 'maxOccurrences', 'dates', 10),
  RECURRENCE_MAX_STEPS: recurrenceLimit(
    'Maximum number of steps of the expansion of one recurrence. The server handles no other request meanwhile.',
    'maxSteps',
    'steps',
    1_000,
  ),
} as const
