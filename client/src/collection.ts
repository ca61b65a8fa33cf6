// One kind of record: what may be asked of it, whatever it is. The types of each kind are in records.ts.
import type { CreateOptions, RequestOptions, WriteOptions } from './options.ts'
import { isKalendsError } from './errors.ts'
import { etagOf, type Send } from './send.ts'

type Address = number | { slug: string }
type Params = Readonly<Record<string, unknown>>
interface Options extends RequestOptions, CreateOptions, WriteOptions {
  fields?: readonly string[]
  password?: string
}
interface Page {
  next_rest_url: string | null
}
/** Page size that `all` requests, shared by all collections of a client; if undefined, the service chooses. */
export interface Paging {
  size: number | undefined
}
/** Below this size, the default page size of the service is used. */
const SIZE_MIN = 25

export function collection(plural: string, hasTrash: boolean, send: Send, language: string | undefined, paging: Paging) {
  const query = (params: Params, options: Options): string =>
    queryOf({ i18n_language: options.language ?? language, ...params, ...(options.fields && { _fields: options.fields }) })
  const read = <T>(path: string, options: Options): Promise<T> =>
    send({
      ...rest(options),
      method: 'GET',
      path,
      repeatable: true,
      headers: options.password === undefined ? {} : { 'x-event-password': passwordHeader(options.password) },
    })
  const write = (method: string, address: Address, params: Params, body: unknown, options: Options): Promise<unknown> =>
    send({
      ...rest(options),
      method,
      path: `/${plural}${pathOf(address)}${query(params, options)}`,
      body,
      // The service takes a write of a version once: whoever sends it twice is told so.
      repeatable: options.ifMatch !== undefined,
      headers: options.ifMatch === undefined ? {} : { 'if-match': matchOf(options.ifMatch) },
    })
  const update = (address: Address, changes: unknown, options: Options = {}): Promise<unknown> =>
    write('PATCH', address, {}, changes, options)

  async function* pages(params: Params = {}, options: Options = {}): AsyncGenerator<Page> {
    let search = query(params, options)
    for (;;) {
      const page = await read<Page>(`/${plural}${search}`, options)
      yield page
      // Dates in it are as they were applied to the first page. Its host may be another than the one that we reach it by.
      if (page.next_rest_url === null) return
      search = new URL(page.next_rest_url).search
    }
  }
  /** Yields the largest pages that the service allows: halves the page size while the service refuses it, before the first page. */
  async function* largestPages(params: Params, options: Options): AsyncGenerator<Page> {
    for (;;) {
      const { size } = paging
      const walk = pages({ ...params, per_page: size }, options)
      try {
        const first = await walk.next()
        if (!first.done) yield first.value
      } catch (error) {
        if (size === undefined || !isKalendsError(error, 'rest_invalid_param') || !error.params.includes('per_page')) throw error
        if (paging.size === size) paging.size = size / 2 < SIZE_MIN ? undefined : size / 2
        continue
      }
      return yield* walk
    }
  }
  return {
    list: (params: Params = {}, options: Options = {}) => read(`/${plural}${query(params, options)}`, options),
    pages,
    async *all(params: Params = {}, options: Options = {}): AsyncGenerator {
      for await (const page of params['per_page'] === undefined ? largestPages(params, options) : pages(params, options))
        yield* (page as unknown as Record<string, unknown[]>)[plural] ?? []
    },
    get: (address: Address, options: Options = {}) => read(`/${plural}${pathOf(address)}${query({}, options)}`, options),
    create: (input: object, options: Options = {}) =>
      send({
        ...rest(options),
        method: 'POST',
        path: `/${plural}${query({}, options)}`,
        body: bodyOf(input),
        repeatable: true,
        headers: { 'idempotency-key': options.idempotencyKey ?? randomKey() },
      }),
    update,
    trash: (address: Address, options: Options = {}) => write('DELETE', address, {}, undefined, options),
    restore: (address: Address, status = 'draft', options: Options = {}) => update(address, { status }, options),
    delete: (address: Address, options: Options = {}) => write('DELETE', address, hasTrash ? { force: true } : {}, undefined, options),
  }
}

/** Files go as a form. */
function bodyOf(input: object): unknown {
  const inputs = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  if (!inputs.some(([, value]) => value instanceof Blob)) return input
  const form = new FormData()
  for (const [name, value] of inputs) form.append(name, value instanceof Blob ? value : textOf(value))
  return form
}

const rest = ({ signal, retries, timeout_ms, maxRetryWait_ms }: Options): RequestOptions => ({
  signal,
  retries,
  timeout_ms,
  maxRetryWait_ms,
})
const pathOf = (address: Address): string => (typeof address === 'object' ? `/by-slug/${encodeURIComponent(address.slug)}` : `/${address}`)

/** Lists with commas, dates as they write themselves; what is not set is not sent. */
export function queryOf(params: Params): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== null) search.set(name, textOf(value))
  return search.size > 0 ? `?${search}` : ''
}
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join() : typeof value === 'object' ? (value as { toJSON(): string }).toJSON() : String(value)

function matchOf(ifMatch: object | string): string {
  const etag = typeof ifMatch === 'string' ? ifMatch : etagOf(ifMatch)
  if (etag === undefined) throw new TypeError('This record carries no version: `ifMatch` takes one that get, create or update gave.')
  return etag
}

/** Headers carry printable ASCII without leading or trailing spaces; any other password is encoded as in RFC 8187. */
const passwordHeader = (password: string): string =>
  /^(?!utf-8')[!-~](?:[ -~]*[!-~])?$/i.test(password) ? password : `UTF-8''${hexOf(new TextEncoder().encode(password), '%')}`

/** Not `randomUUID`: browsers have that on secure pages only. */
const randomKey = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)))
const hexOf = (bytes: Uint8Array, prefix = ''): string => Array.from(bytes, (byte) => prefix + byte.toString(16).padStart(2, '0')).join('')
