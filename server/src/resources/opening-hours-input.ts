// Value type of opening hours: a strict parser that reports each error by its path, such as `hours.weekly.0.opens` (contract 13.7).
import Type, { type TSchema } from 'typebox'
import { nullable } from '../engine/definition/fields.ts'
import { FieldError, OTHER_FIELD_TEXTS } from '../kernel/errors/problems.ts'
import { listOf, oneOf, plainText, type ValueType } from '../kernel/validation/value-types.ts'
import { DAY_CODES, type DayRange, type Stretch, type WeeklyStretch } from './opening-hours.ts'

/** A note that was not sent is undefined, and stays as it is. Null removes it. */
interface SentNote {
  readonly note: string | null | undefined
}
export type SentClosure = DayRange & SentNote
export type SentAdjustment = DayRange & Stretch & SentNote
/** Opening hours as they were sent. A part that was not sent is undefined; null clears it. */
export interface SentHours {
  readonly weekly: readonly WeeklyStretch[] | null | undefined
  readonly closed: readonly SentClosure[] | null | undefined
  readonly adjusted: readonly SentAdjustment[] | null | undefined
  /** Errors by path within the hours. */
  readonly errors: Readonly<Record<string, FieldError>>
}

const LIMITS = { weekly: 50, closed: 200, adjusted: 200 } as const
const NOTE_MAX = 500
/** A body with more errors is not worth a longer response. */
const ERRORS_MAX = 20
const KEY_MAX = 64

const TIME_PATTERN = '^([01]\\d|2[0-3]):[0-5]\\d$'
export const TIME = Type.String({ pattern: TIME_PATTERN })
export const DAY = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
export const OPEN_DAYS = Type.Array(Type.String({ enum: [...DAY_CODES] }), { minItems: 1 })
const DAY_INPUTS = {
  from: DAY,
  to: Type.Optional(nullable(DAY)),
  note: Type.Optional(nullable(Type.String({ maxLength: NOTE_MAX }))),
}
const part = <T extends TSchema>(items: T, maxItems: number) => Type.Optional(nullable(Type.Array(items, { maxItems })))

export const openingHours: ValueType<SentHours> = {
  schema: Type.Object({
    weekly: part(Type.Object({ days: OPEN_DAYS, opens: TIME, closes: TIME }), LIMITS.weekly),
    closed: part(Type.Object(DAY_INPUTS), LIMITS.closed),
    adjusted: part(Type.Object({ ...DAY_INPUTS, opens: TIME, closes: TIME }), LIMITS.adjusted),
  }),
  parse: (value) => {
    if (!isObject(value)) return notObject()
    const errors = new Map<string, FieldError>()
    const reader = readObject(value, { path: '', errors })
    const hours = {
      weekly: reader.list('weekly', LIMITS.weekly, readWeekly),
      closed: reader.list('closed', LIMITS.closed, readClosure),
      adjusted: reader.list('adjusted', LIMITS.adjusted, readAdjustment),
    }
    reader.rejectOtherKeys()
    return { ...hours, errors: Object.fromEntries(errors) }
  },
}

/** `YYYY-MM-DD`, a day that exists. */
export const day: ValueType<string> = {
  schema: DAY,
  parse: (value) => (typeof value === 'string' && isDay(value) ? value : new FieldError('not_day')),
}
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  return month >= 1 && month <= 12 && date >= 1 && date <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth
}
const TIME_OF_DAY = new RegExp(TIME_PATTERN)
const time: ValueType<string> = {
  schema: TIME,
  parse: (value) => (typeof value === 'string' && TIME_OF_DAY.test(value) ? value : new FieldError('not_time')),
}
const weekdays = listOf(oneOf(DAY_CODES), 7)
const note = plainText(NOTE_MAX)

function readWeekly(reader: ObjectReader): WeeklyStretch {
  const days = new Set(reader.required('days', weekdays))
  return { days: DAY_CODES.filter((each) => days.has(each)), ...readStretch(reader) }
}
const readStretch = (reader: ObjectReader): Stretch => ({
  opens: reader.required('opens', time) ?? '',
  closes: reader.required('closes', time) ?? '',
})
function readClosure(reader: ObjectReader): SentClosure {
  const from = reader.required('from', day) ?? ''
  const to = reader.optional('to', day) ?? from
  if (to < from && from !== '') reader.fail('to', new FieldError('backwards'))
  const text = reader.optional('note', note)
  return { from, to, note: text === '' ? null : text }
}
const readAdjustment = (reader: ObjectReader): SentAdjustment => ({ ...readClosure(reader), ...readStretch(reader) })

type Members = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)
const notObject = (): FieldError => new FieldError('not_object', {}, OTHER_FIELD_TEXTS.not_json_object)

interface Place {
  /** Prefix of names in errors, such as `weekly.0.`. */
  readonly path: string
  readonly errors: Map<string, FieldError>
}
/** Reads the members of an object, and collects errors by path. A member with an error is read as undefined. */
interface ObjectReader {
  fail(name: string, error: FieldError): undefined
  optional<T>(name: string, type: ValueType<T>): T | null | undefined
  required<T>(name: string, type: ValueType<T>): T | undefined
  list<T>(name: string, max: number, read: (reader: ObjectReader) => T): readonly T[] | null | undefined
  /** Reports the members that were not read. */
  rejectOtherKeys(): void
}
function readObject(members: Members, { path, errors }: Place): ObjectReader {
  const known = new Set<string>()
  const fail = (name: string, error: FieldError): undefined => {
    if (errors.size < ERRORS_MAX && !errors.has(path + name)) errors.set(path + name, error)
  }
  const member = (name: string): unknown => {
    known.add(name)
    return Object.hasOwn(members, name) ? members[name] : undefined
  }
  const optional = <T>(name: string, type: ValueType<T>): T | null | undefined => {
    const value = member(name)
    if (value === undefined || value === null) return value
    const parsed = type.parse(value)
    return parsed instanceof FieldError ? fail(name, parsed) : parsed
  }
  return {
    fail,
    optional,
    required: <T>(name: string, type: ValueType<T>): T | undefined => {
      const value = member(name)
      const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
      return isEmpty ? fail(name, new FieldError('required')) : (optional(name, type) ?? undefined)
    },
    list: <T>(name: string, max: number, read: (reader: ObjectReader) => T): readonly T[] | null | undefined => {
      const value = member(name)
      if (value === undefined || value === null) return value
      if (!Array.isArray(value)) return fail(name, new FieldError('not_list'))
      if (value.length > max) return fail(name, new FieldError('too_many', { max }))
      return value.flatMap((item: unknown, i) => {
        if (!isObject(item)) return fail(`${name}.${i}`, notObject()) ?? []
        const reader = readObject(item, { path: `${path}${name}.${i}.`, errors })
        const entry = read(reader)
        reader.rejectOtherKeys()
        return [entry]
      })
    },
    rejectOtherKeys: (): void => {
      for (const name of Object.keys(members))
        if (!known.has(name)) fail(name.slice(0, KEY_MAX), new FieldError('unknown', {}, OTHER_FIELD_TEXTS.unknown_input))
    },
  }
}
