// The rule: an input costs the event loop at most 50 ms of CPU for every started 100 kB, and no more than linear time in its length.
import type { Input } from './inputs.ts'
import type { MeasuredServer } from './measured.ts'
import { textOf, type Pattern } from './patterns.ts'

const MS_PER_100_KB = 50
/** Requests that cost less than this, whatever they grow by, are linear enough. */
const GROWTH_FROM_MS = 25
/** Four times the length may cost this many times as much: linear growth is 4, quadratic growth 16. */
const GROWTH_MAX = 9
const TRIES = 4

export interface Examined {
  readonly requests: number
  /** CPU milliseconds for every started 100 kB, and the input that cost it. */
  readonly worst: { readonly ms: number; readonly input: string }
  /** Inputs for which growth was measured, and the most that four times the length cost. */
  readonly grown: number
  readonly steepest: { readonly ratio: number; readonly input: string }
  readonly faults: readonly string[]
  readonly statuses: Readonly<Record<string, number>>
}
/** Lists and objects of so many characters. */
const STRUCTURES: Readonly<Record<string, (length: number) => string>> = {
  'list of texts': (length) => `[${'"a",'.repeat(length / 4)}"a"]`,
  'hundred texts': (length) => JSON.stringify(Array.from({ length: 100 }, () => 'a\u0301'.repeat(length / 400))),
  'list of lists': (length) => `[${'[],'.repeat(length / 3)}[]]`,
  'list of objects': (length) => `[${'{"a":1},'.repeat(length / 8)}{}]`,
  'object of many': (length) => `{${Array.from({ length: length / 12 }, (_, i) => `"k${i}":1`).join(',')}}`,
  'deep list': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
}

/** Tries each pattern in each input, at all of its lengths or the longest, until so many faults are found. */
export async function examine(
  server: MeasuredServer,
  inputs: readonly Input[],
  patterns: readonly Pattern[],
  lengths: 'all' | 'longest',
  most_faults = 20,
): Promise<Examined> {
  const worst = { ms: 0, input: '' }
  const steepest = { ratio: 0, input: '' }
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  let [requests, grown] = [0, 0]
  /** Milliseconds for a value, and per started 100 kB of what was sent. */
  const costOf = async (input: Input, json: string) => {
    const request = input.request(json)
    const bytes = request.path.length + Buffer.byteLength(request.body ?? '') + Object.values(request.headers ?? {}).join('').length
    const { status, cpu_ms } = await server.cost(request)
    if (input.restore) await server.send(input.restore)
    statuses[status] = (statuses[status] ?? 0) + 1
    requests += 1
    return { cpu_ms, per_100_kb: cpu_ms / Math.max(1, bytes / 100_000) }
  }
  /** Noise only adds: the least of several tries counts. Each is a little shorter, since the same value again changes nothing. */
  const leastOf = async (input: Input, json: (length: number) => string, length: number) => {
    let least = await costOf(input, json(length - 10))
    for (let i = 2; i <= TRIES; i += 1) {
      const again = await costOf(input, json(length - 10 * i))
      if (again.cpu_ms < least.cpu_ms) least = again
    }
    return least
  }
  const look = async (input: Input, name: string, json: (length: number) => string): Promise<void> => {
    for (const length of lengths === 'all' ? input.lengths : input.lengths.slice(-1)) {
      let cost = await costOf(input, json(length))
      // Noise only adds, so one try below the limit is enough, and it is small against a cost that is far beyond the limit.
      if (cost.per_100_kb > MS_PER_100_KB && cost.per_100_kb < 10 * MS_PER_100_KB) cost = await leastOf(input, json, length)
      const title = `${input.name}: ${name}, ${length}`
      if (cost.per_100_kb > worst.ms) Object.assign(worst, { ms: Math.round(cost.per_100_kb * 10) / 10, input: title })
      if (cost.per_100_kb > MS_PER_100_KB) {
        faults.push(`${title}: ${Math.round(cost.per_100_kb)} ms of CPU per 100 kB`)
        continue
      }
      if (cost.cpu_ms <= GROWTH_FROM_MS || input.takes === 'fixed') continue
      const quarter = await leastOf(input, json, Math.floor(length / 4))
      if (cost.cpu_ms > GROWTH_MAX * quarter.cpu_ms) cost = await leastOf(input, json, length)
      const ratio = Math.round((cost.cpu_ms / quarter.cpu_ms) * 10) / 10
      grown += 1
      if (ratio > steepest.ratio) Object.assign(steepest, { ratio, input: title })
      if (ratio > GROWTH_MAX) faults.push(`${title}: four times the length costs ${ratio} times as much`)
    }
  }
  for (const input of inputs) {
    if (faults.length >= most_faults) break
    if (input.takes === 'fixed') await look(input, 'as it is', () => '""')
    else
      for (const pattern of patterns) {
        if (faults.length >= most_faults) break
        // Headers are read as Latin-1: one text of other letters is enough.
        if (input.place === 'header' && pattern.name !== 'CJK' && /[^\0-\x7f]/.test(pattern.unit)) continue
        // Hosts that do not exist would be looked up: nothing of these tests leaves the machine.
        if (input.name.endsWith('image') && pattern.before?.startsWith('http')) continue
        await look(input, pattern.name, (length) => JSON.stringify(textOf(pattern, length)))
      }
    if (input.takes === 'json')
      for (const [name, json] of Object.entries(STRUCTURES)) await look(input, name, (length) => json(Math.min(length, 900_000)))
  }
  return { requests, worst, grown, steepest, faults, statuses }
}
