// Where sequences are played: servers of several zones, each with a clock that all but stands still in 2031, and a small world that is set up anew.
import pg from 'pg'
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
  /** Sets the clock back to where it stood at first. */
  restart(): void
  /** `e3` the third event, `v0` the first venue …: ids by the names that operations use. */
  names: Map<string, number>
}

/** Zones of the site, and what their days are like: no summer time at all, one that begins at midnight, and one that ends in these days. */
const STAGES: readonly { readonly zone: string; readonly first: string; readonly now: string }[] = [
  { zone: 'UTC', first: '2031-03-24', now: '2031-03-27T10:17:23Z' },
  { zone: 'Asia/Beirut', first: '2031-03-23', now: '2031-03-26T22:53:11Z' },
  { zone: 'America/New_York', first: '2031-10-27', now: '2031-10-30T02:11:37Z' },
]
const DAYS = 16

export const openStages = (): Promise<Stage[]> => Promise.all(STAGES.map(openStage))

async function openStage({ zone, first, now }: (typeof STAGES)[number]): Promise<Stage> {
  const start = Temporal.Instant.from(now)
  let asked = 0
  // Later by a microsecond at every look, so that the last change is always the latest; the second stays the same.
  const clock = { now: () => start.add({ microseconds: (asked += 1) }) }
  const server = await testServer({ SITE_TIMEZONE: zone }, clock)
  const { admin, author, other } = server.ids
  const site: Site = { zone, now: start, users: { admin, author, other } }
  const restart = (): void => {
    asked = 0
  }
  return { server, site, window: { first: Temporal.PlainDate.from(first), days: DAYS }, world: newWorld(site), names: new Map(), restart }
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

/** Empties the server and the model, and gives both the same places and terms. */
export async function reset(stage: Stage): Promise<void> {
  await empty(stage.server.database_url)
  stage.restart()
  const { server, site } = stage
  stage.world = newWorld(site)
  stage.names = new Map()
  const { world, names } = stage
  for (const [i, [name, parent]] of CATEGORIES.entries()) {
    const above = parent === null ? null : (names.get(`c${parent}`) ?? null)
    const made = await server.make('categories', { name, ...(above !== null && { parent: above }) })
    const term: Term = { id: made.id, slug: made.slug, name, parent: above }
    world.categories.set(made.id, term)
    names.set(`c${i}`, made.id)
  }
  await Promise.all([
    ...TAGS.map(async (name, i) => {
      const { id, slug } = await server.make('tags', { name })
      world.tags.set(id, { id, slug, name, parent: null })
      names.set(`t${i}`, id)
    }),
    ...VENUES.map(({ by, body }, i) => makePlace(stage, 'venue', `v${i}`, by, body)),
    ...ORGANIZERS.map(({ by, body }, i) => makePlace(stage, 'organizer', `o${i}`, by, body)),
  ])
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

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('delete from events; delete from venues; delete from organizers; delete from tags; delete from categories')
  } finally {
    await client.end()
  }
}
