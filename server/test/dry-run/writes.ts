// Generates random writes of all kinds by callers of all roles: valid and invalid, by id, slug and external id, merges, with inline records, files
// and image URLs.
import type { Caller, Json } from '../support/server.ts'
import type { Random } from '../model/random.ts'

export const PLURALS = ['events', 'venues', 'organizers', 'categories', 'tags', 'media'] as const
export type Plural = (typeof PLURALS)[number]
export interface KnownRecord {
  readonly id: number
  readonly slug: string
}
/** The records that exist on the server, by kind. */
export type KnownRecords = Readonly<Record<Plural, KnownRecord[]>>

export interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly plural: Plural
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly as: Caller | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json | null
  /** Bytes of an image, which is sent in a form together with the body. */
  readonly file: Buffer | null
  /** Where the parameter of the dry run is sent. */
  readonly dryRunIn: 'query' | 'body'
}
export interface WriteSources {
  readonly random: Random
  readonly known: KnownRecords
  /** Images that can be uploaded. Some of them are in the library already. */
  readonly pictures: readonly Buffer[]
  /** URLs that serve an image, and one that does not. */
  readonly urls: readonly string[]
}

/** Phone number of venues and organizers that a deferred constraint of the test refuses. */
export const REFUSED_AT_COMMIT = '999'
/** Above this number of records of a kind, more of them are deleted than created. */
const MANY = 12
export function nextWrite(sources: WriteSources, n: number): Write {
  const { random, known, pictures } = sources
  const plural = random.weighted({ events: 8, venues: 4, organizers: 3, categories: 3, tags: 2, media: 2 })
  const count = known[plural].length
  const action =
    count === 0 ? 'create' : random.weighted({ create: count > MANY ? 1 : 4, change: 5, remove: count > MANY ? 4 : 2, other: 2 })
  const as = random.weighted({ admin: 8, editor: 5, author: 5, other: 2, contributor: 3, subscriber: 1, nobody: 1 })
  const common = {
    plural,
    as: as === 'nobody' ? null : as,
    query: {
      ...(random.chance(0.15) && { i18n_language: random.pick(['fr', 'ar', 'sw', 'xx']) }),
      ...(action === 'remove' && random.chance(0.5) && { force: 'true' }),
    },
    headers: {
      ...(action === 'create' && random.chance(0.4) && { 'idempotency-key': `key-${n}` }),
      ...(action !== 'create' && random.chance(0.1) && { 'if-match': random.pick(['"1"', '"2"', '*']) }),
      ...(random.chance(0.1) && { prefer: random.pick(['handling=strict', 'handling=lenient']) }),
    },
    dryRunIn: random.pick(['query', 'body'] as const),
  }
  if (action === 'create' && plural === 'media') {
    const body = {
      ...(random.chance(0.7) && { alt: `Alternative ${n}` }),
      ...(random.chance(0.2) && { slug: random.pick(['poster', 'a b', '!']) }),
    }
    return { ...common, method: 'POST', path: '/media', body, file: random.pick(pictures) }
  }
  if (action === 'other' && plural !== 'media') return { ...common, ...mergeOrUpsert(sources, plural, n), file: null }
  const body = action === 'remove' ? null : bodyOf(sources, plural, n)
  if (action === 'create') return { ...common, method: 'POST', path: `/${plural}`, body, file: null }
  const target = random.chance(0.03) ? { id: 999_999_999, slug: 'nobody' } : random.pick(known[plural])
  const hasSlug = plural === 'events' || plural === 'venues' || plural === 'organizers'
  const path = hasSlug && random.chance(0.3) ? `/${plural}/by-slug/${encodeURIComponent(target.slug)}` : `/${plural}/${target.id}`
  return { ...common, method: action === 'remove' ? 'DELETE' : random.pick(['POST', 'PUT', 'PATCH']), path, body, file: null }
}

/** Few external ids, so that many of these writes update a record. */
const EXTERNAL_IDS = ['1', '2', '3', 'a/b c']
function mergeOrUpsert(sources: WriteSources, plural: Exclude<Plural, 'media'>, n: number): Pick<Write, 'method' | 'path' | 'body'> {
  const { random, known } = sources
  if (plural === 'events' || random.chance(0.6)) {
    const id = encodeURIComponent(random.pick(EXTERNAL_IDS))
    return { method: 'PUT', path: `/${plural}/by-external/${random.pick(['crm', 'sheet', 'No'])}/${id}`, body: bodyOf(sources, plural, n) }
  }
  const from = random.some(known[plural], 2).map(({ id }) => id)
  return { method: 'POST', path: `/${plural}/${random.pick(known[plural]).id}/merge`, body: random.chance(0.05) ? {} : { from } }
}

function bodyOf(sources: WriteSources, plural: Plural, n: number): Json {
  const { random, known, urls } = sources
  const name = random.chance(0.05) ? '' : random.pick([`Name ${n}`, `Name ${n}`, 'Équinoxe', 'Same name', `<b>Bold</b> ${n}`])
  const sometimes = (chance: number, fields: () => Json): Json => (random.chance(chance) ? fields() : {})
  const idOf = (kind: Plural): number => (known[kind].length === 0 || random.chance(0.05) ? 888_888_888 : random.pick(known[kind]).id)
  const image = (): Json => ({ image: random.pick([idOf('media'), random.pick(urls), null]) })
  const common = {
    ...sometimes(0.2, () => ({ description: `<p onclick="x()">Text ${n}</p><script>1</script>` })),
    ...sometimes(0.1, () => ({ slug: random.pick([`slug-${n}`, 'taken', known[plural][0]?.slug ?? 'x']) })),
    ...sometimes(0.05, () => ({ stray: n })),
  }
  const owned = {
    ...sometimes(0.3, () => ({ status: random.pick(['publish', 'draft', 'pending', 'private', 'trash', 'nonsense']) })),
    ...sometimes(0.15, image),
    ...sometimes(0.1, () => ({ website: random.pick(['https://example.org/a', 'nope']) })),
  }
  switch (plural) {
    case 'events': {
      const day = `2031-0${1 + random.below(9)}-1${random.below(10)}`
      return {
        title: name,
        ...common,
        ...owned,
        ...sometimes(0.9, () => ({ start_date: `${day} 10:00`, end_date: `${random.chance(0.05) ? '2030-01-01' : day} 12:00` })),
        ...sometimes(0.4, () => ({
          venue: random.pick<unknown>([
            idOf('venues'),
            [idOf('venues'), { venue: `Inline ${n}` }],
            { venue: `Inline ${n}`, image: random.pick(urls) },
            { venue: random.pick(['Same name', 'Équinoxe']), phone: '2' },
            [],
          ]),
        })),
        ...sometimes(0.3, () => ({
          organizer: random.pick<unknown>([
            idOf('organizers'),
            { organizer: `Inline ${n}`, email: random.pick(['a@example.org', 'x']) },
            null,
          ]),
        })),
        ...sometimes(0.3, () => ({
          categories: random.pick<unknown>([[idOf('categories')], [`Category ${n}`, `Category ${n} b`], 'Same name']),
        })),
        ...sometimes(0.3, () => ({ tags: [`Tag ${random.below(40)}`, `Tag ${n}`] })),
        ...sometimes(0.2, () => ({
          cost: random.pick(['5 €', 'Free', 0]),
          timezone: random.pick(['Europe/Paris', 'Asia/Kolkata', 'Mars']),
        })),
        ...sometimes(0.1, () => ({ password: 'secret', custom_fields: { a: n } })),
        ...sometimes(0.05, () => ({ post_parent: idOf('events') })),
      }
    }
    case 'venues':
      return {
        venue: name,
        ...common,
        ...owned,
        ...sometimes(0.2, () => ({ city: 'Lyon', geo_lat: random.pick([45.7, 99]), geo_lng: 4.8 })),
        ...sometimes(0.2, () => ({ phone: REFUSED_AT_COMMIT })),
      }
    case 'organizers':
      return {
        organizer: name,
        ...common,
        ...owned,
        ...sometimes(0.4, () => ({ phone: random.pick(['1', REFUSED_AT_COMMIT]) })),
        ...sometimes(0.2, () => ({ email: random.pick(['a@example.org', 'x']) })),
      }
    case 'categories':
      return { name, ...common, ...sometimes(0.4, () => ({ parent: random.chance(0.2) ? 0 : idOf('categories') })) }
    case 'tags':
      return { name, ...common }
    case 'media':
      return { alt: name, ...common, caption: `Caption ${n}` }
  }
}
