// Sorts of value that may be sent: for each, how it is described and how it is read (contract 2.2 to 2.5, 7.6).
import Type, { type TSchema } from 'typebox'
import { cleanHtml } from '../text/html.ts'
import { normalizeZone, parseMoment, type Moment } from '../time/date-times.ts'
import { Fault } from '../errors/problems.ts'

/** Sanitized HTML, or a fault, by the HTML that was sent. */
export type CleanedHtml = ReadonlyMap<string, string | Fault>

/** A sort of value: its JSON Schema for the documentation, and its reader. */
export interface Sort<T = unknown> {
  readonly schema: TSchema
  /** Returns the value or a fault. Never called with null. Takes at most linear time in the length of the value. */
  read(value: unknown, cleaned?: CleanedHtml): T | Fault
}

export const MAX_ITEMS = 100
const BROKEN = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

interface TextOptions {
  /** Returns the normalized text or a fault. */
  readonly clean?: (text: string) => string | Fault
  /** Sanitizing may shorten the text, so this multiple of the limit is accepted before it. */
  readonly slack?: number
}
/** Text; numbers are converted to text. The length is checked before any other processing. */
export const text = (max: number, { clean, slack = 1 }: TextOptions = {}): Sort<string> => ({
  schema: Type.String({ maxLength: max }),
  read: (value) => readText(value, max, slack, clean),
})

function readText(value: unknown, max: number, slack: number, clean?: (text: string) => string | Fault): string | Fault {
  const sent = typeof value === 'number' ? String(value) : value
  if (typeof sent !== 'string') return new Fault('not_text')
  if (isLonger(sent, slack * max)) return new Fault('too_long', { max })
  if (BROKEN.test(sent)) return new Fault('bad_characters')
  const cleaned = clean ? clean(sent) : sent
  return cleaned instanceof Fault || !isLonger(cleaned, max) ? cleaned : new Fault('too_long', { max })
}

/** Whether a text has more than the given number of code points. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max || text.length > 2 * max) return text.length > max
  let points = 0
  for (let i = 0; i < text.length; i += 1) if (!isTrail(text, i)) points += 1
  return points > max
}
const isTrail = (text: string, i: number): boolean =>
  i > 0 && (text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800

/** Plain text on one line or several: NFC, trimmed. */
export const plain = (max: number): Sort<string> => text(max, { clean: normalizeText, slack: 4 })

/** Normalization sorts each run of combining marks, in quadratic time. No script needs so many. */
const MARKS_MAX = 64
function normalizeText(sent: string): string | Fault {
  const runs = sent.match(/\p{M}+/gu) ?? []
  return runs.some(({ length }) => length > MARKS_MAX) ? new Fault('bad_characters') : sent.normalize('NFC').trim()
}

/** HTML. Large texts are sanitized beforehand, in a worker thread, and passed in. */
export const html = (max: number): Sort<string> => ({
  schema: Type.String({ maxLength: max }),
  read: (value, cleaned) => readText(value, max, 1, (sent) => cleaned?.get(sent) ?? cleanHtml(sent)),
})

/** Longer texts are not parsed as numbers. */
const DIGITS_MAX = 1_000

/** A JSON integer or a string of digits. */
export const integer = (min = 0, max: number = Number.MAX_SAFE_INTEGER): Sort<number> => ({
  schema: Type.Integer({ minimum: min, maximum: max }),
  read: (value) => {
    const digits = typeof value === 'string' && value.length <= DIGITS_MAX && /^\d+$/.test(value)
    if (!digits && !(typeof value === 'number' && Number.isInteger(value))) return new Fault('not_integer')
    const n = Number(value)
    return n < min || n > max ? new Fault('out_of_range', { min, max }) : n
  },
})

export const number = (min: number, max: number): Sort<number> => ({
  schema: Type.Number({ minimum: min, maximum: max }),
  read: (value) => {
    const digits = typeof value === 'string' && value.length <= DIGITS_MAX && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value.trim())
    const n = typeof value === 'number' || digits ? Number(value) : Number.NaN
    if (!Number.isFinite(n)) return new Fault('not_number')
    return n < min || n > max ? new Fault('out_of_range', { min, max }) : n
  },
})

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
}
export const boolean: Sort<boolean> = {
  schema: Type.Boolean(),
  read: (value) => {
    const isShort = typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value.length <= 5)
    const word = isShort ? String(value).toLowerCase() : ''
    return WORDS[Object.hasOwn(WORDS, word) ? word : ''] ?? new Fault('not_boolean')
  },
}

/** A flag that may be described by words too. */
export const yesNo: Sort<boolean> = {
  schema: Type.Union([Type.Boolean(), Type.String({ enum: Object.keys(WORDS) })]),
  read: boolean.read.bind(boolean),
}

export const choice = <const W extends readonly string[]>(words: W): Sort<W[number]> => ({
  schema: Type.String({ enum: [...words] }),
  read: (value) => (typeof value === 'string' && words.includes(value) ? value : new Fault('not_choice', { words: words.join(', ') })),
})

export const moment: Sort<Moment> = {
  schema: Type.Union([Type.String({ maxLength: 64 }), Type.Number()]),
  read: (value) => parseMoment(value) ?? new Fault('not_moment'),
}

export const zone: Sort<string> = {
  schema: Type.String({ maxLength: 64 }),
  read: (value) => (typeof value === 'string' ? normalizeZone(value) : null) ?? new Fault('not_zone'),
}

/** An absolute http(s) URL with a host in any script, of at most 253 characters like every DNS name; stored as sent. */
const HTTP_URL = /^https?:\/\/[^\s/?#\\]{1,253}(?:[/?#\\]|$)/i
export const url: Sort<string> = {
  schema: Type.String({ format: 'uri', maxLength: 2000 }),
  read: (value) => {
    if (typeof value !== 'string' || value.length > 2000 || !HTTP_URL.test(value) || /\s/.test(value)) return new Fault('not_url')
    try {
      const { username, password } = new URL(value)
      return username || password || BROKEN.test(value) ? new Fault('not_url') : value
    } catch {
      return new Fault('not_url')
    }
  },
}

const EMAIL =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u
export const email: Sort<string> = {
  schema: Type.String({ format: 'email', maxLength: 254 }),
  read: (value) => (typeof value === 'string' && value.length <= 254 && EMAIL.test(value) ? value : new Fault('not_email')),
}

/** One value of several: a list, one bare value, or values with commas between. */
export const listOf = <T>(item: Sort<T>, max: number = MAX_ITEMS): Sort<T[]> => ({
  schema: Type.Array(item.schema, { maxItems: max }),
  read: (value) => {
    const items = itemsOf(value)
    if (items.length > max) return new Fault('too_many', { max })
    const read: T[] = []
    for (const each of items) {
      const result = item.read(each)
      if (result instanceof Fault) return result
      read.push(result)
    }
    return read
  },
})

export const itemsOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
