// Plays the tables of inputs: each input by each writer, into a copy of his own draft and into a new record, and what it left.
import { isDeepStrictEqual } from 'node:util'
import { unique } from '../../support/server.ts'
import { copies, discard, standing } from './copies.ts'
import {
  INPUTS,
  MAY_CHANGE_IMAGES,
  MAY_CHANGE_TERMS,
  MAY_CREATE_TERMS,
  WRITERS,
  type Input,
  type Kind,
  type Outcome,
  type Writer,
} from './fields-table.ts'
import { PLURALS } from './operations.ts'
import { send } from './run.ts'
import { inTurn, type Stage } from './stage.ts'
import type { Answer } from './judge.ts'

type Json = Record<string, unknown>
export type Way = 'change' | 'create'
interface FieldCell {
  readonly kind: Kind
  readonly way: Way
  readonly input: Input
  readonly writer: Writer
}
export const isTerm = (kind: Kind): boolean => kind === 'category' || kind === 'tag'

export const fieldCells = (kind: Kind, way: Way, writers: readonly Writer[]): FieldCell[] =>
  // Images are made of pictures, not of inputs alone: the matrix sends them.
  (kind === 'image' && way === 'create' ? [] : INPUTS[kind]).flatMap((input) => writers.map((writer) => ({ kind, way, input, writer })))

/** The expected effect; for terms and images the role decides first. */
function outcomeOf({ kind, way, input, writer }: FieldCell): Outcome {
  const said = input.outcomes[WRITERS.indexOf(writer)] ?? 'refused'
  if (kind === 'image') return MAY_CHANGE_IMAGES.includes(writer) ? said : 'refused'
  if (!isTerm(kind)) return said
  const may = way === 'create' ? MAY_CREATE_TERMS : MAY_CHANGE_TERMS
  return may.includes(writer) ? (said === 'refused' ? 'set' : said) : 'refused'
}

/** Returns one line for each wrong cell. */
export async function playFields(stage: Stage, cells: readonly FieldCell[]): Promise<string[]> {
  const [first] = cells
  if (!first) return []
  const { kind, way } = first
  const models = cells.map(({ writer }) => stage.target(kind, writer, 'draft', 'visible')?.id ?? 0)
  const made = way === 'change' ? await copies(stage.db, kind, models) : []
  const before = await standing(stage.db, kind, models)
  const plain = await shownOf(stage, kind, models)
  const wrong: string[][] = cells.map(() => [])
  await inTurn(cells, 8, async (cell, i) => {
    const { field } = cell.input
    const sent = { [field]: apart(field, filled(stage, cell.input.sent)) }
    const body = way === 'create' ? { ...requiredOf(kind), ...sent } : sent
    const answer = await write(
      stage,
      cell.writer,
      way === 'create' ? 'POST' : 'PATCH',
      `/${PLURALS[kind]}${way === 'create' ? '' : `/${made[i]?.id}`}`,
      body,
    )
    wrong[i] = fieldFaults(stage, cell, answer, sent[field], plain.get(models[i] ?? 0) ?? {})
    if (wrong[i].length > 0) wrong[i].push(answer.text.slice(0, 300))
  })
  if (way === 'change') {
    const after = await standing(
      stage.db,
      kind,
      made.map(({ id }) => id),
    )
    cells.forEach((cell, i) => {
      const same = isDeepStrictEqual(after.get(made[i]?.id ?? 0), before.get(models[i] ?? 0))
      if (same === (outcomeOf(cell) === 'set')) wrong[i]?.push(same ? 'nothing was stored' : 'something was stored')
    })
    await discard(
      stage.db,
      kind,
      made.map(({ id }) => id),
    )
  }
  return cells.flatMap(({ input, writer }, i) =>
    wrong[i]?.length
      ? [
          `${way} ${kind}.${input.field} = ${JSON.stringify(input.sent)} by ${writer}\n    wanted ${outcomeOf(cells[i] as FieldCell)}: ${wrong[i].join('; ')}`,
        ]
      : [],
  )
}
/** Two records cannot have one slug or external id, and what one cell made the next would find. */
function apart(field: string, sent: unknown): unknown {
  if (Array.isArray(sent) && typeof sent[0] === 'string') return [`${sent[0]} ${unique()}`]
  if (field === 'external_ids') return { elsewhere: unique() }
  return field === 'slug' || field === 'name' ? `${String(sent)}-${unique()}` : sent
}
export const requiredOf = (kind: Kind): Json => ({
  [kind === 'event' ? 'title' : isTerm(kind) ? 'name' : kind]: unique(),
  ...(kind === 'event' && { start_date: '2031-04-30 10:00', end_date: '2031-05-01 11:00' }),
})

export async function write(stage: Stage, writer: Writer, method: string, path: string, body: Json): Promise<Answer> {
  const headers = { ...stage.credentials[writer], 'content-type': 'application/json' }
  return send({ method, url: `${stage.server.base}/calendar/events/v1${path}`, headers, body })
}

/** Placeholders of ids, filled in. */
function filled(stage: Stage, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(stage, each))
  if (typeof value !== 'object' || value === null || !('id' in value)) return value
  const { visible, hidden } = stage.links
  const image = { visible: stage.images.of('event', 'stranger', 'publish'), hidden: stage.images.of('event', 'stranger', 'draft') }
  const ids: Record<string, number | string | undefined> = {
    stranger: stage.users.stranger,
    visible_venue: stage.target('venue', 'stranger', 'publish', 'visible')?.id,
    hidden_venue: hidden.venue.id,
    visible_organizer: stage.target('organizer', 'stranger', 'publish', 'visible')?.id,
    hidden_organizer: hidden.organizer.id,
    visible_event: stage.target('event', 'stranger', 'publish', 'visible')?.id,
    hidden_event: stage.target('event', 'stranger', 'draft', 'visible')?.id,
    category: visible.category,
    visible_image: image.visible?.id,
    hidden_image: image.hidden?.id,
    unused_image: stage.images.of('nothing', 'stranger', 'private')?.id,
    hidden_image_url: image.hidden?.url,
  }
  return ids[String(value.id)]
}

/** The records as administrators see them, before. */
async function shownOf(stage: Stage, kind: Kind, ids: readonly number[]): Promise<Map<number, Json>> {
  const shown = new Map<number, Json>()
  for (const id of new Set(ids)) shown.set(id, (await stage.server.get(`/${PLURALS[kind]}/${id}`, { as: 'admin' })).json)
  return shown
}

/** Fields that differ between a copy and its model, that every update changes, or that only single reads have. */
const APART = [
  'id',
  'global_id',
  'global_id_lineage',
  'slug',
  'external_ids',
  'name',
  'url',
  'sizes',
  'urls',
  'rest_url',
  'translations',
  'modified',
  'modified_utc',
  'categories',
  'tags',
  'count',
  'json_ld',
  'translation_status',
  'translation_fields',
]
function fieldFaults(stage: Stage, cell: FieldCell, { status, headers, text }: Answer, sent: unknown, before: Json): string[] {
  const { input, way } = cell
  const outcome = outcomeOf(cell)
  const wanted = outcome === 'refused' ? 403 : outcome === 'bad' ? 400 : way === 'create' ? 201 : 200
  const json = JSON.parse(text) as Json
  if (status !== wanted) return [`status ${status}, not ${wanted}`]
  if (outcome === 'refused') return json['code'] === 'rest_forbidden' ? [] : [`code ${String(json['code'])}`]
  if (outcome === 'bad')
    return Object.keys((json['data'] as { params: Json }).params).join() === input.field ? [] : ['another input is named']
  const says: string[] = []
  const told = headers['x-ignored-parameters']
  if (told !== undefined) says.push(`named as ignored: ${String(told)}`)
  const seen = plainOf(json[input.field], input.field)
  if (outcome === 'set') {
    const shown = isUnshown(cell) ? {} : 'shown' in input ? filled(stage, input.shown) : sent
    if (!isDeepStrictEqual(seen, shown)) says.push(`shown as ${JSON.stringify(seen)}`)
  } else if (isDeepStrictEqual(seen, sent)) says.push('it was taken')
  if (way === 'create') return says
  const moved = Object.keys(json).filter((name) => !APART.includes(name) && !isDeepStrictEqual(json[name], before[name]))
  const more = moved.filter((name) => outcome !== 'set' || (name !== input.field && !input.moves?.includes(name)))
  return more.length > 0 ? [...says, `also changed: ${more.join()}`] : says
}
/** External ids are shown to callers who may edit the record; some may create a term but not edit it (contract 7.16). */
const isUnshown = ({ kind, input, writer }: FieldCell): boolean =>
  isTerm(kind) && input.field === 'external_ids' && !MAY_CHANGE_TERMS.includes(writer)
/** Records in records by their ids, terms that were made by their names. */
const plainOf = (value: unknown, field: string): unknown =>
  field === 'image'
    ? (value as { id: number } | undefined)?.id
    : Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && 'id' in each)
      ? value.map((each: { id: number; name?: string }) => (each.name?.includes(' nobody made') ? each.name : each.id))
      : value
