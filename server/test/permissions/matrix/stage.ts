// Where the matrix is played: callers, a record for every state, owner and link, and fresh copies of them for writes to spoil.
import pg from 'pg'
import { addToken, revokeToken } from '../../../src/features/accounts/users.ts'
import { inDays, unique, type Json, type TestServer } from '../../support/server.ts'
import { makeImages, type Images } from './images.ts'
import { PLURALS, type Kind, type Shower } from './operations.ts'
import { FURTHER_STATES, STATES, type Caller, type Linked, type State } from './table.ts'

export const RIGHT = 'open sesame'
/** The source of all external ids. */
export const SOURCE = 'matrix'
/** Whose the records are; the stranger is no caller. */
const OWNERS = { subscriber: 'subscriber', contributor: 'contributor', author: 'author', editor: 'editor', administrator: 'admin' } as const
export type Owner = keyof typeof OWNERS | 'stranger'

export interface Target {
  readonly id: number
  readonly slug: string
  /** Search term of the record, a word of its title, and a word of its protected fields. */
  readonly find: string
  readonly title: string
  readonly inside: string
  /** External id of the record; empty for an image. */
  readonly external: string
}
/** The server, its database, and the callers. */
export interface Callers {
  readonly server: TestServer
  readonly db: pg.Client
  /** The headers by which the server knows a caller. */
  readonly credentials: Readonly<Record<Caller, Readonly<Record<string, string>>>>
  readonly users: Readonly<Record<Owner, number>>
}
export interface Stage extends Callers {
  readonly links: Readonly<Record<Linked, { readonly venue: Target; readonly organizer: Target; readonly category: number }>>
  readonly images: Images
  /** The record of a kind, an owner, a state and a link; none where it is missing. An image is shown by `shower` in that state, or with a hidden link by nothing. */
  target(kind: Kind, owner: Owner, state: State, linked: Linked, shower?: Shower): Target | null
}

export async function openCallers(server: TestServer): Promise<Callers> {
  const db = new pg.Client({ connectionString: server.database_url })
  await db.connect()
  // The database is dropped by force at the end.
  db.on('error', () => undefined)
  const revoked = await addToken(server.app.database, 'author', { label: 'revoked' })
  await revokeToken(server.app.database, revoked.id)
  const reader = await addToken(server.app.database, 'author', { label: 'reads', scope: 'read' })
  const bearer = (secret: string): Record<string, string> => ({ authorization: `Bearer ${secret}` })
  const users = { ...mapValues(OWNERS, (login) => server.ids[login]), stranger: server.ids.other }
  const credentials = {
    anonymous: {},
    bad: bearer(revoked.secret),
    reader: bearer(reader.secret),
    ...mapValues(OWNERS, (login) => bearer(server.tokens[login])),
  }
  return { server, db, users, credentials }
}

export async function openStage(server: TestServer): Promise<Stage> {
  const callers = await openCallers(server)
  const { db, users } = callers
  const links = { visible: await makeLinks(server, 'visible'), hidden: await makeLinks(server, 'hidden') }
  const images = await makeImages(server, db, users)
  const targets = new Map<string, Target>()
  const cases = (Object.keys(users) as Owner[]).flatMap((owner) =>
    [...STATES, ...FURTHER_STATES].flatMap((state) =>
      (['visible', 'hidden'] as const).flatMap((linked) => (state === 'missing' ? [] : [{ owner, state, linked }])),
    ),
  )
  await inTurn(cases, 6, async ({ owner, state, linked }) => {
    const image = (shower: Shower) => (linked === 'visible' ? images.of(shower, owner, state)?.id : null) ?? null
    const made = await makeTargets(server, users[owner], state, links[linked], image)
    for (const [kind, target] of Object.entries(made)) targets.set(`${kind} ${owner} ${state} ${linked}`, target)
  })
  for (const linked of ['visible', 'hidden'] as const) await makeEvents(server, targets, linked)
  await inTurn(
    [...targets].filter(([name]) => /^(event|venue|organizer) .* trash/.test(name)),
    6,
    async ([name, { id }]) => void (await server.remove(`/${name.split(' ', 1)[0]}s/${id}`)),
  )
  return {
    ...callers,
    links,
    images,
    target: (kind, owner, state, linked, shower = 'event') =>
      kind === 'image'
        ? images.of(linked === 'visible' ? shower : 'nothing', owner, state)
        : (targets.get(`${kind} ${owner} ${state} ${linked}`) ?? null),
  }
}
const mapValues = <K extends string, A, B>(from: Readonly<Record<K, A>>, to: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(from).map(([key, value]) => [key, to(value)])) as Record<K, B>

const words = (): Omit<Target, 'id' | 'slug'> => ({ find: unique(), title: unique(), inside: unique(), external: unique() })
const body = (field: string, { find, title, inside, external }: Omit<Target, 'id' | 'slug'>): Json => ({
  [field]: `${title} ${find}`,
  slug: find,
  description: inside,
  external_ids: { [SOURCE]: external },
})
const TIMES = { start_date: inDays(3), end_date: inDays(4) }
/** The day on which all events start, in the time zone of the site. */
export const START_DAY = TIMES.start_date.slice(0, 10)

/** A venue and an organizer of a stranger, published or not. */
async function makeLinks(server: TestServer, linked: Linked): Promise<Stage['links'][Linked]> {
  const make = async (kind: 'venue' | 'organizer'): Promise<Target> => {
    const own = words()
    const { id, slug } = await server.make(
      PLURALS[kind],
      { ...body(kind, own), status: linked === 'visible' ? 'publish' : 'draft' },
      'other',
    )
    return { id, slug, ...own }
  }
  const { id } = await server.make('categories', { name: unique() })
  // Terms are never hidden: what may not be named is what is not there.
  return { venue: await make('venue'), organizer: await make('organizer'), category: linked === 'visible' ? id : MISSING }
}
/** No record has this id. */
export const MISSING = 8_000_000_000_000

/** One record of each kind: an event at a venue of strangers, its terms, a venue and an organizer. */
async function makeTargets(
  server: TestServer,
  author: number,
  state: State,
  { venue, organizer }: Stage['links'][Linked],
  image: (shower: Shower) => number | null,
): Promise<Record<Exclude<Kind, 'image'>, Target>> {
  const status = { protected: 'publish', trash: 'publish', 'trash-draft': 'draft', 'draft-protected': 'draft' }[state as string] ?? state
  const shared = { author, status, ...(status === 'future' && { date: inDays(9) }) }
  const own = { event: words(), venue: words(), organizer: words(), category: words(), tag: words() }
  const name = ({ title, find }: Omit<Target, 'id' | 'slug'>): string => `${title} ${find}`
  const event = await server.make('events', {
    ...body('title', own.event),
    ...TIMES,
    ...shared,
    ...(/protected/.test(state) && { password: RIGHT }),
    image: image('event'),
    venue: venue.id,
    organizer: organizer.id,
    categories: [name(own.category)],
    tags: [name(own.tag)],
  })
  const place = await server.make('venues', { ...body('venue', own.venue), ...shared, image: image('venue') })
  const host = await server.make('organizers', { ...body('organizer', own.organizer), ...shared, image: image('organizer') })
  const termOf = (plural: string) => (event[plural] as { id: number; slug: string }[])[0] as { id: number; slug: string }
  for (const [plural, { external }] of Object.entries({ categories: own.category, tags: own.tag }))
    await server.patch(`/${plural}/${termOf(plural).id}`, { external_ids: { [SOURCE]: external } })
  const of = ({ id, slug }: { id: number; slug: string }, kind: keyof typeof own): Target => ({ id, slug, ...own[kind] })
  return {
    event: of(event, 'event'),
    venue: of(place, 'venue'),
    organizer: of(host, 'organizer'),
    category: { ...of(termOf('categories'), 'category'), inside: '' },
    tag: { ...of(termOf('tags'), 'tag'), inside: '' },
  }
}

/** An event of strangers, published or not, at all the venues and of all the organizers whose link is to be so. */
async function makeEvents(server: TestServer, targets: ReadonlyMap<string, Target>, linked: Linked): Promise<void> {
  const ids = (kind: Kind): number[] =>
    [...targets].flatMap(([name, { id }]) => (name.startsWith(`${kind} `) && name.endsWith(` ${linked}`) ? [id] : []))
  const status = linked === 'visible' ? 'publish' : 'draft'
  const author = server.ids.other
  await server.make('events', { title: unique(), ...TIMES, status, author, venue: ids('venue'), organizer: ids('organizer') })
}

/** Works through a list, so many at a time. */
export async function inTurn<T>(items: readonly T[], width: number, work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let i = next++; i < items.length; i = next++) await work(items[i] as T, i)
    }),
  )
}
