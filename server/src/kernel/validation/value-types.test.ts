// Contract 2.2 to 2.5, 7.2 and 7.6: types of input values and their parsers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldError } from '../errors/problems.ts'
import {
  boolean,
  oneOf,
  email,
  integer,
  splitItems,
  listOf,
  MAX_ITEMS,
  dateTime,
  decimal,
  plainText,
  boundedText,
  url,
  timeZone,
  type ValueType,
} from './value-types.ts'

/** Returns the parsed value, or the code of the error after a `!`. */
function read<T>(sort: ValueType<T>, value: unknown): T | string {
  const result = sort.parse(value)
  return result instanceof FieldError ? `!${result.code}` : result
}
function check<T>(sort: ValueType<T>, cases: readonly (readonly [sent: unknown, expected: unknown])[]): void {
  for (const [sent, expected] of cases) assert.deepEqual(read(sort, sent), expected, `${typeof sent} ${String(sent).slice(0, 80)}`)
}
/** Asserts that all of these values are refused with this error. */
function refuse(sort: ValueType, code: string, ...groups: readonly (readonly unknown[])[]): void {
  for (const value of groups.flat()) assert.equal(read(sort, value), `!${code}`, String(value))
}
const NO_TEXT = [true, false, {}, [], ['x'], undefined, () => 'x', Symbol('x'), 1n]

void test('2.4 text: numbers are converted to text', () => {
  check(boundedText(5), [
    ['', ''],
    ['abc', 'abc'],
    [' a ', ' a '],
    [12, '12'],
    [1.5, '1.5'],
    [0, '0'],
    ['12345', '12345'],
    ['123456', '!too_long'],
    [123_456, '!too_long'],
  ])
  for (const value of NO_TEXT) assert.equal(read(boundedText(100), value), '!not_text')
})
void test('11.1 length is counted in code points, not in code units', () => {
  check(boundedText(3), [
    ['🎷🎷🎷', '🎷🎷🎷'],
    ['🎷🎷🎷🎷', '!too_long'],
  ])
})
void test('text that PostgreSQL cannot store is rejected', () => {
  check(boundedText(10), [
    ['a\0b', '!bad_characters'],
    ['a\ud800', '!bad_characters'],
    ['\udc00a', '!bad_characters'],
    ['\udc00\ud800', '!bad_characters'],
    ['\ud83c\udfb7', '🎷'],
    ['\u0001', '\u0001'],
  ])
})
void test('plain text is normalized to NFC and trimmed, after its length is checked', () => {
  check(plainText(10), [
    ['  Cafe\u0301 \n', 'Caf\u00e9'],
    [' ', ''],
    [7, '7'],
    ['\u00a0x\u3000', 'x'],
  ])
  check(boundedText(5, { clean: (sent) => sent.toUpperCase() }), [
    ['abc', 'ABC'],
    ['abcdef', '!too_long'],
  ])
})

void test('2.4 integers: JSON integers or strings of digits', () => {
  check(integer(), [
    [0, 0],
    [5, 5],
    ['5', 5],
    ['007', 7],
    [5.0, 5],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', '!out_of_range'],
    ['9007199254740993', '!out_of_range'],
    ['9'.repeat(400), '!out_of_range'],
    [2 ** 53, '!out_of_range'],
    [-1, '!out_of_range'],
  ])
  const texts = ['1.5', '-1', '+1', ' 1', '1 ', '', '1e3', '0x10', '1,000', '٣', 'x']
  refuse(integer(), 'not_integer', texts, [1.5, true, false, null, {}, Number.NaN, Number.POSITIVE_INFINITY], [[], [1]])
  check(integer(1, 100), [
    [1, 1],
    ['100', 100],
    [0, '!out_of_range'],
    ['101', '!out_of_range'],
  ])
})
void test('7.10 numbers: JSON numbers or plain decimals', () => {
  check(decimal(-90, 90), [
    [1.5, 1.5],
    ['1.5', 1.5],
    ['-1.25', -1.25],
    ['+2', 2],
    ['.5', 0.5],
    ['5.', 5],
    [' 5 ', 5],
    [90, 90],
    ['-90', -90],
    [90.000_001, '!out_of_range'],
  ])
  const texts = ['', ' ', '.', '-', '1e3', '0x10', '1,5', 'NaN', 'Infinity', '1 2']
  refuse(decimal(-90, 90), 'not_number', texts, [true, null, {}, [], Number.NaN, Number.NEGATIVE_INFINITY])
})

void test('2.3 booleans: the words in any letter case, JSON booleans, 0 and 1, nothing else', () => {
  for (const value of [true, 1, '1', 'true', 'TRUE', 'yes', 'Yes', 'on', 'ON']) assert.equal(read(boolean, value), true, String(value))
  for (const value of [false, 0, '0', 'false', 'False', 'no', 'NO', 'off', 'Off']) assert.equal(read(boolean, value), false, String(value))
  const texts = ['', ' ', 'y', 'n', 't', 'maybe', '2', '01', 'null', 'constructor', '__proto__', 'toString']
  refuse(boolean, 'not_boolean', texts, [2, -1, 0.5, {}, [], undefined], [[true]])
})
void test('oneOf accepts its values, in the same letter case', () => {
  const way = oneOf(['asc', 'desc'])
  check(way, [
    ['asc', 'asc'],
    ['desc', 'desc'],
    ['ASC', '!not_choice'],
    ['', '!not_choice'],
    [0, '!not_choice'],
    [['asc'], '!not_choice'],
    ['length', '!not_choice'],
  ])
  const fieldError = way.parse('x')
  assert.ok(fieldError instanceof FieldError)
  assert.deepEqual(fieldError.values, { words: 'asc, desc' })
})
void test('2.5 7.2 date-times and time zones', () => {
  assert.equal((dateTime.parse('2031-05-06') as { type: string }).type, 'local')
  assert.equal((dateTime.parse(1_900_000_000) as { type: string }).type, 'instant')
  refuse(dateTime, 'not_moment', ['2026-02-31', '', 'soon', true, {}, []])
  check(timeZone, [
    ['europe/paris', 'Europe/Paris'],
    ['UTC+5:30', 'UTC+5:30'],
    ['Nowhere/Here', '!not_zone'],
    [5, '!not_zone'],
    ['', '!not_zone'],
    [['UTC'], '!not_zone'],
  ])
})

void test('7.6 a website is an absolute http or https URL', () => {
  const good = [
    'http://example.org',
    'https://example.org/a/b?c=d&e=f#g',
    'HTTPS://EXAMPLE.ORG/',
    'https://bücher.example/straße',
    'https://مثال.إختبار/صفحة',
    'http://example.org:8080/',
    'http://127.0.0.1/',
    'http://[::1]/',
    `https://example.org/${'a'.repeat(1900)}`,
  ]
  for (const value of good) assert.equal(read(url, value), value)
  const relative = ['', 'example.org', 'www.example.org', '//example.org', '/path', 'https:example.org', 'http://', 'http:///x']
  const others = ['ftp://example.org', 'javascript:alert(1)', 'data:text/html,x', 'https://user:pw@example.org', 'https://user@example.org']
  const spaces = ['http://exa mple.org', ' https://example.org', 'https://example.org/a b', 'https://example.org\n']
  const broken = [
    'http://example.org:99999',
    'http://%zz/',
    'http://[::1',
    'https://example.org/\ud800',
    `https://example.org/${'a'.repeat(2000)}`,
  ]
  refuse(url, 'not_url', relative, others, spaces, broken, [5, true, null, {}], [['https://example.org']])
})
void test('7.6 email addresses are validated', () => {
  const good = [
    'a@b.co',
    'first.last+tag@sub.example.org',
    "o'neil@example.org",
    'X_Y-z@example.museum',
    'élodie@exemple.fr',
    'x@bücher.example',
    '用户@例え.jp',
    'x@xn--bcher-kva.example',
  ]
  for (const value of good) assert.equal(read(email, value), value)
  const parts = [
    '',
    'x',
    '@',
    'a@',
    '@b.co',
    'a@b',
    'a@@b.co',
    'a@b..de',
    'a@.de',
    'a@b.',
    'a@-b.de',
    'a@b-.de',
    'a@b_c.de',
    'a@[127.0.0.1]',
  ]
  const around = ['a b@c.de', 'a@b c.de', 'a@b.de\n', ' a@b.de', 'a@b.de, c@d.ef', 'A <a@b.de>', 'mailto:a@b.de', '"a b"@c.de', 'a@b.de\0']
  refuse(email, 'not_email', parts, around, [`${'a'.repeat(65)}@b.de`, `a@${'b'.repeat(250)}.de`], [5, null, {}], [['a@b.de']])
  const started = process.threadCpuUsage()
  read(email, `a@${'a-'.repeat(120)}`)
  assert.ok(process.threadCpuUsage(started).user < 1_000_000, 'microseconds of CPU time')
})

void test('2.2 a list is an array, comma-separated values, or a single value', () => {
  check(listOf(integer()), [
    ['1,2', [1, 2]],
    ['1', [1]],
    [
      [1, '2'],
      [1, 2],
    ],
    [3, [3]],
    [' 1 , 2 ,, ', [1, 2]],
    ['', []],
    [[], []],
    ['1,x', '!not_integer'],
    [['1', null], '!not_integer'],
    [{ 0: 1 }, '!not_integer'],
  ])
  assert.deepEqual(splitItems('a, b,c'), ['a', 'b', 'c'])
  assert.deepEqual(splitItems(['a,b']), ['a,b'])
  assert.deepEqual(splitItems(false), [false])
})
void test('11.1 a list has at most 100 items', () => {
  const many = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
  assert.equal(MAX_ITEMS, 100)
  assert.deepEqual(read(listOf(integer()), many(100)), many(100))
  assert.equal(read(listOf(integer()), many(101)), '!too_many')
  assert.equal(read(listOf(integer()), many(101).join(',')), '!too_many')
  assert.equal(read(listOf(integer(), 2), [1, 2, 3]), '!too_many')
})
void test('2.9 accepted text is accepted again and does not change', () => {
  const type = plainText(5)
  const stored = read(type, '\u0958'.repeat(5))
  assert.equal(read(type, stored), stored)
})
void test('a type has a JSON Schema', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(listOf(oneOf(['a', 'b'])).schema)), {
    type: 'array',
    items: { type: 'string', enum: ['a', 'b'] },
    maxItems: 100,
  })
  assert.deepEqual(JSON.parse(JSON.stringify(integer(1, 9).schema)), { type: 'integer', minimum: 1, maximum: 9 })
})
