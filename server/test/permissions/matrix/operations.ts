// The operations of the matrix as data: those of the API, further variants, and exceptions with their reasons.
import { readFileSync } from 'node:fs'

export type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'image'
/** The kinds of record that show an image. */
export type Shower = 'event' | 'venue' | 'organizer'
/** The action of an operation selects the rows of the table that apply to it (cells.ts). */
export type Act =
  | 'open'
  | 'list'
  | 'list-default'
  | 'list-any'
  | 'list-by-link'
  | 'list-of-links'
  | 'list-by-external-id'
  | 'read'
  | 'create'
  | 'upsert'
  | 'change'
  | 'remove'
  | 'remove-for-good'
  | 'merge'
  | 'reset'
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly kind: Kind | null
  readonly act: Act
  /** Whether it is one of the 52 operations of the API. */
  readonly base: boolean
  /** The answer is in another format: which of the words that are sought it shows at all. */
  readonly shows?: readonly Shown[]
  /** For an image: the kind of record that shows it if the link is visible; otherwise no record shows it. */
  readonly shower?: Shower
}
/** Texts that a password protects, and texts of linked records. */
export type Shown = 'inside' | 'venue' | 'organizer' | 'image'

const KINDS: Readonly<Record<string, Kind>> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  media: 'image',
}
export const PLURALS = Object.fromEntries(Object.entries(KINDS).map(([plural, kind]) => [kind, plural])) as Record<Kind, string>

const interfaceOperations = (
  JSON.parse(readFileSync(new URL('../../../../conformance/interface.json', import.meta.url), 'utf8')) as {
    operations: { method: Operation['method']; path: string }[]
  }
).operations
function actOf(method: Operation['method'], path: string): Act {
  const alone = /\{(id|slug)\}$/.test(path)
  if (method === 'GET') return alone ? 'read' : KINDS[path.slice(1)] ? 'list' : 'open'
  return method === 'DELETE' ? 'remove' : alone ? 'change' : 'create'
}
export const BASE: readonly Operation[] = interfaceOperations.map(({ method, path }) => ({
  method,
  path,
  kind: KINDS[path.split('/')[1] ?? ''] ?? null,
  act: actOf(method, path),
  base: true,
}))

const get = (path: string, act: Act, more: Partial<Operation> = {}): Operation => ({
  method: 'GET',
  path,
  kind: KINDS[path.split(/[/.]/)[1] ?? ''] ?? null,
  act,
  base: false,
  ...more,
})
const ALL: readonly Shown[] = ['inside', 'venue', 'organizer', 'image']
const NO_IMAGE: readonly Shown[] = ['inside', 'venue', 'organizer']
/** The list of events in other formats, and one event. */
const LISTS = ['ics', 'rss', 'atom', 'json', 'csv', 'fullcalendar.json']
const SINGLES = ['ics', 'jsonld']
const OWNED = ['events', 'venues', 'organizers'] as const
const SHOWERS: readonly Shower[] = ['event', 'venue', 'organizer']
/** Further operations, and further ways to ask those of the interface. A new route that reads records is one line here. */
export const FURTHER: readonly Operation[] = [
  get('/me', 'open'),
  ...OWNED.flatMap((plural) => [get(`/${plural}`, 'list-default'), get(`/${plural}`, 'list-any')]),
  get('/events', 'list-by-link'),
  ...['venues', 'organizers', 'categories', 'tags'].map((plural) => get(`/${plural}`, 'list-of-links')),
  ...LISTS.map((ending) => get(`/events.${ending}`, 'list', { shows: ending === 'rss' ? NO_IMAGE : ALL })),
  ...SINGLES.map((ending) => get(`/events/{id}.${ending}`, 'read', { shows: ALL })),
  ...OWNED.flatMap((plural) =>
    [`/${plural}/{id}`, `/${plural}/by-slug/{slug}`].map((path) => get(path, 'remove-for-good', { method: 'DELETE' })),
  ),
  get('/events/by-slug/{slug}/{date}', 'read'),
  get('/events/{id}/reset', 'reset', { method: 'POST' }),
  ...['venues', 'organizers', 'categories', 'tags'].map((plural) => get(`/${plural}/{id}/merge`, 'merge', { method: 'POST' })),
  ...Object.keys(KINDS).flatMap((plural) =>
    plural === 'media'
      ? []
      : [get(`/${plural}`, 'list-by-external-id'), get(`/${plural}/by-external/{source}/{external_id}`, 'upsert', { method: 'PUT' })],
  ),
  get('/media', 'list'),
  get('/media', 'create', { method: 'POST' }),
  ...SHOWERS.flatMap((shower) => [
    get('/media/{id}', 'read', { shower }),
    get('/media/{id}', 'remove', { method: 'DELETE', shower }),
    ...(['POST', 'PUT', 'PATCH'] as const).map((method) => get('/media/{id}', 'change', { method, shower })),
  ]),
  get('/media/{id}', 'remove-for-good', { method: 'DELETE' }),
]

const PAGE = 'a page made from documents; what it shows of records, its script asks the interface for, as whoever has a token'
const SITE_PAGE = 'reads as an anonymous caller; server/test/permissions/canaries.test.ts reads every page for records of every status'
const HISTORY = 'takes a version or a change of the record; server/test/history/permissions.test.ts asks every role'
const ADMINISTRATION = 'shows no record; server/test/api/administration.test.ts asks every role'
/** Paths without cells, whatever the method, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  '/': PAGE,
  '/subscribe': PAGE,
  '/docs': PAGE,
  '/docs/:param': PAGE,
  '/docs/errors/:param': PAGE,
  '/docs/search': PAGE,
  '/docs/reference': PAGE,
  '/docs/reference/:param': PAGE,
  '/docs/assets/:name': PAGE,
  '/assets/:name': PAGE,
  'page /events': SITE_PAGE,
  '/events/{slug}/{date}': SITE_PAGE,
  '/events/{slug}': SITE_PAGE,
  '/venues/{slug}': SITE_PAGE,
  '/organizers/{slug}': SITE_PAGE,
  '/categories/{slug}': SITE_PAGE,
  '/sitemap.xml': SITE_PAGE,
  '/robots.txt': SITE_PAGE,
  '/embed/list': SITE_PAGE,
  '/embed/month': SITE_PAGE,
  '/embed': SITE_PAGE,
  ...Object.fromEntries(
    ['.js', '/frame.js', '/generator.js', '/generator.css', '/style.css', '/calendar.json', '/:name(^[\\w-]+\\.js$)'].map((path) => [
      `/embed${path}`,
      'a file, the same for everyone, or settings that pages show too',
    ]),
  ),
  '/events/{id}/preview': 'shows what a read shows; server/test/site/preview.test.ts asks every role in every status',
  '/admin': PAGE,
  '/admin*': PAGE,
  '/admin/assets/:name': PAGE,
  '/media/:digest': 'the bytes of a picture: whoever has its address may have them',
  '/batch': 'runs the operations of other routes, each with its own permissions; server/test/api/batch.test.ts asks them',
  '/changes': 'open to everyone, and names what lists show; server/test/changes compares the copies of five callers with the lists',
  '/changes/stream': 'open to everyone, and sends what /changes returns; server/test/changes/stream.test.ts compares callers',
  ...Object.fromEntries(
    Object.keys(KINDS).flatMap((plural) => [
      [`/${plural}/{id}/history`, HISTORY],
      [`/${plural}/{id}/history/{version}/restore`, HISTORY],
    ]),
  ),
  '/changes/{change_id}/undo': HISTORY,
  ...Object.fromEntries(
    ['events', 'venues', 'organizers'].flatMap((plural) =>
      [
        '/{id}/working-copy',
        '/{id}/working-copy/publish',
        '/{id}/working-copy/submit',
        '/{id}/review',
        '/{id}/review-notes',
        '/{id}/presence',
        '/counts',
      ].map((path) => [`/${plural}${path}`, 'needs a working copy or a submission; server/test/review/review.test.ts asks every role']),
    ),
  ),
  ...Object.fromEntries(
    [
      '',
      '/{id}',
      '/{id}/runs',
      '/{id}/runs/{run_id}',
      '/{id}/runs/{run_id}/items',
      '/{id}/runs/{run_id}/failed-rows',
      '/{id}/runs/{run_id}/cancel',
      '/{id}/runs/{run_id}/undo',
    ].map((path) => [`/sources${path}`, 'shows no record itself; server/test/sources/routes.test.ts asks every role']),
  ),
  ...Object.fromEntries(
    ['', '/{id}', '/{id}/rotate', '/{id}/test', '/{id}/replay', '/{id}/deliveries', '/{id}/deliveries/{delivery_id}/redeliver'].map(
      (path) => [`/webhooks${path}`, 'shows no record itself; server/test/webhooks/routes.test.ts asks every role'],
    ),
  ),
  ...Object.fromEntries(
    [
      '/session',
      '/session/methods',
      '/session/second-factor',
      '/me/second-factor',
      '/me/second-factor/confirm',
      '/me/second-factor/recovery-codes',
      '/me/second-factor/remove',
      '/email/confirm',
      '/first-administrator',
      '/session/passkey/options',
      '/session/passkey/verify',
      '/me/sessions',
      '/me/sessions/{id}',
      '/me/password',
      '/me/passkeys',
      '/me/passkeys/options',
      '/me/passkeys/{id}',
      '/me/tokens',
      '/me/tokens/{id}',
      '/users',
      '/users/{id}',
      '/users/{id}/invitation',
      '/invitations/accept',
      '/password-reset',
      '/password-reset/confirm',
      '/security-log',
    ].map((path) => [path, 'shows no record; server/test/accounts asks it as each role, with and without a session']),
  ),
  '/media/{id}/uses': 'lists what the caller may read anyway; server/test/media/uses.test.ts compares every role with the reads',
  '/reviews': 'lists submissions; server/test/review/review.test.ts asks every role',
  ...Object.fromEntries(
    ['', '/challenge', '/own', '/own/confirm'].map((path) => [
      `/submissions${path}`,
      'open to everyone, and shows what the holder of a link wrote; server/test/submissions asks with and without one',
    ]),
  ),
  '/settings': ADMINISTRATION,
  '/doctor': ADMINISTRATION,
  '/livez': 'says that the process runs; asked without the gate, and reads no record',
  '/readyz': 'says whether the database answers; asked without the gate, and reads no record',
}
