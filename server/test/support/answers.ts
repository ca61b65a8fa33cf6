// Every answer of a run of tests, held against the document: what was recorded is read, judged, and the judge is tried with mutants.
import { createReadStream, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createInterface } from 'node:readline'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { isReadableByScripts } from './cors-headers.ts'
import { judgeOf, type Judge, type Schema, type Told } from './document.ts'
import { mutate } from './mutants.ts'
import type { Recorded } from './record.ts'

export interface Report {
  readonly answers: number
  readonly operations: ReadonlySet<string>
  readonly all_operations: number
  /** How often each was seen, and an address where. */
  readonly faults: ReadonlyMap<string, { readonly times: number; readonly url: string }>
  readonly mutants: number
  readonly open: number
  readonly taken: readonly string[]
  readonly shapes: number
  /** Headers that scripts of other origins cannot read. */
  readonly hidden_headers: ReadonlySet<string>
}
/** So many different shapes of an operation and status are mutated, and each so often. */
const SHAPES = 3
const MUTANTS = 3_000

/** Starts a recording: what goes into the environment of the run, and its end, which judges and says whether all is well. */
export function recording(): { readonly env: Readonly<Record<string, string>>; end(wholeRun: boolean): Promise<boolean> } {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-answers-'))
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${new URL('record.ts', import.meta.url).href}`
  return {
    env: { RECORD_ANSWERS: folder, NODE_OPTIONS: options.trim() },
    end: async (wholeRun) => {
      try {
        return tell(await judgeInParallel(globSync(`${folder}/*.jsonl`)), wholeRun)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

/** Reads the responses that a process recorded. Only the last line of a killed process may be truncated. */
async function* linesOf(file: string): AsyncGenerator<Recorded> {
  let cut: unknown = null
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (cut !== null) throw cut
    try {
      yield JSON.parse(line) as Recorded
    } catch (error) {
      cut = error
    }
  }
}

const WORKERS = 2
/** Judges the files in several threads, each with about the same number of bytes. */
async function judgeInParallel(files: readonly string[]): Promise<Report> {
  const groups = Array.from({ length: WORKERS }, (): { bytes: number; files: string[] } => ({ bytes: 0, files: [] }))
  for (const file of files) {
    const smallest = groups.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    smallest.files.push(file)
    smallest.bytes += statSync(file).size
  }
  const reports = await Promise.all(
    groups.map(
      (group) =>
        new Promise<Report>((resolve, reject) => {
          const worker = new Worker(new URL('answers-worker.ts', import.meta.url), { workerData: group.files })
          worker.once('message', resolve)
          worker.once('error', reject)
        }),
    ),
  )
  return reports.reduce(joinReports)
}
function joinReports(a: Report, b: Report): Report {
  const faults = new Map(a.faults)
  for (const [fault, { times, url }] of b.faults) faults.set(fault, { url, times: times + (faults.get(fault)?.times ?? 0) })
  return {
    answers: a.answers + b.answers,
    operations: a.operations.union(b.operations),
    all_operations: a.all_operations,
    faults,
    mutants: a.mutants + b.mutants,
    open: a.open + b.open,
    taken: [...a.taken, ...b.taken],
    shapes: a.shapes + b.shapes,
    hidden_headers: a.hidden_headers.union(b.hidden_headers),
  }
}

export async function judgeAnswers(files: readonly string[]): Promise<Report> {
  const judges = new Map<string, Judge>()
  const operations = new Set<string>()
  const faults = new Map<string, { times: number; url: string }>()
  const shapes = new Map<string, Set<string>>()
  const taken: string[] = []
  const hidden_headers = new Set<string>()
  let [answers, mutants, open, shaped] = [0, 0, 0, 0]
  for (const file of files)
    for await (const recorded of linesOf(file)) {
      const told = toldBy(recorded)
      for (const name of recorded.headers) if (!isReadableByScripts(name)) hidden_headers.add(name)
      const languages = languagesOf(told)
      const judge = judges.get(languages.join()) ?? judgeOf(languages.length > 0 ? { LANGUAGES: languages } : null)
      judges.set(languages.join(), judge)
      const { operation, fault, validate, pointer, value } = judge.judge(told)
      answers += 1
      if (operation) operations.add(operation)
      if (fault) faults.set(fault, { url: told.url, times: (faults.get(fault)?.times ?? 0) + 1 })
      if (fault || !validate || !pointer || typeof value !== 'object') continue
      const known = shapes.get(`${pointer} ${languages.join()}`) ?? new Set()
      shapes.set(`${pointer} ${languages.join()}`, known)
      const shape = shapeOf(value)
      if (known.size >= SHAPES || known.has(shape)) continue
      known.add(shape)
      const schema = schemaAt(judge.document as unknown as Schema, pointer)
      const mutated = mutate(value, schema, judge.document as unknown as Schema, (each) => validate(each), MUTANTS)
      shaped += 1
      mutants += mutated.made
      open += mutated.open
      taken.push(...mutated.taken.map((what) => `${operation ?? 'no operation'} ${told.status}: ${what}`))
    }
  const [{ document } = judgeOf()] = judges.values()
  const all_operations = Object.values(document.paths).reduce((sum, item) => sum + Object.keys(item).length, 0)
  return { answers, operations, all_operations, faults, mutants, open, taken, shapes: shaped, hidden_headers }
}

/** Says it, and whether all is well. */
function tell(report: Report, wholeRun: boolean): boolean {
  const { answers, operations, all_operations, faults, mutants, open, taken, shapes, hidden_headers } = report
  for (const name of hidden_headers) console.log(`HEADER NOT EXPOSED to other origins (contract 3.12): ${name}`)
  for (const [fault, { times, url }] of [...faults].slice(0, 20)) console.log(`NOT IN THE DOCUMENT (${times} times, last ${url}) ${fault}`)
  for (const what of taken.slice(0, 20)) console.log(`MUTANT TAKEN FOR GOOD ${what}`)
  const wrong = [...faults.values()].reduce((sum, { times }) => sum + times, 0)
  console.log(
    `answers: ${answers} recorded, ${answers - wrong} as described, ${wrong} not; ${operations.size} of ${all_operations} operations`,
  )
  console.log(
    `mutants: ${mutants} of ${shapes} answers, ${mutants - taken.length} refused, ${taken.length} not; ${open} places are open on purpose`,
  )
  return (
    wrong === 0 && taken.length === 0 && hidden_headers.size === 0 && (!wholeRun || (answers > 0 && operations.size === all_operations))
  )
}

function toldBy({ method, url, status, type, encoding, text, base64 }: Recorded): Told {
  const body = base64 ? Buffer.from(text, 'base64') : Buffer.from(text)
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[encoding]
  return { method, url, status, type, text: method === 'HEAD' ? '' : (unpack && body.length > 0 ? unpack(body) : body).toString('utf8') }
}
/** The only part of an answer's schema that is a matter of settings: the state of the text in each configured language. */
function languagesOf({ text }: Told): string[] {
  const [, states] = /"translation_status":(\{(?:"[\w-]+":"\w+",?)+\})/.exec(text) ?? []
  return states ? Object.keys(JSON.parse(states) as object) : []
}
const schemaAt = (document: Schema, pointer: string): Schema =>
  pointer
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (node as Schema)[part], document) as Schema
/** Keys and types, at all depths. */
const shapeOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.length > 0 ? shapeOf(value[0]) : ''}]`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return `{${Object.entries(value).map(([key, inner]) => `${key}:${shapeOf(inner)}`)}}`
}
