// The recorded exchanges of the original, and how a request of one is sent to another server: with its ids and its callers.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export interface Exchange {
  /** Three digits and a name. */
  readonly name: string
  /** When the original answered. */
  readonly at: string
  readonly method: string
  readonly url: string
  /** Login and password of the caller. */
  readonly caller?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  readonly response_headers: Readonly<Record<string, string>>
  /** The body, if it is JSON of this interface. Texts of messages are left out. */
  readonly response?: unknown
}

export const readExchanges = (): Exchange[] =>
  gunzipSync(readFileSync(new URL('exchanges.jsonl.gz', import.meta.url)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)

/** The kinds that inputs and keys refer to. The original numbers terms apart from all other records. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  events: ['event', 'venue', 'organizer'],
  venues: ['venue'],
  organizers: ['organizer'],
  categories: ['category', 'tag'],
  tags: ['tag'],
  venue: ['venue'],
  organizer: ['organizer'],
  include: ['event', 'category', 'tag'],
  post_parent: ['event'],
  event: ['event'],
  post: ['event'],
  parent: ['category'],
  image: ['image'],
}
const SINGULAR: Readonly<Record<string, string>> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  venue: 'venue',
  organizer: 'organizer',
}

/** The ids of the recorded records on the tested server, learned from the responses to writes. */
export class Ids {
  readonly #here = new Map<string, number>()
  readonly #recorded = new Map<number, number>()

  learn(kind: string, recorded: number, here: number): void {
    if (this.#recorded.has(here)) return
    this.#here.set(`${kind} ${recorded}`, here)
    this.#recorded.set(here, recorded)
  }
  /** Learns the ids of a record and of the records in it. */
  learnFrom(plural: string, recorded: unknown, here: unknown): void {
    const [before, now] = [recorded, here] as [Record<string, unknown>, Record<string, unknown>]
    if (typeof before?.['id'] !== 'number' || typeof now?.['id'] !== 'number') return
    this.learn(SINGULAR[plural] ?? '', before['id'], now['id'])
    for (const key of ['venue', 'organizer', 'categories', 'tags']) {
      const [olds, news] = [[before[key]].flat(), [now[key]].flat()]
      if (olds.length === news.length) olds.forEach((each, i) => this.learnFrom(key, each, news[i]))
    }
  }
  /** The id on the tested server, or the same id if there is none. */
  here(input: string, id: number): number {
    for (const kind of KINDS[input] ?? []) {
      const found = this.#here.get(`${kind} ${id}`)
      if (found !== undefined) return found
    }
    return id
  }
  /** Replaces the ids of the tested server, which are unique among all records, by the recorded ones. */
  toRecorded(text: string): string {
    return text.replaceAll(/77\d{5}/g, (id) => String(this.#recorded.get(Number(id)) ?? id))
  }
}

export function toUrl({ url }: Exchange, ids: Ids): string {
  const [path = '', query] = url.split('?')
  const own = path.replace(
    /\/(events|venues|organizers|categories|tags)\/(\d+)/,
    (_, plural: string, id: string) => `/${plural}/${ids.here(plural, Number(id))}`,
  )
  const pairs = query?.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    const input = name.replace('[]', '')
    return KINDS[input] ? `${name}=${value.replaceAll(/\b\d+\b/g, (id) => String(ids.here(input, Number(id))))}` : pair
  })
  return pairs ? `${own}?${pairs.join('&')}` : own
}

/** Users have other ids too. */
export function toBody({ body, headers }: Exchange, ids: Ids, users: ReadonlyMap<number, number>): string | undefined {
  if (body === undefined) return body
  if (headers?.['content-type'] !== 'application/json')
    return body.replaceAll(/categories\[\]=(\d+)/g, (_, id: string) => `categories[]=${ids.here('categories', Number(id))}`)
  let json: Record<string, unknown>
  try {
    json = JSON.parse(body) as Record<string, unknown>
  } catch {
    return body
  }
  const convert = (input: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => convert(input, each))
    if (typeof value === 'object' && value !== null && 'id' in value) return { ...value, id: convert(input, value.id) }
    if (typeof value === 'number') return ids.here(input, value)
    return typeof value === 'string' && /^[\d,]+$/.test(value)
      ? value.replaceAll(/\d+/g, (id) => String(ids.here(input, Number(id))))
      : value
  }
  for (const [input, value] of Object.entries(json)) {
    if (input === 'author')
      json[input] = typeof value === 'string' ? String(users.get(Number(value)) ?? value) : (users.get(Number(value)) ?? value)
    else if (KINDS[input]) json[input] = convert(input, value)
  }
  return JSON.stringify(json)
}
