// The routes of every kind, as one table: method, path, who may try, what it takes, and what it does.
import type { TSchema } from 'typebox'
import { ignoredHeader, pick, type Inputs, type Pair } from '../kernel/http/request-parsing.ts'
import type { Caller } from '../kernel/security/caller.ts'
import { constraintOf, type Database, type Db } from '../kernel/database/database.ts'
import { precondition } from '../kernel/http/etags.ts'
import { namesHeader } from '../kernel/http/header-values.ts'
import type { Content } from '../kernel/http/server.ts'
import { once, type IdempotentRequest } from '../kernel/http/idempotency.ts'
import { alternates } from './response/page-links.ts'
import { isPassword, passwordFromHeader } from '../kernel/security/password-hash.ts'
import { busy, Fault, invalid, Problem } from '../kernel/errors/problems.ts'
import { namesOfRecord } from './response/surrogate-keys.ts'
import { ref, sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import { cleanLargeHtml } from './input/html-input.ts'
import type { WorkClass } from '../kernel/concurrency/admission.ts'
import { recordReply, restUrl, writeReply, type Reply } from './response/responses.ts'
import { readQuery, type Query } from './input/parse-input.ts'
import { isWholeSearch, LANGUAGE, list, listParams, readParams } from './list/list-records.ts'
import { findOne, notFound, presentOne, type Address } from './read/records.ts'
import { planWrite } from './write/write-plan.ts'
import { remove } from './write/delete-records.ts'
import { linkFields, param, type Ask, type Kind, type Params, type Site, type Stored } from './definition/resource.ts'
import { mayEdit, mayTry, RIGHTS, seesGuarded, type Action } from './access/visibility.ts'
import { change, create, isAlone } from './write/write-records.ts'

/** One request, taken apart. */
export interface Asked {
  readonly ask: Ask
  readonly path: Readonly<Record<string, string>>
  readonly query: Inputs
  readonly pairs: readonly Pair[]
  readonly body: Inputs
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Checks one password of a record, unless there were too many wrong ones before it. */
  readonly guess: (record: string, isRight: () => Promise<boolean>) => Promise<boolean>
}
export interface Answered extends Omit<Reply, 'body'> {
  readonly body: Content
  readonly ignored?: readonly string[]
}
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The row of the table of rights that holds for it. */
  readonly access: { readonly kind: Kind; readonly action: Action } | 'everyone'
  readonly params: Params
  readonly takes_body: boolean
  /** Its answers may be made while they are read: each who asks gets his own. */
  readonly is_streamed?: true
  /** What is answered, where that is not what every route of this action answers. */
  readonly gives?: { readonly type: string; readonly name: string; readonly description: string; readonly schema: TSchema }
  /** The body may be a file, or a form with one. */
  readonly takes_file?: true
  /** The class of expensive work that a request with this query belongs to, if any. */
  workClass?(query: Inputs): WorkClass | null
  handle(database: Database, asked: Asked): Promise<Answered>
}

/** Whether a caller may try a route at all; asked before a body is read. */
export const mayUse = (caller: Caller, { access }: Route): boolean => access === 'everyone' || mayTry(caller, access.kind, access.action)
export const leastRole = ({ access }: Route): string => (access === 'everyone' ? 'anonymous' : RIGHTS[access.kind.access][access.action])

export function kindRoutes(kind: Kind, site: Site): Route[] {
  const collection = `/${kind.plural}`
  const addresses = kind.access === 'owned' ? [`${collection}/{id}`, `${collection}/by-slug/{slug}`] : [`${collection}/{id}`]
  const language: Params = { i18n_language: LANGUAGE(site.languages) }
  const listing = listParams(kind, site.per_page_max, site.languages)
  const read: Params = { ...readParams(site.languages), ...(kind.guard && { password: PASSWORD }) }
  const write: Params = { ...language, ...(kind.guard && { password: PASSWORD }) }
  const removal: Params = { ...write, ...(kind.access === 'owned' && FORCE) }
  const route = (method: Route['method'], path: string, action: Action, params: Params, handle: Route['handle']): Route => ({
    method,
    path,
    access: { kind, action },
    params,
    takes_body: action === 'create' || action === 'change',
    handle,
  })
  return [
    {
      ...route('GET', collection, 'list', listing, (db, asked) => list(db, kind, listing, asked.query, asked.pairs, asked.ask)),
      workClass: (query) => (isWholeSearch(kind, query) ? 'search' : null),
    },
    route('POST', collection, 'create', language, (db, asked) => createRecord(db, kind, language, asked)),
    ...addresses.flatMap((path) => [
      route('GET', path, 'read', read, (db, asked) => readRecord(db, kind, read, asked)),
      ...(['POST', 'PUT', 'PATCH'] as const).map((method) =>
        route(method, path, 'change', write, (db, asked) => changeRecord(db, kind, write, asked)),
      ),
      route('DELETE', path, 'remove', removal, (db, asked) => removeRecord(db, kind, removal, asked)),
    ]),
  ]
}
const FORCE: Params = { force: param(values.boolean, 'Delete for good, not to the trash.', { fallback: false }) }
const PASSWORD = param(values.text(200), 'Word that opens a protected record.')

/** Parameters of reading one record in another format. */
export const singleParams = (kind: Kind, site: Site): Params => ({
  i18n_language: LANGUAGE(site.languages),
  ...(kind.guard && { password: PASSWORD }),
})

async function readRecord(db: Db, kind: Kind, params: Params, asked: Asked): Promise<Answered> {
  return readAs(db, kind, params, asked, ({ record, values: { _fields } }) =>
    JSON.stringify(_fields ? pick(record, _fields as readonly string[]) : record),
  )
}

export interface Single {
  readonly row: Stored
  readonly record: Readonly<Record<string, unknown>>
  readonly values: Query['values']
  /** Whether a password unlocked the record. */
  readonly unlocked: boolean
}
/** One record as it is shown by its own address, opened by a password where it needs one, in the form that `write` gives it. */
export async function readAs(
  db: Db,
  kind: Kind,
  params: Params,
  asked: Asked,
  write: (single: Single) => string | Promise<string>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const { ask, path, query } = asked
  const read = parameters(params, query, ask)
  const row = await findOne(db, kind, addressOf(kind, path), ask)
  const header = asked.headers['x-event-password']
  const words = [header === undefined ? undefined : passwordFromHeader(header), read.values['password'] as string | undefined]
  const unlocked = await unlock(db, kind, row, words, asked)
  const record = await presentOne(db, kind, row, ask, { as: 'single', unlocked })
  const reply = recordReply(await write({ row, record, values: read.values, unlocked }), row, ask, unlocked)
  const link = alternates(restUrl(ask, `/${kind.plural}/${String(row['id'])}`), kind.formats?.read).join(', ')
  const names = unlocked ? {} : namesOfRecord(kind, record, ask)
  const more = { ...(link && { link }), ...unpublished(kind, row, record, ask), ...names, ...headers }
  return { ...reply, headers: { ...reply.headers, ...more }, ignored: read.ignored }
}

/** Whether a guarded record was opened by one of the words given; who may edit it needs none. */
async function unlock(db: Db, kind: Kind, row: Stored, words: readonly (string | undefined)[], { ask, guess }: Asked): Promise<boolean> {
  const { guard } = kind
  if (!guard || seesGuarded(kind, row, ask.caller)) return false
  const isRight = async (word: string): Promise<boolean> => {
    const digest = sql`select ${ref(guard.secret)} as digest from ${ref(kind.table)} where id = ${row['id']}`
    const [secret] = await db.query<{ digest: string }>(digest)
    return secret !== undefined && isPassword(word, secret.digest)
  }
  for (const word of new Set(words)) if (word && (await guess(`${kind.name} ${String(row['id'])}`, () => isRight(word)))) return true
  throw new Problem('rest_protected', { as: `${kind.name}-password-protected`, ...(kind.says.locked && { text: kind.says.locked }) })
}

/** Linked records that the public does not see, for those who can mend it (contract 7.11). */
function unpublished(kind: Kind, row: Stored, record: Readonly<Record<string, unknown>>, { caller }: Ask): Record<string, string> {
  if (row['status'] !== 'publish' || !mayEdit(kind, row, caller)) return {}
  const hidden = linkFields(kind).flatMap(([name]) =>
    ((record[name] ?? []) as readonly Stored[]).flatMap(({ id, status }) =>
      status === undefined || status === 'publish' ? [] : [`${name}=${String(id)}`],
    ),
  )
  return namesHeader('x-unpublished-links', hidden)
}

async function createRecord(database: Database, kind: Kind, params: Params, { ask, query, body, headers }: Asked): Promise<Answered> {
  const read = queryOf(params, query, ask)
  const asking = { ...ask, faults: read.faults, cleaned: await cleanLargeHtml(kind, body, ask.site) }
  const key = headers['idempotency-key']
  const planned = key === undefined ? await planWrite(database, kind, body, null, asking) : null
  const way = planned && isAlone(planned) ? 'attempt' : 'transaction'
  return writing(database, kind, way, (db) =>
    once(db, key, identityOf(kind, body, ask), async () => {
      const written = await create(db, kind, body, asking, planned)
      const row = await findOne(db, kind, { id: written.id }, ask)
      const record = await presentOne(db, kind, row, ask, { as: 'listed' })
      return writeReply(201, record, written.version, {
        location: restUrl(ask, `/${kind.plural}/${written.id}`),
        ...unpublished(kind, row, record, ask),
        'content-language': ask.language,
        ...ignoredHeader([...read.ignored, ...written.ignored]),
      })
    }),
  )
}

/** Identifies a create that is repeated with its key. Only the presence of secrets is included: their digest could be guessed. */
export function identityOf(kind: Kind, body: Inputs, { caller, language, site, now }: Ask): IdempotentRequest {
  const isSecret = (name: string): boolean => {
    const place = Object.hasOwn(kind.fields, name) ? kind.fields[name]?.place : undefined
    return kind.columns[place?.in === 'column' ? place.column : name] === 'secret'
  }
  const inputs = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isSecret(name) && value !== null && value !== '' ? true : value]),
  )
  return { caller_id: caller.id, content: [kind.name, language, inputs], keep_hours: site.idempotency_hours, now }
}

async function changeRecord(database: Database, kind: Kind, params: Params, { ask, path, query, body, headers }: Asked): Promise<Answered> {
  const read = queryOf(params, query, ask)
  const asking = { ...ask, faults: read.faults, cleaned: await cleanLargeHtml(kind, body, ask.site) }
  return writing(database, kind, 'transaction', async (db) => {
    const written = await change(db, kind, addressOf(kind, path), body, asking, precondition(headers['if-match']))
    const row = await findOne(db, kind, { id: written.id }, ask)
    const record = await presentOne(db, kind, row, ask, { as: 'listed' })
    return {
      ...writeReply(200, record, written.version, unpublished(kind, row, record, ask)),
      ignored: [...read.ignored, ...written.ignored],
    }
  })
}

async function removeRecord(database: Database, kind: Kind, params: Params, { ask, path, query, headers }: Asked): Promise<Answered> {
  const read = parameters(params, query, ask)
  return writing(database, kind, 'transaction', async (db) => {
    const removed = await remove(db, kind, addressOf(kind, path), read.values['force'] === true, ask, precondition(headers['if-match']))
    return { ...writeReply(200, removed.record, removed.version), ignored: read.ignored }
  })
}

type Way = 'transaction' | 'attempt'
/** Runs a transaction, or an attempt without one, and converts constraint errors of the database to API errors. */
export async function writing<T>(database: Database, kind: Kind, way: Way, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await database[way](work)
  } catch (error) {
    const constraint = constraintOf(error)
    const tree = Object.entries(kind.fields).find(([, { place }]) => place.in === 'reference' && place.to === kind.name)
    if (constraint === `${kind.table}_cycle` && tree) throw invalid({ [tree[0]]: new Fault('cycle') })
    if (constraint === `${kind.texts}_slug`) throw new Problem('rest_slug_taken', { cause: error })
    // The user was removed while the request was worked on.
    if (/_(?:author|caller)_id_fkey$/.test(constraint)) throw new Problem('rest_unauthorized', { cause: error })
    // Lost every time to somebody else: the next try will find the name taken, and say by whom.
    if (constraint === `${kind.table}_name`) throw busy(error)
    throw error
  }
}

/** Parameters of the query, or a 400 that names every bad one. */
export function parameters(params: Params, query: Inputs, ask: Ask): Omit<Query, 'faults'> {
  const read = queryOf(params, query, ask)
  if (Object.keys(read.faults).length > 0) throw invalid(read.faults)
  return read
}
export function queryOf(params: Params, query: Inputs, { strict }: Ask): Query {
  const read = readQuery(params, query)
  return strict
    ? { ...read, faults: { ...read.faults, ...Object.fromEntries(read.ignored.map((name) => [name, new Fault('ignored')])) } }
    : read
}
export function addressOf(kind: Kind, path: Readonly<Record<string, string>>): Address {
  if (path['slug'] !== undefined) return { slug: path['slug'].normalize('NFC').replaceAll('\0', '') }
  const id = Number(path['id'])
  if (!Number.isSafeInteger(id)) throw notFound(kind)
  return { id }
}
