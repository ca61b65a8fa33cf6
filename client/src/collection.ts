// Implements the operations of a collection for every kind of record. The types of each kind are in records.ts.
import type { CreateOptions, DateWriteOptions, RequestOptions, UpdateOptions, UpsertOptions } from './options.ts'
import { isKalendsError } from './errors.ts'
import { etagOf, type Send } from './send.ts'

type RecordKey = number | { slug: string; date?: string }
/** A record as the server returned it. */
type ReadRecord = Readonly<Record<string, unknown>> & { readonly id: number }
type Params = Readonly<Record<string, unknown>>
interface ExternalKey {
  source: string
  id: string
}
interface OperationOptions extends RequestOptions, CreateOptions, UpsertOptions, UpdateOptions, DateWriteOptions {
  fields?: readonly string[]
  password?: string
  dryRun?: boolean
}
interface Page {
  next_rest_url: string | null
}
export interface CollectionSpec {
  readonly plural: string
  readonly hasTrash: boolean
  readonly language: string | undefined
  /** Page size that `all` requests, shared by all collections of a client. The server chooses if it is undefined. */
  readonly pageSize: { current: number | undefined }
}
/** Without a date filter, lists begin today. */
const FIRST_DAY = '0001-01-02'
/** Below this size, `all` uses the default page size of the server. */
const MIN_PAGE_SIZE = 25

export function createCollection(send: Send, { plural, hasTrash, language, pageSize }: CollectionSpec) {
  const query = (params: Params, options: OperationOptions): string =>
    buildQuery({
      i18n_language: options.language ?? language,
      ...params,
      ...(options.fields && { _fields: options.fields }),
      ...(options.scope && { scope: options.scope }),
      confirm_translation: options.confirmTranslation,
      ...(options.dryRun && { dry_run: true }),
    })
  const read = <T>(path: string, options: OperationOptions): Promise<T> =>
    send({
      ...pickRequestOptions(options),
      method: 'GET',
      path,
      idempotent: true,
      headers: options.password === undefined ? {} : { 'x-event-password': encodePassword(options.password) },
    })
  const write = (method: string, path: string, options: OperationOptions, body?: unknown): Promise<unknown> =>
    send({
      ...pickRequestOptions(options),
      method,
      path: `/${plural}${path}`,
      body,
      // The server accepts one write for each version, so a conditional write that arrives twice is refused the second time.
      idempotent: options.ifMatch !== undefined || options.dryRun === true,
      headers: options.ifMatch === undefined ? {} : { 'if-match': resolveEtag(options.ifMatch) },
    })
  const update = (record: RecordKey | ReadRecord, changes: object, options: OperationOptions = {}): Promise<unknown> =>
    isReadRecord(record)
      ? write('PATCH', recordPath(record.id) + query({}, options), options, changedFields(record, changes))
      : write('PATCH', recordPath(record) + query({}, options), options, changes)
  const remove = (key: RecordKey, params: Params, options: OperationOptions): Promise<unknown> =>
    write('DELETE', recordPath(key) + query(params, options), options)

  async function* pages(params: Params = {}, options: OperationOptions = {}): AsyncGenerator<Page> {
    let search = query(params, options)
    for (;;) {
      const page = await read<Page>(`/${plural}${search}`, options)
      yield page
      // The next URL repeats relative dates as the server resolved them for the first page.
      // Only its query is used, because the server may know itself by another host name.
      if (page.next_rest_url === null) return
      search = new URL(page.next_rest_url).search
    }
  }
  /** Yields pages of the largest size that the server allows. The size is halved while the server rejects it. */
  async function* largestPages(params: Params, options: OperationOptions): AsyncGenerator<Page> {
    for (;;) {
      const size = pageSize.current
      const iterator = pages({ ...params, per_page: size }, options)
      try {
        const first = await iterator.next()
        if (!first.done) yield first.value
      } catch (error) {
        if (size === undefined || !isKalendsError(error, 'rest_invalid_param') || !error.params.includes('per_page')) throw error
        if (pageSize.current === size) pageSize.current = size / 2 < MIN_PAGE_SIZE ? undefined : size / 2
        continue
      }
      return yield* iterator
    }
  }
  async function* all(params: Params = {}, options: OperationOptions = {}): AsyncGenerator {
    // With a cursor, records that others create or delete meanwhile do not shift the pages.
    const allParams = params['page'] === undefined ? { cursor: '', ...params } : params
    for await (const page of params['per_page'] === undefined ? largestPages(allParams, options) : pages(allParams, options))
      yield* (page as unknown as Record<string, unknown[]>)[plural] ?? []
  }
  async function* inventory(params: Params = {}, options: OperationOptions = {}): AsyncGenerator {
    for await (const page of pages({ ...params, inventory: true }, options))
      yield* (page as unknown as Record<string, unknown[]>)[plural] ?? []
  }
  return {
    inventory,
    list: (params: Params = {}, options: OperationOptions = {}) => read(`/${plural}${query(params, options)}`, options),
    pages,
    all,
    dates: (series: number, params: Params = {}, options: OperationOptions = {}) =>
      all({ starts_after: FIRST_DAY, ...params, series }, options),
    get: (key: RecordKey, options: OperationOptions = {}) => read(`/${plural}${recordPath(key)}${query({}, options)}`, options),
    create: (input: object, options: OperationOptions = {}) =>
      send({
        ...pickRequestOptions(options),
        method: 'POST',
        path: `/${plural}${query({}, options)}`,
        body: buildBody(input),
        idempotent: true,
        headers: { 'idempotency-key': options.idempotencyKey ?? generateKey() },
      }),
    upsert: ({ source, id }: ExternalKey, input: object, options: OperationOptions = {}) =>
      send({
        ...pickRequestOptions(options),
        method: 'PUT',
        path: `/${plural}/by-external/${encodeURIComponent(source)}/${encodeURIComponent(id)}${query({}, options)}`,
        body: input,
        idempotent: true,
        // With the key, a repeated request gets the first response instead of 412.
        headers: {
          'idempotency-key': generateKey(),
          ...(options.ifMatch !== undefined && { 'if-match': resolveEtag(options.ifMatch) }),
          ...(options.createOnly && { 'if-none-match': '*' }),
        },
      }),
    update,
    trash: (key: RecordKey, options: OperationOptions = {}) => remove(key, {}, options),
    restore: (key: RecordKey, status = 'draft', options: OperationOptions = {}) => update(key, { status }, options),
    merge: (id: number, from: number | readonly number[], options: OperationOptions = {}) =>
      write('POST', `/${id}/merge${query({}, options)}`, options, { from }),
    reset: (id: number, names: readonly string[] = [], options: OperationOptions = {}) =>
      write('POST', `/${id}/reset${query(names.length > 0 ? { fields: names } : {}, options)}`, options),
    delete: (key: RecordKey, options: OperationOptions = {}) => remove(key, hasTrash ? { force: true } : {}, options),
  }
}

/** Inputs that contain a file are sent as multipart/form-data, all others as JSON. */
function buildBody(input: object): unknown {
  const inputs = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  if (!inputs.some(([, value]) => value instanceof Blob)) return input
  const form = new FormData()
  for (const [name, value] of inputs) {
    if (value instanceof Blob) form.append(name, value)
    else if (isPlainObject(value)) for (const [key, each] of Object.entries(value)) form.append(`${name}[${key}]`, serializeValue(each))
    else form.append(name, serializeValue(value))
  }
  return form
}

/** Objects that serialize themselves, such as dates, are no plain objects. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

const isReadRecord = (record: RecordKey | ReadRecord): record is ReadRecord => typeof record === 'object' && 'id' in record
/**
 * Returns the fields that differ from the record as it was read. A server of another version, which may not know all fields of the record,
 * then accepts the update.
 */
function changedFields(before: ReadRecord, after: object): object {
  if (before === after) throw new TypeError('`update` needs the record as it was read and a changed copy of it, not one object twice.')
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])))
}
const pickRequestOptions = ({ signal, retries, timeoutMs, maxRetryWaitMs }: OperationOptions): RequestOptions => ({
  signal,
  retries,
  timeoutMs,
  maxRetryWaitMs,
})
const recordPath = (key: RecordKey): string =>
  typeof key === 'object'
    ? `/by-slug/${encodeURIComponent(key.slug)}${key.date === undefined ? '' : `/${encodeURIComponent(key.date)}`}`
    : `/${key}`

/** Builds a query string. Parameters that are undefined or null are left out. */
export function buildQuery(params: Params): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== null) search.set(name, serializeValue(value))
  return search.size > 0 ? `?${search}` : ''
}
/** Joins lists with commas, and serializes dates with their own `toJSON`. */
const serializeValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(serializeValue).join()
    : typeof value === 'object'
      ? (value as { toJSON(): string }).toJSON()
      : String(value)

export function resolveEtag(ifMatch: object | string): string {
  const etag = typeof ifMatch === 'string' ? ifMatch : etagOf(ifMatch)
  if (etag === undefined) throw new TypeError('`ifMatch` needs an ETag, or a record that get, create or update returned.')
  return etag
}

/** A header can carry printable ASCII without surrounding spaces. Any other password is encoded as in RFC 8187. */
const encodePassword = (password: string): string =>
  /^(?!utf-8')[!-~](?:[ -~]*[!-~])?$/i.test(password) ? password : `UTF-8''${toHex(new TextEncoder().encode(password), '%')}`

/** `randomUUID` is not used, because browsers provide it in secure contexts only. */
const generateKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))
const toHex = (bytes: Uint8Array, prefix = ''): string => Array.from(bytes, (byte) => prefix + byte.toString(16).padStart(2, '0')).join('')
