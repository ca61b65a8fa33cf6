// The writes behind the actions of the list, as operations of one batch.
import { changeIdOf, type BatchOperation, type BatchResponse, type Client, type Event } from '@kalends/client'
import type { ListedEvent } from './event-queries.ts'

/** A batch of the API has at most 100 operations. */
const BATCH_SIZE = 100

export interface WriteResult {
  /** How many records were changed. */
  readonly done: number
  /** The reasons of the server, and how many records each of them applies to. */
  readonly refusals: ReadonlyMap<string, number>
  readonly changeIds: readonly string[]
}

export async function runBatch(client: Client, operations: readonly BatchOperation[]): Promise<WriteResult> {
  const refusals = new Map<string, number>()
  const changeIds: string[] = []
  let done = 0
  for (let first = 0; first < operations.length; first += BATCH_SIZE) {
    const response = await client.batch(operations.slice(first, first + BATCH_SIZE))
    const changeId = changeIdOf(response)
    if (changeId !== undefined) changeIds.push(changeId)
    done += response.results.length - response.failed
    for (const reason of reasonsIn(response)) refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
  }
  return { done, refusals, changeIds }
}
const reasonsIn = ({ results }: BatchResponse): string[] =>
  results.filter(({ status }) => status >= 400).map(({ body }) => String(body['message'] ?? ''))

/** The record that a write of a field belongs to: the series of a date, unless the date has its own value. */
export const recordOf = (
  { id, series, type, overrides }: Pick<ListedEvent, 'id' | 'series' | 'type' | 'overrides'>,
  field: string,
): number => (type === 'exception' && overrides.includes(field) ? id : (series ?? id))

const operation = (id: number, method: BatchOperation['method'], body?: BatchOperation['body']): BatchOperation => ({
  id: `event-${id}`,
  method,
  path: `/events/${id}`,
  ...(body && { body }),
})
const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

export const publishing = (events: readonly ListedEvent[]): BatchOperation[] =>
  unique(events.filter(({ status }) => status !== 'publish').map((event) => recordOf(event, 'status'))).map((id) =>
    operation(id, 'PATCH', { status: 'publish' }),
  )
/** Of a series, only the given dates are left out. */
export const trashing = (ids: readonly number[]): BatchOperation[] => unique(ids).map((id) => operation(id, 'DELETE'))
/** A single event and a series come back as drafts. A date comes back as visible as its series. */
export const restoring = (events: readonly ListedEvent[]): BatchOperation[] =>
  unique(events.map((event) => recordOf(event, 'status'))).map((id) =>
    operation(id, 'PATCH', { status: events.some((event) => event.id === id && event.series !== null) ? 'publish' : 'draft' }),
  )

/** Adds a category or a tag. The terms are read again, because somebody may have changed them since the list was loaded. */
export async function addingTerm(
  client: Client,
  events: readonly ListedEvent[],
  { field, term }: { readonly field: 'categories' | 'tags'; readonly term: number | string },
): Promise<BatchOperation[]> {
  const terms = new Map<number, (number | string)[]>()
  const params = { include: events.map(({ id }) => id), status: 'any', per_page: BATCH_SIZE } as const
  for await (const event of client.events.all(params, { fields: ['id', 'series', 'type', 'overrides', 'categories', 'tags'] }))
    terms.set(
      recordOf(event, field),
      event[field].map(({ id }) => id),
    )
  return [...terms].flatMap(([id, linked]) => (linked.includes(term) ? [] : [operation(id, 'PATCH', { [field]: [...linked, term] })]))
}

/** Copies an event with its texts in all languages. A date of a series becomes an event that happens once. */
export async function duplicating(client: Client, id: number): Promise<BatchOperation[]> {
  const first = await client.events.get(id)
  const others = Object.keys(first.translations).filter((language) => language !== first.language)
  const texts = await Promise.all(
    others.map((language) => client.events.get(id, { language, fields: ['title', 'description', 'excerpt', 'language'] })),
  )
  return [
    { id: 'copy', method: 'POST', path: `/events?i18n_language=${first.language}`, body: { ...copiedInputs(first), status: 'draft' } },
    ...texts.map(({ title, description, excerpt }, index) => ({
      id: `text-${index}`,
      method: 'PATCH' as const,
      path: `/events/{copy}?i18n_language=${others[index]}`,
      body: { title, description, excerpt },
    })),
  ]
}
const ids = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id)
const copiedInputs = (event: Event) => ({
  title: event.title,
  description: event.description,
  excerpt: event.excerpt,
  all_day: event.all_day,
  timezone: event.timezone,
  start_date: event.start_date,
  end_date: event.end_date,
  cost: event.cost,
  website: event.website,
  online_url: event.online_url,
  show_map: event.show_map,
  show_map_link: event.show_map_link,
  featured: event.featured,
  ticketed: event.ticketed,
  custom_fields: event.custom_fields,
  hours: event.hours,
  image: event.image?.id ?? null,
  venue: ids(event.venue),
  organizer: ids(event.organizer),
  categories: ids(event.categories),
  tags: ids(event.tags),
})
