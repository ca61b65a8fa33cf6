// Fetches a copy of another Kalends: everything at first, later the changes since the cursor of the last run (contract 19.10).
import type { Db } from '../../../kernel/database/database.ts'
import { ref, sql } from '../../../kernel/database/sql.ts'
import type { ItemReference } from '../importer.ts'
import type { ImportServices } from '../source-services.ts'
import type { Source } from '../source.ts'
import { calendarApi, findCalendar, type CalendarApi, type RemoteRecord } from './calendar-api.ts'
import { dateOfExternalId, externalIdOf, PLURALS, type CopyDocument } from './copy.ts'
import { findHiddenDates } from './hidden-dates.ts'
import { addRecord, EVENT_RECORDS, nameOf, readAll, readChangesSince, readEventsById, type ReadRecords } from './read-feed.ts'
import { storedSteps } from './steps.ts'

/** A large calendar has more series than a minute allows requests. */
const WAIT_MS = 60 * 60_000

export async function fetchCopy({ database, egress, clock }: ImportServices, url: string, runId: number, source: Source): Promise<Buffer> {
  const reader = { egress, clock, waitMs: WAIT_MS }
  const once = storedSteps(database, runId)
  const calendar = await once('calendar', 0, () => findCalendar(reader, url, source.language))
  const api = calendarApi(reader, calendar, once)
  const known = await loadKnown(database, source.id)
  const read = (source.cursor === null ? null : await readChangesSince(api, source.cursor)) ?? (await readAll(api))
  const changed = read.isFull
    ? new Set<number>()
    : await completeChanges(api, read, { known, linked: await findLinked(database, source.id, read) })
  const hidden = await excludeHidden(api, read)
  const document: CopyDocument = {
    cursor: read.cursor,
    language: calendar.language,
    records: [...read.records.values()].flatMap(({ kind, record }) => (record && isCopied(record) ? [{ kind, record }] : [])),
    hidden,
    gone: findGone(read, known, changed),
  }
  return Buffer.from(JSON.stringify(document))
}
/** Events with a password show their dates only. A date without changes is part of its series. */
const isCopied = (record: RemoteRecord): boolean => record['protected'] !== true && record['type'] !== 'occurrence'

interface Known extends ItemReference {
  readonly isGone: boolean
  readonly isSeries: boolean
}
const loadKnown = (db: Db, sourceId: number): Promise<Known[]> =>
  db.query<Known>(sql`
select x.kind, x.external_id as "externalId", x.is_gone as "isGone", coalesce(e.recurrence is not null, false) as "isSeries"
from source_records x left join events e on x.kind = 'event' and e.id = x.record_id
where x.source_id = ${sourceId} and x.external_id is not null`)

/** The tables that link events to records of other kinds. */
const LINKS = { venue: 'event_venues', organizer: 'event_organizers', category: 'event_categories', tag: 'event_tags' } as const
/** The IDs of events of the copy that have records which the other calendar no longer shows. The feed does not report these events. */
async function findLinked(db: Db, sourceId: number, { records }: ReadRecords): Promise<number[]> {
  const found = new Set<number>()
  for (const [kind, table] of Object.entries(LINKS)) {
    const gone = [...records.values()].flatMap((each) => (each.kind === kind && !each.record ? [String(each.id)] : []))
    if (gone.length === 0) continue
    const rows = await db.query<{ external_id: string }>(sql`
select distinct e.external_id from source_records v join ${ref(table)} l on l.ref_id = v.record_id
join source_records e on e.record_id = l.event_id and e.source_id = v.source_id and e.kind = 'event'
where v.source_id = ${sourceId} and v.kind = ${kind} and v.external_id = any(${gone}::text[]) and e.external_id is not null`)
    for (const { external_id: id } of rows) found.add(dateOfExternalId(id)?.series ?? Number(id))
  }
  return [...found]
}

interface Context {
  readonly known: readonly Known[]
  readonly linked: readonly number[]
}
/** Adds the records that changes affect and that are no changes of their own. Returns the IDs of the series that were read as a whole. */
async function completeChanges(api: CalendarApi, read: ReadRecords, { known, linked }: Context): Promise<Set<number>> {
  const { records } = read
  const add = (event: RemoteRecord): void => {
    if (!records.has(nameOf('event', event['id']))) addRecord(records, 'event', event)
  }
  const shown = new Set(known.filter(({ isGone }) => !isGone).map(({ kind, externalId }) => nameOf(kind, externalId)))
  // A venue that becomes visible or hidden is no change of its events.
  for (const { kind, id, record } of records.values())
    if ((kind === 'venue' || kind === 'organizer') && record && !shown.has(nameOf(kind, id)))
      (await api.list(`${PLURALS[kind]} ${id}`, 'events', { ...EVENT_RECORDS, [kind]: id })).forEach(add)
  ;(await readEventsById(api, 'linked', linked)).forEach(add)
  const series = findChangedSeries(read, known)
  const missing = [...series].filter((id) => !records.has(nameOf('event', id)))
  const found = new Map((await readEventsById(api, 'series', missing)).map((record) => [Number(record['id']), record]))
  for (const id of missing) records.set(nameOf('event', id), { kind: 'event', id, record: found.get(id) ?? null })
  for (const id of series) {
    if (records.get(nameOf('event', id))?.record?.['type'] !== 'series') continue
    for (const [name, { record }] of records) if (record?.['series'] === id) records.delete(name)
    const exceptions = await api.list(`exceptions ${id}`, 'events', { ...EVENT_RECORDS, type: 'exception', series: id })
    for (const record of exceptions) addRecord(records, 'event', record)
  }
  return series
}
function findChangedSeries({ records }: ReadRecords, known: readonly Known[]): Set<number> {
  const found = new Set<number>()
  const dates = new Map(
    known.flatMap(({ externalId }) => [dateOfExternalId(externalId) ?? []].flat()).map(({ id, series }) => [id, series]),
  )
  const events = new Set(known.filter(({ kind }) => kind === 'event').map(({ externalId }) => externalId))
  let isUnknown = false
  for (const { kind, id, record } of records.values()) {
    if (kind !== 'event') continue
    const own = record ? (record['type'] === 'series' ? id : Number(record['series'] ?? 0)) : (dates.get(id) ?? 0)
    if (own > 0) found.add(own)
    isUnknown ||= record === null && own === 0 && !events.has(String(id))
  }
  // The feed does not name the series of a date that is hidden, so all series are compared.
  if (isUnknown)
    for (const { externalId, isSeries, isGone } of known) if (isSeries && !isGone && /^\d+$/.test(externalId)) found.add(Number(externalId))
  return found
}

/** Dates that the other calendar hides are excluded. A series without any date that is shown is not copied. */
async function excludeHidden(api: CalendarApi, { records, until }: ReadRecords): Promise<Record<string, readonly string[]>> {
  const hidden: Record<string, readonly string[]> = {}
  for (const { id, record } of records.values()) {
    if (record?.['type'] !== 'series' || !isCopied(record)) continue
    const starts = await findHiddenDates(api, record, until)
    if (starts === null) records.set(nameOf('event', id), { kind: 'event', id, record: null })
    else if (starts.length > 0) hidden[id] = starts
  }
  return hidden
}

/** Records that the calendar no longer shows. The dates of a series that is gone stay as they are, like the series itself. */
function findGone({ isFull, records }: ReadRecords, known: readonly Known[], changed: ReadonlySet<number>): ItemReference[] {
  const present = new Set(
    [...records.values()].flatMap(({ kind, record }) => (record && isCopied(record) ? [nameOf(kind, externalIdOf(kind, record))] : [])),
  )
  return known
    .filter(({ kind, externalId, isGone }) => {
      if (isGone || present.has(nameOf(kind, externalId))) return false
      const date = dateOfExternalId(externalId)
      if (!date) return isFull || records.has(nameOf(kind, externalId))
      const isRead = isFull || changed.has(date.series) || records.has(nameOf(kind, date.series))
      return isRead && present.has(nameOf(kind, date.series))
    })
    .map(({ kind, externalId }) => ({ kind, externalId }))
}
