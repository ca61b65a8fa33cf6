// Every input of every operation in the document, each with the requests that carry a text or a JSON value in it.
import type { Document, Schema } from '../support/document.ts'
import { NS } from '../support/document.ts'
import { PAIRS } from './patterns.ts'
import type { Request } from './measured.ts'

export type Place = 'query' | 'header' | 'path' | 'body' | 'form'
export interface Input {
  /** Such as `GET /events?search`. */
  readonly name: string
  readonly place: Place
  /** Key of inputs that share a reader: the reduced run tries one of each. */
  readonly kind: string
  /** Lengths of the texts to try, the longest last. */
  readonly lengths: readonly number[]
  /** `text`: takes texts; `json`: also lists and objects; `fixed`: the request is always the same. */
  readonly takes: 'text' | 'json' | 'fixed'
  /** The value as JSON; text for all but bodies. */
  request(json: string): Request
  /** Undoes what the request may have done. */
  readonly restore?: Request
}
/** A record that may be changed, for each kind. */
export type Records = Readonly<Record<string, { readonly id: number; readonly slug: string }>>

const URL_MAX = 8_100
const HEADER_MAX = 14_000
const BODY_MAX = 1_040_000
/** As many pairs as a form may have. */
const PAIRS_MAX = 4_999
const LONGEST: Readonly<Record<Place, number>> = { query: URL_MAX, path: URL_MAX, header: HEADER_MAX, body: BODY_MAX, form: BODY_MAX }

/** Headers that every operation is sent, whether the document names them or not. */
const GENERAL = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Cookie',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'Range',
  'X-Forwarded-For',
]

type Operation = Document['paths'][string][string]
interface Target {
  readonly method: string
  readonly path: string
  readonly plural: string
  readonly operation: Operation
}

export function inputsOf(document: Document, records: Records, token: string): Input[] {
  const targets = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Target => {
      const plural = path.slice(NS.length + 1).split(/[/.]/)[0] ?? ''
      return { method: method.toUpperCase(), path, plural, operation }
    }),
  )
  return targets.flatMap((target) => {
    const own = carrier(target, records, token)
    return [...inUrl(target, own), ...inHeaders(target, own), ...inBody(document, target, own, records)]
  })
}

type Carrier = (more: {
  readonly query?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}) => Request
/** Requests of an operation, of a record that exists unless it would be deleted. */
function carrier({ method, path, plural }: Target, records: Records, token: string): Carrier {
  const { id, slug } = records[plural] ?? { id: 0, slug: '' }
  return ({ query, path: segment, headers, body }) => {
    const [number, name] = [segment ?? String(method === 'DELETE' ? 999_999_999 : id), segment ?? (method === 'DELETE' ? 'none' : slug)]
    const address = path.replace('{id}', () => number).replace('{slug}', () => name)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    return {
      method,
      path: query === undefined ? address : `${address}?${query}`,
      // Requests to sign in are read only if a page of the calendar sends them.
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin', ...type, ...headers },
      ...(body !== undefined && { body }),
    }
  }
}

function inUrl({ method, path, operation }: Target, send: Carrier): Input[] {
  const title = `${method} ${path.slice(NS.length)}`
  const named = operation.parameters.flatMap(({ name, in: place, schema }): Input[] => {
    if (place !== 'query' && place !== 'path') return []
    const request = (json: string): Request => {
      const text = encoded(String(JSON.parse(json)), LONGEST[place] - 300)
      return place === 'path' ? send({ path: text || 'x' }) : send({ query: `${name}=${text}` })
    }
    return [
      {
        name: `${title} ${place} ${name}`,
        place,
        kind: `${place} ${JSON.stringify(schema)}`,
        lengths: lengthsOf(schema, place),
        takes: 'text',
        request,
      },
    ]
  })
  const whole = PAIRS.map(
    (unit): Input => ({
      name: `${title} query of ${unit}`,
      place: 'query',
      kind: `query of ${unit}`,
      lengths: [URL_MAX],
      takes: 'fixed',
      request: () => send({ query: unit.repeat((URL_MAX - 300) / unit.length) }),
    }),
  )
  return [...named, ...whole]
}

function inHeaders({ method, path, operation }: Target, send: Carrier): Input[] {
  const names = new Set([...operation.parameters.filter((each) => each.in === 'header').map(({ name }) => name), ...GENERAL])
  return [...names].map(
    (name): Input => ({
      name: `${method} ${path.slice(NS.length)} header ${name}`,
      place: 'header',
      kind: `header ${name}`,
      lengths: [HEADER_MAX],
      takes: 'text',
      request: (json) => {
        const bytes = Buffer.from(String(JSON.parse(json)), 'utf8')
          .toString('latin1')
          .replace(/[\0-\x1f\x7f]/g, '\t')
        const value = bytes.slice(0, HEADER_MAX)
        const scheme =
          name === 'Authorization'
            ? value.length % 2
              ? 'Bearer '
              : `Basic ${Buffer.from(`a:${value}`).toString('base64').slice(0, HEADER_MAX)}`
            : ''
        return send({
          headers: { [name.toLowerCase()]: scheme.startsWith('Basic') ? scheme : scheme + value },
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
        })
      },
    }),
  )
}

function inBody(document: Document, target: Target, send: Carrier, records: Records): Input[] {
  const { method, path, plural, operation } = target
  const json = operation.requestBody?.content['application/json']?.schema
  if (!json) return []
  const title = `${method} ${path.slice(NS.length)}`
  const fields = fieldsOf(document, json).filter(([name]) => name !== 'file')
  const required = path.includes('{') ? {} : requiredBy(plural)
  const slug = records[plural]?.slug
  const input = (
    place: Place,
    name: string,
    schema: Schema,
    request: (value: string) => Request,
    takes: Input['takes'] = 'json',
  ): Input => ({
    name: `${title} ${place} ${name}`,
    place,
    kind: `${place} ${name}`,
    lengths: takes === 'fixed' ? [BODY_MAX] : lengthsOf(schema, place),
    takes,
    request,
    ...(name === 'slug' &&
      path.includes('{') && {
        restore: { ...send({ body: JSON.stringify({ slug }) }), method: 'PATCH', path: `${NS}/${plural}/${records[plural]?.id}` },
      }),
  })
  const single = fields.map(([name, schema]) =>
    input('body', name, schema, (value) => send({ body: bodyWith(required, name, cutJson(value, BODY_MAX)) })),
  )
  // Every way to write a record reads its fields alike: PATCH by ID tries all lengths, the others those within the limits.
  const short = (each: Input): Input => ({ ...each, lengths: each.lengths.slice(0, 1) })
  if (path.includes('{')) return method === 'PATCH' && path.endsWith('{id}') ? single : single.map(short)
  const form = fields.map(([name, schema]) =>
    input('form', name, schema, (value) => formOf(send, `${name}=${encoded(String(JSON.parse(value)), BODY_MAX)}`), 'text'),
  )
  const whole = PAIRS.flatMap((unit) =>
    [PAIRS_MAX, BODY_MAX / unit.length].map((times) =>
      input('form', `of ${Math.floor(times)} ${unit}`, {}, () => formOf(send, unit.repeat(times)), 'fixed'),
    ),
  )
  const share = Math.floor(BODY_MAX / fields.length) - 100
  const names = fields.map(([name]) => name)
  const all = input('body', 'all fields', {}, (value) => send({ body: objectOf(names, cutJson(value, share)) }))
  // One field shows how a form is decoded at every length.
  const forms = form.map((each, i) => (i === 0 ? each : short(each)))
  return [...single.map(short), ...forms, ...whole, { ...all, lengths: [500, share] }]
}
const formOf = (send: Carrier, body: string): Request => send({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

/** Fields of a body, and those of the records that may be made along, as `venue.city`. */
function fieldsOf(document: Document, schema: Schema): [string, Schema][] {
  const { properties = {} } = resolve(document, schema) as { properties?: Record<string, Schema> }
  return Object.entries(properties).flatMap(([name, field]): [string, Schema][] => {
    const items = (field['items'] as { anyOf?: Schema[] } | undefined)?.anyOf ?? []
    const inner = items.filter((item) => String(item['$ref']).endsWith('_create')).flatMap((item) => fieldsOf(document, item))
    return [[name, field], ...inner.map(([below, each]): [string, Schema] => [`${name}.${below}`, each])]
  })
}
function resolve(document: Document, schema: Schema): Schema {
  const ref = schema['$ref']
  return typeof ref === 'string' ? (document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

/** The same value in every field, also in records that are made along. */
function objectOf(names: readonly string[], value: string): string {
  const parts = Map.groupBy(names, (name) => name.split('.')[0] ?? '')
  const members = [...parts].map(([name, own]) => {
    const inner = own.flatMap((each) => (each === name ? [] : [each.slice(name.length + 1)]))
    return `${JSON.stringify(name)}:${inner.length > 0 ? `[${objectOf(inner, value)}]` : value}`
  })
  return `{${members.join(',')}}`
}

let made = 0
const TITLES: Readonly<Record<string, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
  media: 'title',
}
export function requiredBy(plural: string): Record<string, unknown> {
  made += 1
  const dates = plural === 'events' ? { start_date: '2030-01-01 10:00', end_date: '2030-01-01 12:00' } : {}
  return { [TITLES[plural] ?? 'title']: `Timing ${made}`, ...dates }
}

function bodyWith(required: Readonly<Record<string, unknown>>, name: string, value: string): string {
  const [outer = '', inner] = name.split('.')
  const { [outer]: _, ...others } = required
  const own =
    inner === undefined ? value : `[{${inner === outer ? '' : `${JSON.stringify(outer)}:"Timing",`}${JSON.stringify(inner)}:${value}}]`
  return `${JSON.stringify(others).slice(0, -1)}${Object.keys(others).length > 0 ? ',' : ''}${JSON.stringify(outer)}:${own}}`
}

/** Within the limit of the field, where it has one, at several times that limit, and as long as can be sent. */
function lengthsOf(schema: Schema, place: Place): number[] {
  const limit = maxLengthIn(schema) ?? 8_000
  const some = limit > 100_000 ? [7_900, limit] : place === 'body' ? [limit, 4 * limit] : [limit]
  return [...new Set([...some.filter((length) => length < LONGEST[place]), LONGEST[place]])].sort((a, b) => a - b)
}
function maxLengthIn(schema: Schema): number | undefined {
  if (typeof schema['maxLength'] === 'number') return schema['maxLength']
  const inner = [...((schema['anyOf'] ?? []) as Schema[]), ...(schema['items'] ? [schema['items'] as Schema] : [])]
  return inner.map(maxLengthIn).find((length) => length !== undefined)
}

/** Percent-encoded, and shortened in the middle to fit. */
function encoded(text: string, max: number): string {
  const whole = encodeURIComponent(text.toWellFormed())
  return whole.length <= max ? whole : encodeURIComponent(shortened(text, max / whole.length)).slice(0, max)
}
/** Text as JSON, shortened to fit; other values are made to fit. */
function cutJson(json: string, max: number): string {
  const bytes = Buffer.byteLength(json)
  if (bytes <= max || !json.startsWith('"')) return json
  return JSON.stringify(shortened(JSON.parse(json) as string, max / bytes))
}
/** Begins and ends as the text does. */
function shortened(text: string, ratio: number): string {
  const length = Math.floor(text.length * ratio) - 4
  return (text.slice(0, Math.max(0, length - 200)) + text.slice(-200)).slice(-length).toWellFormed()
}
