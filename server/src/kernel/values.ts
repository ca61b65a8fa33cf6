// Sorts of value that may be sent: for each, how it is described and how it is read (contract 2.2 to 2.5, 7.6).
import Type, { type TSchema } from 'typebox'
import { normalizeZone, parseMoment, type Moment } from './moments.ts'
import { Fault } from './problems.ts'

/** A sort of value: its JSON Schema for the documentation, and its reader. */
export interface Sort<T = unknown> {
  readonly schema: TSchema
  /** The value, or what is wrong with it. Never called with null. */
  read(value: unknown): T | Fault
}

export const MAX_ITEMS = 100
const BROKEN = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Text; numbers are taken as their text. */
export const text = (max: number, options: { readonly clean?: (text: string) => string } = {}): Sort<string> => ({
  schema: Type.String({ maxLength: max }),
  read: (value) => {
    const sent = typeof value === 'number' ? String(value) : value
    if (typeof sent !== 'string') return new Fault('not_text')
    if (BROKEN.test(sent)) return new Fault('bad_characters')
    // As it is kept, so that what was accepted once is accepted again; what is far longer is not even looked at.
    const kept = options.clean && sent.length <= 4 * max ? options.clean(sent) : sent
    return [...kept].length > max ? new Fault('too_long', { max }) : kept
  },
})

/** Plain text on one line or several: NFC, trimmed. */
export const plain = (max: number): Sort<string> => text(max, { clean: (sent) => sent.normalize('NFC').trim() })

/** A JSON integer or a string of digits. */
export const integer = (min = 0, max: number = Number.MAX_SAFE_INTEGER): Sort<number> => ({
  schema: Type.Integer({ minimum: min, maximum: max }),
  read: (value) => {
    const digits = typeof value === 'string' && /^\d+$/.test(value)
    if (!digits && !(typeof value === 'number' && Number.isInteger(value))) return new Fault('not_integer')
    const n = Number(value)
    return n < min || n > max ? new Fault('out_of_range', { min, max }) : n
  },
})

export const number = (min: number, max: number): Sort<number> => ({
  schema: Type.Number({ minimum: min, maximum: max }),
  read: (value) => {
    const digits = typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value.trim())
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
    const word = typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string' ? String(value).toLowerCase() : ''
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

/** An absolute http(s) address, with names in any script; kept as sent. */
export const url: Sort<string> = {
  schema: Type.String({ format: 'uri', maxLength: 2000 }),
  read: (value) => {
    if (typeof value !== 'string' || value.length > 2000 || !/^https?:\/\/[^\s/]/i.test(value) || /\s/.test(value))
      return new Fault('not_url')
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
