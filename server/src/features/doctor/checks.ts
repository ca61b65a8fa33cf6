// Looks at everything the service needs from outside, and says what it found and what to do: database, migrations, zone data, disk, clock, Redis.
import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Database, Db } from '../../kernel/database/database.ts'
import { pingRedis } from '../../kernel/security/rate-limiter.ts'
import { pendingMigrations, findSchemaMismatch, type Migration } from '../../kernel/database/migrations.ts'
import { compileTrustedProxies } from '../../kernel/http/peers.ts'
import { sql } from '../../kernel/database/sql.ts'

export interface Finding {
  readonly check: string
  /** `thought`: it works, but somebody should think about it. */
  readonly state: 'ok' | 'thought' | 'wrong'
  readonly found: string
  /** What to do; empty when nothing is to be done. */
  readonly remedy: string
}
export interface Environment {
  readonly database: Database
  readonly migrations: readonly Migration[]
  readonly zone: string
  readonly languages: readonly string[]
  readonly poolSize: number
  readonly redisUrl: string
  readonly trustedProxies: readonly string[]
  /** The folder whose disk fills up. */
  readonly disk: string
  /** Inspects the media folder; called only if the database responds. */
  readonly inspectMedia: (db: Db) => Promise<{ readonly state: string; readonly found: string; readonly remedy: string }>
  readonly now: () => number
  /** An error in a sentence with the way out. */
  readonly explain: (error: unknown) => string
}

export async function runDoctor(patient: Environment): Promise<Finding[]> {
  const findings = [runtime(patient), await disk(patient.disk)]
  if (patient.redisUrl) findings.push(await redis(patient.redisUrl))
  const { database } = patient
  try {
    findings.push(...(await server(database, patient.poolSize)))
  } catch (error) {
    return [...findings, wrong('database', 'PostgreSQL cannot be used', patient.explain(error))]
  }
  findings.push(await clock(database, patient.now))
  const schema = await migrations(database, patient.migrations)
  findings.push(schema)
  return schema.state === 'wrong'
    ? findings
    : [...findings, await zones(database), await people(database), await proxies(database, patient), await media(database, patient)]
}

const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, remedy: '' })
const thought = (check: string, found: string, remedy: string): Finding => ({ check, state: 'thought', found, remedy })
const wrong = (check: string, found: string, remedy: string): Finding => ({ check, state: 'wrong', found, remedy })

/** The oldest release of Node 26 with all known security fixes, as in bin/kalends.cjs, which refuses versions that cannot run at all. */
const PATCHED_MINOR = 13
function runtime({ languages, zone }: Environment): Finding {
  const found = `Node ${process.versions.node}, zone data ${process.versions['tz'] ?? 'unknown'}, ${availableParallelism()} cores`
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major === 26 && minor < PATCHED_MINOR)
    return thought('node', found, `Use Node 26.${PATCHED_MINOR} or newer: this one lacks security fixes.`)
  const mute = languages.filter((language) => Intl.DateTimeFormat.supportedLocalesOf(language).length === 0)
  return mute.length === 0
    ? ok('node', `${found}; site zone ${zone}`)
    : thought('node', `${found}; knows no ${mute.join(', ')}`, 'Use a Node with full ICU: plural forms of these languages are guessed.')
}

const GIGABYTE = 1024 ** 3
const SMALL_GB = 1
async function disk(folder: string): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(folder)
  const [free, part] = [(bavail * bsize) / GIGABYTE, bavail / Math.max(1, blocks)]
  const found = `${free.toFixed(1)} GB free in ${folder} (${Math.round(100 * part)} %)`
  if (free < SMALL_GB / 10) return wrong('disk', found, 'Make room: what is sent cannot be stored soon.')
  return free < SMALL_GB || part < 0.05 ? thought('disk', found, 'Make room before it is full.') : ok('disk', found)
}

async function redis(url: string): Promise<Finding> {
  const error = await pingRedis(url)
  return error === null
    ? ok('redis', 'answers')
    : thought('redis', `does not answer: ${error}`, 'Start it or correct REDIS_URL; until then each process counts requests for itself.')
}

const OLDEST = 150_000
async function server(db: Db, poolSize: number): Promise<Finding[]> {
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
  if (row.version < OLDEST) return [wrong('database', found, 'Use PostgreSQL 15 or newer.')]
  if (row.encoding !== 'UTF8')
    return [wrong('database', found, 'Make the database anew with: createdb --encoding=UTF8 --template=template0 NAME')]
  if (row.readonly) return [wrong('database', `${found}; it is a replica that takes no writes`, 'Let DATABASE_URL name the primary.')]
  const connections = `${row.connections} connections at most, ${poolSize} for each process`
  return [
    ok('database', found),
    poolSize + 5 > row.connections
      ? thought('connections', connections, 'Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL.')
      : ok('connections', connections),
  ]
}

const [SKEW_MS, FAR_MS] = [2_000, 60_000]
async function clock(db: Db, now: () => number): Promise<Finding> {
  const before = now()
  const [row] = await db.query<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  const skew = Math.abs(Number(row?.ms) - (before + now()) / 2)
  const found = `this machine and PostgreSQL differ by ${(skew / 1_000).toFixed(1)} s`
  const remedy = 'Let both follow the same time servers (NTP): publication at a later time depends on it.'
  if (skew > FAR_MS) return wrong('clock', found, remedy)
  return skew > SKEW_MS ? thought('clock', found, remedy) : ok('clock', found)
}

async function migrations(db: Db, known: readonly Migration[]): Promise<Finding> {
  const missing = await pendingMigrations(db, known)
  if (missing.length === known.length) return wrong('migrations', 'the database is empty', 'Run: kalends migrate')
  if (missing.length > 0) return wrong('migrations', `missing: ${missing.join(', ')}`, 'Run: kalends migrate')
  const odd = await findSchemaMismatch(db, known)
  return odd === null ? ok('migrations', `${known.length} applied, none missing`) : wrong('migrations', odd.found, odd.remedy)
}

async function zones(db: Db): Promise<Finding> {
  const version = process.versions['tz'] ?? ''
  const [row] = await db.query<{ others: number; versions: string }>(sql`
select count(*)::int as others, coalesce(string_agg(distinct zone_data, ', '), '') as versions from events where zone_data <> ${version}`)
  const others = row?.others ?? 0
  return others === 0
    ? ok('zone data', `all events were reckoned with ${version}`)
    : thought('zone data', `${others} events were reckoned with ${row?.versions ?? ''}, this is ${version}`, 'Run: kalends rebuild')
}

async function media(db: Db, { inspectMedia }: Environment): Promise<Finding> {
  const { state, found, remedy } = await inspectMedia(db)
  if (state !== 'ok') return wrong('media', found, `${remedy}.`)
  return remedy ? thought('media', found, `${remedy}.`) : ok('media', found)
}

async function people(db: Db): Promise<Finding> {
  const [row] = await db.query<{ count: number }>(sql`
select count(distinct u.id)::int as count from users u
join credentials c on c.user_id = u.id
where u.disabled_at is null and c.revoked_at is null and (c.expires_at is null or c.expires_at > now()) and u.role in ('administrator', 'editor', 'author', 'contributor')`)
  const count = row?.count ?? 0
  return count > 0
    ? ok('users', `${count} may write`)
    : thought('users', 'nobody may write', 'Run: kalends user add LOGIN --role administrator, then: kalends token add LOGIN')
}

/** Reads the peers that sent X-Forwarded-For without being trusted proxies; servers write them to the security log. */
async function proxies(db: Db, { trustedProxies }: Environment): Promise<Finding> {
  const rows = await db.query<{ address: string }>(sql`
select distinct address from security_log where action = 'proxy not trusted' and at > now() - interval '1 day' order by address limit 20`)
  const isTrusted = compileTrustedProxies(trustedProxies)
  const peers = rows.map(({ address }) => address).filter((address) => !isTrusted(address))
  return peers.length === 0
    ? ok('proxies', 'no untrusted proxy forwarded requests in the last day')
    : thought(
        'proxies',
        `X-Forwarded-For came from ${peers.join(', ')}, not in TRUSTED_PROXIES: all clients behind it share one rate limit`,
        `If this is your proxy, set TRUSTED_PROXIES=${[...trustedProxies, ...peers].join(',')}`,
      )
}
