// A cache outside that keeps everything for ever, and forgets by the keys of examples/varnish/keys.sql, never shows anything old.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { inDays, testServer, type Json } from '../support/server.ts'

const server = await testServer({ SURROGATE_KEY_HEADERS: 'cache-tag', CACHE_MB: '0' })
const { database } = server.app
/** The statement that operators are told to run. */
const [before = '', after = ''] = readFileSync(new URL('../../../examples/varnish/keys.sql', import.meta.url), 'utf8')
  .replace(/^--.*\$1.*$/m, '')
  .split('$1')
const mark = async (): Promise<string> =>
  (await database.query<{ mark: string }>(raw('select pg_snapshot_xmin(pg_current_snapshot())::text as mark')))[0]?.mark ?? ''
const namesSince = async (since: string): Promise<Set<string>> =>
  new Set((await database.query<{ key: string }>(sql`${raw(before)}${since}${raw(after)}`)).map(({ key }) => key))

const PATHS = [
  '/events?per_page=4',
  '/events?orderby=title&per_page=3&page=2',
  '/events?orderby=modified&order=desc&per_page=3',
  '/events?missing_translation=fr&per_page=3',
  '/events?categories=arts',
  '/events?tags=free',
  '/events?search=evening',
  '/events?geoloc=true',
  '/events.ics',
  '/venues',
  '/venues?has_events=true',
  '/organizers?has_events=false',
  '/categories?hide_empty=true',
  '/categories?parent=0',
  '/tags?orderby=count&order=desc',
]
const kept = new Map<string, { readonly text: string; readonly names: readonly string[] }>()
async function fetchAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (kept.has(path)) continue
    const { status, headers, text } = await server.get(path)
    if (status === 200) kept.set(path, { text, names: (headers.get('cache-tag') ?? '').split(',') })
  }
}
const made: Record<string, number[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] }
const singles = (): string[] => Object.entries(made).flatMap(([plural, ids]) => ids.map((id) => `/${plural}/${id}`))
let seed = 20_261_115
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const some = <T>(from: readonly T[]): T | undefined => from[random(from.length)]
/** A write that names a record deleted meanwhile is refused and changes nothing. */
const make = async (plural: string, body: Json): Promise<void> => {
  const { status, json } = await server.post(`/${plural}`, body)
  if (status === 201) made[plural]?.push(Number(json['id']))
}

let n = 0
const event = (): Json => ({
  title: `Evening ${(n += 1)}`,
  start_date: inDays(random(20) + 1),
  end_date: inDays(25),
  status: some(['publish', 'publish', 'draft']),
  venue: [some(made['venues'] ?? [])].filter(Boolean),
  organizer: [some(made['organizers'] ?? [])].filter(Boolean),
  categories: [some(made['categories'] ?? [])].filter(Boolean),
  tags: [some(made['tags'] ?? [])].filter(Boolean),
  post_parent: some(made['events'] ?? []) ?? 0,
})
const place = (): Json => ({ geo_lat: random(80), geo_lng: random(80) })
const WRITES: readonly (() => Promise<unknown>)[] = [
  () => make('events', event()),
  () => server.patch(`/events/${some(made['events'] ?? [])}`, event()),
  () => server.patch(`/events/${some(made['events'] ?? [])}`, { title: `Morning ${(n += 1)}` }),
  () => server.patch(`/events/${some(made['events'] ?? [])}?i18n_language=fr`, { title: `Soir ${(n += 1)}` }),
  () => server.patch(`/events/${some(made['events'] ?? [])}`, { website: `https://example.org/${(n += 1)}` }),
  () => server.patch(`/events/${some(made['events'] ?? [])}`, { status: some(['publish', 'draft']) }),
  () => server.patch(`/events/${some(made['events'] ?? [])}`, { password: some(['', 'sesame']) }),
  () => server.remove(`/events/${some(made['events'] ?? [])}`),
  () => make('venues', { venue: `Hall ${(n += 1)}`, status: some(['publish', 'draft']), ...place() }),
  () => server.patch(`/venues/${some(made['venues'] ?? [])}`, { status: some(['publish', 'draft']) }),
  () => server.patch(`/venues/${some(made['venues'] ?? [])}`, { venue: `House ${(n += 1)}`, ...place() }),
  () => server.remove(`/venues/${some(made['venues'] ?? [])}`),
  () =>
    server.patch(`/organizers/${some(made['organizers'] ?? [])}`, { status: some(['publish', 'draft']), organizer: `Club ${(n += 1)}` }),
  () => make('categories', { name: `Sort ${(n += 1)}`, parent: some(made['categories'] ?? []) ?? 0 }),
  () => server.patch(`/categories/${some(made['categories'] ?? [])}`, { parent: some([0, ...(made['categories'] ?? [])]) }),
  () => server.patch(`/tags/${some(made['tags'] ?? [])}`, { name: `Word ${(n += 1)}` }),
  () => server.patch(`/tags/${some(made['tags'] ?? [])}?i18n_language=fr`, { name: `Mot ${(n += 1)}` }),
  () => server.remove(`/tags/${some(made['tags']?.slice(3) ?? [])}`),
]

test('3.12 purging the keys of the change log removes all stale responses', { timeout: 120_000 }, async (t) => {
  for (const name of ['Arts', 'Sport']) await make('categories', { name })
  for (const name of ['free', 'loud', 'late', 'dark']) await make('tags', { name })
  for (const organizer of ['Choir', 'Band']) await make('organizers', { organizer })
  for (const status of ['publish', 'draft']) await make('venues', { venue: 'Hall', status, ...place() })
  for (let i = 0; i < 8; i += 1) await make('events', event())
  let [since, purged, spared] = [await mark(), 0, 0]
  for (let turn = 0; turn < 100; turn += 1) {
    const paths = [...PATHS, ...singles(), ...singles().map((path) => `${path}?i18n_language=fr`)]
    await fetchAll(paths)
    await some(WRITES)?.()
    const next = await mark()
    const names = await namesSince(since)
    since = next
    for (const [path, { names: own, text }] of kept) {
      if (own.some((name) => names.has(name))) {
        kept.delete(path)
        purged += 1
        continue
      }
      spared += 1
      if (random(2) > 0) continue
      const fresh = await server.get(path)
      assert.deepEqual([fresh.status, fresh.text], [200, text], `turn ${turn}: ${path} is old after ${[...names].join(' ')}`)
    }
  }
  t.diagnostic(`${purged} answers purged, ${spared} spared`)
  assert.ok(purged > 500 && spared > purged, `${purged} purged, ${spared} spared`)
})
