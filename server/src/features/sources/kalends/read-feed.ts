// Reads the records of another calendar: all of them, or those that changed since the cursor of the last run.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { MAX_ITEMS_OF_RUN, UnreadableDocument } from '../importer.ts'
import { required, type CalendarApi, type RemoteRecord } from './calendar-api.ts'
import { COPIED_KINDS, PLURALS, type CopiedKind } from './copy.ts'

/** Records by kind and ID. Null means that the calendar does not show the record any more. */
export type Records = Map<string, { readonly kind: CopiedKind; readonly id: number; readonly record: RemoteRecord | null }>
export interface ReadRecords {
  readonly isFull: boolean
  readonly cursor: string
  /** The day up to which the other calendar stores dates of series without an end. */
  readonly until: string
  readonly records: Records
}
export const nameOf = (kind: string, id: unknown): string => `${kind} ${String(id)}`
export const addRecord = (records: Records, kind: CopiedKind, record: RemoteRecord): unknown =>
  records.set(nameOf(kind, record['id']), { kind, id: Number(record['id']), record })

/** Series and exceptions instead of dates, whatever their dates are. */
export const EVENT_RECORDS = { records: true, type: 'single,series,exception', from: '0002-01-01' } as const
const BATCH = 100
const CHANGES = 500

/** A record that changes meanwhile is in the feed after the cursor, which is therefore read first. */
export async function readAll(api: CalendarApi): Promise<ReadRecords> {
  const start = await api.once('start', 0, () => required(api.get('/changes', { since: 'now', kinds: COPIED_KINDS.join() })))
  const records: Records = new Map()
  for (const kind of ['category', 'tag', 'venue', 'organizer'] as const) {
    const isTerm = kind === 'category' || kind === 'tag'
    for (const record of await api.list(PLURALS[kind], PLURALS[kind], isTerm ? { hide_empty: false } : {})) addRecord(records, kind, record)
  }
  const inventory = await api.list('inventory', 'events', { inventory: true })
  const ids = inventory.map(({ id }) => Number(id))
  if (records.size + ids.length > MAX_ITEMS_OF_RUN) throw new UnreadableDocument('too_many_items')
  for (const record of await readEventsById(api, 'events', ids)) addRecord(records, 'event', record)
  return { isFull: true, cursor: String(start['next']), until: String(start['occurrences_until']), records }
}

/** Pages of a list by number could miss a record that moves to another page, so events are read by their IDs. */
export async function readEventsById(api: CalendarApi, part: string, ids: readonly number[]): Promise<RemoteRecord[]> {
  const { from: _, ...query } = EVENT_RECORDS
  const found: RemoteRecord[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const include = ids.slice(at, at + BATCH).join()
    found.push(...(await api.list(`${part} ${at}`, 'events', { ...query, include })))
  }
  return found
}

/** Returns null if the cursor has expired, or if it belongs to another calendar. */
export async function readChangesSince(api: CalendarApi, since: string): Promise<ReadRecords | null> {
  const records: Records = new Map()
  let [cursor, until] = [since, '']
  for (let page = 0, more = true; more; page += 1) {
    const shown = await api.once('changes', page, () => api.get('/changes', { since: cursor, per_page: CHANGES }))
    if (shown === 410 || shown === 400) return null
    if (typeof shown === 'number') throw new UnreadableDocument('not_fetched')
    for (const change of Array.isArray(shown['changes']) ? shown['changes'].filter(isObject) : []) {
      const kind = COPIED_KINDS.find((name) => name === change['kind'])
      const record = isObject(change['record']) ? change['record'] : null
      if (kind) records.set(nameOf(kind, change['id']), { kind, id: Number(change['id']), record })
    }
    if (records.size > MAX_ITEMS_OF_RUN) return null
    ;[cursor, until, more] = [String(shown['next']), String(shown['occurrences_until']), shown['more'] === true]
  }
  return { isFull: false, cursor, until, records }
}
