// `kalends doctor`: looks at everything the service needs, and says what to do about what is wrong.
import type { Command } from 'commander'
import { databaseOf } from '../app.ts'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { runDoctor, type Finding } from '../features/doctor/checks.ts'
import { inspectFolderInTime } from '../features/media/media-folder.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { createLogger } from '../kernel/runtime/logger.ts'
import { readMigrations } from '../kernel/database/migrations.ts'
import { explain } from './error-messages.ts'
import { examples, JSON_OPTION, say, table, type OutputOptions } from './output.ts'

/** Something is wrong, and all of it was told. */
export class ChecksFailedError extends Error {}

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, database, migrations, zone data, disk, clock, proxies and Redis, and say what to do.')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `\nIt ends with 1 when something is wrong, and with 0 when all is well or only worth a thought.\n${examples(
        ['kalends doctor', 'before the first start, and when something is odd'],
        ['kalends doctor --json', 'for programs'],
      )}`,
    )
    .action(async (options: OutputOptions) => {
      const findings = await runChecks()
      if (options.json) table(findings, options)
      else printFindings(findings)
      if (findings.some(({ state }) => state === 'wrong')) throw new ChecksFailedError()
    })
}

async function runChecks(): Promise<Finding[]> {
  const config = settings()
  if (Array.isArray(config)) return config
  const database = databaseOf(config, createLogger('silent'))
  try {
    return [
      { check: 'settings', state: 'ok', found: 'every setting can be read', remedy: '' },
      ...(config.PUBLIC_URL
        ? []
        : [
            {
              check: 'PUBLIC_URL',
              state: 'thought' as const,
              found: 'not set: links in answers name this machine',
              remedy: 'Set PUBLIC_URL to the address that clients use.',
            },
          ]),
      ...(await runDoctor({
        database,
        migrations: await readMigrations(),
        zone: config.SITE_TIMEZONE,
        languages: config.LANGUAGES,
        poolSize: config.DATABASE_POOL_SIZE,
        redisUrl: config.REDIS_URL,
        trustedProxies: config.TRUSTED_PROXIES,
        disk: process.cwd(),
        inspectMedia: (db) => inspectFolderInTime(config.MEDIA_DIR, db),
        now: () => systemClock.now().epochMilliseconds,
        explain,
      })),
    ]
  } finally {
    await database.close()
  }
}
function settings(): Config | Finding[] {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.fieldErrors.map((found) => ({
      check: 'settings',
      state: 'wrong',
      found,
      remedy: 'Every setting is explained in docs/settings.md.',
    }))
  }
}

const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok      ', thought: 'THOUGHT ', wrong: 'WRONG   ' }
function printFindings(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ check }) => check.length))
  for (const { check, state, found, remedy } of findings) {
    say(`${MARKS[state]} ${check.padEnd(width)}  ${found}`)
    if (remedy) say(`${' '.repeat(MARKS.ok.length)} ${' '.repeat(width)}  → ${remedy}`)
  }
  const count = (wanted: Finding['state']): number => findings.filter(({ state }) => state === wanted).length
  const things = (n: number): string => (n === 1 ? 'One thing is' : `${n} things are`)
  const [wrong, thoughts] = [count('wrong'), count('thought')]
  say(
    wrong > 0 ? `\n${things(wrong)} wrong.` : thoughts > 0 ? `\nNothing is wrong. ${things(thoughts)} worth a thought.` : '\nAll is well.',
  )
}
