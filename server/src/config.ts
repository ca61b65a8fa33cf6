// Every setting, once: its name, how it is read, its default and what it is for. The table in docs/settings.md is made from here.
import { readFileSync } from 'node:fs'
import { normalizeZone } from './kernel/moments.ts'

interface Setting<T> {
  readonly about: string
  readonly fallback: string
  /** The value, or a sentence that says what is expected. */
  read(text: string): T | Error
}
const whole = (about: string, fallback: number, min: number, max: number): Setting<number> => ({
  about,
  fallback: String(fallback),
  read: (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : new Error(`must be a whole number from ${min} to ${max}`),
})
const word = (about: string, fallback: string): Setting<string> => ({ about, fallback, read: (text) => text })
const oneOf = <const W extends readonly string[]>(about: string, fallback: W[number], words: W): Setting<W[number]> => ({
  about,
  fallback,
  read: (text) => (words.includes(text) ? text : new Error(`must be one of ${words.join(', ')}`)),
})
const yesNo = (about: string, fallback: boolean): Setting<boolean> => ({
  about,
  fallback: String(fallback),
  read: (text) => (text === 'true' || text === 'false' ? text === 'true' : new Error('must be true or false')),
})
const list = (about: string, fallback: string, pattern: RegExp): Setting<readonly string[]> => ({
  about,
  fallback,
  read: (text) => {
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
    return items.every((item) => pattern.test(item)) ? items : new Error('must be a list with commas between')
  },
})
const address = (about: string, fallback: string): Setting<string> => ({
  about,
  fallback,
  read: (text) =>
    text === '' || (URL.canParse(text) && /^https?:/.test(text) && !/[?#]/.test(text))
      ? text.replace(/\/+$/, '')
      : new Error('must be an http or https address'),
})
const template = (about: string): Setting<string> => ({
  about,
  fallback: '',
  read: (text) =>
    text === '' || /^https?:\/\/\S+$/.test(text)
      ? text
      : new Error('must be an http or https address with {id}, {slug} or {language} in it'),
})
const zone = (about: string, fallback: string): Setting<string> => ({
  about,
  fallback,
  read: (text) => normalizeZone(text) ?? new Error('must be an IANA time zone'),
})

export const SETTINGS = {
  DATABASE_URL: word('Where PostgreSQL is.', 'postgresql://127.0.0.1:5432/kalends'),
  HOST: word('Address to listen on.', '127.0.0.1'),
  PORT: whole('Port to listen on; 0 takes a free one.', 3000, 0, 65535),
  PUBLIC_URL: address('Address under which clients reach the service; links are built from it. Empty: http://HOST:PORT.', ''),
  REST_ROOT: {
    ...word('Path before the namespace, such as /api.', ''),
    read: (text: string) => (/^(\/[\w.-]+)*$/.test(text) ? text : new Error('must be empty or a path such as /api')),
  },
  SITE_TIMEZONE: zone('Zone of the site: dates without an offset are read in it.', 'UTC'),
  LANGUAGES: list('Languages of texts and messages.', 'ar,en,fr,pt-pt,sw', /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/),
  DEFAULT_LANGUAGE: word('Language of requests that name none.', 'en'),
  EVENT_URL: template(
    'Page of an event for people, such as https://example.org/{language}/events/{slug}. Empty: its address in the interface.',
  ),
  VENUE_URL: template('The same for venues.'),
  ORGANIZER_URL: template('The same for organizers.'),
  CATEGORY_URL: template('The same for categories.'),
  TAG_URL: template('The same for tags.'),
  PER_PAGE_MAX: whole('Most records to a page.', 100, 1, 1000),
  LIST_MAX_AGE: whole('Seconds a shared cache may keep a list.', 60, 0, 86400),
  RECORD_MAX_AGE: whole('Seconds a shared cache may keep one record; leave at 0 unless the cache is purged.', 0, 0, 86400),
  TRASH_DAYS: whole('Days a record stays in the trash before it is deleted for good.', 30, 1, 3650),
  IDEMPOTENCY_HOURS: whole('Hours an Idempotency-Key is remembered.', 24, 1, 720),
  BODY_LIMIT_BYTES: whole('Largest body.', 1_048_576, 1024, 104_857_600),
  URL_LIMIT: whole('Longest address.', 8192, 1024, 65536),
  HEADERS_LIMIT_BYTES: whole('Largest headers.', 16_384, 4096, 131_072),
  HEADERS_TIMEOUT_MS: whole('Time in which headers must arrive.', 5_000, 100, 120_000),
  REQUEST_TIMEOUT_MS: whole('Time in which a whole request must arrive.', 10_000, 100, 600_000),
  KEEP_ALIVE_MS: whole('Time an idle connection is kept; more than the proxy in front keeps it.', 75_000, 1_000, 600_000),
  MAX_IN_FLIGHT: whole('Most requests at work at a time; more are refused with 503 before anything is done.', 500, 1, 100_000),
  MAX_CONNECTIONS: whole('Most connections at a time.', 10_000, 10, 1_000_000),
  SHUTDOWN_DELAY_MS: whole('Time between the signal to stop and the end of listening, for balancers to notice.', 1_000, 0, 60_000),
  SHUTDOWN_TIMEOUT_MS: whole('Time in which running requests must end after listening ended.', 10_000, 100, 120_000),
  RATE_ANONYMOUS: whole('Requests a minute from one address without credentials; 0 is no limit.', 600, 0, 1_000_000),
  RATE_CALLER: whole('Requests a minute of one known caller; 0 is no limit.', 3_000, 0, 1_000_000),
  RATE_FAILED_LOGINS: whole('Wrong credentials a minute from one address, before it has to wait; 0 is no limit.', 20, 0, 100_000),
  RATE_GUESSES: whole('Wrong passwords a minute for one record from one address, before it has to wait; 0 is no limit.', 10, 0, 100_000),
  REDIS_URL: word('Where Redis is, to count requests together with other processes. Empty: each process counts for itself.', ''),
  TRUSTED_PROXIES: list('Addresses or networks of proxies whose X-Forwarded-For counts.', '', /^[0-9a-f.:/]+$/i),
  DATABASE_POOL: whole('Connections to PostgreSQL from one process.', 10, 2, 500),
  DATABASE_PREPARED: yesNo('Use prepared statements; false behind PgBouncer before 1.21 in transaction mode.', true),
  CONNECT_TIMEOUT_MS: whole('Time in which a connection to PostgreSQL must be had.', 2_000, 100, 60_000),
  STATEMENT_TIMEOUT_MS: whole('Time in which a statement must end.', 5_000, 100, 600_000),
  LOCK_TIMEOUT_MS: whole('Time a statement waits for a lock.', 2_000, 100, 600_000),
  IDLE_TRANSACTION_TIMEOUT_MS: whole('Time a transaction may stand still.', 10_000, 100, 600_000),
  MIGRATE_ON_START: yesNo('Bring the database up to date when the server starts.', true),
  METRICS_HOST: word('Address on which metrics are served.', '127.0.0.1'),
  METRICS_PORT: whole('Port on which metrics are served; 0 serves none.', 0, 0, 65535),
  LOG_LEVEL: oneOf('What is worth a line in the log.', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
} as const satisfies Readonly<Record<string, Setting<unknown>>>

type Read<S> = S extends Setting<infer T> ? T : never
export type Config = { readonly [K in keyof typeof SETTINGS]: Read<(typeof SETTINGS)[K]> }

/** Settings that are wrong, all of them. */
export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** Reads every setting, or says at once what is wrong with all of them. `NAME_FILE` reads a secret from a file. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const text = sentFor(name, env, faults) ?? setting.fallback
    const value = setting.read(text)
    if (value instanceof Error) faults.push(`${name} ${value.message}; it is "${text}".`)
    else config[name] = value
  }
  const read = config as Config
  if (faults.length === 0 && !read.LANGUAGES.includes(read.DEFAULT_LANGUAGE)) faults.push('DEFAULT_LANGUAGE must be one of LANGUAGES.')
  if (faults.length > 0) throw new ConfigError(faults)
  return read
}

function sentFor(name: string, env: Readonly<Record<string, string | undefined>>, faults: string[]): string | undefined {
  const file = env[`${name}_FILE`]
  if (file === undefined) return env[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    faults.push(`${name}_FILE names a file that cannot be read.`)
    return undefined
  }
}
