// `kalends serve`, `work`, `migrate`, `seed` and `rebuild`: commands that run or maintain the whole calendar.
// Each command imports the modules that only it needs, because those of the server take longer to load than most commands run.
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { migrate, readMigrations } from '../kernel/database/migrations.ts'
import type { MigrationProgress } from '../kernel/database/migration-steps.ts'
import { createProgress } from '../kernel/runtime/progress.ts'
import { parseInteger } from './arguments.ts'
import { examples, JSON_OPTION, print, printTable, withDatabase, type OutputOptions } from './output.ts'

export function addServerCommands(program: Command): void {
  addServeCommand(program)
  addWorkCommand(program)
  addMigrateCommand(program)
  addSeedCommand(program)
  addRebuildCommand(program)
}

function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the HTTP server. It also runs jobs, unless WORKER is false.')
    .option('--no-auth', 'disable authentication and listen on 127.0.0.1 only, for evaluation')
    .showHelpAfterError('To start without authentication on this machine, use --no-auth. For help, run kalends serve --help.')
    .addHelpText(
      'after',
      examples(
        ['kalends serve --no-auth', 'try Kalends on this machine'],
        ['PORT=8080 kalends serve', 'listen on another port'],
        ['PUBLIC_URL=https://events.example.org kalends serve', 'behind a proxy: links use this URL'],
      ),
    )
    .action(async (options: { auth: boolean }) => {
      const { serve } = await import('../serve.ts')
      await serve(readConfig(), !options.auth)
    })
}

function addWorkCommand(program: Command): void {
  program
    .command('work')
    .description('Run jobs in a process of their own, without the HTTP server: scheduled publication, the trash, retention and others.')
    .addHelpText(
      'after',
      examples(
        ['kalends work', 'run the jobs that are due, until the process is stopped'],
        ['WORKER=false kalends serve', 'serve requests beside it without running jobs'],
      ),
    )
    .action(async () => {
      const { work } = await import('../work.ts')
      await work(readConfig())
    })
}

function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Apply pending migrations to the database.')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        ['kalends migrate', 'before a new version starts with MIGRATE_ON_START=false'],
        ['kalends migrate --json', 'print the names of the applied migrations as JSON'],
      ),
    )
    .action((options: OutputOptions) =>
      withDatabase(async (database) => {
        const applied = await migrate(database, await readMigrations(), { report: reportProgress })
        const rows = applied.map((name) => ({ applied: name }))
        if (options.json) printTable(rows, options)
        else print(applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'))
      }),
    )
}

const reportProgress = ({ migration, message }: MigrationProgress): void => void process.stderr.write(`${migration}: ${message}\n`)

type SeedOptions = OutputOptions & { events: number; seed: number; add?: boolean; pictures: boolean }
function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .description('Fill an empty calendar with demo records and pictures in the languages of the calendar.')
    .option('--events <n>', 'number of events', parseInteger, 500)
    .option('--seed <n>', 'seed of the random number generator', parseInteger, 1)
    .option('--add', 'add records to a calendar that is not empty')
    .option('--no-pictures', 'do not create images or use MEDIA_DIR')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        ['kalends seed', '500 events around today'],
        ['kalends seed --events 1000000 --no-pictures', 'a large calendar for measurements'],
        ['kalends seed --add --seed 2', 'add 500 events to a calendar that is not empty'],
      ),
    )
    .action(runSeed)
}

const runSeed = (options: SeedOptions): Promise<void> =>
  withDatabase(async (database, config) => {
    const [{ siteOf }, { seed }, { openSeedPictures }] = await Promise.all([
      import('../app.ts'),
      import('../features/seed/seed.ts'),
      import('../seed-pictures.ts'),
    ])
    await migrate(database, await readMigrations(), { report: reportProgress })
    const pictures = options.pictures ? await openSeedPictures(config, database) : null
    try {
      const seeded = await seed(database, {
        site: siteOf(config),
        now: systemClock.now(),
        seed: options.seed,
        events: options.events,
        add: options.add === true,
        progress: createProgress('events', options.events, milliseconds),
        ...(pictures && { pictures }),
      })
      printTable([seeded], options)
    } finally {
      pictures?.close()
    }
  })

function addRebuildCommand(program: Command): void {
  program
    .command('rebuild')
    .description(
      'Recompute derived data: search texts, listing tables, counts, and the times of all-day events. Run it after SITE_TIMEZONE or the time-zone data changes.',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends rebuild', 'after an update of Node or a change of SITE_TIMEZONE']))
    .action((options: OutputOptions) =>
      withDatabase(async (database, config) => {
        const [{ siteOf }, { rebuild }] = await Promise.all([import('../app.ts'), import('../features/rebuild/rebuild.ts')])
        const progressOf = (what: string, total: number) => createProgress(what, total, milliseconds)
        printTable(await rebuild(database, siteOf(config), systemClock.now(), progressOf), options)
      }),
    )
}

const milliseconds = (): number => systemClock.now().epochMilliseconds
