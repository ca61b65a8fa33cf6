// Contract 2.1, 2.2 and 11.1: query strings, forms and JSON.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseFormPairs, expandBrackets, parseJson, parseQueryPairs } from './request-parsing.ts'
import { Problem } from '../errors/problems.ts'

/** Parses a form and returns the result as plain JSON. */
const form = (text: string): unknown => JSON.parse(JSON.stringify(expandBrackets(parseFormPairs(text))))
const json = (text: string): unknown => JSON.parse(JSON.stringify(parseJson(text)))
const refused = (code: string) => (error: unknown) => error instanceof Problem && error.code === code

const PAIRS: readonly (readonly [text: string, pairs: readonly (readonly [string, string])[]])[] = [
  ['', []],
  ['a=1', [['a', '1']]],
  [
    'a=1&b=2&a=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ],
  ],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['=x', [['', 'x']]],
  ['&&a=1&&', [['a', '1']]],
  ['a=b=c', [['a', 'b=c']]],
  ['a+b=c+d', [['a b', 'c d']]],
  ['a=%2B1+%26', [['a', '+1 &']]],
  ['a%5Bb%5D=%C3%A9', [['a[b]', 'é']]],
  ['a=%E0%A4%A', [['a', '%E0%A4%A']]],
  ['a=100%', [['a', '100%']]],
  ['a=%FF', [['a', '%FF']]],
  ['a=%00', [['a', '\0']]],
]
void test('2.1 pairs keep their order; text that cannot be decoded stays unchanged', () => {
  for (const [text, pairs] of PAIRS) assert.deepEqual(parseFormPairs(text), pairs, text)
})
void test('11.1 a form has at most five thousand pairs', () => {
  assert.equal(parseFormPairs('a=1&'.repeat(4_999) + 'b=2').length, 5_000)
  assert.throws(() => parseFormPairs('a=1&'.repeat(5_000) + 'b=2'), refused('rest_body_too_large'))
})
void test('11.1 a query string has at most five hundred pairs', () => {
  assert.equal(parseQueryPairs('a=1&'.repeat(499) + 'b=2').length, 500)
  assert.throws(() => parseQueryPairs('a=1&'.repeat(500) + 'b=2'), refused('rest_uri_too_long'))
})

const FORMS: readonly (readonly [text: string, inputs: unknown])[] = [
  ['a=1', { a: '1' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
  ['a[1]=2&a[0]=1', { a: ['1', '2'] }],
  ['a=1,2', { a: '1,2' }],
  ['venue[city]=X&venue[zip]=1', { venue: { city: 'X', zip: '1' } }],
  ['venue[][city]=X&venue[][city]=Y', { venue: [{ city: 'X' }, { city: 'Y' }] }],
  ['venue[0][city]=X&venue[0][zip]=1&venue[1][city]=Y', { venue: [{ city: 'X', zip: '1' }, { city: 'Y' }] }],
  ['a[b][c][d][e][f]=1', { a: { b: { c: { d: { e: { f: '1' } } } } } }],
  ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
  ['a[b]=1&a[b]=2', { a: { b: ['1', '2'] } }],
  ['a[2]=x&a[7]=y', { a: { 2: 'x', 7: 'y' } }],
  ['[]=1', { '[]': '1' }],
  ['[a]=1', { '[a]': '1' }],
  ['a[b=1', { 'a[b': '1' }],
  ['a]=1', { 'a]': '1' }],
  ['a[b]c=1', { 'a[b]c': '1' }],
  ['', {}],
]
void test('2.1 2.2 brackets become objects and lists', () => {
  for (const [text, inputs] of FORMS) assert.deepEqual(form(text), inputs, text)
})
void test('2.2 no item is lost when numbered and unnumbered items are mixed', () => {
  assert.deepEqual(Object.values((form('a[0]=x&a[]=y') as { a: object }).a), ['x', 'y'])
  assert.deepEqual(Object.values((form('a[1]=x&a[]=y') as { a: object }).a), ['x', 'y'])
})
void test('2.2 no item is lost when the notations of a list are mixed', () => {
  assert.deepEqual(form('a[]=1&a=2'), { a: ['1', '2'] })
  assert.deepEqual(form('a=1&a[]=2'), { a: ['1', '2'] })
})
void test('2.1 2.7 a name with too many brackets is one input, and parsing it is fast', () => {
  for (const deep of [`a${'[b]'.repeat(6)}`, `a${'[]'.repeat(100_000)}`]) assert.deepEqual(form(`${deep}=1&c=2`), { [deep]: '1', c: '2' })
})
void test('names of prototype properties are ordinary names in a form', () => {
  const hostile = [
    '__proto__[polluted]=1',
    'a[__proto__][polluted]=1',
    'a[][__proto__][polluted]=1',
    'constructor[prototype][polluted]=1',
    '__proto__=1',
    'a[constructor][prototype][polluted]=1',
    'a[0]=1&a[__proto__]=2&a[length]=1000000000',
    'toString=1&valueOf=1&hasOwnProperty=1',
  ]
  for (const text of hostile) {
    const inputs = expandBrackets(parseFormPairs(text))
    assert.equal(Object.getPrototypeOf(inputs), null, text)
    assert.equal('polluted' in {}, false, text)
    assert.equal('polluted' in [], false, text)
  }
  assert.deepEqual(Object.keys(expandBrackets(parseFormPairs('__proto__=1&constructor=2'))), ['__proto__', 'constructor'])
  assert.equal(expandBrackets(parseFormPairs('a=1'))['toString'], undefined)
})

void test('2.1 a JSON body is an object; an empty body has no inputs', () => {
  assert.deepEqual(json('{"a":1,"b":[1,{"c":null}]}'), { a: 1, b: [1, { c: null }] })
  assert.deepEqual(json(''), {})
  assert.deepEqual(json(' \r\n\t '), {})
  assert.deepEqual(json('{"é":"\\u00e9"}'), { é: 'é' })
})
void test('2.1 a body that is not a JSON object is rejected', () => {
  for (const text of [
    '{',
    '[]',
    '[1]',
    'null',
    'true',
    '1',
    '"x"',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '{} {}',
    'a=1',
    'NaN',
    '\0',
    '{"a":01}',
  ])
    assert.throws(() => parseJson(text), refused('rest_invalid_json'), text)
})
void test('11.1 JSON is nested at most 32 levels deep', () => {
  const deep = (n: number): string => `{"a":${'['.repeat(n - 1)}${']'.repeat(n - 1)}}`
  assert.doesNotThrow(() => parseJson(deep(32)))
  assert.throws(() => parseJson(deep(33)), refused('rest_invalid_json'))
  assert.throws(() => parseJson('{"a":'.repeat(33) + '1' + '}'.repeat(33)), refused('rest_invalid_json'))
  assert.throws(() => parseJson('['.repeat(1_000_000)), refused('rest_invalid_json'))
})
void test('11.1 brackets within strings do not count as depth', () => {
  for (const text of ['['.repeat(100), '{'.repeat(100), `"${'['.repeat(100)}`, `\\${'['.repeat(100)}`, `\\"${'{'.repeat(100)}`])
    assert.deepEqual(json(JSON.stringify({ a: text, b: [text] })), { a: text, b: [text] })
  assert.doesNotThrow(() => parseJson(`{"a":[${Array.from({ length: 100 }, () => '[]').join(',')}]}`))
})
void test('names of prototype properties are ordinary names in JSON', () => {
  const inputs = parseJson('{"__proto__":{"polluted":1},"a":{"constructor":{"prototype":{"polluted":1}}}}')
  assert.equal('polluted' in {}, false)
  assert.equal(inputs['polluted'], undefined)
  assert.deepEqual(Object.keys(inputs), ['__proto__', 'a'])
})
void test('the result of parsing JSON has no prototype', () => {
  assert.equal(parseJson('{}')['constructor'], undefined)
  assert.equal(parseJson('')['toString'], undefined)
})

void test('2.1 any input is parsed or rejected', () => {
  const name = fc.array(fc.constantFrom('a', 'b', '[', ']', '[]', '0', '1', '__proto__', 'constructor', '%5B', '%', '=', '+'), {
    maxLength: 8,
  })
  const text = fc.array(name, { maxLength: 8 }).map((names) => names.map((parts) => parts.join('')).join('&'))
  fc.assert(fc.property(text, (sent) => assert.equal(Object.getPrototypeOf(expandBrackets(parseFormPairs(sent))), null)))
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (sent) => {
      const text = JSON.stringify(sent)
      assert.equal(JSON.stringify(parseJson(text)), text)
    }),
  )
})
