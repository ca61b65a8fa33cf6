// Whether an answer is what the table says: its status and code, the words that must be in it, and the words that must not.
import type { IncomingHttpHeaders } from 'node:http'
import { expected, isRead, mayEdit, ownerOf, targetOf, type Cell } from './cells.ts'
import type { Shown } from './operations.ts'
import type { Owner, Stage } from './stage.ts'
import { COUNTED, CREATED_STATUS, SEES_HIDDEN, type State, type Verdict } from './table.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
type Json = Record<string, unknown>

const CODES: Readonly<Partial<Record<Verdict, readonly [status: number, code: (kind: string) => string]>>> = {
  login: [401, () => 'rest_forbidden'],
  wrong: [401, () => 'rest_unauthorized'],
  forbidden: [403, () => 'rest_forbidden'],
  locked: [403, (kind) => `${kind}-password-protected`],
  missing: [404, (kind) => `rest-${kind}-not-found`],
  gone: [410, (kind) => `${kind}-is-in-trash`],
  used: [409, () => 'rest_in_use'],
  taken: [409, () => 'rest_external_id_taken'],
  // For images the missing parameter is the file.
  bad: [400, (kind) => (kind === 'image' ? 'rest_missing_callback_param' : 'rest_invalid_param')],
}

/** Returns the differences between a response and the table. */
export function judge(stage: Stage, cell: Cell, answer: Answer, mark: string, id: number | null): string[] {
  const verdict = expected(cell)
  const refused = CODES[verdict]
  const isHead = cell.manner === 'head'
  // For large responses that are equal for everyone the status suffices.
  const isUnread = isHead || ((cell.operation.shows || cell.operation.act === 'open') && answer.status === 200)
  const json = (isUnread ? {} : JSON.parse(answer.text || '{}')) as Json
  const says = [...wordFaults(stage, cell, verdict, answer, mark)]
  const wanted = refused?.[0] ?? (cell.operation.act === 'create' || isNew(cell) ? 201 : 200)
  if (answer.status !== wanted) says.push(`status ${answer.status}, not ${wanted}`)
  if (!refused && cell.operation.act.startsWith('list'))
    says.push(...is('total', answer.headers['x-total'], verdict === 'absent' ? '0' : '1'))
  if (answer.status !== wanted || isHead) return says
  if (refused) {
    const code = refused[1](String(cell.operation.kind))
    if (json['code'] !== code) says.push(`code ${String(json['code'])}, not ${code}`)
    if (answer.headers['cache-control'] !== 'no-store') says.push('an error that may be kept')
    if (verdict === 'bad') says.push(...badFaults(cell, json))
    return says
  }
  if (!cell.operation.shows) says.push(...contentFaults(stage, cell, verdict, json, id))
  if (isRead(cell.operation) && cell.operation.kind) says.push(...keepFaults(stage, cell, verdict, answer))
  return says
}

/** Whether an upsert creates a record. */
const isNew = ({ operation, state }: Cell): boolean => operation.act === 'upsert' && state === 'missing'

/** Anyone may keep what is shown to everyone; nobody what is shown to one caller, or was opened by a password (3.12). */
function keepFaults(stage: Stage, { operation, caller, state }: Cell, verdict: Verdict, { headers }: Answer): string[] {
  const opened = verdict === 'ok' && operation.kind === 'event' && operation.act === 'read' && state === 'protected'
  const kept = headers['cache-control'] ?? ''
  const isForEveryone = caller === 'anonymous' && Object.keys(stage.credentials[caller]).length === 0
  return kept.startsWith('public') === (isForEveryone && !opened) ? [] : [`cache-control ${kept}`]
}

const CHANGES: readonly string[] = ['change', 'upsert']
/** Words of the record and of what it is linked to: in the answer where they are shown, and nowhere else. */
function* wordFaults(stage: Stage, cell: Cell, verdict: Verdict, { text }: Answer, mark: string): Generator<string> {
  const { operation, caller, linked, manner } = cell
  const target = targetOf(stage, cell)
  if (!target || operation.act === 'create' || operation.act === 'open' || manner === 'head') return
  const shown = verdict === 'ok' || verdict === 'listed' || verdict === 'masked'
  const whole = verdict === 'ok' || verdict === 'listed'
  const seesLink = linked === 'visible' || SEES_HIDDEN.includes(caller)
  // Long lines of iCalendar are folded.
  const unfolded = text.replaceAll('\r\n ', '')
  const word = (what: string, sought: string, wanted: boolean): string[] =>
    sought !== '' && unfolded.includes(sought) !== wanted ? [`${what} is ${wanted ? 'not ' : ''}shown`] : []
  const link = stage.links[linked]
  if (operation.act === 'list-of-links') {
    yield* word('the event', target.title, false)
    yield* word('the external id', target.external, false)
    if (operation.kind === 'venue' || operation.kind === 'organizer') yield* word('the link', link[operation.kind].title, shown)
    return
  }
  yield* word('the record', target.title, shown)
  const isIn = (what: Shown): boolean => !operation.shows || operation.shows.includes(what)
  yield* word('its inside', target.inside, whole && !CHANGES.includes(operation.act) && isIn('inside'))
  yield* word('the mark', mark, CHANGES.includes(operation.act) && whole)
  // The list itself repeats the external id that was asked for.
  if (operation.act !== 'list-by-external-id') yield* word('the external id', target.external, shown && !operation.shows && mayEdit(cell))
  if (operation.kind !== 'event') return
  const image = linked === 'visible' && stage.images.of('event', ownerOf(cell), cell.state)
  if (image) yield* word('the image', operation.shows ? image.url : image.inside, whole && isIn('image'))
  for (const kind of ['venue', 'organizer'] as const) yield* word(`the ${kind}`, link[kind].title, whole && seesLink && isIn(kind))
}

function* contentFaults(stage: Stage, cell: Cell, verdict: Verdict, json: Json, id: number | null): Generator<string> {
  const { operation, state, caller } = cell
  if (operation.act === 'open') return
  if (operation.act.startsWith('list')) {
    yield* is('total', json['total'], verdict === 'absent' ? 0 : 1)
    return
  }
  if (operation.act !== 'create' && !isNew(cell)) yield* is('id', json['id'], id)
  if (operation.kind === 'image') {
    // Nobody sends for another: who sent it is the author.
    const author = operation.act === 'create' ? stage.users[caller as Owner] : stage.users[ownerOf(cell)]
    yield* is('author', json['author'], author)
    return
  }
  if (operation.kind === 'category' || operation.kind === 'tag') {
    if (operation.act === 'read') yield* is('count', json['count'], COUNTED.includes(state) ? 1 : 0)
    return
  }
  const stored = { protected: 'publish', 'trash-draft': 'trash', 'draft-protected': 'draft' }[state as string] ?? state
  const status: Readonly<Partial<Record<typeof operation.act, string | undefined>>> = {
    create: CREATED_STATUS[caller === 'contributor' ? 'contributor' : 'others'][state],
    upsert: isNew(cell) ? CREATED_STATUS[caller === 'contributor' ? 'contributor' : 'others'].missing : undefined,
    remove: 'trash',
  }
  yield* is('status', json['status'], status[operation.act] ?? stored)
  if (operation.act === 'create') yield* is('author', json['author'], stage.users[ownerOf(cell)])
}

const is = (what: string, value: unknown, wanted: unknown): string[] =>
  value === wanted ? [] : [`${what} is ${String(value)}, not ${String(wanted)}`]

/** A refusal names what is wrong, and nothing else. */
function badFaults({ operation, state, caller, linked }: Cell, json: Json): string[] {
  const unseen = linked === 'hidden' && !SEES_HIDDEN.includes(caller)
  const inTrash: readonly State[] = ['trash', 'trash-draft']
  const inBody = [
    ...(operation.kind === 'image' ? ['file'] : []),
    ...(operation.act === 'create' && operation.kind !== 'category' && operation.kind !== 'image' && inTrash.includes(state)
      ? ['status']
      : []),
    ...(operation.kind === 'event' && unseen ? ['venue', 'organizer'] : []),
    ...(operation.kind === 'category' && linked === 'hidden' ? ['parent'] : []),
  ]
  const wanted = operation.act === 'merge' ? ['from'] : operation.act === 'reset' ? ['id'] : inBody
  const { params = {} } = (json['data'] ?? {}) as { params?: Json | string[] }
  const named = Array.isArray(params) ? params : Object.keys(params)
  return [...named].sort().join() === wanted.sort().join() ? [] : [`names ${named.join()}, not ${wanted.join()}`]
}
