// Builds two equal calendars on one clock: only one has hidden records. Public records have the same ids in both.
import assert from 'node:assert/strict'
import { sql } from '../../src/kernel/database/sql.ts'
import { testServer, type Caller, type Json, type TestServer } from '../support/server.ts'
import { addSeries } from './two-calendars-series.ts'

/** Callers that must not notice any hidden record. */
export const OUTSIDERS = [undefined, 'subscriber', 'contributor', 'other'] as const

/** Values for random requests, including ids and texts of hidden records. */
export interface Known {
  readonly ids: Readonly<Record<string, readonly number[]>>
  /** The IDs of series and of their dates. */
  readonly seriesIds: readonly number[]
  readonly slugs: Readonly<Record<string, readonly string[]>>
  /** Search terms of public records, hidden records and protected fields. */
  readonly words: readonly (readonly string[])[]
  readonly dates: readonly string[]
  readonly places: readonly (readonly [lat: number, lng: number])[]
  readonly passwords: readonly string[]
  /** External ids of hidden records, as the filter takes them. */
  readonly externalIds: readonly string[]
}
/** WORLDS_SERIES: whether the calendars have series only. */
const ONLY_SERIES = process.env['WORLDS_SERIES'] !== undefined
export interface Worlds {
  readonly full: TestServer
  readonly bare: TestServer
  readonly known: Known
}

const START = Temporal.Instant.from('2031-03-20T09:00:00Z')
const SETTINGS = {
  PUBLIC_URL: 'https://worlds.example',
  // High limits: the remaining rate is compared too, but never reached.
  RATE_LIMIT_ANONYMOUS: '1000000',
  RATE_LIMIT_AUTHENTICATED: '1000000',
  RATE_LIMIT_PASSWORD_ATTEMPTS: '100000',
  RATE_LIMIT_PASSWORD_ATTEMPTS_RECORD: '1000000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  REQUEST_TIMEOUT_MS: '60000',
} as const

/** Call at the top of a test file. */
export async function openWorlds(settings: Parameters<typeof testServer>[0] = {}): Promise<Worlds> {
  const [full, bare] = await Promise.all([openWorld(true, settings), openWorld(false, settings)])
  const [known] = await Promise.all([fill(full), fill(bare)])
  return { full: full.server, bare: bare.server, known }
}

interface World {
  readonly server: TestServer
  readonly is_full: boolean
  /** Adds one step to the shared history: one minute later, with the next id. */
  step(): Promise<void>
}
async function openWorld(is_full: boolean, settings: Parameters<typeof testServer>[0]): Promise<World> {
  let steps = 0
  const server = await testServer({ ...SETTINGS, ...settings }, { now: () => START.add({ minutes: steps }) }, false)
  const step = async (): Promise<void> => {
    steps += 1
    await server.app.database.query(sql`select setval('record_ids', ${steps * 10})`)
  }
  return { server, is_full, step }
}

type Made = Json & { readonly id: number; readonly slug: string }
const NAMES: Readonly<Record<string, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
}
const STATUSES = ['draft', 'pending', 'private', 'future', 'trash'] as const
/** `gone` was public until it moved to the trash. `unlisted` is public but hidden from lists. */
type Hidden = (typeof STATUSES)[number] | 'gone' | 'unlisted'
/** Cities of public venues, of hidden venues, and of one venue that only hidden events use. */
const PLACES = [
  [45.76, 4.83],
  [-1.29, 36.82],
  [60, 20],
  [62, 22],
  [64, 24],
  [70, 30],
  [10, 10],
] as const
const date = (days: number, hours = 0): string =>
  START.add({ hours: 24 * days + hours })
    .toString()
    .slice(0, 19)
    .replace('T', ' ')
export const lasting = (days: number, hours = 2): Json => ({ start_date: date(days), end_date: date(days, hours) })

async function fill({ server, is_full, step }: World): Promise<Known> {
  const known = {
    ids: { events: [], venues: [], organizers: [], categories: [], tags: [] } as Record<string, number[]>,
    slugs: { events: [], venues: [], organizers: [], categories: [], tags: [] } as Record<string, string[]>,
    words: { open: new Set<string>(), hidden: new Set<string>() },
    dates: new Set<string>(),
    externalIds: new Set<string>(),
  }
  /** Every value of a record may be requested. */
  const learn = (plural: string, made: Made | null, body: Json, words: Set<string>): void => {
    if (made) known.ids[plural]?.push(made.id)
    if (made) known.slugs[plural]?.push(made.slug)
    for (const [name, value] of Object.entries(body)) {
      if (name.endsWith('_date')) known.dates.add(String(value))
      else if (name !== 'password' && typeof value === 'string')
        for (const word of value.split(/[^\p{L}\p{N}@.]+/u)) if (word) words.add(word)
    }
  }
  const make = async (plural: string, name: string, body: Json = {}, as: Caller = 'admin'): Promise<Made> => {
    await step()
    // The external ids of public records differ, but outsiders do not see them.
    const external_ids = { open: is_full ? `id of ${name}` : `other id of ${name}` }
    known.externalIds.add(`open:id of ${name}`)
    const made = await server.make(plural, { [NAMES[plural] ?? '']: name, external_ids, ...body }, as)
    learn(plural, made, { [NAMES[plural] ?? '']: name, ...body }, known.words.open)
    return made
  }
  /** Moves to the trash after all records that link to it exist. */
  const bin: string[] = []
  const oncePublic: string[] = []
  /** Exists in the first calendar only. */
  const hide = async (plural: string, name: string, state: Hidden, body: Json = {}, as: Caller = 'author'): Promise<number[]> => {
    await step()
    if (!is_full) return []
    const external_ids = { vault: `${state} ${name}` }
    known.externalIds.add(`vault:${external_ids.vault}`)
    const whole = { [NAMES[plural] ?? '']: name, description: `inside ${name}`, external_ids, ...body }
    const status = { trash: 'draft', gone: 'publish', unlisted: 'publish' }[state as string] ?? state
    const made = await server.make(plural, { ...whole, status, ...(status === 'future' && { date: date(400) }) }, as)
    if (state === 'trash') bin.push(`/${plural}/${made.id}`)
    if (state === 'gone') oncePublic.push(`/${plural}/${made.id}`)
    // These two URLs may return 410 or the record itself.
    learn(plural, state === 'gone' || state === 'unlisted' ? null : made, whole, known.words.hidden)
    return [made.id]
  }
  const translate = async (path: string, body: Json): Promise<void> => {
    await step()
    assert.equal((await server.patch(path, { i18n_language: 'fr', ...body })).status, 200)
  }

  const music = await make('categories', 'Music')
  const jazz = await make('categories', 'Jazz', { parent: music.id })
  const sport = await make('categories', 'Sport', { description: 'All that moves' })
  const still = await make('categories', 'Still', { parent: sport.id })
  const [evening, children, unused] = [await make('tags', 'evening'), await make('tags', 'children'), await make('tags', 'unused')]
  const hall = await make('venues', 'Town hall', { city: 'Lyon', geo_lat: 45.76, geo_lng: 4.83 })
  const park = await make('venues', 'Park', { city: 'Nairobi', geo_lat: -1.29, geo_lng: 36.82 }, 'author')
  const cellar = await make('venues', 'Cellar', { city: 'Lyon', phone: '0123' })
  const lonely = await make('venues', 'Lonely house', { geo_lat: 10, geo_lng: 10 })
  const anna = await make('organizers', 'Anna', { email: 'anna@example.org' })
  const ben = await make('organizers', 'Ben', {}, 'author')
  const lone = await make('organizers', 'Lone rider', { website: 'https://lone.example' })
  await translate(`/venues/${hall.id}`, { venue: 'Mairie' })
  await translate(`/categories/${music.id}`, { name: 'Musique' })

  const addSingles = async (): Promise<void> => {
    const venues: Record<string, number[]> = {}
    const organizers: Record<string, number[]> = {}
    for (const [i, status] of STATUSES.entries()) {
      const at = { city: `Atlantis${status}`, address: `Vault ${status}`, geo_lat: 60 + i, geo_lng: 20 + i, phone: `+99${i}` }
      venues[status] = await hide('venues', `Bunker ${status}`, status, at)
      const about = { email: `ghost.${status}@secret.example`, phone: `+88${i}`, website: `https://ghost-${status}.example` }
      organizers[status] = await hide('organizers', `Ghost ${status}`, status, about, 'editor')
    }
    const gone = {
      venue: await hide('venues', 'Burnt house', 'gone', { geo_lat: 70, geo_lng: 30 }),
      organizer: await hide('organizers', 'Gone company', 'gone'),
    }

    // Public records; some of them link to hidden records.
    const shown: Made[] = []
    for (let i = 0; i < 24; i += 1) {
      const status = STATUSES[i % STATUSES.length] ?? 'draft'
      const hidden =
        i % 2 === 0
          ? { venue: venues[status] ?? [], organizer: organizers[status] ?? [] }
          : { venue: gone.venue, organizer: gone.organizer }
      const body = {
        ...lasting(2 * i - 8, 3 + i),
        description: `<p>Open to all ${i}</p>`,
        ...(i % 3 === 0 && { excerpt: `Short ${i}`, cost: `${i} EUR`, custom_fields: { row: i } }),
        featured: i % 4 === 0,
        ticketed: i % 5 === 0,
        all_day: i % 7 === 0,
        venue: [...hidden.venue, ...(i % 3 === 1 ? [hall.id] : i % 3 === 2 ? [cellar.id, park.id] : [])],
        organizer: [...(i % 4 === 1 ? [anna.id] : i % 4 === 2 ? [ben.id] : []), ...hidden.organizer],
        categories: i % 3 === 0 ? [jazz.id] : i % 3 === 1 ? [music.id, sport.id] : [],
        tags: i % 2 === 0 ? [evening.id] : [children.id],
        ...(i % 6 === 5 && { post_parent: shown[0]?.id ?? null }),
      }
      shown.push(
        await make('events', `Open ${i} ${i % 2 ? 'fair' : 'concert'}`, { ...body, author: server.ids[i % 2 ? 'author' : 'admin'] }),
      )
    }
    await translate(`/events/${shown[1]?.id}`, { title: 'Foire ouverte', description: 'Ouverte' })
    await translate(`/events/${shown[4]?.id}`, { title: 'Concert ouvert' })

    // Hidden events, linked to all public records.
    let parents: number[] = []
    for (const [i, status] of STATUSES.entries())
      for (const owner of ['author', 'editor'] as const) {
        const body = {
          ...lasting(3 * i + 1, 5),
          excerpt: `veiled ${status}`,
          cost: '4711',
          website: `https://veiled-${status}.example`,
          event_status: 'cancelled',
          event_status_reason: `veiled ${status}`,
          online_url: `https://veiled-${status}.example/online`,
          custom_fields: { secret: status },
          featured: true,
          ticketed: true,
          venue: [hall.id, lonely.id],
          organizer: [anna.id, lone.id],
          categories: [still.id, jazz.id],
          tags: [unused.id, evening.id],
          post_parent: shown[0]?.id,
          ...(owner === 'editor' && { password: `opensesame-${status}` }),
        }
        const [id] = await hide('events', `Nocturne ${status} ${owner}`, status, body, owner)
        if (id !== undefined && status !== 'trash') await server.patch(`/events/${id}`, { i18n_language: 'fr', title: `Voile ${status}` })
        if (id !== undefined) parents.push(id)
      }
    parents = parents.filter((_, i) => i % 2 === 0)
    await hide('events', 'Cancelled ball', 'gone', { ...lasting(6), venue: [lonely.id], categories: [still.id], tags: [unused.id] })
    await hide('events', 'Unlisted meeting', 'unlisted', { ...lasting(5), hide_from_listings: true, featured: true })
    for (let i = 0; i < STATUSES.length; i += 1) await make('events', `Child ${i}`, { ...lasting(4 + i), post_parent: parents[i] ?? null })

    // Protected events are in both calendars, their protected fields in one only. The password is never sent.
    const inside = {
      description: '<p>catacomb</p>',
      excerpt: 'crypt',
      cost: '815',
      website: 'https://catacomb.example',
      online_url: 'https://catacomb.example/online',
      event_status_reason: 'catacomb',
      attendance: 'mixed',
      custom_fields: { crypt: 'catacomb' },
      venue: [lonely.id, park.id],
      organizer: [lone.id, ben.id],
    }
    for (const owner of ['author', 'contributor', 'subscriber'] as const) {
      const open = { ...lasting(7), categories: [music.id], tags: [children.id], author: server.ids[owner], featured: true }
      await make(
        'events',
        `Masked ball of ${owner}`,
        { ...open, password: is_full ? `pw-${owner}` : 'other', ...(is_full && inside) },
        'editor',
      )
    }
  }
  if (!ONLY_SERIES) await addSingles()
  const singleCount = known.ids['events']?.length ?? 0
  await addSeries(
    {
      server,
      is_full,
      step,
      make,
      hide,
      lasting,
      noteDates: (ids) => void known.ids['events']?.push(...ids),
      noteHidden: (body) => learn('events', null, body, known.words.hidden),
    },
    { venue: lonely.id, organizer: lone.id, category: still.id, tag: unused.id },
  )
  for (const path of bin) assert.equal((await server.remove(path)).status, 200)
  const [touched] = await server.app.database.query(sql`select 1 from events where touched_at is not null`)
  assert.equal(touched, undefined, 'what was never public leaves no trace when it goes')
  for (const path of oncePublic) assert.equal((await server.remove(path)).status, 200)
  // The time at which a public record moved to the trash is public, but only one calendar has it.
  await server.app.database.query(sql`update events set touched_at = null`)
  await step()
  const never = 8_000_000_000_000
  return {
    ids: Object.fromEntries(Object.entries(known.ids).map(([plural, ids]) => [plural, [...ids, never]])),
    seriesIds: known.ids['events']?.slice(singleCount) ?? [],
    slugs: Object.fromEntries(Object.entries(known.slugs).map(([plural, slugs]) => [plural, [...slugs, 'never-was']])),
    words: [
      [...known.words.open, 'mairie', 'foire', 'ball', 'never'],
      [...known.words.hidden, 'voile'],
      ['catacomb', 'crypt', '815'],
    ],
    dates: [...known.dates],
    places: PLACES,
    // Almost the password of the other calendar. A trailing space would not count in a header.
    externalIds: [...known.externalIds],
    passwords: [...STATUSES.map((status) => `opensesame-${status}`), 'guess', 'Other'],
  }
}
