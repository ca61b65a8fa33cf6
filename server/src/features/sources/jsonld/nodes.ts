// The nodes of JSON-LD: finds events wherever pages put them, and follows references between nodes.
import { decodeHTMLStrict } from 'entities'
import { isObject } from '../../../kernel/http/request-parsing.ts'

export type Node = Readonly<Record<string, unknown>>

/** The subtypes of Event in schema.org. */
const EVENT_TYPES: ReadonlySet<string> = new Set(
  `Event BroadcastEvent BusinessEvent ChildrensEvent ComedyEvent ConferenceEvent CourseInstance DanceEvent DeliveryEvent EducationEvent
   EventSeries ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent OnDemandEvent PerformingArtsEvent PublicationEvent
   SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent`.split(/\s+/),
)
/** The keys in which pages nest events. */
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement', 'item', 'subEvent', 'subEvents', 'event', 'events']
const DEPTH_MAX = 20

export const itemsOf = (value: unknown): readonly unknown[] => (value === undefined || value === null ? [] : [value].flat())
/** The last part of a type or of another term: `https://schema.org/Event`, `schema:Event` and `Event` are the same. */
export const termOf = (value: unknown): string => (typeof value === 'string' ? (value.split(/[/#:]/).at(-1) ?? '') : '')
export const hasType = (node: Node, types: ReadonlySet<string>): boolean => itemsOf(node['@type']).some((type) => types.has(termOf(type)))

/** The first value as text, also of `{ "@value": … }`. PostgreSQL stores no NUL characters. */
export function rawTextOf(value: unknown): string {
  const [first] = itemsOf(value)
  const plain = isObject(first) ? first['@value'] : first
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain).replaceAll('\0', '').toWellFormed().trim() : ''
}
/** A name or a line. Many pages have HTML entities in them. */
export const lineOf = (value: unknown): string => decodeHTMLStrict(rawTextOf(value))

export interface Graph {
  readonly events: readonly Node[]
  /** The objects of a property. A reference by `@id` is replaced by the node that it names. */
  readonly nodesOf: (value: unknown) => readonly Node[]
}
export function readGraph(blocks: readonly unknown[]): Graph {
  const events = new Set<Node>()
  const named = new Map<string, Node>()
  const seen = new Set<Node>()
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX) return
    if (Array.isArray(value)) return value.forEach((each) => visit(each, depth + 1))
    if (!isObject(value) || seen.has(value)) return
    seen.add(value)
    if (hasType(value, EVENT_TYPES)) events.add(value)
    const id = value['@id']
    if (typeof id === 'string' && Object.keys(value).length > 1 && !named.has(id)) named.set(id, value)
    for (const key of CONTAINERS) visit(value[key], depth + 1)
  }
  for (const block of blocks) visit(block, 0)
  const nodesOf = (value: unknown): readonly Node[] =>
    itemsOf(value).flatMap((each) => {
      if (!isObject(each)) return []
      const isReference = typeof each['@id'] === 'string' && Object.keys(each).length === 1
      return isReference ? [named.get(String(each['@id'])) ?? []].flat() : [each]
    })
  // A node that only names an event, such as the series of a date, has no start.
  return { events: [...events].filter((node) => Object.keys(node).some((key) => CONTENT_KEYS.has(key))), nodesOf }
}
const CONTENT_KEYS: ReadonlySet<string> = new Set(['startDate', 'endDate', 'eventSchedule', 'location', 'description'])
