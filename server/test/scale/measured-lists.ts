// Measures the statement of a list: time, processor time of the PostgreSQL process, and buffers. Statements are planned as the server plans them.
import { readFileSync } from 'node:fs'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import type { RequestContext } from '../../src/engine/definition/kind.ts'
import { listStatement, type ListRequest } from '../../src/engine/list/list-query.ts'
import { listParams, parseListRequest } from '../../src/engine/list/list-records.ts'
import { openDatabase, type Database } from '../../src/kernel/database/database.ts'
import { render, sql } from '../../src/kernel/database/sql.ts'
import { ANONYMOUS, type Caller } from '../../src/kernel/security/caller.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { events } from '../../src/resources/events.ts'
import { connected, LOOSE } from '../support/database.ts'

export interface Measurement {
  readonly total: number
  /** Milliseconds on the clock, and milliseconds on a processor, which do not depend on other work of the machine. */
  readonly p50: number
  readonly p95: number
  readonly cpu_p50: number
  readonly cpu_p95: number
}
export interface MeasuredCalendar {
  readonly database: Database
  /** The number of buffers that the statement of a list reads. */
  buffers(path: string, caller?: Caller): Promise<number>
  close(): Promise<void>
  prepare(path: string, caller?: Caller, more?: Partial<ListRequest>): Promise<() => Promise<{ total: number; ms: number; cpu_ms: number }>>
}

/** One connection, whose process is known. */
export async function measuredCalendar(url: string): Promise<MeasuredCalendar> {
  const site = siteOf(readConfig({ DATABASE_URL: url, PUBLIC_URL: 'https://calendar.example.org' }))
  const database = openDatabase({ ...LOOSE, url, poolSize: 1, statementTimeoutMs: 600_000 })
  const [backend] = await database.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const contextOf = (caller: Caller): RequestContext => ({
    site,
    caller,
    now: systemClock.now(),
    language: site.defaultLanguage,
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  })
  const params = listParams(events, site.maxPerPage, site.languages)
  const statementOf = async (path: string, caller: Caller, more: Partial<ListRequest> = {}) => {
    const { request, time } = await parseListRequest(
      database,
      events,
      { params, inputs: Object.fromEntries(new URLSearchParams(path)) },
      contextOf(caller),
    )
    return listStatement(events, { ...request, ...more }, time.ctx)
  }
  return {
    database,
    close: () => database.close(),
    buffers: async (path, caller = ANONYMOUS) => {
      const { statement, customPlan } = await statementOf(path, caller)
      const { text, values } = render(statement)
      const [row] = await connected(url, async (client) => {
        await client.query(
          `set jit = off; set TimeZone = 'UTC'; set plan_cache_mode = ${customPlan ? 'force_custom_plan' : 'force_generic_plan'}`,
        )
        await client.query(`prepare list as ${text}`)
        const explained = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
          `explain (analyze, buffers, format json) execute list(${values.map(literalOf).join()})`,
        )
        return explained.rows
      })
      const plan = row?.['QUERY PLAN'][0]?.Plan
      return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    },
    prepare: async (path, caller = ANONYMOUS, more = {}) => {
      const { statement, customPlan } = await statementOf(path, caller, more)
      return async () => {
        const [start, used] = [performance.now(), processorTime(backend?.pid ?? 0)]
        const [row] = await database.query<{ total: number }>(statement, { customPlan })
        const ms = performance.now() - start
        return { total: row?.total ?? 0, ms, cpu_ms: used === null ? ms : (processorTime(backend?.pid ?? 0) ?? 0) - used }
      }
    },
  }
}
const literalOf = (value: unknown): string => (Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value).replaceAll("'", "''")}'`)
interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

/** The milliseconds that a process has spent on processors. Null if PostgreSQL runs on another machine or system. */
export function processorTime(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}

/** Runs each function so many times, in turn, so that all are measured under the same load. */
export async function measureInTurn<K extends string>(
  runs: Readonly<Record<K, () => Promise<{ total: number; ms: number; cpu_ms: number }>>>,
  n: number,
): Promise<Record<K, Measurement>> {
  const names = Object.keys(runs) as K[]
  const found = new Map(names.map((name) => [name, { total: 0, ms: [] as number[], cpu: [] as number[] }]))
  // The first runs read data into memory and prepare statements.
  for (let i = -3; i < n; i += 1)
    for (const name of names) {
      const { total, ms, cpu_ms } = await runs[name]()
      const all = found.get(name)
      if (!all || i < 0) continue
      all.total = total
      all.ms.push(ms)
      all.cpu.push(cpu_ms)
    }
  return Object.fromEntries([...found].map(([name, { total, ms, cpu }]) => [name, measurementOf(total, ms, cpu)])) as Record<K, Measurement>
}
export const measurementOf = (total: number, ms: readonly number[], cpu: readonly number[]): Measurement => ({
  total,
  p50: percentile(ms, 0.5),
  p95: percentile(ms, 0.95),
  cpu_p50: percentile(cpu, 0.5),
  cpu_p95: percentile(cpu, 0.95),
})
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100
}
