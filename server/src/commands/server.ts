// Commands about the calendar as a whole: serve, migrate, seed, rebuild.
import type { Command } from 'commander'
import { siteOf } from '../app.ts'
import { readConfig } from '../config.ts'
import { rebuild } from '../features/rebuild/rebuild.ts'
import { seed } from '../features/seed/seed.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { migrate, readMigrations } from '../kernel/database/migrations.ts'
import { createProgress } from '../kernel/runtime/progress.ts'
import { openSeedPictures } from '../seed-pictures.ts'
import { serve } from '../serve.ts'
import { examples, JSON_OPTION, say, table, withDatabase, type OutputOptions } from './output.ts'
import { parseInteger } from './arguments.ts'

export function calendarCommands(program: Command): void {
  program
    .command('serve')
    .description('Serve the interface.')
    .option('--no-auth', 'for evaluation only: requests need no credentials; listens on this machine only')
    .showHelpAfterError('To serve without credentials on this machine: --no-auth. To learn more: kalends serve --help.')
    .addHelpText(
      'after',
      examples(
        ['kalends serve --no-auth', 'try it out on this machine'],
        ['PORT=8080 kalends serve', 'serve on another port'],
        ['PUBLIC_URL=https://events.example.org kalends serve', 'behind a proxy: links name that address'],
      ),
    )
    .action((options: { auth: boolean }) => serve(readConfig(), !options.auth))

  program
    .command('migrate')
    .description('Bring the database up to date.')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        ['kalends migrate', 'before a new version serves, with MIGRATE_ON_START=false'],
        ['kalends migrate --json', 'what was applied, for programs'],
      ),
    )
    .action((options: OutputOptions) =>
      withDatabase(async (database) => {
        const applied = await migrate(database, await readMigrations())
        if (options.json)
          table(
            applied.map((name) => ({ applied: name })),
            options,
          )
        else say(applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'))
      }),
    )

  program
    .command('seed')
    .description('Fill an empty calendar with demo records and pictures in the languages of the calendar.')
    .option('--events <n>', 'number of events', parseInteger, 500)
    .option('--seed <n>', 'seed of the random numbers; another seed gives other events', parseInteger, 1)
    .option('--add', 'add to a calendar that has records')
    .option('--no-pictures', 'create no images, and leave MEDIA_DIR alone')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        ['kalends seed', '500 events around today'],
        ['kalends seed --events 1000000 --no-pictures', 'a large calendar for measurements'],
        ['kalends seed --add --seed 2', '500 more events in a calendar that has records'],
      ),
    )
    .action((options: OutputOptions & { events: number; seed: number; add?: boolean; pictures: boolean }) =>
      withDatabase(async (database, config) => {
        await migrate(database, await readMigrations())
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
          table([seeded], options)
        } finally {
          pictures?.close()
        }
      }),
    )

  program
    .command('rebuild')
    .description(
      'Derive afresh what is derived: search, listings, counts, times of whole days. For after SITE_TIMEZONE or the zone data changed.',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends rebuild', 'after a new version of Node, or another SITE_TIMEZONE']))
    .action((options: OutputOptions) =>
      withDatabase(async (database, config) =>
        table(
          await rebuild(database, siteOf(config), systemClock.now(), (what, total) => createProgress(what, total, milliseconds)),
          options,
        ),
      ),
    )
}
const milliseconds = (): number => systemClock.now().epochMilliseconds
