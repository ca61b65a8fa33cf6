// The importer of another Kalends: returns the records of a copy as items, and the ones that are gone.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { digestOf, fingerprintOf, UnreadableDocument, type ImportedItem, type ItemReference, type ReadItems } from '../importer.ts'
import type { RemoteRecord } from './calendar-api.ts'
import { COPIED_KINDS, externalIdOf, type CopiedKind, type CopyDocument } from './copy.ts'
import { announcedOf, inputsOf, ownNames, recurrenceOf } from './record-inputs.ts'

export function readMirror(document: Uint8Array): ReadItems {
  const copy = parseCopy(document)
  const ordered = COPIED_KINDS.flatMap((kind) => copy.records.filter((each) => each.kind === kind))
  const items = ordered.map(({ kind, record }) => {
    if (kind !== 'event') return plainItem(kind, record)
    return record['type'] === 'exception' ? dateItem(record, copy) : eventItem(record, copy)
  })
  return { items: items.filter((item) => item !== null), columns: null, mirror: { cursor: copy.cursor, gone: copy.gone } }
}
function parseCopy(document: Uint8Array): CopyDocument {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(document))
    if (isObject(json) && typeof json['cursor'] === 'string' && Array.isArray(json['records'])) return json as unknown as CopyDocument
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UnreadableDocument('not_kalends')
}

const TITLE_MAX = 200
const titleOf = (title: unknown): string =>
  String(title ?? '')
    .slice(0, TITLE_MAX)
    .toWellFormed()
const recordsIn = (value: unknown): RemoteRecord[] => (Array.isArray(value) ? value.filter(isObject) : [])
const referencesTo = (kind: string, value: unknown): ItemReference[] => recordsIn(value).map(({ id }) => ({ kind, externalId: String(id) }))
const LINKS = { venue: 'venue', organizer: 'organizer', categories: 'category', tags: 'tag' } as const
const linksOf = (record: RemoteRecord) =>
  Object.fromEntries(Object.entries(LINKS).map(([name, kind]) => [name, referencesTo(kind, record[name])]))

/** A term, a venue or an organizer. */
function plainItem(kind: Exclude<CopiedKind, 'event'>, record: RemoteRecord): ImportedItem {
  const isTerm = kind === 'category' || kind === 'tag'
  const title = titleOf(record[isTerm ? 'name' : kind])
  const parent = Number(record['parent'] ?? 0)
  return {
    kind,
    externalId: externalIdOf(kind, record),
    title,
    fields: { ...inputsOf(kind, record), ...(kind === 'category' && { parent: 0 }) },
    ...(parent > 0 && { references: { parent: { kind, externalId: String(parent) } } }),
    fingerprint: fingerprintOf(kind, { start: '', title, place: String(record['slug']) }),
    notes: [],
    error: null,
  }
}

function eventItem(record: RemoteRecord, { hidden }: CopyDocument): ImportedItem {
  const title = titleOf(record['title'])
  const [venue] = recordsIn(record['venue'])
  const announced = announcedOf(record)
  const parent = record['post_parent']
  return {
    kind: 'event',
    externalId: externalIdOf('event', record),
    title,
    fields: { ...inputsOf('event', record), recurrence: recurrenceOf(record, hidden[String(record['id'])]), post_parent: null },
    references: { ...linksOf(record), ...(typeof parent === 'number' && { post_parent: { kind: 'event', externalId: String(parent) } }) },
    ...(announced && { announced }),
    fingerprint: fingerprintOf('event', { start: String(record['utc_start_date']), title, place: String(venue?.['venue'] ?? '') }),
    notes: hidden[String(record['id'])] ? ['dates_hidden'] : [],
    error: null,
  }
}

/** A date of a series with fields of its own; null if it has none in this language. */
function dateItem(record: RemoteRecord, { language }: CopyDocument): ImportedItem | null {
  const names = ownNames(record, language)
  const own = (values: RemoteRecord): RemoteRecord => Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
  const announced = announcedOf(record)
  const externalId = externalIdOf('event', record)
  if (names.size === 0) return null
  return {
    kind: 'event',
    externalId,
    title: titleOf(record['title']),
    fields: own(inputsOf('event', record)),
    references: own(linksOf(record)) as Record<string, ItemReference[]>,
    ...(announced && { announced }),
    dateOf: { series: String(record['series']), start: String(record['original_start_date']) },
    fingerprint: digestOf(externalId),
    notes: [],
    error: null,
  }
}
