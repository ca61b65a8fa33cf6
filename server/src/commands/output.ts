// Output of commands: tables for people, JSON for programs. Also opens the database for commands that need it.
import { readConfig, type Config } from '../config.ts'
import { databaseOf } from '../configured-database.ts'
import type { Database } from '../kernel/database/database.ts'
import { createLogger } from '../kernel/runtime/logger.ts'

export interface OutputOptions {
  readonly json?: boolean
}
/** The option of every command that lists records. */
export const JSON_OPTION = ['--json', 'print JSON'] as const

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

export function printTable(rows: readonly object[], { json = false }: OutputOptions = {}): void {
  if (json) return print(JSON.stringify(rows, null, 2))
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return print('None.')
  const cells = [names, ...rows.map((row) => names.map((name) => String((row as Record<string, unknown>)[name] ?? '')))]
  const widths = names.map((_, i) => Math.max(...cells.map((line) => (line[i] ?? '').length)))
  const line = (each: readonly string[]): string => each.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  print(cells.map((each) => line(each).trimEnd()).join('\n'))
}

export async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig()
  const database = databaseOf(config, createLogger('silent'))
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

/** Formats the examples at the end of the help text of a command. */
export function examples(...lines: readonly (readonly [command: string, effect: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length))
  return `\nExamples:\n${lines.map(([command, effect]) => `  ${command.padEnd(width)}   ${effect}`).join('\n')}`
}
