// The commands of `kalends`: what each takes, and what it tells the person who typed it.
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { databaseOf, siteOf } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import {
  addToken,
  addUser,
  listTokens,
  listUsers,
  revokeToken,
  setDisabled,
  setRole,
  UsageError,
  USER_ROLES,
} from './features/auth/users.ts'
import { rebuild } from './features/rebuild/rebuild.ts'
import { NotEmptyError, seed } from './features/seed/seed.ts'
import { SCOPES, type Role, type Scope } from './kernel/caller.ts'
import { systemClock } from './kernel/clock.ts'
import { codeOf, type Database } from './kernel/database.ts'
import { openLog } from './kernel/log.ts'
import { migrate, readMigrations } from './kernel/migrate.ts'
import { progress } from './kernel/progress.ts'
import { lastNotes } from './kernel/security-log.ts'
import { serve } from './serve.ts'

const VERSION = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** Runs a command and gives its exit code: 0 done, 1 failed, 2 not understood. */
export async function run(argv: readonly string[]): Promise<number> {
  const program = commands()
  try {
    await program.parseAsync([...argv])
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`${explain(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError || error instanceof NotEmptyError ? 2 : 1
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError)
    return [
      'These settings are not right:',
      ...error.faults.map((fault) => `  ${fault}`),
      'Every setting is explained in docs/settings.md.',
    ].join('\n')
  const message = error instanceof Error ? error.message : String(error)
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return 'PostgreSQL does not answer. Is it running, and is DATABASE_URL right?'
    case '3D000':
      return `${message}. Create it with: createdb NAME`
    case '28000':
    case '28P01':
      return `${message}. Check the user and the password in DATABASE_URL.`
    case '42P01':
      return 'The database is empty. Bring it up to date with: kalends migrate'
    case 'EADDRINUSE':
      return 'The port is taken. Set PORT to another, or stop what listens there.'
  }
  return message
}

function commands(): Command {
  const program = new Command('kalends')
    .description('A headless events calendar over PostgreSQL. Settings come from the environment: docs/settings.md.')
    .version(VERSION, '--version', 'tell the version')
    .exitOverride()
  program.configureHelp({ showGlobalOptions: true })

  program
    .command('serve')
    .description('Serve the interface.')
    .option('--open', 'for trying out: no credentials are needed; listens on this machine only')
    .addHelpText(
      'after',
      '\nExamples:\n  kalends serve --open      try it out on this machine\n  PORT=8080 kalends serve   serve on another port',
    )
    .action((options: { open?: boolean }) => serve(readConfig(), options.open === true))

  program
    .command('migrate')
    .description('Bring the database up to date.')
    .action(() =>
      withDatabase(async (database) => {
        const applied = await migrate(database, await readMigrations())
        say(applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'))
      }),
    )

  program
    .command('seed')
    .description('Fill an empty calendar with demo records in five languages.')
    .option('--events <n>', 'how many events', whole, 500)
    .option('--seed <n>', 'another world for another number', whole, 1)
    .option('--add', 'add to a calendar that has records')
    .addHelpText(
      'after',
      '\nExamples:\n  kalends seed                      500 events round today\n  kalends seed --events 1000000     a calendar to measure with',
    )
    .action((options: { events: number; seed: number; add?: boolean }) =>
      withDatabase(async (database, config) => {
        await migrate(database, await readMigrations())
        const bar = progress('events', options.events, milliseconds)
        const made = await seed(database, {
          site: siteOf(config),
          now: systemClock.now(),
          seed: options.seed,
          events: options.events,
          add: options.add === true,
          progress: bar,
        })
        table([made])
      }),
    )

  program
    .command('rebuild')
    .description(
      'Derive afresh what is derived: search, listings, counts, times of whole days. For after SITE_TIMEZONE or the zone data changed.',
    )
    .action(() =>
      withDatabase(async (database, config) =>
        table(await rebuild(database, siteOf(config), systemClock.now(), (what, total) => progress(what, total, milliseconds))),
      ),
    )

  const user = program.command('user').description('Users: who may write.')
  user
    .command('add <login>')
    .description('Add a user.')
    .requiredOption('--role <role>', `one of ${USER_ROLES.join(', ')}`, role)
    .option('--name <name>', 'name for people', '')
    .action((login: string, options: { role: Role; name: string }) =>
      withDatabase(async (db) => table([await addUser(db, login, options.role, options.name)])),
    )
  user
    .command('list')
    .description('List the users.')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => withDatabase(async (db) => table(await listUsers(db), options.json)))
  user
    .command('role <login> <role>')
    .description(`Change a role: ${USER_ROLES.join(', ')}.`)
    .action((login: string, word: string) => withDatabase(async (db) => table([await setRole(db, login, role(word))])))
  user
    .command('disable <login>')
    .description('Refuse every token of a user from now on.')
    .option('--undo', 'let the user in again')
    .action((login: string, options: { undo?: boolean }) =>
      withDatabase(async (db) => table([await setDisabled(db, login, options.undo !== true)])),
    )

  program
    .command('security-log')
    .description('What mattered to security lately: who, from where, what.')
    .option('--last <n>', 'how many lines', whole, 50)
    .option('--json', 'as JSON')
    .action((options: { last: number; json?: boolean }) =>
      withDatabase(async (db) => table(await lastNotes(db, options.last), options.json)),
    )

  const token = program.command('token').description('Tokens: sent as `Authorization: Bearer TOKEN`, or as the password of their user.')
  token
    .command('add <login>')
    .description('Make a token. It is shown once.')
    .option('--label <text>', 'what it is for', '')
    .option('--days <n>', 'days until it expires', days)
    .option('--scope <scope>', `what it lends of its user's rights: ${SCOPES.join(', ')}`, scope, 'admin' as Scope)
    .action((login: string, options: { label: string; days?: number; scope: Scope }) =>
      withDatabase(async (db) => {
        const { id, secret } = await addToken(db, login, options.label, options.days ?? null, options.scope)
        process.stderr.write(`Token ${id} of ${login}. It is shown this once:\n`)
        say(secret)
      }),
    )
  token
    .command('list [login]')
    .description('List tokens, never their secrets.')
    .option('--json', 'as JSON')
    .action((login: string | undefined, options: { json?: boolean }) =>
      withDatabase(async (db) => table(await listTokens(db, login ?? null), options.json)),
    )
  token
    .command('revoke <id>')
    .description('Refuse a token from now on.')
    .action((id: string) =>
      withDatabase(async (db) => {
        await revokeToken(db, whole(id))
        say(`Token ${id} is revoked.`)
      }),
    )
  return program
}

function scope(word: string): Scope {
  const found = SCOPES.find((each) => each === word)
  if (!found) throw new UsageError(`There is no scope "${word}". Scopes: ${SCOPES.join(', ')}.`)
  return found
}
function role(word: string): Role {
  const found = USER_ROLES.find((each) => each === word)
  if (!found) throw new UsageError(`There is no role "${word}". Roles: ${USER_ROLES.join(', ')}.`)
  return found
}
const milliseconds = (): number => systemClock.now().epochMilliseconds
function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`"${text}" is not a whole number.`)
  return Number(text)
}
function days(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--days takes a whole number of days, such as 90.')
  return Number(text)
}

async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig()
  const database = databaseOf(config, openLog('silent'))
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)
/** Rows for people in columns, or for programs as JSON. */
function table(rows: readonly object[], json = false): void {
  if (json) return say(JSON.stringify(rows, null, 2))
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return say('None.')
  const cells = [names, ...rows.map((row) => names.map((name) => String((row as Record<string, unknown>)[name] ?? '')))]
  const widths = names.map((_, i) => Math.max(...cells.map((line) => (line[i] ?? '').length)))
  say(
    cells
      .map((line) =>
        line
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
  )
}
