// `kalends doctor`: checks everything the service depends on, and prints a remedy for each problem.
import type { Command } from 'commander'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { databaseOf } from '../configured-database.ts'
import type { Finding } from '../features/doctor/finding.ts'
import { createLogger } from '../kernel/runtime/logger.ts'
import { readMigrations } from '../kernel/database/migrations.ts'
import { examples, JSON_OPTION, print, printTable, type OutputOptions } from './output.ts'

/** Thrown after the findings have been printed, to end with exit code 1. */
export class ChecksFailedError extends Error {}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Check settings, Node, disk, PostgreSQL, migrations, time-zone data, listings, clock, users, proxies, pictures, jobs, Redis and the OpenID Connect provider.',
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
  const { checkEnvironment } = await import('../configured-doctor.ts')
  const database = databaseOf(config, createLogger('silent'))
  try {
    const settings: Finding = { check: 'settings', state: 'ok', found: 'all settings are valid', remedy: '' }
    return await checkEnvironment({ config, database, migrations: await readMigrations() }, [settings])
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
