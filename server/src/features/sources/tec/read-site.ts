// The importer of The Events Calendar: reads the document of all lists, and returns terms, venues, organizers and events as items.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { digestOf, fingerprintOf, UnreadableDocument, type ImportedItem, type ImportOptions, type ItemReference } from '../importer.ts'
import * as records from './record-fields.ts'
import type { RecordFields, SiteRecord, SiteTimes } from './record-fields.ts'
import { inferRule, seriesUrlOf } from './series.ts'

export const readSite = (document: Uint8Array, { mapping, timeZone }: ImportOptions): ImportedItem[] => {
  const lists = parseDocument(document)
  const events = byId(lists('events'))
  const nested = (name: string): SiteRecord[] => [...events.values()].flatMap((event) => records.recordsIn(event[name]))
  // A list leaves out records that only events show, such as venues of other authors.
  const [categories, tags, venues, organizers] = [
    [...lists('categories'), ...nested('categories')],
    [...lists('tags'), ...nested('tags')],
    [...lists('venues'), ...nested('venue')],
    [...lists('organizers'), ...nested('organizer')],
  ].map(byId) as [ById, ById, ById, ById]
  const zone = mapping['timezone'] ?? timeZone
  return withDistinctIds([
    ...[...categories.values()].map((record) => termItem('category', record, categories)),
    ...[...tags.values()].map((record) => termItem('tag', record, tags)),
    ...[...venues.values()].map((record) => placeItem('venue', record, records.venueFields(record))),
    ...[...organizers.values()].map((record) => placeItem('organizer', record, records.organizerFields(record))),
    ...eventItems([...events.values()], zone),
  ])
}

function parseDocument(document: Uint8Array): (name: string) => readonly SiteRecord[] {
  const json = parseJson(new TextDecoder().decode(document))
  if (!isObject(json) || !Array.isArray(json['events'])) throw new UnreadableDocument('not_tec')
  return (name) => (Array.isArray(json[name]) ? records.recordsIn(json[name]) : [])
}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableDocument('not_tec', { cause: error })
  }
}

type ById = ReadonlyMap<number, SiteRecord>
/** The first record with an ID counts: that of its own list. */
function byId(list: readonly SiteRecord[]): ById {
  const found = new Map<number, SiteRecord>()
  for (const record of list) {
    const id = records.idOf(record)
    if (id !== null && !found.has(id)) found.set(id, record)
  }
  return found
}

const TITLE_MAX = 200
const titleFor = (title: unknown): string => String(title).slice(0, TITLE_MAX).toWellFormed()
const referencesTo = (kind: string, value: unknown): ItemReference[] =>
  records.recordsIn(value).flatMap((record) => {
    const id = records.idOf(record)
    return id === null ? [] : [{ kind, externalId: String(id) }]
  })

/** Terms get new IDs, because WordPress numbers them apart from all other records. */
function termItem(kind: 'category' | 'tag', record: SiteRecord, terms: ById): ImportedItem {
  const { fields, notes } = records.termFieldsOf(record)
  const parent = Number(record['parent'] ?? 0)
  const isChild = kind === 'category' && terms.has(parent)
  return {
    kind,
    externalId: String(records.idOf(record)),
    title: titleFor(fields['name']),
    fields: { ...fields, ...(kind === 'category' && !isChild && { parent: 0 }) },
    ...(isChild && { references: { parent: { kind, externalId: String(parent) } } }),
    fingerprint: fingerprintOf(kind, { start: '', title: String(fields['name']), place: String(fields['slug'] ?? '') }),
    notes,
    error: null,
  }
}

function placeItem(kind: 'venue' | 'organizer', record: SiteRecord, { fields, notes }: RecordFields): ImportedItem {
  return {
    kind,
    externalId: String(records.idOf(record)),
    title: titleFor(fields[kind]),
    fields,
    keptIds: keptIdsOf(record),
    fingerprint: fingerprintOf(kind, { start: '', title: String(fields[kind]), place: String(fields['slug'] ?? '') }),
    notes,
    error: null,
  }
}
const keptIdsOf = (record: SiteRecord) => ({ own: records.idOf(record), image: records.idOf(record['image']) })

interface SiteEvent {
  readonly record: SiteRecord
  readonly times: SiteTimes | null
  readonly item: ImportedItem
}
function eventItems(list: readonly SiteRecord[], zone: string): ImportedItem[] {
  const events = list.map((record) => readEvent(record, zone))
  const groups = Map.groupBy(events, ({ record }) => seriesUrlOf(record['url']) ?? `single ${String(records.idOf(record))}`)
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group.map(({ item }) => item) : recurringItems(group)))
}

function readEvent(record: SiteRecord, zone: string): SiteEvent {
  const { fields, notes } = records.eventFields(record)
  const times = records.timesOfRecord(record, zone)
  const [venue] = records.recordsIn(record['venue'])
  const place = venue ? records.plainTextOf(venue['venue']) : ''
  const start = typeof times === 'string' ? '' : `${times.start_date} ${times.timezone}`
  const item: ImportedItem = {
    kind: 'event',
    externalId: String(records.idOf(record)),
    title: titleFor(fields['title']),
    fields: typeof times === 'string' ? fields : { ...fields, ...times, recurrence: null },
    references: {
      venue: referencesTo('venue', record['venue']),
      organizer: referencesTo('organizer', record['organizer']),
      categories: referencesTo('category', record['categories']),
      tags: referencesTo('tag', record['tags']),
    },
    keptIds: keptIdsOf(record),
    fingerprint: fingerprintOf('event', { start, title: String(fields['title']), place }),
    notes,
    error: typeof times === 'string' ? times : null,
  }
  return { record, times: typeof times === 'string' ? null : times, item }
}

/** One series if a rule yields the dates and they differ in nothing else, else single events below the first one. */
function recurringItems(group: readonly SiteEvent[]): ImportedItem[] {
  const ordered = group.toSorted((a, b) => compare(a.times?.start_date ?? '', b.times?.start_date ?? ''))
  const [first] = ordered
  if (!first) return []
  const contents = new Set(group.map(contentDigest))
  const times = ordered.flatMap((each) => each.times ?? [])
  const rule = contents.size === 1 && times.length === group.length ? inferRule(times) : null
  if (rule !== null) {
    const recurrence = { rules: [{ rrule: rule }], dates: [], exclude: [] }
    return [{ ...first.item, fields: { ...first.item.fields, recurrence }, notes: [...first.item.notes, 'series'] }]
  }
  // The slugs of the dates are the same, so only the first one has it.
  return ordered.map(({ item }, i) => {
    const notes = [...item.notes, 'series_as_single_events']
    if (i === 0) return { ...item, notes }
    const { slug: _, ...fields } = item.fields
    const parent = { kind: 'event', externalId: first.item.externalId }
    return { ...item, fields, notes, references: { ...item.references, post_parent: parent } }
  })
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
function contentDigest({ item: { fields, references, error } }: SiteEvent): string {
  const { start_date: _, end_date: __, slug: ___, date_utc: ____, ...content } = fields
  return digestOf([content, references, error])
}

/** IDs of WordPress and of the calendar are numbers of the same size. Higher ones could exhaust the sequence. */
const KEPT_ID_MAX = 2_147_483_647
/** All records of WordPress except terms share their IDs. An ID that a document has twice is kept once. */
function withDistinctIds(items: readonly ImportedItem[]): ImportedItem[] {
  const owners = new Map<number, string>()
  const claim = (id: number | null, owner: string): number | null => {
    if (id === null || id > KEPT_ID_MAX || (owners.get(id) ?? owner) !== owner) return null
    owners.set(id, owner)
    return id
  }
  return items.map((item) => {
    const { keptIds, fields } = item
    if (!keptIds) return item
    const own = claim(keptIds.own, `${item.kind} ${item.externalId}`)
    const image = typeof fields['image'] === 'string' ? claim(keptIds.image, fields['image']) : null
    return { ...item, keptIds: { own, image } }
  })
}
