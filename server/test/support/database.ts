// A database of its own for every test file, made from a template that is migrated once.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { migrate, readMigrations } from '../../src/kernel/database/migrations.ts'

/** Where the tests find PostgreSQL; they make and drop databases there. */
export const ADMIN_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://127.0.0.1:5432/postgres'
/** The port of the server. The URL of a socket has it in its query. */
export const portOf = (url: string): number => {
  const { port, searchParams } = new URL(url)
  return Number(searchParams.get('port') ?? (port || 5432))
}
/** The URL of the same database through another TCP port, for tests that put a proxy before the server. */
export function throughPort(url: string, port: number): string {
  const proxied = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) })
  for (const name of ['host', 'port']) proxied.searchParams.delete(name)
  return proxied.href
}
export const urlOf = (name: string): string => Object.assign(new URL(ADMIN_URL), { pathname: `/${name}` }).href

export interface TestDatabase {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

/** An empty database: not even migrated. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return make((name) => `create database ${name}`)
}
/** A migrated database without records. A copy of the files takes less processor time than one through the log. */
export async function freshDatabase(): Promise<TestDatabase> {
  const template = await templateDatabase()
  return make((name) => `create database ${name} template ${template} strategy file_copy`)
}

async function make(statement: (name: string) => string): Promise<TestDatabase> {
  const name = `kalends_test_${randomBytes(8).toString('hex')}`
  await admin((client) => client.query(statement(name)))
  return {
    name,
    url: urlOf(name),
    drop: () => admin((client) => client.query(`drop database if exists ${name} with (force)`)).then(() => undefined),
  }
}

/** The template carries the digest of the migrations in its name, so that a change of them makes a new one. */
async function templateDatabase(): Promise<string> {
  const migrations = await readMigrations()
  const digest = createHash('sha256')
    .update(migrations.map((m) => m.digest).join())
    .digest('hex')
    .slice(0, 16)
  const name = `kalends_template_${digest}`
  await admin(async (client) => {
    await client.query(`select pg_advisory_lock(hashtextextended('kalends test template', 0))`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    await client.query(`drop database if exists ${name}_new`)
    await client.query(`create database ${name}_new`)
    const database = openDatabase({ ...LOOSE, url: urlOf(`${name}_new`) })
    await migrate(database, migrations)
    await database.close()
    await client.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
}
export const LOOSE = {
  poolSize: 4,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 30_000,
  idleTransactionTimeoutMs: 60_000,
  prepared: true,
  onError: () => undefined,
}

export const admin = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => connected(ADMIN_URL, work)
/** Work on a connection of its own. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
