// Cases of an operation, made from the document: its address, parameters, headers and body, as they should be and as they should not.
import fc from 'fast-check'
import { NS, type Document, type Schema } from '../support/document.ts'
import { any, HOSTILE, someOf, textOf, valid, type Value } from './values.ts'

type Operation = Document['paths'][string][string]
export interface Case {
  readonly method: string
  /** Which of the known records is meant, or what stands there instead. */
  readonly address: number | string
  readonly root: string
  readonly path: string
  readonly query: string
  readonly caller: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: { readonly type: string; readonly text: string } | null
}
export const CALLERS = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const

export function casesOf(document: Document, path: string, method: string, operation: Operation): fc.Arbitrary<Case> {
  const own = operation.parameters.filter((each) => each.in === 'query')
  const parameters = Object.fromEntries(own.map(({ name, schema }) => [name, any(document, schema, name)]))
  const body = operation.requestBody?.content['application/json']?.schema
  return fc.record({
    method: fc.constantFrom(...(method === 'GET' ? ['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD'] : [method])),
    path: fc.constant(path.slice(NS.length)),
    address: fc.oneof({ arbitrary: fc.nat({ max: 1_000 }), weight: 9 }, { arbitrary: ADDRESS, weight: 1 }),
    root: fc.oneof(
      { arbitrary: fc.constant(''), weight: 6 },
      { arbitrary: fc.constantFrom('/fr', '/ar', '/en', '/pt-pt', '/sw', '/de', '/FR', '//fr'), weight: 1 },
    ),
    query: fc.oneof(
      { arbitrary: fc.constant(''), weight: body ? 10 : 2 },
      { arbitrary: queryOf(parameters), weight: 10 },
      { arbitrary: RAW_QUERY, weight: 1 },
    ),
    caller: fc.oneof(
      {
        arbitrary: fc.constantFrom(...(body || method === 'DELETE' ? ['admin', 'admin', 'editor', ...CALLERS] : ['', '', ...CALLERS])),
        weight: 12,
      },
      { arbitrary: fc.constantFrom('', 'wrong', 'garbled', 'basic', 'basic wrong'), weight: 1 },
    ),
    headers: headersOf(operation),
    body: body
      ? bodyOf(document, body)
      : fc.oneof(
          { arbitrary: fc.constant(null), weight: 9 },
          {
            arbitrary: fc.constantFrom(
              { type: 'application/json', text: '{}' },
              { type: 'application/json', text: '{' },
              { type: 'text/plain', text: 'x' },
            ),
            weight: 1,
          },
        ),
  })
}

const ADDRESS = fc.constantFrom(
  '0',
  '999999',
  '9007199254740991',
  '9007199254740993',
  '1'.repeat(400),
  'abc',
  '1.5',
  '-1',
  '%D9%A1',
  '%00',
  '%ff',
  '%',
  '..',
  '%2e%2e%2f',
  'a%2Fb',
  '',
  'x%20y',
  '%F0%9F%A6%8A',
  'é'.repeat(3),
  '1%00',
  '01',
)

/** A pair in one of the ways in which lists and objects are written in a query. */
function queryOf(parameters: Readonly<Record<string, Value>>): fc.Arbitrary<string> {
  const others = fc.array(
    fc.tuple(
      fc.constantFrom(
        'x',
        'page[]',
        'page[a]',
        '_fields[]',
        'i18n_language',
        '__proto__',
        'constructor',
        'a[b][c][d][e][f][g]',
        '[]',
        '][',
      ),
      HOSTILE,
    ),
    { maxLength: 1 },
  )
  return fc
    .tuple(someOf(parameters, []), others, fc.constantFrom('plain', 'plain', 'plain', 'brackets', 'twice', 'commas'))
    .map(([values, more, way]) =>
      [...Object.entries(values), ...more]
        .flatMap(([name, value]) => pairsOf(name, value, way))
        .join('&')
        .slice(0, 12_000),
    )
}
function pairsOf(name: string, value: unknown, way: string): string[] {
  if (Array.isArray(value) && way === 'commas') return [`${encode(name)}=${encode(value.map(textOf).join(','))}`]
  if (Array.isArray(value)) return value.slice(0, 200).flatMap((item) => pairsOf(way === 'twice' ? name : `${name}[]`, item, way))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner, way))
  const pair = `${encode(name)}${way === 'brackets' ? '[]' : ''}=${encode(textOf(value ?? ''))}`
  return way === 'twice' ? [pair, pair] : [pair]
}
/** Lone surrogates go as the bytes they would have. */
const encode = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
const RAW_QUERY = fc.oneof(
  fc.constantFrom(
    '&&&',
    '=',
    '%',
    '%ff=%fe',
    'a=%ED%A0%80',
    'page=1;per_page=2',
    '?page=1',
    'page',
    'page=',
    '[]=1',
    'a[=1',
    'a]=1',
    'i18n_language=xx',
    'i18n_language=fr&i18n_language=ar',
    `a=${'x'.repeat(9_000)}`,
    Array.from({ length: 1_500 }, (_, i) => `a[${i}]`)
      .join('&')
      .slice(0, 8_000),
    'include[0][0][0]=1&include[0]=2&include=3',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((text) => text.replace(/[\s#\0]/g, '+')),
)

function headersOf(operation: Operation): fc.Arbitrary<[string, string][]> {
  const own = operation.parameters.filter((each) => each.in === 'header').map(({ name }) => name)
  const names = [
    ...own,
    'Accept',
    'Accept-Encoding',
    'X-Forwarded-For',
    'X-Event-Password',
    'Cookie',
    'Origin',
    'If-Modified-Since',
    'X-HTTP-Method-Override',
  ]
  return fc.array(
    fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), headerValue(name))),
    { maxLength: 2 },
  )
}
const GOOD: Readonly<Record<string, readonly string[]>> = {
  'If-Match': ['*', '"1"', 'W/"2.x"', '"1", "2"', '""', '"', 'x'],
  'If-None-Match': ['*', '"x"', 'W/"x"', '"1.abc", "2"', ',,,'],
  'Idempotency-Key': ['key-1', 'key-2', 'x'.repeat(255), 'x'.repeat(256), '', ' ', 'é'],
  Prefer: ['handling=strict', 'handling=lenient', 'return=minimal, handling=strict', 'handling', ';;'],
  'Accept-Language': ['fr', 'ar;q=0.5, sw', '*', 'pt;q=x', 'xx', 'fr;q=0', `${'a-'.repeat(300)}b`],
  Accept: ['application/problem+json', '*/*', 'text/html', 'application/xml;q=0.1', ''],
  'Accept-Encoding': ['gzip', 'br', 'identity', '*;q=0', 'zstd'],
  'X-Event-Password': ['secret', '', 'x'.repeat(300)],
  'X-Forwarded-For': ['1.2.3.4', '::1', 'x, y', ''],
  Cookie: ['a=b', 'x'.repeat(20_000)],
}
const headerValue = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...(GOOD[name] ?? ['x'])), weight: 6 },
    { arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ' ')), weight: 1 },
  )

const TYPES = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json;charset=latin1',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json, text/plain',
  'x',
  '',
  'application/x-www-form-urlencoded;x=y',
  'application/merge-patch+json',
]
function bodyOf(document: Document, schema: Schema): fc.Arbitrary<Case['body']> {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  const target = (name === undefined ? schema : document.components.schemas[name]) ?? {}
  const properties = Object.entries((target['properties'] ?? {}) as Record<string, Schema>)
  const required = (target['required'] ?? []) as string[]
  const good = someOf(Object.fromEntries(properties.map(([name, inner]) => [name, valid(document, inner, name)])), required)
  // One or two inputs are not as they should be.
  const bad = fc.tuple(
    good,
    fc
      .subarray(properties, { minLength: Math.min(1, properties.length), maxLength: Math.min(2, properties.length) })
      .chain((some) => fc.record(Object.fromEntries(some.map(([name, inner]) => [name, any(document, inner, name)])))),
  )
  const value = fc.oneof(
    { arbitrary: good, weight: 5 },
    { arbitrary: bad.map(([base, over]) => ({ ...base, ...over })), weight: 5 },
    {
      arbitrary: fc
        .tuple(good, fc.dictionary(fc.constantFrom('x', '__proto__', 'id', 'json_ld', 'toString', 'é', ''), HOSTILE, { maxKeys: 2 }))
        .map(([base, over]) => ({ ...base, ...over })),
      weight: 1,
    },
  )
  const json = value.map((each) => ({ type: 'application/json', text: JSON.stringify(each) }))
  const form = value.map((each) => ({
    type: 'application/x-www-form-urlencoded',
    text: Object.entries(each)
      .flatMap(([name, inner]) => pairsOf(name, inner, 'plain'))
      .join('&'),
  }))
  return fc.oneof(
    { arbitrary: json, weight: 20 },
    { arbitrary: form, weight: 6 },
    { arbitrary: fc.tuple(json, fc.constantFrom(...TYPES)).map(([{ text }, type]) => ({ type, text })), weight: 2 },
    { arbitrary: fc.tuple(json, fc.nat({ max: 200 })).map(([{ text, type }, at]) => ({ type, text: text.slice(0, at) })), weight: 1 },
    { arbitrary: HOSTILE.map((each) => ({ type: 'application/json', text: JSON.stringify(each) ?? '' })), weight: 1 },
    {
      arbitrary: fc.constantFrom(
        null,
        { type: 'application/json', text: '' },
        { type: 'application/json', text: '['.repeat(5_000) },
        { type: 'application/json', text: '{"a":1,"a":2,"title":"\\ud800"}' },
        { type: 'application/json', text: '{"title":1e999,"description":"\\u0000"}' },
      ),
      weight: 1,
    },
  )
}
