// The importer of iCalendar files (RFC 5545): one item for each event, series and changed date of a series.
import { formatDateTime, normalizeZone } from '../../../kernel/time/date-times.ts'
import { decodeText } from '../decode-text.ts'
import { digestOf, fingerprintOf, type ImportedItem, type ImportOptions } from '../importer.ts'
import { parseEntry, splitComponents, type Property } from './components.ts'
import { readFields, type EntryFields, type Properties } from './entry-fields.ts'
import { UnreadableEvent, readOriginalStart, readTimes, utcWall, type EventTimes, type ZoneContext } from './times.ts'
import { zoneFinder } from './zones.ts'

const KIND = 'event'

export function readCalendar(document: Uint8Array, { mapping, timeZone }: ImportOptions): readonly ImportedItem[] {
  const { header, zones, entries } = splitComponents(decodeText(document))
  const named = header.get('X-WR-TIMEZONE') ?? header.get('TIMEZONE-ID') ?? ''
  const findNamed = zoneFinder(zones, [])
  const calendarZone = normalizeZone(mapping['timezone'] ?? '') ?? findNamed(named)?.name ?? timeZone
  const context: ZoneContext = { findZone: zoneFinder(zones, [calendarZone, timeZone]), calendarZone }
  const read = entries.map((lines) => readEntry(lines, mapping, context))
  const series = new Map(read.flatMap((entry) => (entry.times && !entry.recurrenceId ? [[entry.uid, entry.times] as const] : [])))
  return withUniqueIds(read.map((entry) => toItem(entry, series, context)))
}

interface Entry {
  readonly uid: string
  readonly recurrenceId: Property | undefined
  readonly times: EventTimes | null
  readonly content: EntryFields
  readonly isPrivate: boolean
  readonly parent: string | null
  readonly error: string | null
}
function readEntry(lines: readonly string[], mapping: Readonly<Record<string, string>>, context: ZoneContext): Entry {
  try {
    const byName = Map.groupBy(parseEntry(lines), ({ name }) => name)
    const all: Properties = (name) => byName.get(name) ?? []
    const [recurrenceId] = all('recurrence-id')
    const entry = {
      uid: String(all('uid')[0]?.values[0] ?? '').trim(),
      recurrenceId,
      content: readFields(all, mapping),
      isPrivate: /^(?:PRIVATE|CONFIDENTIAL)$/i.test(String(all('class')[0]?.values[0] ?? '')),
      parent: parentOf(all),
    }
    try {
      if (recurrenceId?.params['range'] !== undefined) throw new UnreadableEvent('unsupported_range')
      return { ...entry, times: timesOf(all, context), error: null }
    } catch (error) {
      return { ...entry, times: null, error: codeOf(error) }
    }
  } catch (error) {
    // ical.js rejects the lines. Only the UID and the title are read, so that the report can name the event.
    const value = (name: string): string =>
      lines
        .find((line) => line.toUpperCase().startsWith(name))
        ?.split(':')
        .slice(1)
        .join(':') ?? ''
    const content = { fields: { title: value('SUMMARY').slice(0, 200) }, place: '', notes: [] }
    return { uid: value('UID').trim(), recurrenceId: undefined, times: null, content, isPrivate: false, parent: null, error: codeOf(error) }
  }
}
const codeOf = (error: unknown): string => (error instanceof UnreadableEvent ? error.message : 'invalid_lines')

function timesOf(all: Properties, context: ZoneContext): EventTimes {
  const [start] = all('dtstart')
  if (!start) throw new UnreadableEvent('no_start')
  return readTimes(
    {
      start,
      end: all('dtend')[0],
      duration: all('duration')[0],
      rules: all('rrule'),
      additional: all('rdate'),
      excluded: all('exdate'),
    },
    context,
  )
}
/** The default of RELTYPE is PARENT (RFC 5545 3.2.15). */
const parentOf = (all: Properties): string | null => {
  const parent = all('related-to').find(({ params }) => /^parent$/i.test(params['reltype'] ?? 'PARENT'))
  return parent ? String(parent.values[0]).trim() : null
}

function toItem(entry: Entry, series: ReadonlyMap<string, EventTimes>, context: ZoneContext): ImportedItem {
  const { uid, recurrenceId, times, content, isPrivate, parent } = entry
  const title = String(content.fields['title'] ?? '')
  const start = times ? formatDateTime(utcWall(times.start)) : ''
  const owner = recurrenceId && uid !== '' ? series.get(uid) : undefined
  const date = owner && recurrenceId ? readDateOf(recurrenceId, owner, context) : null
  const identity = recurrenceId ? `${uid}#${date?.start ?? String(recurrenceId.values[0])}` : uid
  const fingerprint = fingerprintOf(KIND, { start: recurrenceId ? `${start} ${date?.start ?? ''}` : start, title, place: content.place })
  const { recurrence, ...ownTimes } = times?.inputs ?? {}
  return {
    kind: KIND,
    externalId: uid === '' ? `no-uid-${fingerprint}` : identity,
    title: title.slice(0, 200).toWellFormed(),
    fields: { ...content.fields, ...ownTimes, ...(!owner && times && { recurrence }) },
    ...(date?.start !== undefined && { dateOf: { series: uid, start: date.start } }),
    ...(parent !== null && parent !== uid && !owner && { references: { post_parent: { kind: KIND, externalId: parent } } }),
    isPrivate,
    fingerprint,
    notes: [...content.notes, ...(uid === '' ? ['no_uid'] : []), ...(times?.start.isGuessed ? ['time_zone_guessed'] : [])],
    error: entry.error ?? date?.error ?? null,
  }
}
/** The date of a series that an event with a RECURRENCE-ID changes. Without its series, such an event is an event of its own. */
function readDateOf(recurrenceId: Property, series: EventTimes, context: ZoneContext): { start?: string; error?: string } {
  try {
    return { start: readOriginalStart(recurrenceId, series, context) }
  } catch (error) {
    return { error: codeOf(error) }
  }
}

/** Some programs give several events the same UID. The first one has it, the others get IDs that include their content. */
function withUniqueIds(items: readonly ImportedItem[]): ImportedItem[] {
  const seen = new Set<string>()
  return items.map((item) => {
    let id = item.externalId
    if (seen.has(id)) id = `${item.externalId}#${item.fingerprint}`
    const isRepeated = seen.has(id)
    seen.add(id)
    if (id === item.externalId) return item
    if (isRepeated) return { ...item, externalId: digestOf([id, seen.size]), error: item.error ?? 'repeated' }
    return { ...item, externalId: id, notes: [...item.notes, 'same_uid'] }
  })
}
