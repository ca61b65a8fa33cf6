// Types of input values: the JSON Schema and the parser of each type (contract 2.2 to 2.5, 7.6).
import Type, { type TSchema } from 'typebox'
import { sanitizeHtml, type SanitizedHtml } from '../text/html.ts'
import { normalizeZone, parseDateTime, type DateTimeInput } from '../time/date-times.ts'
import { FieldError } from '../errors/problems.ts'

/** A type of value: its JSON Schema for the documentation, and its parser. */
export interface ValueType<T = unknown> {
  readonly schema: TSchema
  /** Returns the value or an error, in linear time. It is never called with null. */
  parse(value: unknown, sanitized?: SanitizedHtml): T | FieldError
}

export const MAX_ITEMS = 100
const INVALID_CHARACTERS = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

interface TextOptions {
  /** Returns the normalized text or an error. */
  readonly clean?: ((text: string) => string | FieldError) | undefined
  /** Sanitizing may shorten the text, so this multiple of the limit is accepted before it. */
  readonly slack?: number
}
/** Text of limited length. Numbers are converted to text. The length is checked before any other processing. */
export const boundedText = (max: number, { clean, slack = 1 }: TextOptions = {}): ValueType<string> => ({
  schema: Type.String({ maxLength: max }),
  parse: (value) => parseText(value, { max, slack, clean }),
})

function parseText(value: unknown, { max, slack = 1, clean }: TextOptions & { readonly max: number }): string | FieldError {
  const sent = typeof value === 'number' ? String(value) : value
  if (typeof sent !== 'string') return new FieldError('not_text')
  if (isLonger(sent, slack * max)) return new FieldError('too_long', { max })
  if (INVALID_CHARACTERS.test(sent)) return new FieldError('bad_characters')
  const cleaned = clean ? clean(sent) : sent
  return cleaned instanceof FieldError || !isLonger(cleaned, max) ? cleaned : new FieldError('too_long', { max })
}

/** Whether a text has more than `max` code points. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max || text.length > 2 * max) return text.length > max
  let points = 0
  for (let i = 0; i < text.length; i += 1) if (!isTrail(text, i)) points += 1
  return points > max
}
const isTrail = (text: string, i: number): boolean =>
  i > 0 && (text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800

/** Plain text, normalized to NFC and trimmed. */
export const plainText = (max: number): ValueType<string> => boundedText(max, { clean: normalizeText, slack: 4 })

/** Limit of combining marks in a row, because normalization sorts them in quadratic time. No script needs as many. */
const MARKS_MAX = 64
function normalizeText(sent: string): string | FieldError {
  const runs = sent.match(/\p{M}+/gu) ?? []
  return runs.some(({ length }) => length > MARKS_MAX) ? new FieldError('bad_characters') : sent.normalize('NFC').trim()
}

/** HTML. Large texts are sanitized beforehand in a worker thread and passed in `sanitized`. */
export const htmlText = (max: number): ValueType<string> => ({
  schema: Type.String({ maxLength: max }),
  parse: (value, sanitized) => parseText(value, { max, clean: (html) => sanitized?.get(html) ?? sanitizeHtml(html) }),
})

/** Longer texts are not parsed as numbers. */
const DIGITS_MAX = 1_000

/** An integer: a JSON integer or a string of digits. */
export const integer = (min = 0, max: number = Number.MAX_SAFE_INTEGER): ValueType<number> => ({
  schema: Type.Integer({ minimum: min, maximum: max }),
  parse: (value) => {
    const digits = typeof value === 'string' && value.length <= DIGITS_MAX && /^\d+$/.test(value)
    if (!digits && !(typeof value === 'number' && Number.isInteger(value))) return new FieldError('not_integer')
    const n = Number(value)
    return n < min || n > max ? new FieldError('out_of_range', { min, max }) : n
  },
})

export const decimal = (min: number, max: number): ValueType<number> => ({
  schema: Type.Number({ minimum: min, maximum: max }),
  parse: (value) => {
    const digits = typeof value === 'string' && value.length <= DIGITS_MAX && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value.trim())
    const n = typeof value === 'number' || digits ? Number(value) : Number.NaN
    if (!Number.isFinite(n)) return new FieldError('not_number')
    return n < min || n > max ? new FieldError('out_of_range', { min, max }) : n
  },
})

const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
}
export const boolean: ValueType<boolean> = {
  schema: Type.Boolean(),
  parse: (value) => {
    const isShort = typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value.length <= 5)
    const text = isShort ? String(value).toLowerCase() : ''
    return BOOLEAN_WORDS[Object.hasOwn(BOOLEAN_WORDS, text) ? text : ''] ?? new FieldError('not_boolean')
  },
}

/** A boolean whose documentation also lists the accepted words. */
export const looseBoolean: ValueType<boolean> = {
  schema: Type.Union([Type.Boolean(), Type.String({ enum: Object.keys(BOOLEAN_WORDS) })]),
  parse: boolean.parse.bind(boolean),
}

export const oneOf = <const W extends readonly string[]>(choices: W): ValueType<W[number]> => ({
  schema: Type.String({ enum: [...choices] }),
  parse: (value) =>
    typeof value === 'string' && choices.includes(value) ? value : new FieldError('not_choice', { words: choices.join(', ') }),
})

export const dateTime: ValueType<DateTimeInput> = {
  schema: Type.Union([Type.String({ maxLength: 64 }), Type.Number()]),
  parse: (value) => parseDateTime(value) ?? new FieldError('not_moment'),
}

export const timeZone: ValueType<string> = {
  schema: Type.String({ maxLength: 64 }),
  parse: (value) => (typeof value === 'string' ? normalizeZone(value) : null) ?? new FieldError('not_zone'),
}

/** An absolute http or https URL. Its host may use any script, and has at most 253 characters like every DNS name. */
const HTTP_URL = /^https?:\/\/[^\s/?#\\]{1,253}(?:[/?#\\]|$)/i
export const url: ValueType<string> = {
  schema: Type.String({ format: 'uri', maxLength: 2000 }),
  parse: (value) => {
    if (typeof value !== 'string' || value.length > 2000 || !HTTP_URL.test(value) || /\s/.test(value)) return new FieldError('not_url')
    try {
      const { username, password } = new URL(value)
      return username || password || INVALID_CHARACTERS.test(value) ? new FieldError('not_url') : value
    } catch {
      return new FieldError('not_url')
    }
  },
}

const EMAIL =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u
export const email: ValueType<string> = {
  schema: Type.String({ format: 'email', maxLength: 254 }),
  parse: (value) => (typeof value === 'string' && value.length <= 254 && EMAIL.test(value) ? value : new FieldError('not_email')),
}

/** A list: an array, a single value, or values separated by commas. */
export const listOf = <T>(item: ValueType<T>, max: number = MAX_ITEMS): ValueType<T[]> => ({
  schema: Type.Array(item.schema, { maxItems: max }),
  parse: (value) => {
    const items = splitItems(value)
    if (items.length > max) return new FieldError('too_many', { max })
    const read: T[] = []
    for (const each of items) {
      const result = item.parse(each)
      if (result instanceof FieldError) return result
      read.push(result)
    }
    return read
  },
})

export const splitItems = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
