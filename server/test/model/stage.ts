// Where sequences are played: servers in several zones, whose clocks all but stand still in 2031, and a small world that is set up anew.
import { connected } from '../support/database.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { newWorld, type Json, type Place, type Site, type Term, type User, type World } from './model.ts'

/** The days that events fall on. */
export interface Window {
  readonly first: Temporal.PlainDate
  readonly days: number
}
export interface Stage {
  readonly server: TestServer
  readonly window: Window
  readonly site: Site
  /** The model. */
  world: World
  /** The places and terms of the model as they were at first, while they still are so on the server. */
  fresh: Pick<World, 'venue' | 'organizer' | 'categories' | 'tags'> | null
  /** Sets the clock back to where it stood at first. */
  restart(): void
  /** `e3` the third event, `v0` the first venue …: ids by the names that operations use. */
  names: Map<string, number>
}

/** Zones of the site, and what their days are like: no summer time, one that begins at midnight, and two that end in these days. */
const STAGES: readonly { readonly zone: string; readonly first: string; readonly now: string }[] = [
  { zone: 'UTC', first: '2031-03-24', now: '2031-03-27T10:17:23Z' },
  { zone: 'Asia/Beirut', first: '2031-03-23', now: '2031-03-26T22:53:11Z' },
  { zone: 'America/New_York', first: '2031-10-27', now: '2031-10-30T02:11:37Z' },
  { zone: 'Pacific/Auckland', first: '2031-03-28', now: '2031-03-31T12:05:43Z' },
]
const DAYS = 16

/** A busy machine is no reason to differ. */
const PATIENT = {
  DATABASE_CONNECT_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  REQUEST_TIMEOUT_MS: '60000',
} as const

export const openStages = (): Promise<Stage[]> => Promise.all(STAGES.map(openStage))

async function openStage({ zone, first, now }: (typeof STAGES)[number]): Promise<Stage> {
  const start = Temporal.Instant.from(now)
  let asked = 0
  // Later by a microsecond at every look, so that the last change is always the latest; the second stays the same.
  const clock = { now: () => start.add({ microseconds: (asked += 1) }) }
  const server = await testServer({ ...PATIENT, SITE_TIMEZONE: zone }, clock)
  const { admin, author, other } = server.ids
  const site: Site = { zone, now: start, users: { admin, author, other } }
  const restart = (): void => {
    asked = 0
  }
  const window: Window = { first: Temporal.PlainDate.from(first), days: DAYS }
  return { server, site, window, world: newWorld(site), names: new Map(), fresh: null, restart }
}

const CATEGORIES: readonly (readonly [name: string, parent: number | null])[] = [
  ['arts', null],
  ['music', 0],
  ['jazz', 1],
  ['bebop', 2],
  ['sport', null],
  ['football', 4],
  ['food', null],
]
const TAGS = ['children', 'evening', 'outdoors', 'new']
const VENUES: readonly { readonly by: User; readonly body: Json }[] = [
  { by: 'admin', body: { venue: 'Berlin', geo_lat: 52.52, geo_lng: 13.405 } },
  { by: 'author', body: { venue: 'Potsdam', geo_lat: 52.39, geo_lng: 13.06 } },
  { by: 'admin', body: { venue: 'Nowhere' } },
  { by: 'author', body: { venue: 'New York', geo_lat: 40.71, geo_lng: -74 } },
  { by: 'admin', body: { venue: 'Hidden', geo_lat: 48.2, geo_lng: 16.37, status: 'draft' } },
]
const ORGANIZERS: readonly { readonly by: User; readonly body: Json }[] = [
  { by: 'admin', body: { organizer: 'Anna' } },
  { by: 'author', body: { organizer: 'Ben' } },
  { by: 'author', body: { organizer: 'Cleo', status: 'private' } },
]
export const COUNTS = { c: CATEGORIES.length, t: TAGS.length, v: VENUES.length, o: ORGANIZERS.length } as const

/** Empties the server and the model, and gives both the same places and terms. Those that were not touched stay. */
export async function reset(stage: Stage): Promise<void> {
  stage.restart()
  stage.world = newWorld(stage.site)
  if (stage.fresh) {
    Object.assign(stage.world, stage.fresh)
    for (const name of stage.names.keys()) if (name.startsWith('e')) stage.names.delete(name)
    await empty(stage.server.database_url, ['events'])
    return
  }
  stage.names = new Map()
  await empty(stage.server.database_url, ['events', 'venues', 'organizers', 'tags', 'categories'])
  await Promise.all([
    makeCategories(stage),
    ...TAGS.map(async (name, i) => {
      const { id, slug } = await stage.server.make('tags', { name })
      stage.world.tags.set(id, { id, slug, name, parent: null })
      stage.names.set(`t${i}`, id)
    }),
    ...VENUES.map(({ by, body }, i) => makePlace(stage, 'venue', `v${i}`, by, body)),
    ...ORGANIZERS.map(({ by, body }, i) => makePlace(stage, 'organizer', `o${i}`, by, body)),
  ])
  const { venue, organizer, categories, tags } = stage.world
  stage.fresh = { venue, organizer, categories, tags }
}
async function makeCategories({ server, world, names }: Stage): Promise<void> {
  for (const [i, [name, parent]] of CATEGORIES.entries()) {
    const above = parent === null ? null : (names.get(`c${parent}`) ?? null)
    const made = await server.make('categories', { name, ...(above !== null && { parent: above }) })
    const term: Term = { id: made.id, slug: made.slug, name, parent: above }
    world.categories.set(made.id, term)
    names.set(`c${i}`, made.id)
  }
}
async function makePlace(
  { server, site, world, names }: Stage,
  kind: 'venue' | 'organizer',
  name: string,
  by: User,
  body: Json,
): Promise<void> {
  const { id } = await server.make(`${kind}s`, body, by)
  const geo = 'geo_lat' in body ? ([Number(body['geo_lat']), Number(body['geo_lng'])] as const) : null
  const status = (body['status'] ?? 'publish') as Place['status']
  world[kind].set(id, { id, author: site.users[by], status, trashed_from: null, geo })
  names.set(name, id)
}

const empty = (url: string, tables: readonly string[]): Promise<unknown> =>
  connected(url, (client) => client.query(tables.map((table) => `delete from ${table}`).join('; ')))
