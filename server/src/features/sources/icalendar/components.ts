// Splits an iCalendar file into its components, in linear time, so that one component with errors does not spoil the others.
import ICAL from 'ical.js'
import { UnreadableDocument } from '../importer.ts'

/** A property as ical.js returns it: name, parameters, type, and values (RFC 7265). */
export interface Property {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly type: string
  readonly values: readonly unknown[]
}
export interface CalendarComponents {
  /** Values of the properties of the calendar itself, by name in upper case. */
  readonly header: ReadonlyMap<string, string>
  /** The lines of each VTIMEZONE. */
  readonly zones: readonly (readonly string[])[]
  /** The lines of each VEVENT that the importer reads. */
  readonly entries: readonly (readonly string[])[]
}

/** Other properties of an event are skipped, so that their errors do not matter. */
const READ = new Set(
  'UID RECURRENCE-ID DTSTART DTEND DURATION RRULE RDATE EXDATE SUMMARY DESCRIPTION X-ALT-DESC LOCATION GEO ORGANIZER CATEGORIES URL IMAGE ATTACH STATUS CLASS RELATED-TO'.split(
    ' ',
  ),
)
const MAX_LINE = 200_000
const MAX_LINES_OF_ENTRY = 5_000
const MAX_ENTRIES = 50_000

export function splitComponents(text: string): CalendarComponents {
  const header = new Map<string, string>()
  const zones: string[][] = []
  const entries: string[][] = []
  const open: string[] = []
  let isCalendar = false
  for (const line of unfoldedLines(text)) {
    const name = /^[A-Za-z0-9-]{1,64}/.exec(line)?.[0].toUpperCase() ?? ''
    const value = line.slice(line.indexOf(':') + 1).trim()
    if (name === 'BEGIN') {
      open.push(value.toUpperCase())
      isCalendar ||= open[0] === 'VCALENDAR'
      if (open.length === 2 && open[1] === 'VTIMEZONE') zones.push([])
      if (open.length === 2 && open[1] === 'VEVENT') entries.push([])
      if (entries.length > MAX_ENTRIES) throw new UnreadableDocument('too_many_items')
    }
    const [, component] = open
    if (component === 'VTIMEZONE') zones.at(-1)?.push(line)
    else if (component === 'VEVENT' && open.length === 2 && READ.has(name)) addLine(entries.at(-1), line)
    else if (open.length === 1 && name !== 'BEGIN' && name !== 'END') header.set(name, value.slice(0, 1_000))
    // A missing END must not hide the components that follow.
    if (name === 'END') open.length = Math.max(0, open.lastIndexOf(value.toUpperCase()))
  }
  if (!isCalendar) throw new UnreadableDocument('not_icalendar')
  return { header, zones, entries }
}
const addLine = (lines: string[] | undefined, line: string): void => {
  if (lines && lines.length < MAX_LINES_OF_ENTRY && line.length <= MAX_LINE) lines.push(line)
}

/** Yields content lines without their line breaks. A line that begins with white space continues the one before. */
function* unfoldedLines(text: string): Generator<string> {
  let parts: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    if ((line.startsWith(' ') || line.startsWith('\t')) && parts.length > 0) parts.push(line.slice(1))
    else {
      if (parts.length > 0) yield parts.join('')
      parts = line === '' ? [] : [line]
    }
  }
  if (parts.length > 0) yield parts.join('')
}

/** Parses the lines of one event. Throws if one of them is not valid. */
export function parseEntry(lines: readonly string[]): readonly Property[] {
  const [, properties] = ICAL.parse(['BEGIN:VEVENT', ...lines.map(withDateType), 'END:VEVENT'].join('\r\n')) as [string, unknown[][]]
  return properties.map(([name, params, type, ...values]) => ({
    name: String(name),
    params: params as Property['params'],
    type: String(type),
    values,
  }))
}
/** Some programs write days without their type. */
const withDateType = (line: string): string => line.replace(/^(DTSTART|DTEND|RECURRENCE-ID)(?:;TZID=[^;:]*)?(?=:\d{8}$)/i, '$1;VALUE=DATE')
/** The text of a rule. It is never expanded here. */
export const ruleText = (value: unknown): string => ICAL.Recur.fromData(value as Parameters<typeof ICAL.Recur.fromData>[0]).toString()

/** Properties with a name that begins with X- have no type, so their text is still escaped. */
export const unescapeText = (text: string): string =>
  text.replace(/\\([nN;,\\])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter))
