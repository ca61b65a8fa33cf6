// Reports a run: prints a table and the documented ratios, and writes a JSON file and a chart.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { drawChart } from './chart.ts'
import { SETUPS } from './labels.ts'
import type { Load, Measured } from './measure.ts'

export interface Run {
  readonly results: ReadonlyMap<string, Measured>
  readonly events: number
  readonly seeded_s: number | null
  readonly load: Load
  /** Whether everything was measured. Only such a run is written to bench/results. */
  readonly isWhole: boolean
}
/** CPU time in milliseconds that the original needs for the same requests. */
const ORIGINAL = { list: 156, event: 61 }
export const RESULTS = new URL('results/', import.meta.url)

export function reportRun({ results, events, seeded_s, load, isWhole }: Run): void {
  const ratios = ratiosOf(results)
  const line = (cells: readonly (string | number)[]): string =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(54) : String(cell).padStart(10))).join('')
  console.log(line(['', 'per second', 'p50 ms', 'p99 ms', 'Node ms', 'PG ms', 'errors']))
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
  for (const [name, ratio] of Object.entries(ratios)) console.log(`${name.padEnd(72)} ${ratio.toFixed(2)}`)
  const imported = seeded_s === null ? null : Math.round(events / seeded_s)
  if (imported !== null) console.log(`import: ${imported} events per second, including the search index`)
  if (!isWhole) return
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model,
    node: process.version,
    shared: 'wrk or pgbench, Node and PostgreSQL share the cores. Kalends runs with LOG_LEVEL=warn and otherwise default settings.',
  }
  mkdirSync(RESULTS, { recursive: true })
  const name = `${new Date().toISOString().slice(0, 10)}-${events}`
  const figures = { events, machine, load, seeded_s, imported, ratios, results: Object.fromEntries(results) }
  writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(new URL(`${name}.svg`, RESULTS), drawChart(results, events))
  console.error(`bench/results/${name}.json and .svg written`)
}
const shown = (ms: number, digits: number): string => (Number.isFinite(ms) ? ms.toFixed(digits) : '')

function ratiosOf(results: ReadonlyMap<string, Measured>): Record<string, number> {
  const rate = (name: string): number => results.get(name)?.rate ?? Number.NaN
  const cpu = (name: string): number => (results.get(name)?.node_ms ?? Number.NaN) + (results.get(name)?.postgres_ms ?? Number.NaN)
  const { barePostgres, bareHttp, bareHttpMinimal, defaults, allCachesOff, responseCacheOff: off } = SETUPS
  const uncached = [off, allCachesOff].flatMap((setup): [string, number][] => [
    [`list of 10, ${setup} ÷ ${barePostgres}`, rate(`${setup}: list of 10`) / rate(`${barePostgres}: list of 10`)],
    [
      `list of 10, ${setup}: CPU time of PostgreSQL ÷ ${barePostgres}`,
      (results.get(`${setup}: list of 10`)?.postgres_ms ?? Number.NaN) /
        (results.get(`${barePostgres}: list of 10`)?.postgres_ms ?? Number.NaN),
    ],
    [`list of 10, ${setup}: CPU time of Node in ms`, results.get(`${setup}: list of 10`)?.node_ms ?? Number.NaN],
    ...['list of 10', 'one event'].map((name): [string, number] => [
      `${name}: CPU time of ${barePostgres} ÷ ${setup}`,
      cpu(`${barePostgres}: ${name}`) / cpu(`${setup}: ${name}`),
    ]),
    [`one event, ${setup} ÷ ${barePostgres}`, rate(`${setup}: one event`) / rate(`${barePostgres}: one event`)],
    [`duration of a month ÷ default list, ${setup}`, rate(`${setup}: list of 10`) / rate(`${setup}: a month`)],
    [`list of 10: CPU time of the original ÷ ${setup}`, ORIGINAL.list / cpu(`${setup}: list of 10`)],
    [`one event: CPU time of the original ÷ ${setup}`, ORIGINAL.event / cpu(`${setup}: one event`)],
  ])
  const others: [string, number][] = [
    // Rates depend on the processor time that other programs leave, so the CPU times are compared, too.
    ...[bareHttp, bareHttpMinimal].map((bare): [string, number] => [
      `list of 10: CPU time of ${bare} ÷ ${defaults}`,
      cpu(`${bare}: list of 10`) / cpu(`${defaults}: list of 10`),
    ]),
    [`list of 10, ${defaults} ÷ ${bareHttp}`, rate(`${defaults}: list of 10`) / rate(`${bareHttp}: list of 10`)],
    [
      `list of 10, ${defaults} with 5 writes per second ÷ ${bareHttp}`,
      rate(`${defaults}, 5 writes per second: list of 10`) / rate(`${bareHttp}: list of 10`),
    ],
    [`create: CPU time of ${barePostgres} ÷ ${off}`, cpu(`${barePostgres}: create`) / cpu(`${off}: create`)],
    [`create ÷ ${barePostgres}`, rate(`${off}: create`) / rate(`${barePostgres}: create`)],
    ['create in one category ÷ in all', rate(`${off}: create, one category`) / rate(`${off}: create`)],
    [`list of 10: CPU time of the original ÷ ${defaults}`, ORIGINAL.list / cpu(`${defaults}: list of 10`)],
    [`one event: CPU time of the original ÷ ${defaults}`, ORIGINAL.event / cpu(`${defaults}: one event of 1,000`)],
  ]
  return Object.fromEntries([...uncached, ...others].filter(([, ratio]) => Number.isFinite(ratio)))
}
