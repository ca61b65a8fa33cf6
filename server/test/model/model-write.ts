// The model of event writes (contract 2.3 to 2.9, 7.1 to 7.11): the resulting event, or the error. It changes nothing.
import { isDeepStrictEqual } from 'node:util'
import {
  COSTS,
  FLAGS,
  LINKS,
  present,
  show,
  shownLinks,
  STATUSES,
  type Event,
  type Flag,
  type Json,
  type Link,
  type Refusal,
  type Status,
  type Who,
  type World,
} from './model.ts'
import { momentOf, settle, zoneOf } from './model-time.ts'

const [YES, NO] = [new Set(['true', '1', 'yes', 'on']), new Set(['false', '0', 'no', 'off'])]
/** 2.3; null for what is no boolean. */
export const booleanOf = (value: unknown): boolean | null =>
  YES.has(String(value).toLowerCase()) ? true : NO.has(String(value).toLowerCase()) ? false : null
/** 2.2. */
export const itemsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
/** 7.7: letters of any script, lower case, hyphens between. */
export const slugOf = (text: string): string =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
    .join('-')
    .slice(0, 200)

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)
const REQUIRED = ['title', 'start_date', 'end_date']
type Draft = { -readonly [K in keyof Event]: Event[K] }

/** `before` is null for a new event, whose id is 0 until the server names it. The caller may write it. */
export function write(world: World, body: Json, before: Event | null, who: Who): Event | Refusal {
  if (who === null) return { status: 401, code: 'rest_forbidden' }
  const sent = sentOf(world, body, before, who)
  const missing = before ? [] : REQUIRED.filter((name) => (sent[name] ?? null) === null)
  // Absent is missing; whether a null is missing or wrong the contract does not say.
  if (missing.some((name) => name in sent)) return { status: 400, code: null }
  if (missing.length > 0) return { status: 400, code: 'rest_missing_callback_param', params: missing }
  if (sent['author'] !== undefined && who !== 'admin' && Number(sent['author']) !== (before?.author ?? world.site.users[who]))
    return { status: 403, code: 'rest_forbidden' }
  const faults = new Set<string>()
  const draft: Draft = { ...(before ?? blank(world, who)) }
  readTexts(sent, draft, faults)
  readPlain(world, sent, draft, faults)
  for (const name of LINKS) if (name in sent) draft[name] = linksOf(world, sent[name], name, draft, who) ?? (faults.add(name), [])
  readParent(world, sent, draft, who, faults)
  readStatus(world, sent, draft, before, faults)
  const backwards = readTimes(world, sent, draft, before, faults)
  const asked = typeof sent['slug'] === 'string' ? slugOf(sent['slug']) : null
  if (asked === '') faults.add('slug')
  if (faults.size > 0 || backwards)
    return { status: 400, code: 'rest_invalid_param', params: [...faults], maybe: ['start_date', 'end_date'] }
  const slug = settleSlug(world, draft, asked, !before || sent['slug'] === null)
  if (slug === null) return { status: 409, code: 'rest_slug_taken' }
  draft.slug = slug
  if (isBelow(world, draft)) return { status: 400, code: 'rest_invalid_param', params: ['post_parent'] }
  return draft
}

/** Stores what a write made: a new version where anything differs, and only there (2.9, 3.12). */
export function commit(world: World, event: Event, before: Event | null, always = false): Event {
  world.writes += 1
  const changed = always || !isDeepStrictEqual(JSON.parse(JSON.stringify(event)), JSON.parse(JSON.stringify(before)))
  const stored = changed ? { ...event, version: (before?.version ?? 0) + 1, modified: world.writes } : event
  world.events.set(stored.id, stored)
  return stored
}
/** 7.11, by DELETE. */
export const trashed = (event: Event): Event => ({ ...event, status: 'trash', trashed_from: event.status })

function blank({ site }: World, who: Exclude<Who, null>): Event {
  const at = site.now.round({ smallestUnit: 'second', roundingMode: 'floor' })
  const edge = { wall: new Temporal.PlainDateTime(1, 1, 1), instant: at }
  return {
    ...BLANK,
    ...FLAGS,
    author: site.users[who],
    published: at,
    times: { zone: site.zone, all_day: false, start: edge, end: edge },
  }
}
const BLANK = {
  id: 0,
  status: 'publish',
  trashed_from: null,
  title: '',
  description: '',
  excerpt: '',
  slug: '',
  cost: null,
  website: null,
  post_parent: null,
  custom_fields: {},
  password: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  version: 0,
  modified: 0,
} as const

/** 2.6, 2.9: what counts as sent; what is equal to what is shown does not. Empty values clear, as null does; of links only those shown. */
function sentOf(world: World, body: Json, before: Event | null, who: Who): Json {
  const shown = before ? show(world, before, who) : {}
  const entries = Object.entries(body).filter(([name, value]) => !(name in shown && isDeepStrictEqual(value, shown[name])))
  const isLink = (name: string): boolean => (LINKS as readonly string[]).includes(name)
  return Object.fromEntries(entries.map(([name, value]) => [name, isEmpty(value) && !isLink(name) ? null : value]))
}

function readTexts(sent: Json, draft: Draft, faults: Set<string>): void {
  for (const name of ['title', 'description', 'excerpt'] as const) {
    if (!(name in sent)) continue
    const value = typeof sent[name] === 'number' ? String(sent[name]) : (sent[name] ?? '')
    const fits = typeof value === 'string' && (name !== 'title' || (value.trim() !== '' && [...value].length <= 500))
    if (!fits) faults.add(name)
    else draft[name] = name === 'title' ? value.normalize('NFC').trim() : value
  }
}

function readPlain({ site }: World, sent: Json, draft: Draft, faults: Set<string>): void {
  for (const name of Object.keys(FLAGS) as Flag[]) {
    if (!(name in sent)) continue
    const value = sent[name] === null ? FLAGS[name] : booleanOf(sent[name])
    if (value === null) faults.add(name)
    else draft[name] = value
  }
  const read = <K extends 'website' | 'cost' | 'password' | 'author' | 'custom_fields'>(
    name: K,
    valueOf: (value: unknown) => Event[K] | undefined,
    empty: Event[K],
  ): void => {
    if (!(name in sent)) return
    const value = sent[name] === null ? empty : valueOf(sent[name])
    if (value === undefined) faults.add(name)
    else draft[name] = value
  }
  read('website', (value) => (/^https?:\/\/[^\s/]+\.\S*$/.test(String(value)) ? String(value) : undefined), null)
  read('cost', (value) => (typeof value === 'object' ? undefined : String(value) in COSTS ? String(value) : undefined), null)
  read('password', (value) => String(value), null)
  read('author', (value) => (Object.values(site.users).includes(Number(value)) ? Number(value) : undefined), draft.author)
  read('custom_fields', (value) => (isFlat(value) ? value : undefined), {})
}
const isFlat = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((each) => typeof each !== 'object')

/** 7.3, 7.4, 2.9: the ids of a link after a write; null where one is unknown.
 *  Null clears them all; else what the caller was not shown keeps its place. */
function linksOf(world: World, value: unknown, link: Link, before: Event, who: Who): number[] | null {
  if (value === null) return []
  const ids: number[] = []
  for (const item of value === '' ? [] : itemsOf(value)) {
    const key = typeof item === 'object' && item !== null && 'id' in item ? item.id : item
    const id = /^\d+$/.test(String(key)) ? Number(key) : termBySlug(world, link, key)
    if (id === null || !isThere(world, link, id, who)) return null
    if (!ids.includes(id)) ids.push(id)
  }
  const shown = shownLinks(world, before, link, who)
  before[link].forEach((id, i) => {
    if (!shown.includes(id) && !ids.includes(id)) ids.splice(Math.min(i, ids.length), 0, id)
  })
  return ids
}
const termBySlug = (world: World, link: Link, slug: unknown): number | null =>
  link === 'categories' || link === 'tags' ? ([...world[link].values()].find((term) => term.slug === slug)?.id ?? null) : null
/** 5.7, 8.4: whether an id names something for a caller. */
export const isThere = (world: World, link: Link, id: number, who: Who): boolean =>
  link === 'venue' || link === 'organizer' ? present(world, world[link].get(id), who) : world[link].has(id)

function readParent(world: World, sent: Json, draft: Draft, who: Who, faults: Set<string>): void {
  const value = sent['post_parent']
  if (value === undefined) return
  const known = value !== null && /^\d+$/.test(String(value)) && present(world, world.events.get(Number(value)), who)
  if (value !== null && (!known || Number(value) === draft.id)) faults.add('post_parent')
  else draft.post_parent = value === null ? null : Number(value)
}
/** An event cannot be a part of itself, however far below. */
function isBelow({ events }: World, draft: Event): boolean {
  for (let up = draft.post_parent; up !== null; up = events.get(up)?.post_parent ?? null) if (up === draft.id) return true
  return false
}

/** 7.8, 7.11: status and publication. */
function readStatus({ site }: World, sent: Json, draft: Draft, before: Event | null, faults: Set<string>): void {
  const at = (name: 'date' | 'date_utc'): Temporal.Instant | null => {
    if ((sent[name] ?? null) === null) return null
    const moment = momentOf(sent[name], name === 'date' ? site.zone : 'UTC', site.now)
    if (!moment) faults.add(name)
    return moment
  }
  const [local, utc] = [at('date'), at('date_utc')]
  if (local && utc && !local.equals(utc)) faults.add('date_utc')
  draft.published = utc ?? local ?? draft.published
  const wanted = (sent['status'] ?? before?.status ?? 'publish') as Status
  if (!STATUSES.includes(wanted)) faults.add('status')
  const isAhead = Temporal.Instant.compare(draft.published, site.now) > 0
  draft.status = wanted === 'publish' || wanted === 'future' ? (isAhead ? 'future' : 'publish') : wanted
  draft.trashed_from = draft.status !== 'trash' ? null : before?.status === 'trash' ? before.trashed_from : (before?.status ?? null)
}

/** Whether the pair would run backwards. */
function readTimes({ site }: World, sent: Json, draft: Draft, before: Event | null, faults: Set<string>): boolean {
  const zone = sent['timezone'] === undefined || sent['timezone'] === null ? sent['timezone'] : zoneOf(sent['timezone'])
  if (zone === null && sent['timezone'] !== null) faults.add('timezone')
  const all_day = sent['all_day'] === undefined ? undefined : sent['all_day'] === null ? false : booleanOf(sent['all_day'])
  if (all_day === null) faults.add('all_day')
  for (const name of ['start_date', 'end_date']) if (name in sent && momentOf(sent[name], 'UTC', site.now) === null) faults.add(name)
  if (['start_date', 'end_date', 'timezone', 'all_day'].some((name) => faults.has(name))) return false
  const given = {
    ...('start_date' in sent && { start: sent['start_date'] }),
    ...('end_date' in sent && { end: sent['end_date'] }),
    ...(zone !== undefined && { zone }),
    ...(typeof all_day === 'boolean' && { all_day }),
  }
  const times = settle(given, before?.times ?? null, site)
  if (times) draft.times = times
  return times === null
}

/** 7.7: asked for, it must be free (null: it is not); made, it takes the next free number. */
function settleSlug({ events }: World, draft: Event, asked: string | null, anew: boolean): string | null {
  const taken = (slug: string): boolean => [...events.values()].some((event) => event.id !== draft.id && event.slug === slug)
  if (asked !== null) return taken(asked) ? null : asked
  if (!anew) return draft.slug
  const base = slugOf(draft.title)
  let slug = base
  for (let n = 2; taken(slug); n += 1) slug = `${base}-${n}`
  return slug
}
