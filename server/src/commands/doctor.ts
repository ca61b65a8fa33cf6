// `kalends doctor`: checks everything the service depends on, and prints a remedy for each problem.
import type { Command } from 'commander'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { databaseOf } from '../configured-database.ts'
import type { Finding } from '../features/doctor/finding.ts'
import { inspectFolderInTime } from '../features/media/media-folder.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { createLogger } from '../kernel/runtime/logger.ts'
import { readMigrations } from '../kernel/database/migrations.ts'
import { explain } from './error-messages.ts'
import { examples, JSON_OPTION, print, printTable, type OutputOptions } from './output.ts'

/** Thrown after the findings have been printed, to end with exit code 1. */
export class ChecksFailedError extends Error {}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Check settings, Node, disk, PostgreSQL, migrations, time-zone data, listings, clock, users, proxies, pictures, jobs and Redis.',
    )
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `\nThe exit code is 1 if there are errors, and 0 if there are only warnings.\n${examples(
        ['kalends doctor', 'before the first start, and to diagnose problems'],
        ['kalends doctor --json', 'print the findings as JSON'],
      )}`,
    )
    .action(async (options: OutputOptions) => {
      const findings = await runChecks()
      if (options.json) printTable(findings, options)
      else printFindings(findings)
      if (findings.some(({ state }) => state === 'error')) throw new ChecksFailedError()
    })
}

async function runChecks(): Promise<Finding[]> {
  const config = readSettings()
  if (Array.isArray(config)) return config
  const { runDoctor } = await import('../features/doctor/checks.ts')
  const database = databaseOf(config, createLogger('silent'))
  try {
    return [
      { check: 'settings', state: 'ok', found: 'all settings are valid', remedy: '' },
      checkPublicUrl(config),
      ...(await runDoctor({
        database,
        migrations: await readMigrations(),
        timeZone: config.SITE_TIMEZONE,
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

function readSettings(): Config | Finding[] {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.fieldErrors.map((found) => ({
      check: 'settings',
      state: 'error',
      found,
      remedy: 'docs/settings.md describes every setting.',
    }))
  }
}

const checkPublicUrl = ({ PUBLIC_URL }: Config): Finding =>
  PUBLIC_URL
    ? { check: 'public URL', state: 'ok', found: PUBLIC_URL, remedy: '' }
    : {
        check: 'public URL',
        state: 'warning',
        found: 'PUBLIC_URL is not set: links in responses use the address of this machine',
        remedy: 'Set PUBLIC_URL to the URL that clients use.',
      }

const LABELS: Readonly<Record<Finding['state'], string>> = { ok: 'ok   ', warning: 'WARN ', error: 'ERROR' }
function printFindings(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ check }) => check.length))
  for (const { check, state, found, remedy } of findings) {
    print(`${LABELS[state]}  ${check.padEnd(width)}  ${found}`)
    if (remedy) print(`${' '.repeat(LABELS.ok.length)}  ${' '.repeat(width)}  → ${remedy}`)
  }
  print(`\n${summarize(findings)}`)
}

function summarize(findings: readonly Finding[]): string {
  const counted = (['error', 'warning'] as const).flatMap((state) => {
    const count = findings.filter((finding) => finding.state === state).length
    return count === 0 ? [] : [`${count} ${state}${count === 1 ? '' : 's'}`]
  })
  return counted.length === 0 ? 'All checks passed.' : `${counted.join(', ')}.`
}
