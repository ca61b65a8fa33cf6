// Dry runs of random writes of all kinds and roles: each is run dry, then for real. The dry run changes nothing, and its answer is the effect.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fresh, pictureServer } from '../media/pictures.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { Random, seedOf } from '../model/random.ts'
import { isFullRun, reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Answer, type Json, type Sending, type TestServer } from '../support/server.ts'
import { changedParts, openSnapshot } from './snapshot.ts'
import { nextWrite, PLURALS, REFUSED_AT_COMMIT, type KnownRecord, type KnownRecords, type Plural, type Write } from './writes.ts'

const WRITES = Number(process.env['DRY_RUN_WRITES'] ?? scaled(20_000))
/** A part ends after this number of differences. */
const MOST_DIFFERENCES = Number(process.env['DRY_RUN_DIFFERENCES'] ?? 5)
/** Each part has its own calendar, so that comparing all tables stays fast. */
const PER_PART = 400
const port = await freePort()
const pictures = await pictureServer(port)
const served = new Map<string, Buffer>()
pictures.answer = (request, response) => {
  const bytes = served.get(request.url ?? '')
  if (bytes) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
  else response.writeHead(404).end()
}

interface PartResult {
  readonly writes: number
  readonly accepted: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly differences: readonly string[]
}

test('7.18 a dry run of a random write changes nothing, and its answer is the effect of the write', async (t) => {
  const parts: PartResult[] = []
  for (let first = 0; first < WRITES; first += PER_PART) {
    const count = Math.min(PER_PART, WRITES - first)
    parts.push(await resumable('dry-run', `writes from ${first}`, () => runPart(first, count)))
  }
  const differences = parts.flatMap((part) => part.differences)
  const byStatus: Record<string, number> = {}
  for (const part of parts) for (const [status, n] of Object.entries(part.byStatus)) byStatus[status] = (byStatus[status] ?? 0) + n
  const figures = {
    writes: WRITES,
    accepted: parts.reduce((sum, { accepted }) => sum + accepted, 0),
    by_status: byStatus,
    differences: differences.length,
  }
  t.diagnostic(JSON.stringify(figures))
  reportEvidence('dry-run', figures)
  assert.deepEqual(differences.slice(0, MOST_DIFFERENCES), [])
  assert.ok(figures.accepted > WRITES / 3, 'The generator makes too few valid writes.')
  if (isFullRun)
    for (const status of ['400', '401', '403', '404', '409', '412'])
      assert.ok((byStatus[status] ?? 0) > 10, `too few writes with status ${status}`)
})

async function runPart(first: number, count: number): Promise<PartResult> {
  const folder = join(tmpdir(), `dry-run-${randomUUID()}`)
  const server = await testServer({ MEDIA_DIR: folder, EGRESS_ALLOW: `127.0.0.1:${port}` }, undefined, false)
  await addDeferredConstraint(server.app.database)
  for (const as of ['admin', 'editor', 'author', 'other', 'contributor'] as const)
    await server.post('/venues', { venue: `Venue of ${as}` }, { as, headers: { 'idempotency-key': USED_KEY } })
  const random = new Random(seedOf(seed, first))
  const images = await Promise.all(Array.from({ length: 12 }, () => fresh()))
  const urls = images.slice(0, 6).map((bytes, i) => {
    served.set(`/${first}-${i}.jpg`, bytes)
    return `${pictures.base}/${first}-${i}.jpg`
  })
  const known: KnownRecords = { events: [], venues: [], organizers: [], categories: [], tags: [], media: [] }
  const sources = { random, known, pictures: images, urls: [...urls, `${pictures.base}/missing.jpg`] }
  const snapshot = await openSnapshot(server.app.database, folder)
  const byStatus: Record<string, number> = {}
  const differences: string[] = []
  let accepted = 0
  for (let n = first; n < first + count && differences.length < MOST_DIFFERENCES; n += 1) {
    const write = nextWrite(sources, n)
    const before = await snapshot()
    const dry = await send(server, write, true)
    const changed = changedParts(before, await snapshot())
    const real = await send(server, write, false)
    byStatus[real.status] = (byStatus[real.status] ?? 0) + 1
    if (real.status < 300) {
      accepted += 1
      noteRecords(known, write, real.json)
    }
    const found = [...changed.map((name) => `changed ${name}`), ...compare(write, dry, real), ...(await compareNested(server, write, real))]
    differences.push(...found.map((each) => `${n} ${write.method} ${write.path} by ${write.as}: ${each}`))
  }
  return { writes: count, accepted, byStatus, differences }
}

/** Every write of the API satisfies the deferred constraints of the schema, so the test adds one that some writes violate. */
const addDeferredConstraint = (database: Database): Promise<unknown> =>
  database.query(
    raw(`do $do$ begin
create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused at commit'; end $$;
${['venues', 'organizers']
  .map(
    (table) => `create constraint trigger refused after insert or update on ${table} deferrable initially deferred
for each row when (new.phone = '${REFUSED_AT_COMMIT}') execute function refuse();`,
  )
  .join('\n')}
end $do$`),
  )

/** The key of a stored response of each caller. Dry runs with a key send this one: if they read it, the response is not that of the write. */
const USED_KEY = 'used'
function send({ request }: TestServer, write: Write, isDryRun: boolean): Promise<Answer> {
  const inQuery = isDryRun && (write.dryRunIn === 'query' || write.body === null)
  const query = new URLSearchParams({ ...write.query, ...(inQuery && { dry_run: 'true' }) })
  const body = isDryRun && !inQuery ? { ...write.body, dry_run: true } : write.body
  const headers = isDryRun && write.headers['idempotency-key'] ? { ...write.headers, 'idempotency-key': USED_KEY } : write.headers
  const sending: Sending = { headers, ...(write.as && { as: write.as }), ...contentOf(write.file, body) }
  return request(write.method, `${write.path}${query.size > 0 ? `?${query}` : ''}`, sending)
}
function contentOf(file: Buffer | null, body: Json | null): Sending {
  if (!file) return body ? { body } : {}
  const upload = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) upload.append(name, String(value))
  upload.append('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'poster.jpg')
  return { upload }
}

/** Keys of a record that a dry run does not promise (contract 7.18). */
const UNPROMISED = /^(id|slug|rest_url|url|global_id|(date|modified)(_utc)?)$/
/** A record without these keys. Other values that contain the id of a record (`global_id_lineage`, `translations`, `urls`) are compared without it. */
function promised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(promised)
  if (typeof value === 'string') return value.replace(/([/=])\d+$/, '$1ID')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (UNPROMISED.test(key) ? [] : [[key, promised(each)]])))
}

const COMPARED_HEADERS = [
  'content-language',
  'preference-applied',
  'x-ignored-parameters',
  'x-possible-duplicates',
  'x-reused-records',
  'x-unpublished-links',
]
function compare({ body }: Write, dry: Answer, real: Answer): string[] {
  const differs = (what: string, a: unknown, b: unknown): string[] => {
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)]
    return left === right ? [] : [`${what}: dry ${left?.slice(0, 600)}, real ${right?.slice(0, 600)}`]
  }
  const headers = COMPARED_HEADERS.flatMap((name) => differs(name, dry.headers.get(name), real.headers.get(name)))
  if (real.status >= 300) return [...differs('status', dry.status, real.status), ...differs('error', dry.json, real.json), ...headers]
  const record = (dry.json['record'] ?? {}) as Json
  return [
    ...differs('status', [dry.status, dry.json['status']], [200, real.status]),
    ...differs('X-Dry-Run', dry.headers.get('x-dry-run'), 'true'),
    ...differs('record', promised(record), promised(real.json)),
    ...(body?.['slug'] === undefined ? [] : differs('slug', record['slug'], real.json['slug'])),
    ...headers,
  ]
}

/** After a change of a venue, an event that links it shows the new version, and not the one of the dry run. */
async function compareNested({ get }: TestServer, { plural, method }: Write, real: Answer): Promise<string[]> {
  if (plural !== 'venues' || method === 'DELETE' || real.status !== 200) return []
  const { id, venue } = real.json
  const list = await get(`/events?starts_after=1900-01-01&status=any&per_page=1&venue=${String(id)}`, { as: 'admin' })
  const [event] = list.json['events'] as { venue: Json[] }[]
  const nested = event?.venue.find((each) => each['id'] === id)
  return nested && real.json['language'] === nested['language'] && nested['venue'] !== venue
    ? [`nested venue is ${String(nested['venue'])}, not ${String(venue)}`]
    : []
}

/** Follows which records exist, including those that the write created inline. */
function noteRecords(known: KnownRecords, { plural, method, path, query, body }: Write, record: Json): void {
  if (path.endsWith('/merge')) for (const id of (body?.['from'] ?? []) as number[]) note(known, plural, { id }, true)
  const isGone = method === 'DELETE' && (query['force'] === 'true' || ['categories', 'tags', 'media'].includes(plural))
  note(known, plural, record, isGone)
  if (isGone) return
  const nested: readonly (readonly [Plural, unknown])[] = [
    ['venues', record['venue']],
    ['organizers', record['organizer']],
    ['categories', record['categories']],
    ['tags', record['tags']],
  ]
  for (const [kind, records] of nested) if (Array.isArray(records)) for (const each of records) note(known, kind, each as Json, false)
}
function note(known: KnownRecords, plural: Plural, record: Json, isGone: boolean): void {
  const list = known[plural]
  const index = list.findIndex(({ id }) => id === record['id'])
  if (index >= 0) list.splice(index, 1)
  if (!isGone && PLURALS.includes(plural)) list.push(record as unknown as KnownRecord)
}
