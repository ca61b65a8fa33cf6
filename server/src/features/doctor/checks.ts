// Checks of the environment that the service depends on. Each check returns a finding with a remedy.
import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Database, Db } from '../../kernel/database/database.ts'
import { pendingMigrations, findSchemaMismatch, type Migration } from '../../kernel/database/migrations.ts'
import { compileTrustedProxies } from '../../kernel/http/peers.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Finding } from './finding.ts'
import { checkJobs } from './job-checks.ts'
import { checkMail, checkOidc, withoutCredentials, type CheckedServer } from './server-checks.ts'
import { checkPlaces } from './place-checks.ts'
import { checkWebhooks } from './webhook-checks.ts'

export interface Environment {
  readonly database: Database
  readonly migrations: readonly Migration[]
  readonly timeZone: string
  readonly languages: readonly string[]
  readonly poolSize: number
  readonly redisUrl: string
  readonly trustedProxies: readonly string[]
  /** A folder on the disk whose free space is checked. */
  readonly disk: string
  /** Inspects the media folder. It is called only if the database responds. */
  readonly inspectMedia: (db: Db) => Promise<{ readonly state: string; readonly found: string; readonly remedy: string }>
  /** The OpenID Connect provider, if there is one. */
  readonly oidc: CheckedServer | null
  readonly mail: CheckedServer | null
  readonly now: () => number
  /** Formats an error together with its remedy. */
  readonly explain: (error: unknown) => string
}

/** Adds each finding to `findings` as soon as it is known. */
export async function runDoctor(environment: Environment, findings: Finding[] = []): Promise<Finding[]> {
  const { database } = environment
  findings.push(checkNode(environment), await checkDisk(environment.disk))
  if (environment.redisUrl) findings.push(await checkRedis(environment.redisUrl))
  if (environment.oidc) findings.push(await checkOidc(environment.oidc))
  if (environment.mail) findings.push(await checkMail(environment.mail))
  try {
    findings.push(...(await checkPostgres(database, environment.poolSize)))
  } catch (error) {
    findings.push(failure('database', 'PostgreSQL is not available', environment.explain(error)))
    return findings
  }
  findings.push(await checkClock(database, environment.now))
  const schema = await checkMigrations(database, environment.migrations)
  findings.push(schema)
  if (schema.state === 'error') return findings
  for (const check of [checkTimeZoneData, checkListings, checkUsers, checkProxies, checkMedia, checkJobs, checkWebhooks, checkPlaces])
    findings.push(await check(database, environment))
  return findings
}

const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, remedy: '' })
const warning = (check: string, found: string, remedy: string): Finding => ({ check, state: 'warning', found, remedy })
const failure = (check: string, found: string, remedy: string): Finding => ({ check, state: 'error', found, remedy })

/** The oldest release of Node 26 with all known security fixes. bin/kalends.cjs has the same number and rejects versions that cannot run. */
const PATCHED_MINOR = 13
function checkNode({ languages, timeZone }: Environment): Finding {
  const found = `Node ${process.versions.node}, time-zone data ${process.versions['tz'] ?? 'unknown'}, ${availableParallelism()} cores`
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major === 26 && minor < PATCHED_MINOR)
    return warning('node', found, `Use Node 26.${PATCHED_MINOR} or newer: this version lacks security fixes.`)
  const unsupported = languages.filter((language) => Intl.DateTimeFormat.supportedLocalesOf(language).length === 0)
  return unsupported.length === 0
    ? ok('node', `${found}; time zone of the site ${timeZone}`)
    : warning(
        'node',
        `${found}; does not support ${unsupported.join(', ')}`,
        'Use a Node with full ICU: plural forms of these languages may be wrong.',
      )
}

const GIGABYTE = 1024 ** 3
const LOW_GB = 1
async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(folder)
  const [free, share] = [(bavail * bsize) / GIGABYTE, bavail / Math.max(1, blocks)]
  const found = `${free.toFixed(1)} GB free in ${folder} (${Math.round(100 * share)} %)`
  if (free < LOW_GB / 10) return failure('disk', found, 'Free some disk space: uploads will fail soon.')
  return free < LOW_GB || share < 0.05 ? warning('disk', found, 'Free some disk space before the disk is full.') : ok('disk', found)
}

async function checkRedis(url: string): Promise<Finding> {
  const { pingRedis } = await import('../../kernel/security/redis-rate-limiter.ts')
  const error = await pingRedis(url)
  return error === null
    ? ok('redis', 'responds')
    : warning(
        'redis',
        `does not respond: ${withoutCredentials(error)}`,
        'Start Redis or correct REDIS_URL. Until then, rate limits apply to each process separately.',
      )
}

const OLDEST_VERSION = 150_000
/** PostgreSQL reserves some connections for superusers and for maintenance. */
const SPARE_CONNECTIONS = 5
async function checkPostgres(db: Db, poolSize: number): Promise<Finding[]> {
  const [row] = await db.query<{
    version: number
    shown: string
    encoding: string
    connections: number
    bytes: number
    readonly: boolean
  }>(sql`
select current_setting('server_version_num')::int as version, current_setting('server_version') as shown, current_setting('server_encoding') as encoding,
  current_setting('max_connections')::int as connections, pg_database_size(current_database()) as bytes, pg_is_in_recovery() as readonly`)
  if (!row) return []
  const found = `PostgreSQL ${row.shown}, ${row.encoding}, ${(row.bytes / 1024 ** 2).toFixed(0)} MB`
  if (row.version < OLDEST_VERSION) return [failure('database', found, 'Use PostgreSQL 15 or newer.')]
  if (row.encoding !== 'UTF8')
    return [failure('database', found, 'Create the database again with: createdb --encoding=UTF8 --template=template0 NAME')]
  if (row.readonly) return [failure('database', `${found}; it is a read-only replica`, 'Set DATABASE_URL to the primary server.')]
  const connections = `PostgreSQL allows ${row.connections} connections, each process uses up to ${poolSize}`
  return [
    ok('database', found),
    poolSize + SPARE_CONNECTIONS > row.connections
      ? warning('connections', connections, 'Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL.')
      : ok('connections', connections),
  ]
}

const [WARN_SKEW_MS, MAX_SKEW_MS] = [2_000, 60_000]
async function checkClock(db: Db, now: () => number): Promise<Finding> {
  const before = now()
  const [row] = await db.query<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  const skew = Math.abs(Number(row?.ms) - (before + now()) / 2)
  const found = `the clocks of this machine and of PostgreSQL differ by ${(skew / 1_000).toFixed(1)} s`
  const remedy = 'Synchronize both clocks with NTP: scheduled publication depends on them.'
  if (skew > MAX_SKEW_MS) return failure('clock', found, remedy)
  return skew > WARN_SKEW_MS ? warning('clock', found, remedy) : ok('clock', found)
}

async function checkMigrations(db: Db, known: readonly Migration[]): Promise<Finding> {
  const pending = await pendingMigrations(db, known)
  if (pending.length === known.length) return failure('migrations', 'the database is empty', 'Run: kalends migrate')
  if (pending.length > 0) return failure('migrations', `pending: ${pending.join(', ')}`, 'Run: kalends migrate')
  const mismatch = await findSchemaMismatch(db, known)
  return mismatch === null
    ? ok('migrations', `${known.length} applied, none pending`)
    : failure('migrations', mismatch.found, mismatch.remedy)
}

const TIME_ZONE_DATA = 'time-zone data'
async function checkTimeZoneData(db: Db): Promise<Finding> {
  const version = process.versions['tz'] ?? ''
  const [row] = await db.query<{ others: number; versions: string }>(sql`
select count(*)::int as others, coalesce(string_agg(distinct zone_data, ', '), '') as versions from events where zone_data <> ${version}`)
  const others = row?.others ?? 0
  return others === 0
    ? ok(TIME_ZONE_DATA, `the times of all events were computed with version ${version}`)
    : warning(
        TIME_ZONE_DATA,
        `the times of ${others} events were computed with version ${row?.versions ?? ''}, Node has version ${version}`,
        'Run: kalends rebuild',
      )
}

const LISTING_SAMPLE = 1_000
/** Compares the public listings of the newest events with those that follow from their dates and links. */
async function checkListings(db: Db): Promise<Finding> {
  const [row] = await db.query<{ events: number; wrong: number }>(sql`
with sample as (
  select array(select id from events where series_id is null order by id desc limit ${LISTING_SAMPLE}) as ids
), stored as (
  select l.* from sample, listings l where l.series = any(sample.ids)
), wanted as (
  select w.* from sample, listing_rows(sample.ids) w
)
select cardinality(ids) as events, (
  select count(distinct series)::int from ((table stored except table wanted) union all (table wanted except table stored)) d
) as wrong from sample`)
  const { events, wrong } = row ?? { events: 0, wrong: 0 }
  return wrong === 0
    ? ok('listings', `the listings of the newest ${events} events are right`)
    : warning('listings', `the listings of ${wrong} of the newest ${events} events are wrong`, 'Run: kalends rebuild')
}

async function checkMedia(db: Db, { inspectMedia }: Environment): Promise<Finding> {
  const { state, found, remedy } = await inspectMedia(db)
  if (state !== 'ok') return failure('media', found, `${remedy}.`)
  return remedy ? warning('media', found, `${remedy}.`) : ok('media', found)
}

async function checkUsers(db: Db): Promise<Finding> {
  const [row] = await db.query<{ count: number }>(sql`
select count(distinct u.id)::int as count from users u
join credentials c on c.user_id = u.id
where u.disabled_at is null and c.revoked_at is null and (c.expires_at is null or c.expires_at > now()) and u.role in ('administrator', 'editor', 'author', 'contributor')`)
  const count = row?.count ?? 0
  return count > 0
    ? ok('users', `${count} ${count === 1 ? 'user' : 'users'} can write`)
    : warning('users', 'no user can write', 'Run: kalends user add LOGIN --role administrator, then: kalends token add LOGIN')
}

/** Reads the peers that sent X-Forwarded-For without being trusted proxies. Server processes record them in the security log. */
async function checkProxies(db: Db, { trustedProxies }: Environment): Promise<Finding> {
  const rows = await db.query<{ address: string }>(sql`
select distinct address from security_log where action = 'proxy not trusted' and at > now() - interval '1 day' order by address limit 20`)
  const isTrusted = compileTrustedProxies(trustedProxies)
  const peers = rows.map(({ address }) => address).filter((address) => !isTrusted(address))
  return peers.length === 0
    ? ok('proxies', 'no untrusted proxy forwarded requests in the last day')
    : warning(
        'proxies',
        `X-Forwarded-For came from ${peers.join(', ')}, not in TRUSTED_PROXIES: all clients behind it share one rate limit`,
        `If this is your proxy, set TRUSTED_PROXIES=${[...trustedProxies, ...peers].join(',')}`,
      )
}
