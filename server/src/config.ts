// Every setting, once: its name, how it is read, its default and what it is for. The table in docs/settings.md is made from here.
import { readFileSync } from 'node:fs'
import {
  urlSetting,
  HOST_AND_PORT_ITEM,
  LANGUAGE_ITEM,
  listSetting,
  NAME_SERVER_ITEM,
  NETWORK_ITEM,
  choiceSetting,
  PORT,
  urlTemplateSetting,
  integerSetting,
  stringSetting,
  booleanSetting,
  timeZoneSetting,
  type ListItem,
  type Setting,
} from './kernel/validation/setting-types.ts'

const SURROGATE_KEY_HEADERS = ['surrogate-key', 'xkey', 'cache-tag', 'edge-cache-tag']
const SURROGATE_KEY_HEADER: ListItem = {
  expected: `one of ${SURROGATE_KEY_HEADERS.join(', ')}`,
  test: (item) => SURROGATE_KEY_HEADERS.includes(item),
}

export const SETTINGS = {
  DATABASE_URL: stringSetting('Where PostgreSQL is.', 'postgresql://127.0.0.1:5432/kalends'),
  HOST: stringSetting('Address to listen on.', '127.0.0.1'),
  PORT: integerSetting('Port to listen on; 0 takes a free one.', 3000, 0, 65535),
  PUBLIC_URL: urlSetting('Address under which clients reach the service; links are built from it. Empty: http://HOST:PORT.', ''),
  REST_ROOT: {
    ...stringSetting('Path before the namespace, such as /api.', ''),
    read: (text: string) => (/^(\/[\w.-]+)*$/.test(text) ? text : new Error('must be empty or a path such as /api')),
  },
  SITE_TIMEZONE: timeZoneSetting('Zone of the site: dates without an offset are read in it.', 'UTC'),
  LANGUAGES: listSetting('Languages of texts and messages.', 'ar,en,fr,pt-pt,sw', LANGUAGE_ITEM),
  DEFAULT_LANGUAGE: stringSetting('Language of requests that name none.', 'en'),
  EVENT_URL: urlTemplateSetting(
    'Page of an event for people, such as https://example.org/{language}/events/{slug}. Empty: its address in the interface.',
  ),
  VENUE_URL: urlTemplateSetting('The same for venues.'),
  ORGANIZER_URL: urlTemplateSetting('The same for organizers.'),
  CATEGORY_URL: urlTemplateSetting('The same for categories.'),
  TAG_URL: urlTemplateSetting('The same for tags.'),
  CALENDAR_NAME: stringSetting(
    'What the calendar is called among the calendars and feeds of its readers. Empty: Events calendar, in the language of each.',
    '',
  ),
  CALENDAR_COLOR: {
    ...stringSetting('Colour of the calendar there: a colour name of CSS.', 'steelblue'),
    read: (text: string) => (/^[a-z]+$/.test(text) ? text : new Error('must be a colour name of CSS, such as steelblue')),
  },
  PER_PAGE_MAX: integerSetting('Most records to a page.', 100, 1, 1000),
  LIST_MAX_AGE: integerSetting('Seconds a shared cache may keep a list.', 60, 0, 86400),
  RECORD_MAX_AGE: integerSetting('Seconds a shared cache may keep one record; leave at 0 unless the cache is purged.', 0, 0, 86400),
  SURROGATE_KEY_HEADERS: listSetting(
    'Headers that name the records an answer shows, for a CDN that is told by name what to forget: surrogate-key, xkey, cache-tag, edge-cache-tag. Empty: none. Lists then do not use the cache of listed records (RECORD_CACHE_MB).',
    '',
    SURROGATE_KEY_HEADER,
  ),
  SURROGATE_KEYS_MAX: integerSetting('Most names in such a header; an answer that shows more records names their kinds.', 128, 10, 500),
  CACHE_MB: integerSetting('Memory for answers that are kept ready for anybody; 0 keeps none.', 64, 0, 65_536),
  RECORD_CACHE_MB: integerSetting(
    'Memory for records that lists show to anonymous callers and records nested in others, half for each; 0 turns both caches off.',
    128,
    0,
    65_536,
  ),
  CACHE_MAX_STALENESS_MS: integerSetting(
    'Nothing kept is served that was not confirmed within this time, even when the database does not tell of changes.',
    2_000,
    100,
    60_000,
  ),
  CACHE_MIN_REFRESH_MS: integerSetting(
    'Under many writes of other processes, how long what is kept may be served on; a process sees its own writes at once.',
    200,
    0,
    10_000,
  ),
  TRASH_DAYS: integerSetting('Days a record stays in the trash before it is deleted for good.', 30, 1, 3650),
  MEDIA_DIR: stringSetting('Folder in which pictures are stored; all processes share it.', './media'),
  MEDIA_LIMIT_BYTES: integerSetting('Largest picture that is taken.', 10_485_760, 1_024, 104_857_600),
  MEDIA_MEGAPIXELS: integerSetting('Most megapixels of a picture that is taken.', 25, 1, 100),
  MEDIA_KEEP_DAYS: integerSetting(
    'Days before a file without an image is moved to the trash of MEDIA_DIR, and days before it is deleted from there.',
    7,
    1,
    3650,
  ),
  MEDIA_UNUSED_DAYS: integerSetting('Days an image is kept that no record shows; 0 keeps it for ever.', 30, 0, 3650),
  CHANGES_KEEP_DAYS: integerSetting('Days to keep the change log; 0 keeps it forever.', 730, 0, 36_500),
  SECURITY_LOG_KEEP_DAYS: integerSetting('Days to keep the security log; 0 keeps it forever.', 365, 0, 36_500),
  IDEMPOTENCY_HOURS: integerSetting('Hours an Idempotency-Key is remembered.', 24, 1, 720),
  BODY_LIMIT_BYTES: integerSetting('Largest body.', 1_048_576, 1024, 104_857_600),
  URL_LIMIT_CHARS: integerSetting('Longest address.', 8192, 1024, 65536),
  HEADERS_LIMIT_BYTES: integerSetting('Largest headers.', 16_384, 4096, 131_072),
  HEADERS_TIMEOUT_MS: integerSetting('Time in which headers must arrive.', 5_000, 100, 120_000),
  REQUEST_TIMEOUT_MS: integerSetting('Time in which a whole request must arrive.', 10_000, 100, 600_000),
  KEEP_ALIVE_MS: integerSetting('Time an idle connection is kept; more than the proxy in front keeps it.', 75_000, 1_000, 600_000),
  SOCKET_TIMEOUT_MS: integerSetting(
    'Time a connection may stand still while a request is answered: who reads nothing of his answer for so long is left.',
    60_000,
    1_000,
    600_000,
  ),
  MAX_IN_FLIGHT: integerSetting(
    'Concurrent requests of all clients; more are refused with 503 before any processing; 0 is no limit.',
    500,
    0,
    100_000,
  ),
  CONCURRENCY_ANONYMOUS: integerSetting(
    'Concurrent requests from one address without credentials; cached responses and files do not count; 0 is no limit.',
    8,
    0,
    100_000,
  ),
  CONCURRENCY_CALLER: integerSetting('Concurrent requests of one authenticated caller; 0 is no limit.', 20, 0, 100_000),
  CONCURRENCY_QUEUE: integerSetting('Queued requests of one client; more are refused with 503.', 64, 0, 100_000),
  CONCURRENCY_WAIT_MS: integerSetting('Time a request may stay queued before it is refused with 503.', 2_000, 0, 60_000),
  CONCURRENCY_BODIES: integerSetting(
    'Request bodies received concurrently from one client; more are refused with 503; 0 is no limit.',
    100,
    0,
    100_000,
  ),
  CONCURRENCY_FEEDS: integerSetting(
    'Whole feeds generated concurrently for all clients; one client gets at most half of this number; 0 is no limit.',
    4,
    0,
    100_000,
  ),
  CONCURRENCY_SEARCHES: integerSetting(
    'Concurrent searches of the whole calendar for all clients; one client gets at most half of this number; 0 is no limit.',
    4,
    0,
    100_000,
  ),
  CONCURRENCY_UPLOADS: integerSetting(
    'Uploads processed concurrently for all clients; one client gets at most half of this number; 0 is no limit.',
    8,
    0,
    100_000,
  ),
  HANDLER_TIMEOUT_MS: integerSetting(
    'Time in which a request must be processed before it is aborted with 503; 0 is no limit.',
    30_000,
    0,
    600_000,
  ),
  STREAM_TIMEOUT_MS: integerSetting(
    'Time in which a streamed response must be sent before its connection is closed; 0 is no limit.',
    300_000,
    0,
    3_600_000,
  ),
  EVENT_LOOP_DELAY_MS: integerSetting(
    'Event-loop delay that, after two seconds, causes requests other than health checks, files and cached responses to be refused with 503; 0 is no limit.',
    200,
    0,
    60_000,
  ),
  MAX_CONNECTIONS: integerSetting('Most connections at a time.', 10_000, 10, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: integerSetting(
    'Most connections from one address that is not a trusted proxy; 0 is no limit.',
    256,
    0,
    1_000_000,
  ),
  SHUTDOWN_DELAY_MS: integerSetting('Time between the signal to stop and the end of listening, for balancers to notice.', 1_000, 0, 60_000),
  SHUTDOWN_TIMEOUT_MS: integerSetting('Time in which running requests must end after listening ended.', 10_000, 100, 120_000),
  RATE_LIMIT_ANONYMOUS: integerSetting('Requests a minute from one address without credentials; 0 is no limit.', 600, 0, 1_000_000),
  RATE_LIMIT_AUTHENTICATED: integerSetting('Requests a minute of one known caller; 0 is no limit.', 3_000, 0, 1_000_000),
  RATE_LIMIT_FILES: integerSetting('Requests a minute from one address for pictures and static files; 0 is no limit.', 6_000, 0, 1_000_000),
  RATE_LIMIT_COST_SEARCH: integerSetting(
    'Number of requests that a search of the whole calendar counts as; 0 and 1 count it as one.',
    5,
    0,
    1_000,
  ),
  RATE_LIMIT_COST_UPLOAD: integerSetting('Number of requests that an upload counts as; 0 and 1 count it as one.', 10, 0, 1_000),
  RATE_LIMIT_FEED_EVENTS: integerSetting(
    'Events of a whole feed that count as one more request, up to a quarter of the rate limit; 0 counts a feed as one request.',
    50,
    0,
    1_000_000,
  ),
  RATE_LIMIT_FAILED_LOGINS: integerSetting(
    'Wrong credentials a minute from one address before further wrong ones get 429; 0 is no limit.',
    20,
    0,
    100_000,
  ),
  RATE_LIMIT_PASSWORD_ATTEMPTS: integerSetting(
    'Wrong passwords a minute for one record from one address, before it has to wait; 0 is no limit.',
    10,
    0,
    100_000,
  ),
  RATE_LIMIT_PASSWORD_ATTEMPTS_RECORD: integerSetting(
    'Wrong passwords an hour for one record from all addresses before passwords from addresses that have not opened it get 429; 0 is no limit.',
    600,
    0,
    1_000_000,
  ),
  REDIS_URL: stringSetting('Where Redis is, to count requests together with other processes. Empty: each process counts for itself.', ''),
  TRUSTED_PROXIES: listSetting('Addresses or networks of proxies whose X-Forwarded-For counts.', '', NETWORK_ITEM),
  EGRESS_ALLOW: listSetting(
    'Inner hosts with their port that the service may fetch from, such as 127.0.0.1:8080; each opens itself and nothing else.',
    '',
    HOST_AND_PORT_ITEM,
  ),
  EGRESS_PORTS: listSetting('Ports the service may fetch from.', '80,443', PORT),
  EGRESS_DNS: listSetting(
    'DNS servers that know the names of hosts to fetch from, as addresses. Empty: those of the system.',
    '',
    NAME_SERVER_ITEM,
  ),
  EGRESS_DEADLINE_MS: integerSetting('Time in which something must be fetched, redirects and all.', 10_000, 100, 120_000),
  EGRESS_MAX_BYTES: integerSetting('Largest thing that is fetched, decoded.', 10_485_760, 1_024, 104_857_600),
  EGRESS_IN_FLIGHT: integerSetting('Most things fetched at a time; more are refused.', 16, 1, 1_000),
  DATABASE_POOL_SIZE: integerSetting('Connections to PostgreSQL from one process.', 10, 2, 500),
  DATABASE_RESERVED: integerSetting('Connections of DATABASE_POOL_SIZE that are reserved for writes; 0 reserves none.', 2, 0, 500),
  DATABASE_PREPARED_STATEMENTS: booleanSetting('Use prepared statements; false behind PgBouncer before 1.21 in transaction mode.', true),
  DATABASE_CONNECT_TIMEOUT_MS: integerSetting('Time in which a connection to PostgreSQL must be had.', 2_000, 100, 60_000),
  DATABASE_STATEMENT_TIMEOUT_MS: integerSetting('Time in which a statement must end.', 5_000, 100, 600_000),
  DATABASE_LOCK_TIMEOUT_MS: integerSetting('Time a statement waits for a lock.', 2_000, 100, 600_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: integerSetting('Time a transaction may stand still.', 10_000, 100, 600_000),
  MIGRATE_ON_START: booleanSetting('Bring the database up to date when the server starts.', true),
  METRICS_HOST: stringSetting('Address on which metrics are served.', '127.0.0.1'),
  REUSE_PORT: booleanSetting(
    'Let other processes of Kalends listen on the same port, one for each core; the kernel shares connections out.',
    false,
  ),
  METRICS_PORT: integerSetting('Port on which metrics are served; 0 serves none.', 0, 0, 65535),
  LOG_LEVEL: choiceSetting('What is worth a line in the log.', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
} as const satisfies Readonly<Record<string, Setting<unknown>>>

type Read<S> = S extends Setting<infer T> ? T : never
export type Config = { readonly [K in keyof typeof SETTINGS]: Read<(typeof SETTINGS)[K]> }

/** Settings that are wrong, all of them. */
export class ConfigError extends Error {
  readonly fieldErrors: readonly string[]
  constructor(fieldErrors: readonly string[]) {
    super(fieldErrors.join('\n'))
    this.fieldErrors = fieldErrors
  }
}

/** Reads every setting, or says at once what is wrong with all of them. `NAME_FILE` reads a secret from a file. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const fieldErrors: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const text = rawValue(name, env, fieldErrors) ?? setting.fallback
    const value = setting.read(text)
    if (value instanceof Error) fieldErrors.push(`${name} ${value.message}; it is "${text}".`)
    else config[name] = value
  }
  const read = config as Config
  if (fieldErrors.length === 0 && !read.LANGUAGES.includes(read.DEFAULT_LANGUAGE))
    fieldErrors.push('DEFAULT_LANGUAGE must be one of LANGUAGES.')
  if (fieldErrors.length > 0) throw new ConfigError(fieldErrors)
  return read
}

function rawValue(name: string, env: Readonly<Record<string, string | undefined>>, fieldErrors: string[]): string | undefined {
  const file = env[`${name}_FILE`]
  if (file === undefined) return env[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    fieldErrors.push(`${name}_FILE names a file that cannot be read.`)
    return undefined
  }
}
