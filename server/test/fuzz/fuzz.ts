// A run of the fuzzer: every operation of the served document is asked so many cases, several operations at a time, and every answer is judged.
import fc from 'fast-check'
import { judgeBy, NS, type Document, type Judge } from '../support/document.ts'
import { CALLERS, casesOf, type Case } from './cases.ts'
import { Client, type Answer, type Raw } from './client.ts'

export interface FuzzSettings {
  readonly base: string
  readonly tokens: Readonly<Record<string, string>>
  readonly cases: number
  readonly seed: number
  /** Operations that are asked; all unless said otherwise. */
  readonly only?: RegExp
}
export interface Asked {
  cases: number
  readonly statuses: Map<number, number>
}
export interface Fuzzed {
  readonly asked: ReadonlyMap<string, Asked>
  /** The first fault of each operation, made small. */
  readonly faults: readonly string[]
  readonly slowest_ms: number
  readonly seconds: number
}
const LIMIT_MS = 1_000
/** Passwords are hashed and estimated slowly on purpose, outside the event loop. */
const PASSWORD_LIMIT_MS = 10_000
const PASSWORD_OPERATIONS = [
  'sign_in',
  'create_user',
  'accept_invitation',
  'reset_password',
  'change_own_password',
  'start_second_factor',
  'replace_recovery_codes',
  'remove_second_factor',
  'add_first_administrator',
]
const limitOf = (id: string): number => (PASSWORD_OPERATIONS.includes(id) ? PASSWORD_LIMIT_MS : LIMIT_MS)
const AT_A_TIME = 8
/** Long answers that are always the same are asked less often. */
const SELDOM = ['get_index', 'get_openapi_document', 'get_current_user']

export async function fuzz(settings: FuzzSettings): Promise<Fuzzed> {
  const start = performance.now()
  const document = (await (await fetch(`${settings.base}${NS}/doc`)).json()) as Document
  const judge = judgeBy(document)
  const operations = Object.entries(document.paths)
    .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })))
    .filter(({ operation }) => settings.only?.test(operation.operationId) ?? true)
  const weightOf = (id: string): number => (SELDOM.includes(id) ? 0.1 : 1)
  const all = operations.reduce((sum, { operation }) => sum + weightOf(operation.operationId), 0)
  const asked = new Map<string, Asked>()
  const faults: string[] = []
  const slow: Slow[] = []
  const world: World = { records: new Map(), tokens: settings.tokens }
  const port = Number(new URL(settings.base).port)
  let slowest_ms = 0
  // Creates go first: there must be something to read.
  const queue = operations.toSorted(
    (a, b) => Number(b.operation.operationId.startsWith('create')) - Number(a.operation.operationId.startsWith('create')),
  )
  const worker = async (): Promise<void> => {
    const client = new Client(port)
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { path, method, operation } = next
      const id = operation.operationId
      const own: Asked = { cases: 0, statuses: new Map() }
      asked.set(id, own)
      const property = fc.asyncProperty(casesOf(document, path, method, operation), async (each) => {
        const raw = rawOf(each, world)
        const answer = await client.send(raw)
        own.cases += 1
        own.statuses.set(answer.status, (own.statuses.get(answer.status) ?? 0) + 1)
        slowest_ms = Math.max(slowest_ms, answer.ms)
        if (answer.ms > limitOf(id)) slow.push({ raw, limitMs: limitOf(id), text: `${id}: ${show(raw)}` })
        learn(world, path, answer)
        const fault = faultOf(judge, raw, answer)
        if (fault !== null) throw new Error(`${id}: ${fault}\n${show(raw)}`)
      })
      const numRuns = Math.max(1, Math.ceil((settings.cases * weightOf(id)) / all))
      const details = await fc.check(property, { numRuns, seed: (settings.seed ^ fc.hash(id)) | 0, interruptAfterTimeLimit: 3_600_000 })
      if (details.failed)
        faults.push(
          `${(details.errorInstance as Error | null)?.message ?? 'failed'}\n  seed ${details.seed}, path ${details.counterexamplePath ?? ''}, after ${details.numRuns} cases`,
        )
    }
    client.close()
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  faults.push(...(await stillSlow(slow, port)))
  return { asked, faults, slowest_ms, seconds: (performance.now() - start) / 1_000 }
}

interface Slow {
  readonly raw: Raw
  readonly limitMs: number
  readonly text: string
}
/** A machine has other things to do: what took long is asked once more, alone. */
async function stillSlow(slow: readonly Slow[], port: number): Promise<string[]> {
  const client = new Client(port)
  const still: string[] = []
  for (const { raw, limitMs, text } of slow) {
    const { ms } = await client.send(raw)
    if (ms > limitMs) still.push(`took ${Math.round(ms)} ms, alone: ${text}`)
  }
  client.close()
  return still
}

function faultOf({ judge }: Judge, { method, target }: Raw, { status, type, text }: Answer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  return judge({ method, url: target, status, type, text }).fault
}

/** Records that were seen, by kind: cases mean one of them by number. */
interface World {
  readonly records: Map<string, { id: number; slug: string }[]>
  readonly tokens: Readonly<Record<string, string>>
}
const MOST = 300
function learn({ records }: World, path: string, { status, text }: Answer): void {
  if (status !== 201) return
  const plural = path.slice(NS.length + 1).split('/')[0] ?? ''
  const { id, slug } = JSON.parse(text) as { id: number; slug: string }
  const known = records.get(plural) ?? []
  records.set(plural, known)
  if (known.length < MOST) known.push({ id, slug })
  else known[id % MOST] = { id, slug }
}

function rawOf(each: Case, { records, tokens }: World): Raw {
  const known = records.get(each.path.split(/[/.]/)[1] ?? '') ?? []
  const record = typeof each.address === 'number' ? known[each.address % Math.max(1, known.length)] : undefined
  const address = (key: 'id' | 'slug'): string =>
    typeof each.address === 'string' ? each.address : record ? encodeURIComponent(String(record[key])) : unknownId(each.path)
  const path = each.path
    .replace('{id}', () => address('id'))
    .replace('{source}', 'fuzz')
    .replace(/\{(?:slug|external_id)\}/, () => address('slug'))
  const query = each.query === '' ? '' : `?${each.query}`
  return {
    method: each.method,
    target: Buffer.from(`${each.root}${NS}${path}${query}`).toString('latin1'),
    headers: [...each.headers, ...credentials(each.caller, tokens), ...(each.body ? [['content-type', each.body.type] as const] : [])],
    body: each.body ? Buffer.from(each.body.text) : null,
  }
}
/** The first users and tokens are those of the fuzzer. Without them, most requests would fail with 401. */
const unknownId = (path: string): string => (/^\/(?:users|me)\//.test(path) ? '999999' : '1')
function credentials(caller: string, tokens: World['tokens']): [string, string][] {
  const [admin] = CALLERS
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
  if (caller === '') return []
  const words: Readonly<Record<string, string>> = {
    wrong: 'Bearer kal_wrong',
    garbled: 'Bearer',
    basic: basic(`${admin}:${tokens[admin] ?? ''}`),
    'basic wrong': basic('admin:x'),
  }
  return [['authorization', words[caller] ?? `Bearer ${tokens[caller] ?? ''}`]]
}

const show = ({ method, target, headers, body }: Raw): string =>
  [
    `  ${method} ${target.slice(0, 600)}`,
    ...headers.map(([name, value]) => `  ${name}: ${name === 'authorization' ? '…' : value.slice(0, 200)}`),
    ...(body ? [`  ${JSON.stringify(body.toString('utf8').slice(0, 1_000))}`] : []),
  ].join('\n')
