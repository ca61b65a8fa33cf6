// The importer of JSON-LD: returns the events of a web page, or of a file with JSON-LD alone.
import { isObject } from '../../../kernel/http/request-parsing.ts'
import { normalizeZone } from '../../../kernel/time/date-times.ts'
import { decodeText } from '../decode-text.ts'
import { UnreadableEvent } from '../icalendar/times.ts'
import { digestOf, fingerprintOf, UnreadableDocument, type ImportedItem, type ImportOptions } from '../importer.ts'
import { readLdFields, type LdContext } from './event-fields.ts'
import { readPreviousTimes, readLdTimes } from './event-times.ts'
import { hasType, itemsOf, rawTextOf, readGraph, lineOf, type Node } from './nodes.ts'
import { parseBlock, readBlocks } from './read-blocks.ts'
import { readSchedules, withoutTimesOf } from './schedules.ts'

const KIND = 'event'
const TITLE_MAX = 200

export function readPage(document: Uint8Array, { mapping, timeZone, url = null }: ImportOptions): readonly ImportedItem[] {
  const text = decodeText(document)
  const blocks = /^\s*[[{]/.test(text) ? [text] : readBlocks(text)
  const parsed = blocks.map(parseBlock)
  if (parsed.every((block) => block === undefined) && !blocks.some(isAboutEvents)) throw new UnreadableDocument('not_jsonld')
  const context: LdContext = { graph: readGraph(parsed), pageUrl: url }
  const zone = normalizeZone(mapping['timezone'] ?? '') ?? timeZone
  // A block that is not valid is reported only if it may have events.
  const broken = blocks.filter((block, i) => parsed[i] === undefined && isAboutEvents(block))
  return [...withUniqueIds(context.graph.events.flatMap((node) => readEvent(node, zone, context))), ...broken.map(brokenItem)]
}
const isAboutEvents = (block: string): boolean => /startDate|Event"/.test(block)
const brokenItem = (block: string): ImportedItem => ({
  kind: KIND,
  externalId: `block-${digestOf(block)}`,
  title: '',
  fields: {},
  fingerprint: digestOf(block),
  notes: [],
  error: 'invalid_json',
})

const SERIES: ReadonlySet<string> = new Set(['EventSeries'])
/** A series without a rule is only the name of its dates. Without dates, it is an event that lasts from its first to its last day. */
function readEvent(node: Node, zone: string, context: LdContext): ImportedItem[] {
  const schedules = readSchedules(context.graph.nodesOf(node['eventSchedule']))
  if (!schedules && hasType(node, SERIES) && itemsOf(node['subEvent']).some(isObject)) return []
  const { fields, place, notes } = readLdFields(node, context)
  const options = { zone: schedules?.zone ?? zone, isSeries: schedules !== null }
  const shared = { kind: KIND, title: String(fields['title']).slice(0, TITLE_MAX).toWellFormed() }
  const rest = (start: string): Pick<ImportedItem, 'externalId' | 'fingerprint'> => {
    const fingerprint = fingerprintOf(KIND, { start, title: shared.title, place })
    return { fingerprint, externalId: idOf(node) ?? `no-id-${fingerprint}` }
  }
  try {
    const timed = rawTextOf(node['startDate']) === '' && schedules ? { ...node, startDate: schedules.start } : node
    const { inputs, start } = readLdTimes(timed, options)
    const previous = fields['event_status'] === 'rescheduled' ? readPreviousTimes(node, options) : null
    const isUnknown = fields['event_status'] === 'rescheduled' && previous === null
    return [
      {
        ...shared,
        ...rest(start),
        fields: {
          ...fields,
          ...inputs,
          ...(isUnknown && { event_status: 'scheduled' }),
          recurrence: schedules && withoutTimesOf(schedules.recurrence, inputs),
        },
        ...(previous && { announced: previous }),
        notes: [
          ...notes,
          ...(isUnknown ? ['previous_start_unknown'] : []),
          ...(!schedules && node['eventSchedule'] !== undefined ? ['recurrence_skipped'] : []),
        ],
        error: null,
      },
    ]
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error
    return [{ ...shared, ...rest(''), fields, notes, error: error.message }]
  }
}

/** The first of `@id`, identifier and URL. Names of blank nodes differ from page to page. */
function idOf(node: Node): string | null {
  const identifiers = itemsOf(node['identifier']).map((each) => (isObject(each) ? lineOf(each['value']) : lineOf(each)))
  const ids = [rawTextOf(node['@id']), ...identifiers, rawTextOf(node['url'])]
  return ids.find((id) => id !== '' && !id.startsWith('_:')) ?? null
}

/** Events with the same ID get IDs that include their content. One that a page has twice counts once. */
function withUniqueIds(items: readonly ImportedItem[]): ImportedItem[] {
  return [...Map.groupBy(items, ({ externalId }) => externalId).values()].flatMap((group) => {
    const distinct = [...new Map(group.toReversed().map((item) => [item.fingerprint, item])).values()].toReversed()
    if (distinct.length === 1) return distinct
    return distinct.map((item) => ({ ...item, externalId: `${item.externalId}#${item.fingerprint}`, notes: [...item.notes, 'same_uid'] }))
  })
}
