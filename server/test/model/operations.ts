// Operations on the server and on the model, and the comparison of both. Operations are plain data, so that a run can be repeated.
import { NS, type Sending } from '../support/server.ts'
import { compareList, compareRecord, compareRefusal, compareWritten, differs } from './compare.ts'
import * as model from './model.ts'
import { list, type Query } from './model-list.ts'
import { commit, trashed, write } from './model-write.ts'
import { changePlace, changeTerm, countTerms, NOBODY, type Count, type PlaceChange, type TermChange } from './places.ts'
import type { Stage } from './stage.ts'

type Json = model.Json
/** An event by the number of its creation, found by its id or by the slug it has by then. */
export interface Address {
  readonly event: number
  readonly by: 'id' | 'slug'
}
interface Write {
  readonly as: model.Who
  /** Sent as a form, not as JSON. */
  readonly form: boolean
  readonly body: Json
}
/** In bodies and queries `#e3` is the id of the third event, `$v0` the digits of a venue's id, `~c1` the slug of a category. */
export type Operation =
  | (Write & { readonly do: 'create'; readonly event: number })
  | (Write & { readonly do: 'change'; readonly at: Address; readonly method: 'POST' | 'PUT' | 'PATCH' })
  | { readonly do: 'return'; readonly as: model.User; readonly at: Address }
  | { readonly do: 'remove'; readonly as: model.Who; readonly at: Address; readonly force: boolean }
  | { readonly do: 'read'; readonly as: model.Who; readonly at: Address; readonly password: string | null }
  | { readonly do: 'list'; readonly as: model.Who; readonly query: Query; readonly follow: 'next' | 'previous' | null }
  | PlaceChange
  | TermChange
  | Count

/** Statistics of lists, which show how dense the generated calendar is. */
export interface Seen {
  lists: number
  filled: number
  paged: number
}

/** Does it to both; what differs, in words. */
export async function perform(operation: Operation, stage: Stage, seen: Seen): Promise<string[]> {
  try {
    switch (operation.do) {
      case 'create':
        return await create(operation, stage)
      case 'change':
        return await change(operation, stage)
      case 'return':
        return await giveBack(operation, stage)
      case 'remove':
        return await remove(operation, stage)
      case 'read':
        return await readOne(operation, stage)
      case 'list':
        return await readList(operation, stage, seen)
      case 'place':
        return await changePlace(operation, stage)
      case 'term':
        return await changeTerm(operation, stage)
      case 'count':
        return await countTerms(operation, stage)
    }
  } catch (error) {
    return [`failed: ${error instanceof Error ? error.message : String(error)}`]
  }
}
type Of<K extends Operation['do']> = Extract<Operation, { do: K }>

function resolve<T>(value: T, stage: Stage): T {
  const idOf = (name: string): number => stage.names.get(name) ?? NOBODY
  const slugOf = (name: string): string =>
    (name.startsWith('c') ? stage.world.categories : stage.world.tags).get(idOf(name))?.slug ?? String(NOBODY)
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string' && /^#[evoct]\d+$/.test(each)) return idOf(each.slice(1))
    if (typeof each === 'string')
      return each.replace(/([$~])([evoct]\d+)\b/g, (_, sign: string, name: string) => (sign === '$' ? String(idOf(name)) : slugOf(name)))
    if (Array.isArray(each)) return each.map(walk)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, walk(inner)]))
  }
  return walk(value) as T
}
const as = (who: model.Who): Sending => (who ? { as: who } : {})
const eventAt = ({ world, names }: Stage, { event }: Address): model.Event | undefined => world.events.get(names.get(`e${event}`) ?? NOBODY)
function pathOf(stage: Stage, at: Address): string {
  if (at.by === 'id') return `/events/${stage.names.get(`e${at.event}`) ?? NOBODY}`
  return `/events/by-slug/${encodeURIComponent(eventAt(stage, at)?.slug ?? `gone-${at.event}`)}`
}

// ---- writes ----------------------------------------------------------------------------------------------------------------------
/** 2.1, 2.2: a body as it is sent, and as it arrives: in a form everything is text, and what is empty clears. */
function sendingOf(form: boolean, body: Json): { sent: Json; sending: Sending } {
  if (!form) return { sent: body, sending: { body } }
  const pairs: [name: string, value: string][] = []
  const sent: Json = {}
  for (const [name, value] of Object.entries(body)) {
    const inner: [string, unknown][] = Array.isArray(value)
      ? value.map((each: unknown) => [`${name}[]`, typeof each === 'object' && each !== null && 'id' in each ? each.id : each])
      : typeof value === 'object' && value !== null
        ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, each])
        : [[name, typeof value === 'number' && name.endsWith('_date') ? `@${value}` : (value ?? '')]]
    const texts = (inner.length > 0 ? inner : [[name, ''] as const]).map(([key, each]): [string, string] => [key, String(each)])
    pairs.push(...texts)
    const [first] = texts
    if (first?.[0] === name) sent[name] = first[1]
    else if (Array.isArray(value)) sent[name] = texts.map(([, text]) => text)
    else sent[name] = Object.fromEntries(texts.map(([key, text]) => [key.slice(name.length + 1, -1), text]))
  }
  return { sent, sending: { form: pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&') } }
}
const setsPassword = ({ password }: Json): boolean => typeof password === 'string' && password !== ''

async function create({ as: who, event: number, form, body }: Of<'create'>, stage: Stage): Promise<string[]> {
  const { world, server, names } = stage
  const { sent, sending } = sendingOf(form, resolve(body, stage))
  const expected = write(world, sent, null, who)
  const answer = await server.request('POST', '/events', { ...as(who), ...sending })
  if (model.isRefusal(expected)) return compareRefusal(expected, answer)
  const id = Number(answer.json['id'])
  if (answer.status === 201 && world.events.has(id)) return [`id ${id} is another event's`]
  const made = commit(world, { ...expected, id }, null)
  names.set(`e${number}`, id)
  return [
    ...compareWritten(model.show(world, made, who), made, 201, answer),
    ...differs('Location', answer.json['rest_url'], answer.headers.get('location')),
  ]
}

async function change({ as: who, at, method, form, body }: Of<'change'>, stage: Stage): Promise<string[]> {
  const { world, server } = stage
  const { sent, sending } = sendingOf(form, resolve(body, stage))
  const before = model.findEditable(world, eventAt(stage, at), who)
  const expected = model.isRefusal(before) ? before : write(world, sent, before, who)
  const answer = await server.request(method, pathOf(stage, at), { ...as(who), ...sending })
  if (model.isRefusal(expected)) {
    const wrong = compareRefusal(expected, answer)
    // A refused write changes nothing: looked at again as who may see all.
    return wrong.length > 0 || model.isRefusal(before) ? wrong : readOne({ do: 'read', as: 'admin', at, password: null }, stage)
  }
  const made = commit(world, expected, before as model.Event, setsPassword(sent))
  // Whoever gives his event away may not see it any more; the answer is not looked into then.
  return model.mayEdit(world, made, who) ? compareWritten(model.show(world, made, who), made, 200, answer) : []
}

/** 2.9: what a GET gave is sent back whole. */
async function giveBack({ as: who, at }: Of<'return'>, stage: Stage): Promise<string[]> {
  const { world, server } = stage
  const event = model.findEditable(world, eventAt(stage, at), who)
  if (model.isRefusal(event)) return []
  const path = pathOf(stage, at)
  const { json } = await server.request('GET', path, as(who))
  const answer = await server.request('PUT', path, { ...as(who), body: json })
  return [
    ...compareWritten(model.show(world, event, who), event, 200, answer),
    ...differs('X-Ignored-Parameters', null, answer.headers.get('x-ignored-parameters')),
  ]
}

async function remove({ as: who, at, force }: Of<'remove'>, stage: Stage): Promise<string[]> {
  const { world, server } = stage
  const event = model.findEditable(world, eventAt(stage, at), who)
  const path = pathOf(stage, at)
  const answer = await server.request('DELETE', `${path}${force ? '?force=true' : ''}`, as(who))
  if (model.isRefusal(event)) return compareRefusal(event, answer)
  if (force) {
    const left = model.show(world, event, who)
    model.erase(world, event)
    return compareWritten(left, { ...event, version: event.version + 1 }, 200, answer)
  }
  if (event.status === 'trash') return compareRefusal(model.IN_TRASH, answer)
  const left = commit(world, trashed(event), event)
  return compareWritten(model.show(world, left, who), left, 200, answer)
}

// ---- reads -----------------------------------------------------------------------------------------------------------------------
async function readOne({ as: who, at, password }: Of<'read'>, stage: Stage): Promise<string[]> {
  const { world, server } = stage
  const expected = model.read(world, eventAt(stage, at), who, password)
  const sending = { ...as(who), ...(password !== null && { headers: { 'x-event-password': password } }) }
  const answer = await server.request('GET', pathOf(stage, at), sending)
  if (model.isRefusal(expected)) return compareRefusal(expected, answer)
  if (answer.status !== 200) return [`status: ${answer.status} instead of 200: ${answer.text.slice(0, 400)}`]
  const version = /^"(\d+)\./.exec(answer.headers.get('etag') ?? '')?.[1]
  return [
    ...compareRecord(model.show(world, expected, who, true), answer.json),
    ...differs('version', String(expected.version), version),
    ...('json_ld' in answer.json ? [] : ['json_ld is missing']),
  ]
}

async function readList({ as: who, query, follow }: Of<'list'>, stage: Stage, seen: Seen): Promise<string[]> {
  const { world, server } = stage
  const sought = resolve(query, stage)
  const expected = list(world, sought, who)
  const pairs = Object.entries(sought).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((each) => [`${name}[]`, each]),
  )
  const path = `/events?${pairs.map((pair) => pair.map((part) => encodeURIComponent(part)).join('=')).join('&')}`
  const answer = await server.request('GET', path, as(who))
  if ('code' in expected) return compareRefusal(expected, answer)
  seen.lists += 1
  if (expected.ids.length > 0) seen.filled += 1
  if (expected.ids.length > expected.per_page) seen.paged += 1
  const wrong = compareList(expected, answer, world, who)
  const link = follow && answer.json[`${follow}_rest_url`]
  if (wrong.length > 0 || typeof link !== 'string') return wrong
  const last = Math.ceil(expected.ids.length / expected.per_page)
  const page = follow === 'next' ? expected.page + 1 : Math.min(expected.page - 1, last)
  const other = await server.request('GET', link.slice(`${server.base}${NS}`.length), as(who))
  return compareList({ ...expected, page }, other, world, who).map((each) => `${follow} page ${link}: ${each}`)
}
