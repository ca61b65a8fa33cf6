// The cells: every operation by every caller in every state, what is sent for it, and what the table says of it.
import type { Copy } from './copies.ts'
import { FORM_TYPE, formOf } from './images.ts'
import { BASE, FURTHER, type Act, type Kind, type Operation } from './operations.ts'
import { MISSING, RIGHT, SOURCE, START_DAY, type Owner, type Stage, type Target } from './stage.ts'
import * as table from './table.ts'
import type { Caller, Linked, Password, State, Verdict, Whose } from './table.ts'

/** Ways to ask the same: each must be answered alike. */
export const MANNERS = ['plain', 'head', 'root', 'slash'] as const
export type Manner = (typeof MANNERS)[number]
export interface Cell {
  readonly operation: Operation
  readonly manner: Manner
  readonly caller: Caller
  readonly state: State
  readonly whose: Whose
  readonly password: Password
  readonly linked: Linked
}
export const nameOf = ({ operation, manner, caller, state, whose, password, linked }: Cell): string =>
  `${operation.method} ${operation.path} (${operation.act}${operation.shower ? ` of what the ${operation.shower} shows` : ''}, ${manner}) by ${caller}: ${whose} ${state}, password ${password}, link ${linked}`

const READS: readonly Act[] = ['open', 'list', 'list-default', 'list-any', 'list-by-link', 'list-of-links', 'list-by-external-id', 'read']
export const isRead = ({ act }: Operation): boolean => READS.includes(act)

/** Every cell of an operation, in one order. Asked plainly all of them are there; other manners are asked without a password and with a visible link, of writes every eleventh. */
export function* cellsOf(operation: Operation): Generator<Cell> {
  for (const manner of MANNERS) {
    const all = [...mannerCells(operation, manner)]
    if (manner === 'plain') yield* all
    else if (isRead(operation)) yield* all.filter(({ password, linked }) => password === 'none' && linked === 'visible')
    else if (manner !== 'head') yield* all.filter((_, i) => i % 11 === 0)
  }
}
function* mannerCells(operation: Operation, manner: Manner): Generator<Cell> {
  for (const state of [...table.STATES, ...table.FURTHER_STATES])
    for (const whose of ['own', 'other'] as const)
      for (const caller of [...table.CALLERS, ...table.FURTHER_CALLERS])
        for (const password of ['none', 'wrong', 'right'] as const)
          for (const linked of ['visible', 'hidden'] as const)
            if (!isNewImage(operation) || state === 'missing') yield { operation, manner, caller, state, whose, password, linked }
}
/** No record shows what is not there yet. */
const isNewImage = ({ kind, act }: Operation): boolean => kind === 'image' && act === 'create'
/** One of the 52 × 7 × 8 × 2 × 3 × 2. */
export const isBase = ({ operation, manner, state, caller }: Cell): boolean =>
  operation.base &&
  manner === 'plain' &&
  (table.STATES as readonly State[]).includes(state) &&
  (table.CALLERS as readonly Caller[]).includes(caller)
/** Reading comes before writing: what is written must not be found. */
export const OPERATIONS: readonly Operation[] = [...BASE, ...FURTHER].sort((a, b) => Number(isRead(b)) - Number(isRead(a)))

/** The quick part: of these the plain cells without a password, and with one where there is something to open; of everything every 89th cell, which is of another caller each time, in the order of `cellsOf`. */
const WHOLE = ['GET /events', 'POST /events', 'GET /events/{id}', 'PATCH /events/{id}', 'GET /media/{id}', 'PATCH /media/{id}']
const WHOLE_ACTS: readonly Act[] = ['upsert', 'list-by-external-id']
export function quickCellsOf(operation: Operation): Cell[] {
  const isWhole =
    ((operation.base || operation.shower === 'event') && WHOLE.includes(`${operation.method} ${operation.path}`)) ||
    (operation.kind === 'event' && WHOLE_ACTS.includes(operation.act))
  const isTold = ({ manner, password, state }: Cell): boolean => manner === 'plain' && (password === 'none' || /protected/.test(state))
  return [...cellsOf(operation)].filter((cell, i) => i % 89 === 0 || (isWhole && isTold(cell)))
}

/** The expectation of the table, with the visibility of the link applied. */
export function expected({ operation, caller, whose, state, password, linked }: Cell): Verdict {
  const { act, kind } = operation
  if (caller === 'reader' && !isRead(operation)) return 'forbidden'
  if (kind === 'image') return expectedOfImage(operation, roleOf(caller), whose, state, linked)
  const isTerm = kind === 'category' || kind === 'tag'
  const own = (kind === 'event' || act === 'list-of-links' ? undefined : table.UNPROTECTED[state]) ?? state
  const verdict = (isTerm ? TERM[act] : OWNED[act])(roleOf(caller), whose, isTerm ? state : own, password)
  if (linked === 'visible') return verdict
  // The parent category that is sent does not exist for any caller.
  const isHidden = kind === 'category' && SENDS_LINK.includes(act) ? true : !table.SEES_HIDDEN.includes(caller)
  if (!isHidden) return verdict
  if (verdict === 'ok') return SENDS_LINK.includes(act) && (kind === 'event' || kind === 'category') ? 'bad' : 'ok'
  const foundByLink = act === 'list-by-link' || (act !== 'list-by-external-id' && (kind === 'venue' || kind === 'organizer'))
  return (verdict === 'listed' || verdict === 'masked') && foundByLink ? 'absent' : verdict
}
/** Whether the caller may edit the record of a cell, and so sees its external ids. */
export function mayEdit({ operation: { kind }, caller, whose, state }: Cell): boolean {
  if (kind === 'category' || kind === 'tag') return table.CHANGE_TERM(roleOf(caller), whose, state, 'none') === 'ok'
  const own = (kind === 'event' ? undefined : table.UNPROTECTED[state]) ?? state
  return table.CHANGE(roleOf(caller), whose, own, 'none') === 'ok'
}
/** Where the link is hidden nothing shows the image; and a new one is sent without a picture. */
function expectedOfImage({ act, shower = 'event' }: Operation, caller: Caller, whose: Whose, state: State, linked: Linked): Verdict {
  const shown = (shower === 'event' ? undefined : table.UNPROTECTED[state]) ?? state
  const seen = linked === 'hidden' && state !== 'missing' ? 'draft' : shown
  if (act === 'read') return table.READ_IMAGE(caller, whose, seen, 'none')
  if (act === 'list') return table.LIST_IMAGE(caller, whose, seen, 'none')
  if (act !== 'create')
    return (act === 'change' || linked === 'hidden' ? table.CHANGE_IMAGE : table.REMOVE_IMAGE)(caller, whose, seen, 'none')
  const verdict = table.CREATE_IMAGE(caller, whose, state, 'none')
  return verdict === 'ok' && linked === 'hidden' ? 'bad' : verdict
}
const roleOf = (caller: Caller): Caller => (caller === 'reader' ? 'author' : caller)
const SENDS_LINK: readonly Act[] = ['create', 'change', 'upsert']
const OWNED: Readonly<Record<Act, table.Table>> = {
  open: table.OPEN,
  list: table.LIST,
  'list-default': table.LIST_DEFAULT,
  'list-any': table.LIST_ANY,
  'list-by-link': table.LIST_BY_LINK,
  'list-of-links': table.LIST_OF_LINKS,
  'list-by-external-id': table.LIST_BY_EXTERNAL_ID,
  upsert: table.UPSERT,
  read: table.READ,
  create: table.CREATE,
  change: table.CHANGE,
  remove: table.REMOVE,
  // A caller that may update a record in the trash may delete it permanently.
  'remove-for-good': table.CHANGE,
  merge: table.MERGE,
  // The records are no dates of a series: callers that may update them are told so.
  reset: (...asked) => {
    const verdict = table.CHANGE(...asked)
    return verdict === 'ok' ? 'bad' : verdict
  },
}
const TERM: Readonly<Record<Act, table.Table>> = {
  ...OWNED,
  list: table.LIST_TERM,
  'list-of-links': table.LIST_TERM_OF,
  'list-by-external-id': table.LIST_TERM_BY_EXTERNAL_ID,
  upsert: table.UPSERT_TERM,
  read: table.READ_TERM,
  create: table.CREATE_TERM,
  change: table.CHANGE_TERM,
  remove: table.CHANGE_TERM,
  merge: table.MERGE_TERM,
}

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  /** JSON, or a form. */
  readonly body: Record<string, unknown> | string | Buffer | null
}
/** Whose record it is. To who is nobody the author's count as his own, which must change nothing. */
export function ownerOf({ whose, caller }: Cell): Owner {
  if (whose === 'other') return 'stranger'
  return caller === 'anonymous' || caller === 'bad' || caller === 'reader' ? 'author' : caller
}
/** The record that a cell is about. Lists by links are about the event, whatever they list. */
export function targetOf(stage: Stage, cell: Cell): Target | null {
  const { kind, act, shower } = cell.operation
  return stage.target(act === 'list-of-links' ? 'event' : (kind ?? 'event'), ownerOf(cell), cell.state, cell.linked, shower)
}

/** The request of a cell; `at` is the record itself, or the copy of it that may be spoilt. `mark` is written where something is changed. */
export function sentOf(stage: Stage, cell: Cell, at: Copy | null, mark: string): Sent {
  const { operation, manner, caller, password } = cell
  const bySlug = operation.path.includes('{slug}')
  const query = new URLSearchParams(queryOf(stage, cell, at))
  const headers: Record<string, string> = { ...stage.credentials[caller] }
  const word = { none: null, wrong: 'close sesame', right: RIGHT }[password]
  // By the address it is in the query, by the slug in the header: both must do the same.
  if (word && !bySlug && takesPassword(operation)) query.set('password', word)
  if (word && bySlug) headers['x-event-password'] = word
  const path = operation.path
    .replace('{id}', String(at?.id ?? MISSING))
    .replace('{slug}', at?.slug ?? `nowhere-${mark}`)
    .replace('{date}', START_DAY)
    .replace('{source}', SOURCE)
    .replace('{external_id}', at?.external ?? `nowhere-${mark}`)
  const body = bodyOf(stage, cell, mark)
  if (body) headers['content-type'] = Buffer.isBuffer(body) ? FORM_TYPE : 'application/json'
  return {
    method: manner === 'head' ? 'HEAD' : operation.method,
    url: `${stage.server.base}${manner === 'root' ? '/fr' : ''}/calendar/events/v1${path}${manner === 'slash' ? '/' : ''}?${query}`,
    headers,
    body,
  }
}

/** Reads ignore an unknown parameter, but writes reject it (2.7). */
const takesPassword = (operation: Operation): boolean =>
  isRead(operation) || (operation.kind === 'event' && operation.path.endsWith('/{id}'))

/** The status that a state is stored under. */
const STATUS: Readonly<Partial<Record<State, string>>> = {
  protected: 'publish',
  missing: 'publish',
  'trash-draft': 'trash',
  'draft-protected': 'draft',
}
function queryOf(stage: Stage, cell: Cell, at: Copy | null): Record<string, string> {
  const { operation, state, caller, linked } = cell
  const { act, kind } = operation
  const seek = { search: targetOf(stage, cell)?.find ?? 'nowheretobefound' }
  const status = { status: STATUS[state] ?? state }
  const withEvents = kind === 'venue' || kind === 'organizer' ? { has_events: 'true' } : {}
  if (act === 'list') return { ...seek, ...withEvents, ...((kind === 'event' || kind === 'venue' || kind === 'organizer') && status) }
  if (act === 'list-default') return { ...seek, ...withEvents }
  if (act === 'list-any') return { ...seek, ...withEvents, status: 'any' }
  if (act === 'list-by-link') return { ...seek, ...status, venue: String(stage.links[linked].venue.id) }
  if (act === 'list-by-external-id')
    return {
      external_id: `${SOURCE}:${at?.external ?? 'nowhere'}`,
      ...((kind === 'event' || kind === 'venue' || kind === 'organizer') && status),
    }
  // Images have no trash, so their deletion takes no `force`.
  if (act === 'remove-for-good') return kind === 'image' ? {} : { force: 'true' }
  if (act !== 'list-of-links') return {}
  const event = { event: String(at?.id ?? MISSING) }
  if (kind === 'category' || kind === 'tag') return { ...event, hide_empty: 'false' }
  return { ...event, ...(caller !== 'anonymous' && { status: 'any' }) }
}

/** A text of a record that anything may be written to. */
export const textOf = (kind: Kind | null): string => (kind === 'image' ? 'alt' : 'description')
function bodyOf(stage: Stage, cell: Cell, mark: string): Sent['body'] {
  const { operation, state, linked } = cell
  const { act, kind } = operation
  if (act === 'merge') return { from: [MISSING] }
  if (act !== 'create' && act !== 'change' && act !== 'upsert') return null
  const { venue, organizer, category } = stage.links[linked]
  const links = {
    ...(kind === 'event' && { venue: venue.id, organizer: [organizer.id] }),
    ...(kind === 'category' && { parent: category }),
  }
  if (act === 'change' || (act === 'upsert' && state !== 'missing')) return { [textOf(kind)]: mark, ...links }
  if (kind === 'image') {
    const fields = { title: mark, alt: mark, author: String(stage.users[ownerOf(cell)]) }
    return linked === 'visible' ? formOf(stage.images.bytes, `${mark}${cell.caller}`, fields) : fields
  }
  const status = { protected: 'publish', missing: undefined, 'trash-draft': 'trash', 'draft-protected': 'draft' }
  const isOwned = kind === 'event' || kind === 'venue' || kind === 'organizer'
  const asked = state in status ? status[state as keyof typeof status] : state
  return {
    [kind === 'event' ? 'title' : kind === 'category' || kind === 'tag' ? 'name' : String(kind)]: mark,
    description: mark,
    ...(isOwned && act === 'create' && { author: stage.users[ownerOf(cell)] }),
    ...(isOwned && asked && { status: asked }),
    ...(isOwned && asked === 'future' && { date: '2099-01-01' }),
    ...(kind === 'event' && /protected/.test(state) && { password: RIGHT }),
    ...(kind === 'event' && { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }),
    ...links,
  }
}
