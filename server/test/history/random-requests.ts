// Random requests on all kinds of records: creates, updates in several languages, deletions, merges, batches and writes to series.
import type { Random } from '../model/random.ts'
import { unique, type Answer, type Json, type TestServer } from '../support/server.ts'
import { LANGUAGES } from './shown.ts'

type Plural = 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media'
const TITLES: Readonly<Record<Plural, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
  media: 'alt',
}
const OWNED = ['events', 'venues', 'organizers'] as const
const TERMS = ['categories', 'tags'] as const
const RULES = ['FREQ=WEEKLY;COUNT=4', 'FREQ=DAILY;COUNT=3', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=5', 'FREQ=MONTHLY;COUNT=4']
/** Kinds of requests, with weights. The log cannot bring back the records of `delete`, nor the password of `password`. */
const WEIGHTS = { create: 3, update: 6, trash: 2, delete: 2, password: 2, merge: 3, batch: 3, series: 8 }

export interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly body: Json
}

/** A calendar that random requests write to. */
export class RandomCalendar {
  readonly #server: TestServer
  readonly #random: Random
  constructor(server: TestServer, random: Random) {
    this.#server = server
    this.#random = random
  }

  /** Creates some records of each kind. */
  async start(): Promise<void> {
    for (const plural of ['venues', 'organizers', 'categories', 'tags'] as const)
      for (let i = 0; i < 2; i += 1) await this.#server.make(plural, this.#named(plural))
    await this.#server.make('events', await this.#event())
    await this.#server.make('events', { ...(await this.#event()), recurrence: this.#random.pick(RULES) })
  }
  send({ method, path, body }: RandomRequest): Promise<Answer> {
    return this.#server.request(method, path, { as: 'admin', body })
  }

  /** Returns a request that fits the records that exist now. */
  async request(): Promise<RandomRequest> {
    const kind = this.#random.weighted(WEIGHTS)
    if (kind === 'create') return this.#create()
    if (kind === 'update') return this.#update()
    if (kind === 'trash') return this.#trash()
    if (kind === 'delete') return this.#delete()
    if (kind === 'password') return this.#password()
    if (kind === 'merge') return this.#merge()
    return kind === 'batch' ? this.#batch() : this.#series()
  }

  #named(plural: Plural): Json {
    return { [TITLES[plural]]: unique(), ...(plural !== 'media' && this.#random.chance(0.3) && { external_ids: { city: unique() } }) }
  }
  async #event(): Promise<Json> {
    const day = String(1 + this.#random.below(28)).padStart(2, '0')
    const times = { start_date: `2027-02-${day} 18:00`, end_date: `2027-02-${day} ${this.#random.pick(['19:00', '21:30'])}` }
    return { ...this.#named('events'), ...times, ...(await this.#links()) }
  }
  async #links(): Promise<Json> {
    const some = async (plural: Plural) => this.#random.some(await this.#ids(plural), 2)
    const tags = this.#random.chance(0.3) ? [unique()] : await some('tags')
    const venue = this.#random.chance(0.2) ? { venue: unique() } : await some('venues')
    return { tags, venue, categories: await some('categories'), organizer: await some('organizers') }
  }
  async #ids(plural: Plural, query = ''): Promise<number[]> {
    const status = plural === 'categories' || plural === 'tags' ? 'hide_empty=false' : plural === 'media' ? '' : 'status=any'
    const records = plural === 'events' ? '&records=true&start_date=2000-01-01&end_date=2099-01-01' : ''
    const { json } = await this.#server.get(`/${plural}?per_page=100&${status}${records}${query}`, { as: 'admin' })
    return (json[plural] as { id: number }[]).map(({ id }) => id)
  }

  async #create(): Promise<RandomRequest> {
    const plural = this.#random.pick(['events', 'venues', 'organizers', 'categories', 'tags'] as const)
    const recurrence = this.#random.chance(0.4) && { recurrence: this.#random.pick(RULES) }
    const parents = plural === 'categories' ? await this.#ids('categories') : []
    const parent = parents.length > 0 && this.#random.chance(0.5) && { parent: this.#random.pick(parents) }
    const body = plural === 'events' ? { ...(await this.#event()), ...recurrence } : { ...this.#named(plural), ...parent }
    return { method: 'POST', path: `/${plural}?i18n_language=${this.#random.pick(LANGUAGES)}`, body }
  }
  async #update(): Promise<RandomRequest> {
    const plural = this.#random.pick(['events', 'events', 'venues', 'organizers', 'categories', 'tags', 'media'] as const)
    const ids = await this.#ids(plural)
    if (ids.length === 0) return this.#create()
    const path = `/${plural}/${this.#random.pick(ids)}?i18n_language=${this.#random.pick(LANGUAGES)}`
    const fields: Json = { ...this.#named(plural) }
    if (this.#random.chance(0.3)) fields['slug'] = unique()
    if (this.#random.chance(0.3)) fields[plural === 'media' ? 'caption' : 'description'] = `<p>${unique()}</p>`
    if (plural === 'events') Object.assign(fields, await this.#eventFields())
    if (plural === 'venues') Object.assign(fields, { city: unique(), geo_lat: this.#random.below(90), geo_lng: 1 })
    if (plural !== 'categories' && plural !== 'tags' && plural !== 'media' && this.#random.chance(0.3))
      fields['status'] = this.#random.pick(['draft', 'publish', 'private', 'pending'])
    return { method: 'PATCH', path, body: fields }
  }
  async #eventFields(): Promise<Json> {
    const [image] = await this.#ids('media')
    const choices: readonly Json[] = [
      await this.#links(),
      { cost: this.#random.pick(['10 €', 'Free', '5-7 USD']), featured: true },
      { website: `https://example.org/${unique()}`, hide_from_listings: this.#random.chance(0.5) },
      { event_status: 'cancelled', event_status_reason: unique() },
      { timezone: this.#random.pick(['Europe/Paris', 'Africa/Nairobi', 'UTC']), custom_fields: { hall: unique() } },
      { image: image ?? null, all_day: this.#random.chance(0.5) },
    ]
    return Object.assign({}, ...this.#random.some(choices, 3)) as Json
  }
  async #trash(): Promise<RandomRequest> {
    const plural = this.#random.pick(OWNED)
    const ids = await this.#ids(plural)
    return ids.length === 0 ? this.#create() : { method: 'DELETE', path: `/${plural}/${this.#random.pick(ids)}`, body: {} }
  }
  async #delete(): Promise<RandomRequest> {
    const plural = this.#random.pick([...OWNED, ...TERMS])
    const ids = await this.#ids(plural)
    return ids.length === 0 ? this.#create() : { method: 'DELETE', path: `/${plural}/${this.#random.pick(ids)}?force=true`, body: {} }
  }
  async #password(): Promise<RandomRequest> {
    const ids = await this.#ids('events', '&type=single,series')
    const password = this.#random.chance(0.7) ? unique() : null
    return ids.length === 0 ? this.#create() : { method: 'PATCH', path: `/events/${this.#random.pick(ids)}`, body: { password } }
  }
  async #merge(): Promise<RandomRequest> {
    const plural = this.#random.pick(['venues', 'organizers', 'categories', 'tags'] as const)
    const ids = await this.#ids(plural)
    const [into, ...from] = this.#random.some(ids, 3)
    if (into === undefined || from.length === 0) return this.#create()
    return { method: 'POST', path: `/${plural}/${into}/merge`, body: { from } }
  }
  async #batch(): Promise<RandomRequest> {
    const operations: Json[] = []
    for (let i = 0; i < 2 + this.#random.below(3); i += 1) {
      const each = await this.#random.pick([() => this.#create(), () => this.#update(), () => this.#trash()])()
      operations.push({ id: `o${i}`, ...each })
    }
    return { method: 'POST', path: '/batch', body: { operations, atomic: this.#random.chance(0.5) } }
  }
  async #series(): Promise<RandomRequest> {
    const series = await this.#ids('events', '&type=series')
    if (series.length === 0) return this.#create()
    const id = this.#random.pick(series)
    const { json } = await this.#server.get(`/events?series=${id}&start_date=2000-01-01&end_date=2099-01-01&per_page=100&status=any`, {
      as: 'admin',
    })
    const dates = json['events'] as { id: number; start_date: string; type: string }[]
    if (dates.length === 0) return this.#create()
    const date = this.#random.pick(dates)
    const exceptions = dates.filter(({ type }) => type === 'exception')
    const day = date.start_date.slice(0, 10)
    const later = { start_date: `${day} 08:00`, end_date: `${day} 09:15` }
    const language = `i18n_language=${this.#random.pick(LANGUAGES)}`
    const patch = (path: string, body: Json): RandomRequest => ({ method: 'PATCH', path, body })
    return this.#random.pick([
      () => patch(`/events/${date.id}?${language}`, { title: unique(), ...(this.#random.chance(0.5) && later) }),
      () => patch(`/events/${date.id}`, { event_status: 'cancelled' }),
      () => patch(`/events/${date.id}?scope=all`, later),
      () => patch(`/events/${date.id}?scope=following&${language}`, { title: unique(), ...(this.#random.chance(0.5) && later) }),
      () => patch(`/events/${id}`, { recurrence: this.#random.pick(RULES) }),
      () => patch(`/events/${id}`, { recurrence: null }),
      () => ({ method: 'DELETE', path: `/events/${date.id}?scope=${this.#random.pick(['this', 'following', 'all'])}`, body: {} }),
      () => ({ method: 'POST', path: `/events/${this.#random.pick(exceptions.length > 0 ? exceptions : dates).id}/reset`, body: {} }),
    ])()
  }
}
