// What a run has shown: a table, the ratios that we promise, a file of figures and a picture.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Load, Measured } from './measure.ts'
import { picture } from './picture.ts'

export interface Run {
  readonly results: ReadonlyMap<string, Measured>
  readonly events: number
  readonly seeded_s: number | null
  readonly load: Load
  readonly is_whole: boolean
}
/** What the original needs of the processor for the same, in milliseconds. */
const ORIGINAL = { list: 156, event: 61 }
export const RESULTS = new URL('results/', import.meta.url)

export function report({ results, events, seeded_s, load, is_whole }: Run): void {
  const ratios = ratiosOf(results)
  const line = (cells: readonly (string | number)[]): string =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(42) : String(cell).padStart(10))).join('')
  console.log(line(['', 'a second', 'p50 ms', 'p99 ms', 'Node ms', 'PG ms', 'errors']))
  for (const [name, m] of results)
    console.log(
      line([
        name,
        m.rate.toFixed(0),
        ...[m.p50_ms, m.p99_ms].map((ms) => shown(ms, 2)),
        ...[m.node_ms, m.postgres_ms].map((ms) => shown(ms, 3)),
        m.errors,
      ]),
    )
  console.log('')
  for (const [name, ratio] of Object.entries(ratios)) console.log(`${name.padEnd(64)} ${ratio.toFixed(2)}`)
  const imported = seeded_s === null ? null : Math.round(events / seeded_s)
  if (imported !== null) console.log(`import: ${imported} events a second, search included`)
  if (!is_whole) return
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model,
    node: process.version,
    shared: 'wrk or pgbench, Node and PostgreSQL share the cores; Kalends with LOG_LEVEL=warn, all else as it comes',
  }
  mkdirSync(RESULTS, { recursive: true })
  const name = `${new Date().toISOString().slice(0, 10)}-${events}`
  const figures = { events, machine, load, seeded_s, imported, ratios, results: Object.fromEntries(results) }
  writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(new URL(`${name}.svg`, RESULTS), picture(results, events))
  console.error(`bench/results/${name}.json and .svg written`)
}
const shown = (ms: number, digits: number): string => (Number.isFinite(ms) ? ms.toFixed(digits) : '')

function ratiosOf(results: ReadonlyMap<string, Measured>): Record<string, number> {
  const of = (name: string): Measured | undefined => results.get(name)
  const over = (a: string, b: string): number => (of(a)?.rate ?? Number.NaN) / (of(b)?.rate ?? Number.NaN)
  const cpu = (name: string): number => (of(name)?.node_ms ?? Number.NaN) + (of(name)?.postgres_ms ?? Number.NaN)
  const ratios = {
    'list of 10, cold ÷ bare PostgreSQL': over('cold: list of 10', 'reference: list of 10'),
    'list of 10, cold: CPU of PostgreSQL ÷ reference':
      (of('cold: list of 10')?.postgres_ms ?? Number.NaN) / (of('reference: list of 10')?.postgres_ms ?? Number.NaN),
    'list of 10, cold: ms of Node': of('cold: list of 10')?.node_ms ?? Number.NaN,
    'one event, cold ÷ bare PostgreSQL': over('cold: one event', 'reference: one event'),
    'list of 10, warm ÷ bare HTTP': over('warm: list of 10', 'bare HTTP: list of 10'),
    'list of 10, warm with 5 writes a second ÷ bare HTTP': over('warm, 5 writes a second: list of 10', 'bare HTTP: list of 10'),
    'create ÷ bare PostgreSQL': over('cold: create', 'reference: create'),
    'create in one category ÷ in all': over('cold: create, one category', 'cold: create'),
    'time of a month ÷ of the default list, cold': over('cold: list of 10', 'cold: a month'),
    'list of 10, cold: less CPU than the original, times': ORIGINAL.list / cpu('cold: list of 10'),
    'one event, cold: less CPU than the original, times': ORIGINAL.event / cpu('cold: one event'),
    'list of 10, warm: less CPU than the original, times': ORIGINAL.list / cpu('warm: list of 10'),
    'one event, warm: less CPU than the original, times': ORIGINAL.event / cpu('warm: one event of 1,000'),
  }
  return Object.fromEntries(Object.entries(ratios).filter(([, ratio]) => Number.isFinite(ratio)))
}
