// Parses a recurrence as clients send it: the object of the API, one rule, or lines of iCalendar (recurrence 13.2.1). Zones are not known here.
import { checkedDay, checkedTime, DAY_SECONDS, parseDay, parseTimeOfDay } from './calendar-days.ts'
import { DEFAULT_LIMITS, type RecurrenceLimits } from './limits.ts'
import { isRecurrenceError, type RecurrenceError } from './recurrence-error.ts'
import { parseRule, parseRuleEnd, type RecurrenceRule } from './rule.ts'

/** A day, or seconds on the local wall clock or in UTC. */
export interface ParsedMoment {
  readonly type: 'day' | 'local' | 'utc'
  readonly value: number
}
export interface ParsedRule {
  readonly rule: RecurrenceRule
  readonly from: number | null
  readonly startTime: number | null
  readonly endTime: number | null
}
export interface ParsedDate {
  readonly start: ParsedMoment
  readonly end: ParsedMoment | null
}
export interface ParsedRecurrence {
  readonly rules: readonly ParsedRule[]
  readonly dates: readonly ParsedDate[]
  readonly exclude: readonly ParsedMoment[]
  /** Whether the start is a date of its own: in iCalendar it is, if there are only single dates. */
  readonly includesStart: boolean
}
const MAX_BLOCK_LENGTH = 200_000

export function parseRecurrence(input: unknown, limits: RecurrenceLimits = DEFAULT_LIMITS): ParsedRecurrence | RecurrenceError {
  if (typeof input === 'string') return parseText(input, limits)
  if (!isObject(input)) return { code: 'syntax' }
  const unknown = findUnknownKey(input, ['rules', 'dates', 'exclude'], '')
  if (unknown) return unknown
  const rules = parseList(input, 'rules', { limit: limits.maxRules, code: 'too-many-rules' }, parseRuleEntry)
  if (isRecurrenceError(rules)) return rules
  const dates = parseList(input, 'dates', { limit: limits.maxDates, code: 'too-many-dates' }, parseDateEntry)
  if (isRecurrenceError(dates)) return dates
  const exclude = parseList(input, 'exclude', { limit: limits.maxExclusions, code: 'too-many-exclusions' }, parseMomentEntry)
  return isRecurrenceError(exclude) ? exclude : { rules, dates, exclude, includesStart: false }
}

/** Returns the error of a recurrence with too many rules, dates or exclusions. */
export function findExceededLimit(
  { rules, dates, exclude }: Pick<ParsedRecurrence, 'rules' | 'dates' | 'exclude'>,
  { maxRules, maxDates, maxExclusions }: RecurrenceLimits,
): RecurrenceError | null {
  if (rules.length > maxRules) return { code: 'too-many-rules', path: 'rules', limit: maxRules }
  if (dates.length > maxDates) return { code: 'too-many-dates', path: 'dates', limit: maxDates }
  if (exclude.length > maxExclusions) return { code: 'too-many-exclusions', path: 'exclude', limit: maxExclusions }
  return null
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
function findUnknownKey(object: Json, known: readonly string[], path: string): RecurrenceError | null {
  const unknown = Object.keys(object).find((key) => !known.includes(key))
  return unknown === undefined ? null : { code: 'unknown-key', path: `${path}${unknown.slice(0, 40)}` }
}

interface ListLimit {
  readonly limit: number
  readonly code: RecurrenceError['code']
}
/** Parses the list under a key. A list that is absent or null is empty. */
function parseList<T extends object>(
  object: Json,
  key: string,
  { limit, code }: ListLimit,
  parse: (value: unknown, path: string) => T | RecurrenceError,
): T[] | RecurrenceError {
  const value = object[key] ?? []
  if (!Array.isArray(value)) return { code: 'syntax', path: key }
  if (value.length > limit) return { code, path: key, limit }
  const parsed: T[] = []
  for (const [index, entry] of value.entries()) {
    const result = parse(entry, `${key}.${index}`)
    if (isRecurrenceError(result)) return result
    parsed.push(result)
  }
  return parsed
}

function parseRuleEntry(value: unknown, path: string): ParsedRule | RecurrenceError {
  const entry = typeof value === 'string' ? { rrule: value } : value
  if (!isObject(entry)) return { code: 'syntax', path }
  const unknown = findUnknownKey(entry, ['rrule', 'from', 'start_time', 'end_time'], `${path}.`)
  if (unknown) return unknown
  if (typeof entry['rrule'] !== 'string') return { code: 'syntax', path: `${path}.rrule` }
  const rule = parseRule(entry['rrule'])
  if (isRecurrenceError(rule)) return { ...rule, path: `${path}.rrule` }
  const from = parseOptional(entry, 'from', parseDay)
  if (from === undefined) return { code: 'invalid-date', path: `${path}.from` }
  const [startTime, endTime] = [parseOptional(entry, 'start_time', parseTimeOfDay), parseOptional(entry, 'end_time', parseTimeOfDay)]
  if (startTime === undefined || endTime === undefined)
    return { code: 'invalid-time', path: `${path}.${startTime === undefined ? 'start_time' : 'end_time'}` }
  return { rule, from, startTime, endTime }
}
/** Returns null for a value that is absent, and undefined for one that is not valid. */
function parseOptional(entry: Json, key: string, parse: (text: string) => number | null): number | null | undefined {
  const value = entry[key] ?? null
  if (value === null) return null
  return typeof value === 'string' ? (parse(value) ?? undefined) : undefined
}

function parseDateEntry(value: unknown, path: string): ParsedDate | RecurrenceError {
  const entry = typeof value === 'string' ? { start: value } : value
  if (!isObject(entry)) return { code: 'syntax', path }
  const unknown = findUnknownKey(entry, ['start', 'end'], `${path}.`)
  if (unknown) return unknown
  const start = parseMomentEntry(entry['start'], `${path}.start`)
  if (isRecurrenceError(start)) return start
  if ((entry['end'] ?? null) === null) return { start, end: null }
  const end = parseMomentEntry(entry['end'], `${path}.end`)
  return isRecurrenceError(end) ? end : { start, end }
}

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:(Z)|([+-])(\d\d):(\d\d))?)?$/i
function parseMomentEntry(value: unknown, path: string): ParsedMoment | RecurrenceError {
  const match = typeof value === 'string' ? MOMENT.exec(value.slice(0, 40).trim()) : null
  const numbers = (match ?? []).map(Number)
  const day = match ? checkedDay(numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 0) : null
  if (!match || day === null) return { code: 'invalid-date', path }
  if (match[4] === undefined) return { type: 'day', value: day }
  const time = checkedTime(numbers[4] ?? 0, numbers[5] ?? 0, Number(match[6] ?? 0))
  const offset = match[8] === undefined ? 0 : checkedTime(numbers[9] ?? 0, numbers[10] ?? 0, 0)
  if (time === null || offset === null) return { code: 'invalid-date', path }
  const value_ = day * DAY_SECONDS + time - (match[8] === '-' ? -offset : offset)
  return { type: match[7] || match[8] ? 'utc' : 'local', value: value_ }
}

/** Text is one rule, or lines with names. */
function parseText(text: string, limits: RecurrenceLimits): ParsedRecurrence | RecurrenceError {
  if (text.length > MAX_BLOCK_LENGTH) return { code: 'too-long', limit: MAX_BLOCK_LENGTH }
  if (!/^\s*[A-Za-z-]+[;:]/.test(text) || !/[:\n]/.test(text)) {
    const entry = parseRuleEntry(text, 'rules.0')
    return isRecurrenceError(entry) ? entry : { rules: [entry], dates: [], exclude: [], includesStart: false }
  }
  return parseBlock(text, limits)
}

function parseBlock(text: string, limits: RecurrenceLimits): ParsedRecurrence | RecurrenceError {
  const rules: ParsedRule[] = []
  const dates: ParsedDate[] = []
  const exclude: ParsedMoment[] = []
  for (const line of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    if (line.trim() === '') continue
    const error = parseLine(line.trim(), { rules, dates, exclude })
    if (error) return error
    const exceeded = findExceededLimit({ rules, dates, exclude }, limits)
    if (exceeded) return exceeded
  }
  return { rules, dates, exclude, includesStart: rules.length === 0 && dates.length > 0 }
}

interface Block {
  readonly rules: ParsedRule[]
  readonly dates: ParsedDate[]
  readonly exclude: ParsedMoment[]
}
function parseLine(line: string, block: Block): RecurrenceError | null {
  const at = line.indexOf(':')
  const name = line.slice(0, Math.max(at, 0)).split(';', 1)[0]?.toUpperCase() ?? ''
  const value = line.slice(at + 1)
  if (name === 'RRULE') {
    const entry = parseRuleEntry(value, `rules.${block.rules.length}`)
    if (isRecurrenceError(entry)) return entry
    block.rules.push(entry)
    return null
  }
  if (name !== 'RDATE' && name !== 'EXDATE') return { code: 'syntax', detail: line.slice(0, 40) }
  for (const part of value.split(',')) {
    const date = parsePeriod(part.trim().toUpperCase())
    if (!date) return { code: 'invalid-date', detail: `${name}:${part.slice(0, 40)}` }
    if (name === 'RDATE') block.dates.push(date)
    else block.exclude.push(date.start)
  }
  return null
}

/** Parses a date, a date-time, or a period: a start with an end or a duration. */
function parsePeriod(text: string): ParsedDate | null {
  const [first = '', second, ...rest] = text.split('/')
  const start = parseRuleEnd(first)
  if (!start || rest.length > 0) return null
  if (second === undefined) return { start, end: null }
  const seconds = parseDuration(second)
  if (seconds !== null && start.type !== 'day') return { start, end: { type: start.type, value: start.value + seconds } }
  const end = parseRuleEnd(second)
  return end && { start, end }
}
const DURATION = /^\+?P(?:(\d{1,4})W|(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?)$/
function parseDuration(text: string): number | null {
  const match = DURATION.exec(text)
  if (!match) return null
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  return (((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
