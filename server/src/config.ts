// Reads and validates the settings from the environment. docs/settings.md is generated from the groups in this file.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Setting, SettingSource, ShownSetting } from './kernel/validation/setting-types.ts'
import { MAIL, SIGN_IN } from './settings/accounts.ts'
import { SUBMISSIONS } from './settings/submissions.ts'
import { HTTP } from './settings/http.ts'
import { CONCURRENCY, LIVE, RATE_LIMITS, RECURRENCE } from './settings/limits.ts'
import { PUBLIC_PAGES, RETENTION, SITE } from './settings/site.ts'
import { SOURCES } from './settings/sources.ts'
import { WEBHOOKS } from './settings/webhooks.ts'
import { CACHES, DATABASE, JOBS, MEDIA, OBSERVABILITY, OUTBOUND_REQUESTS } from './settings/storage.ts'

/** The settings of the documentation, by the title of their group. */
export const SETTING_GROUPS: Readonly<Record<string, Readonly<Record<string, Setting<unknown>>>>> = {
  Site: SITE,
  'Public pages': PUBLIC_PAGES,
  HTTP,
  Database: DATABASE,
  Jobs: JOBS,
  'Rate limits': RATE_LIMITS,
  'Concurrency limits': CONCURRENCY,
  'Change streams': LIVE,
  'Recurrence limits': RECURRENCE,
  Caches: CACHES,
  Media: MEDIA,
  'Outbound requests': OUTBOUND_REQUESTS,
  Webhooks: WEBHOOKS,
  Sources: SOURCES,
  Mail: MAIL,
  'Sign-in': SIGN_IN,
  Submissions: SUBMISSIONS,
  Retention: RETENTION,
  Observability: OBSERVABILITY,
}

export const SETTINGS = {
  ...SITE,
  ...PUBLIC_PAGES,
  ...HTTP,
  ...DATABASE,
  ...JOBS,
  ...RATE_LIMITS,
  ...CONCURRENCY,
  ...LIVE,
  ...RECURRENCE,
  ...CACHES,
  ...MEDIA,
  ...OUTBOUND_REQUESTS,
  ...WEBHOOKS,
  ...SOURCES,
  ...MAIL,
  ...SIGN_IN,
  ...SUBMISSIONS,
  ...RETENTION,
  ...OBSERVABILITY,
} as const satisfies Readonly<Record<string, Setting<unknown>>>

type Read<S> = S extends Setting<infer T> ? T : never
export type Config = { readonly [K in keyof typeof SETTINGS]: Read<(typeof SETTINGS)[K]> }
type Environment = Readonly<Record<string, string | undefined>>

/** Thrown when settings are invalid. It lists every invalid setting, so that an operator can correct all of them at once. */
export class ConfigError extends Error {
  readonly fieldErrors: readonly string[]
  constructor(fieldErrors: readonly string[]) {
    super(fieldErrors.join('\n'))
    this.fieldErrors = fieldErrors
  }
}

/** Reads every setting and throws a ConfigError if any of them is invalid. `NAME_FILE` names a file that contains the value. */
export function readConfig(env: Environment = process.env): Config {
  const fieldErrors: string[] = []
  const config: Record<string, unknown> = {}
  const shown: ShownSetting[] = []
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const { text = setting.fallback, source } = rawValue(name, env, fieldErrors)
    shown.push(showSetting(name, setting, text, source))
    const value = setting.read(text)
    if (value instanceof Error) fieldErrors.push(`${name} ${value.message}; it is "${withoutPassword(text)}".`)
    else config[name] = value
  }
  const read = config as Config
  if (fieldErrors.length === 0 && !read.LANGUAGES.includes(read.DEFAULT_LANGUAGE))
    fieldErrors.push('DEFAULT_LANGUAGE must be one of LANGUAGES.')
  if (read.WEBHOOK_TIME_SCALE > 1 && env['NODE_ENV'] !== 'test') fieldErrors.push('WEBHOOK_TIME_SCALE must be 1 unless NODE_ENV is test.')
  if (read.SMTP_URL !== '' && read.MAIL_FROM === '') fieldErrors.push('MAIL_FROM must have a value if SMTP_URL has one.')
  if (read.OIDC_ISSUER !== '' && read.OIDC_CLIENT_ID === '') fieldErrors.push('OIDC_CLIENT_ID must have a value if OIDC_ISSUER has one.')
  fieldErrors.push(...mediaErrors(read), ...reservedNameErrors(read))
  if (fieldErrors.length > 0) throw new ConfigError(fieldErrors)
  shownSettings.set(read, shown)
  return read
}

/** Pictures are stored within a transaction, so the database must wait longer than the bucket. */
function mediaErrors(config: Partial<Config>): string[] {
  const { MEDIA_URL = '', MEDIA_PUBLIC_URL = '', S3_TIMEOUT_MS = 0, DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: idleMs = 0 } = config
  if (MEDIA_URL === '') return MEDIA_PUBLIC_URL === '' ? [] : ['MEDIA_URL must have a value if MEDIA_PUBLIC_URL has one.']
  const names = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  return [
    ...names.flatMap((name) => (config[name] === '' ? [`${name} must have a value if MEDIA_URL has one.`] : [])),
    ...(!config.S3_PATH_STYLE && isAddress(config.S3_ENDPOINT) ? ['S3_PATH_STYLE must be true if S3_ENDPOINT has an IP address.'] : []),
    ...(S3_TIMEOUT_MS >= idleMs ? ['S3_TIMEOUT_MS must be less than DATABASE_IDLE_TRANSACTION_TIMEOUT_MS.'] : []),
  ]
}

/** A bucket cannot be a part of an IP address. */
const isAddress = (url = ''): boolean => url !== '' && isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) !== 0

/** First path segments of pages and services. */
const RESERVED_NAMES = [
  'admin',
  'assets',
  'auth',
  'docs',
  'embed',
  'embed.js',
  'events',
  'venues',
  'organizers',
  'categories',
  'submit',
  'subscribe',
  'sitemap.xml',
  'robots.txt',
  'livez',
  'readyz',
  'media',
  'wp-json',
]
/** The API and a language must not hide a page. */
function reservedNameErrors({ REST_ROOT: root, LANGUAGES: languages }: Partial<Config>): string[] {
  const [, first = ''] = (root ?? '').split('/')
  const taken = (languages ?? []).find((language) => RESERVED_NAMES.includes(language))
  return [
    ...(RESERVED_NAMES.includes(first) ? [`REST_ROOT must not begin with a reserved name; it is "${root}".`] : []),
    ...(taken === undefined ? [] : [`LANGUAGES must not contain a reserved name; it contains "${taken}".`]),
  ]
}

/** The texts and sources of settings are not part of the values, which all components get. */
const shownSettings = new WeakMap<Config, readonly ShownSetting[]>()
/** The settings as administrators see them, in the order of the documentation, without secrets. */
export const describeSettings = (config: Config): readonly ShownSetting[] => shownSettings.get(config) ?? []

/** Returns the settings with another host. Administrators still see those of the operator. */
export function withOtherHost(config: Config, host: string): Config {
  const changed = { ...config, HOST: host }
  shownSettings.set(changed, describeSettings(config))
  return changed
}

function showSetting(name: string, { description, isSecret }: Setting<unknown>, text: string, source: SettingSource): ShownSetting {
  const isHidden = isSecret === true || CREDENTIALS.test(text)
  return { name, value: isHidden ? null : text, is_secret: isHidden, source, description }
}
/** A user or a password in a URL of a setting that is not a secret otherwise. */
const CREDENTIALS = /:\/\/[^/?#]*@/

interface RawValue {
  readonly text?: string | undefined
  readonly source: SettingSource
}
function rawValue(name: string, env: Environment, fieldErrors: string[]): RawValue {
  const file = env[`${name}_FILE`]
  if (file === undefined) return { text: env[name], source: env[name] === undefined ? 'default' : 'environment' }
  try {
    return { text: readFileSync(file, 'utf8').trim(), source: 'file' }
  } catch (error) {
    fieldErrors.push(`${name}_FILE names a file that cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
    return { source: 'file' }
  }
}

/** Error messages end up in logs, so the password of a URL is masked. */
const withoutPassword = (text: string): string => text.replace(/(:\/\/[^/?#]*?:).*@/, '$1***@')

export interface DatabaseTarget {
  readonly host: string
  readonly port: string
  readonly database: string
  readonly user: string
}
/** The server and database that DATABASE_URL names, for error messages. Returns null if the settings are invalid. */
export function databaseTarget(env: Environment = process.env): DatabaseTarget | null {
  try {
    // The URL parser rejects a user without a host. The host is then the default or the parameter `host`.
    const url = new URL(readConfig(env).DATABASE_URL.replace('@/', '@localhost/'))
    const param = (name: string): string => url.searchParams.get(name) ?? ''
    return {
      host: param('host') || decodeURIComponent(url.hostname) || 'localhost',
      port: param('port') || url.port || '5432',
      database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
      user: decodeURIComponent(url.username),
    }
  } catch {
    return null
  }
}
