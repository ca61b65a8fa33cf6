// What commands tell: rows in columns for people, JSON for programs; and the handle on the database that they share.
import { databaseOf } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import type { Database } from '../kernel/database/database.ts'
import { createLogger } from '../kernel/runtime/logger.ts'

export interface OutputOptions {
  readonly json?: boolean
}
/** Of every command that lists something. */
export const JSON_OPTION = ['--json', 'as JSON, for programs'] as const

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

export function table(rows: readonly object[], { json = false }: OutputOptions = {}): void {
  if (json) return say(JSON.stringify(rows, null, 2))
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return say('None.')
  const cells = [names, ...rows.map((row) => names.map((name) => String((row as Record<string, unknown>)[name] ?? '')))]
  const widths = names.map((_, i) => Math.max(...cells.map((line) => (line[i] ?? '').length)))
  const line = (each: readonly string[]): string => each.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  say(cells.map((each) => line(each).trimEnd()).join('\n'))
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

/** Examples at the end of the help of a command: what to type, and what it does. */
export function examples(...lines: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length))
  return `\nExamples:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}   ${what}`).join('\n')}`
}
