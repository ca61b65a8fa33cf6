// Values for a schema of the document: valid, nearly valid, and hostile.
import fc from 'fast-check'
import type { Document, Schema } from '../support/document.ts'

export type Value = fc.Arbitrary<unknown>

/** A value as the schema has it; a sort of value that a schema cannot tell is known by its name. */
export function valid(document: Document, schema: Schema, name = '', depth = 0): Value {
  const hint = HINTS.find(([pattern]) => pattern.test(name))?.[1]
  if (hint && depth < 2) return hint
  if (typeof schema['$ref'] === 'string') {
    const target = document.components.schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {}
    return depth > 2 ? fc.constant({}) : valid(document, target, '', depth + 1)
  }
  const anyOf = schema['anyOf'] as readonly Schema[] | undefined
  if (anyOf) return fc.oneof(...anyOf.map((each) => valid(document, each, '', depth + 1)))
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  const types = [schema['type'] ?? 'string'].flat() as string[]
  return fc.oneof(
    { arbitrary: ofType(document, types[0] ?? 'string', schema, depth), weight: 6 },
    { arbitrary: fc.constant(types.includes('null') ? null : ''), weight: 1 },
  )
}

function ofType(document: Document, type: string, schema: Schema, depth: number): Value {
  const [low, high] = [Number(schema['minimum'] ?? -1e6), Number(schema['maximum'] ?? 1e6)]
  switch (type) {
    case 'integer':
      return fc.oneof(fc.integer({ min: Math.max(low, -1e9), max: Math.min(high, 300) }), fc.constantFrom(low, Math.min(high, 1e9)))
    case 'number':
      return fc.double({ min: low, max: high, noNaN: true })
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 'true', 'no', 1, '0', 'ON')
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(document, (schema['items'] ?? {}) as Schema, '', depth + 1), { maxLength: 4 })
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
      if (properties.length === 0) return fc.dictionary(TEXT, fc.oneof(TEXT, fc.integer(), fc.boolean()), { maxKeys: 4 })
      const required = (schema['required'] ?? []) as string[]
      return someOf(Object.fromEntries(properties.map(([name, inner]) => [name, valid(document, inner, name, depth + 1)])), required)
    }
    default:
      if (schema['format'] === 'uri')
        return fc.constantFrom('https://example.org/a?b=c#d', 'http://مثال.إختبار/', 'https://xn--e1afmkfd.example')
      if (schema['format'] === 'email') return fc.constantFrom('a@example.org', 'é.x+y@bücher.example')
      return TEXT
  }
}
/** The required ones, and a few others. */
export function someOf(values: Readonly<Record<string, Value>>, required: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const others = Object.keys(values).filter((name) => !required.includes(name))
  return fc
    .subarray(others, { maxLength: Math.min(others.length, 5) })
    .chain((some) => fc.record(Object.fromEntries([...required, ...some].flatMap((name) => (values[name] ? [[name, values[name]]] : [])))))
}

/** Plain text that people write, in any script. */
const TEXT = fc.oneof(
  fc.constantFrom('jazz', 'Fête d’été', 'ليلة الجاز', '夜のジャズ', 'a b  c', 'x', '<p>Text <b>bold</b></p>', '0', '7', 'null'),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const two = (n: number): string => String(n).padStart(2, '0')
const DATE = fc
  .tuple(
    fc.integer({ min: 2020, max: 2035 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 0, max: 23 }),
  )
  .map(([year, month, day, hour]) => `${year}-${two(month)}-${two(day)} ${two(hour)}:30:00`)
const MOMENT = fc.oneof(
  { arbitrary: DATE, weight: 4 },
  {
    arbitrary: fc.constantFrom<unknown>(
      'now',
      'today',
      'tomorrow',
      '+3 weeks',
      '-2 months',
      '@1800000000',
      1_800_000_000,
      '2026-03-29T02:30:00+02:00',
      '0001-01-01',
      '9999-12-31 23:59:59',
      '+9999 years',
      '-9999999 days',
    ),
    weight: 2,
  },
)
const ID = fc.oneof(
  fc.integer({ min: 1, max: 400 }),
  fc.integer({ min: 1, max: 400 }).map(String),
  fc.integer({ min: 1, max: 400 }).map((id) => ({ id })),
)
const HINTS: readonly (readonly [RegExp, Value])[] = [
  [
    /^end_date$/,
    fc.oneof(
      { arbitrary: DATE.map((date) => `2${date.slice(1).replace(/^0(2\d)/, '0$1')}`.replace(/^20(2\d|3\d)/, '2036')), weight: 3 },
      { arbitrary: MOMENT, weight: 1 },
    ),
  ],
  [/date|^starts_|^ends_|^from$|^to$/, MOMENT],
  [/^timezone$/, fc.constantFrom('Europe/Paris', 'UTC+3', 'UTC-9:30', 'America/New_York', 'asia/kolkata', 'UTC', 'Africa/Nairobi')],
  // Nothing outside is ever asked for.
  [
    /^image$/,
    fc.constantFrom<unknown>(null, '', 1, '7', { id: 3 }, 'http://127.0.0.1:9/x.png', 'http://[::1]:9/x.png', 'ftp://127.0.0.1/x', 'x'),
  ],
  [
    /^cost$/,
    fc.constantFrom<unknown>(0, 12.5, '10', '€10 - €25', 'Free', '1.234,56 €', ['5', 7, 'USD 9'], 'Donation', 'مجاني', '-3', '1e400 EUR'),
  ],
  [
    /^(venue|organizer|categories|tags|include|exclude|event|post|parent|post_parent|author)$/,
    fc.oneof(
      ID,
      fc.array(ID, { maxLength: 3 }),
      TEXT,
      fc.constantFrom<unknown>('1,2,3', 'music', { venue: 'Hall', city: 'Lyon' }, { organizer: 'Club' }),
    ),
  ],
  [/^_fields$/, fc.constantFrom('id', 'id,title', 'venue.city', 'id,venue.organizer.x', ',,', 'title.title.title', '__proto__')],
  [/^(page|per_page)$/, fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom<unknown>(0, 100, 101, '1', 2 ** 31, 2 ** 53, -1, '١'))],
]

/** Hostile values. */
export const HOSTILE: Value = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\ufeff',
    '\u202e\u2066',
    '👩‍👩‍👧‍👦',
    'Z̸͓̽a̵',
    'İıſß',
    '\r\nX-Injected: 1',
    '%00',
    '%',
    '%zz',
    '{{7*7}}',
    "' or 1=1 --",
    '$1',
    '${x}',
    '\\',
    '"',
    '<script>alert(1)</script>',
    '<a href="javascript:x">',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    0,
    -0,
    -1,
    1.5,
    1e308,
    -1e308,
    5e-324,
    9_007_199_254_740_991,
    2 ** 53 + 2,
    '9223372036854775808',
    '1e400',
    'NaN',
    'Infinity',
    '٣',
    '１',
    '0x10',
    '1_000',
    true,
    false,
    null,
    [],
    {},
    [[]],
    [[[1]]],
    [null],
    [{}],
    { id: {} },
    { id: [1] },
    { '': '' },
    { __proto__: 1 },
    '2026-02-31',
    '2026-13-01',
    '2026-01-01T25:00',
    '24:00',
    '+275760 years',
    '@99999999999999999',
    'http://127.0.0.1:9/',
    'a@b',
    'UTC+99',
    'Etc/Unknown',
    'publish,draft',
    'any',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
  fc.double(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom(600, 1_100, 5_000).map((n) => 'é'.repeat(n)),
  fc.constantFrom(8, 31, 60, 300).map((depth) => nested(depth)),
  fc.integer({ min: 90, max: 130 }).map((n) => Array.from({ length: n }, (_, i) => i)),
  fc.jsonValue({ maxDepth: 3 }),
)
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i += 1) value = i % 2 ? [value] : { a: value }
  return value
}

/** Mostly valid, often nearly so, sometimes hostile. */
export const any = (document: Document, schema: Schema, name: string): Value =>
  fc.oneof(
    { arbitrary: valid(document, schema, name), weight: 8 },
    { arbitrary: valid(document, schema, name).chain(nearly), weight: 2 },
    { arbitrary: HOSTILE, weight: 2 },
  )
/** Any value as text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const nearly = (value: unknown): Value =>
  fc.constantFrom<unknown>(
    [value],
    [value, value],
    { 0: value },
    { id: value },
    textOf(value),
    `${textOf(value)} `,
    `${textOf(value)},${textOf(value)}`,
    `${textOf(value)}x`,
    typeof value === 'number' ? -value : 0,
  )
