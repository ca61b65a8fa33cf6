// Keeps a copy of a calendar: copies all records once, then applies the changes of the feed.
import type { ChangedKind, ChangeFeed, ChangesPage, RecordsByKind } from './changes.ts'
import { isKalendsError } from './errors.ts'
import type { RequestOptions } from './options.ts'
import type { Collections, Event, InventoryItem, Me } from './records.ts'
import { sleep } from './send.ts'

type Awaitable<T> = T | PromiseLike<T>
/** A record of the copy. With `dates`, events are dates. */
export interface MirrorEntry<K extends ChangedKind = ChangedKind> {
  kind: K
  id: number
  version: number
  /** The ID of the series of a date; `null` for all other records. */
  series: number | null
  record: RecordsByKind[K]
}
/** Where a copy is stored. Each operation may be repeated, so it must have the same result as the first time. */
export interface MirrorStore {
  /** Returns the text of the last `saveCursor`, or `null` if there was none. */
  loadCursor(): Awaitable<string | null>
  /** Stores how far the copy is. All operations before it must be stored, too, when it is stored. */
  saveCursor(cursor: string): Awaitable<void>
  /** Stores records. A record replaces one of the same kind and ID. */
  put(entries: readonly MirrorEntry[]): Awaitable<void>
  /** Removes records. The store may not have all of them. */
  remove(kind: ChangedKind, ids: readonly number[]): Awaitable<void>
  /** Returns ID and version of all records of a kind, or of all dates of a series. */
  versions(kind: ChangedKind, series?: number): Awaitable<Iterable<readonly [id: number, version: number]>>
}
export interface MirrorOptions extends RequestOptions {
  store: MirrorStore
  /** The kinds to copy. The default is all kinds that the user may list. */
  kinds?: readonly ChangedKind[]
  /** Copies the dates of series instead of series and exceptions. */
  dates?: boolean
  /** Looks for changes so often, until `signal` is aborted. Without it, `mirror` returns when the copy is up to date. */
  everyMs?: number
}

/** How far a copy is. The cursor is `null` until the first copy is complete. */
interface Position {
  readonly settings: string
  readonly cursor: string | null
  /** The last `occurrences_until`, and the one before it. */
  readonly until: string
  readonly before: string
}
type Versions = Map<number, number>
type Source = Collections & ChangeFeed & { me(options?: RequestOptions): Promise<Me> }

const PLURALS = { event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags', image: 'media' } as const
const ALL_KINDS = Object.keys(PLURALS) as ChangedKind[]
/** The roles that may not list images. */
const READERS: readonly string[] = ['anonymous', 'subscriber']
/** The server accepts so many IDs in one request. */
const BATCH = 100

export function createMirror(source: Source, { store, kinds, dates = false, everyMs, ...options }: MirrorOptions) {
  /** Lists show other statuses than `publish` only if they are requested. */
  let status: { readonly status?: 'any' } = {}

  async function run(): Promise<void> {
    const me = await source.me(options)
    status = me.id === null ? {} : { status: 'any' }
    const copied = kinds ?? ALL_KINDS.filter((kind) => kind !== 'image' || !READERS.includes(me.role))
    const settings = JSON.stringify([me.id, me.role, copied, dates, options.language ?? null])
    const stored = await store.loadCursor()
    let position = stored === null ? null : (JSON.parse(stored) as Position)
    if (position === null) await save((position = { settings, cursor: null, until: '', before: '' }))
    if (position.settings !== settings) position = await copyAll(copied, settings, false)
    else if (position.cursor === null) position = await copyAll(copied, settings, true)
    for (;;) {
      position = await follow(position, copied)
      if (everyMs === undefined) return
      await sleep(everyMs, options.signal)
    }
  }
  const save = async (position: Position): Promise<void> => store.saveCursor(JSON.stringify(position))

  /** Applies all changes. The cursor is saved after the changes before it. */
  async function follow(start: Position, copied: readonly ChangedKind[]): Promise<Position> {
    let position = start
    for (let more = true; more; ) {
      const page = await source.changesPage({ since: position.cursor ?? 'now', per_page: 500 }, options).catch((error: unknown) => {
        if (isKalendsError(error, 'rest_cursor_expired')) return null
        throw error
      })
      if (page === null) {
        // Versions cannot be compared with those of the copy: a database that was restored, or another role, may show other contents.
        position = await copyAll(copied, position.settings, false)
        continue
      }
      await apply(page.changes)
      const next = nextPosition(position, page)
      // The server stores new dates some time after `until` rises, so they are read again when it rises the next time.
      if (dates && next.until !== position.until) await copyDatesFrom(position.before)
      if (next.cursor !== position.cursor || next.until !== position.until) await save(next)
      position = next
      more = page.more
    }
    return position
  }

  /** Copies all records and removes all others. Changes that are made meanwhile come after the cursor. */
  async function copyAll(copied: readonly ChangedKind[], settings: string, hasCurrentVersions: boolean): Promise<Position> {
    const { next, occurrences_until } = await source.changesPage({ since: 'now', kinds: copied }, options)
    for (const kind of ALL_KINDS) {
      const stored = new Map(await store.versions(kind))
      const current = copied.includes(kind) ? await inventory(kind, kind === 'event' && dates ? { dates } : {}) : new Map<number, number>()
      await copyDifferences(kind, hasCurrentVersions ? stored : new Map(), current)
      await remove(
        kind,
        [...stored.keys()].filter((id) => !current.has(id)),
      )
    }
    const position = { settings, cursor: next, until: occurrences_until, before: occurrences_until }
    await save(position)
    return position
  }

  async function apply(changes: ChangesPage['changes']): Promise<void> {
    const changedSeries = new Set<number>()
    for (const change of changes) {
      const { kind, id } = change
      const record = change.record as Event | null
      if (kind === 'event' && dates && record?.type === 'series') changedSeries.add(id)
      // The dates of an event that is no longer a series are gone, or have become single events.
      else if (kind === 'event' && (record === null || record.type === 'single')) await copyAgain(keysOf(await store.versions(kind, id)))
      if (change.action === 'upsert' && isCopied(kind, change.record)) await store.put([entryOf(kind, change.version, change.record)])
      else await remove(kind, [id])
    }
    for (const series of changedSeries) await copyDatesOf(series)
  }
  /** Whether the copy has a record that the caller may see. Lists do not show hidden events, nor dates together with series. */
  function isCopied(kind: ChangedKind, record: MirrorEntry['record'] | null): record is MirrorEntry['record'] {
    if (record === null || kind !== 'event') return record !== null
    const { type, hide_from_listings } = record as Event
    return !hide_from_listings && type !== (dates ? 'series' : 'occurrence')
  }

  async function copyDatesOf(series: number): Promise<void> {
    const stored = new Map(await store.versions('event', series))
    const current = await inventory('event', { series }).catch((error: unknown): Versions => {
      // With the option `strict`, the server rejects the ID of a series that was deleted meanwhile.
      if (isKalendsError(error, 'rest_invalid_param') && error.params.includes('series')) return new Map()
      throw error
    })
    await copyDifferences('event', stored, current)
    // Dates that another series has now are stored as dates of that series.
    await remove(
      'event',
      [...stored.keys()].filter((id) => !current.has(id)),
    )
  }
  async function copyAgain(ids: readonly number[]): Promise<void> {
    for (let start = 0; start < ids.length; start += BATCH) {
      const include = ids.slice(start, start + BATCH)
      const current = await inventory('event', { include, ...(dates && { dates }) })
      await copyDifferences('event', new Map(), current)
      await remove(
        'event',
        include.filter((id) => !current.has(id)),
      )
    }
  }
  async function copyDatesFrom(day: string): Promise<void> {
    const [stored, current] = [await store.versions('event'), await inventory('event', { dates, recurring: true, start_date: day })]
    await copyDifferences('event', new Map(stored), current)
  }
  async function inventory(kind: ChangedKind, params: object): Promise<Versions> {
    const found: Versions = new Map()
    const own = kind === 'category' || kind === 'tag' ? { hide_empty: false } : kind === 'image' ? {} : status
    const items = (source[PLURALS[kind]].inventory as (params: object, options: RequestOptions) => AsyncIterable<InventoryItem>)(
      { ...own, ...params },
      options,
    )
    for await (const { id, version } of items) found.set(id, version)
    return found
  }
  async function copyDifferences(kind: ChangedKind, stored: Versions, current: Versions): Promise<void> {
    const wanted: Versions = new Map([...current].filter(([id, version]) => stored.get(id) !== version))
    for await (const records of kind === 'event' ? eventsById([...wanted.keys()]) : wanted.size > 0 ? recordsOf(kind) : []) {
      const entries = records.flatMap((record) => {
        const version = wanted.get(record.id)
        return version !== undefined && isCopied(kind, record) ? [entryOf(kind, version, record)] : []
      })
      if (entries.length > 0) await store.put(entries)
      const copied = new Set(entries.map(({ id }) => id))
      const others = records.map(({ id }) => id).filter((id) => wanted.has(id) && !copied.has(id))
      await remove(kind, others)
    }
  }
  async function* eventsById(ids: readonly number[]): AsyncGenerator<MirrorEntry['record'][]> {
    const records = dates ? {} : { records: true, type: ['single', 'series', 'exception'] as const }
    for (let start = 0; start < ids.length; start += BATCH) {
      const found: MirrorEntry['record'][] = []
      const params = { ...status, ...records, include: ids.slice(start, start + BATCH), page: 1 }
      for await (const record of source.events.all(params, options)) found.push(record)
      yield found
    }
  }
  /** All records of another kind, in batches. Their lists have no filter by IDs. */
  async function* recordsOf(kind: Exclude<ChangedKind, 'event'>): AsyncGenerator<MirrorEntry['record'][]> {
    const params = kind === 'category' || kind === 'tag' ? { hide_empty: false } : kind === 'image' ? {} : status
    const all = source[PLURALS[kind]].all as (params: object, options: RequestOptions) => AsyncIterable<MirrorEntry['record']>
    let found: MirrorEntry['record'][] = []
    for await (const record of all(params, options)) {
      if (found.push(record) < BATCH) continue
      yield found
      found = []
    }
    yield found
  }
  const remove = async (kind: ChangedKind, ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await store.remove(kind, ids)
  }
  return { run }
}
const nextPosition = (position: Position, { next, occurrences_until: until }: ChangesPage): Position => ({
  ...position,
  cursor: next,
  ...(until > position.until && { until, before: position.until }),
})
const keysOf = (versions: Iterable<readonly [id: number, version: number]>): number[] => Array.from(versions, ([id]) => id)
const entryOf = (kind: ChangedKind, version: number, record: MirrorEntry['record']): MirrorEntry => ({
  kind,
  id: record.id,
  version,
  series: (record as Partial<Event>).series ?? null,
  record,
})
