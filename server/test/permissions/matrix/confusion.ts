// One record in the path, another one named beside it, in the query, the body, a form or a header: the path decides, and the other is not touched (contract 1.7).
import { isDeepStrictEqual } from 'node:util'
import { textOf } from './cells.ts'
import { copies, discard, standing, type Copy } from './copies.ts'
import { isTerm } from './fields.ts'
import { WRITERS, type Kind, type Writer } from './fields-table.ts'
import type { Answer } from './judge.ts'
import { PLURALS } from './operations.ts'
import { send } from './run.ts'
import { inTurn, type Stage } from './stage.ts'
import * as table from './table.ts'
import type { Verdict } from './table.ts'

type Act = 'read' | 'change' | 'remove'
interface Way {
  readonly name: string
  readonly act: Act
  readonly method: string
  readonly by: 'id' | 'slug'
  readonly query?: (other: Copy, own: Copy) => string
  readonly body?: (other: Copy, own: Copy) => Record<string, unknown>
  readonly form?: (other: Copy, own: Copy) => string
  readonly headers?: Readonly<Record<string, string>>
  /** Status if the caller is allowed: 200, except for a slug that is taken. */
  readonly done?: number
}
const MARK = 'confused'
const both = (way: Omit<Way, 'by'>): Way[] => [
  { ...way, by: 'id' },
  { ...way, by: 'slug' },
]
const change = (name: string, way: Omit<Way, 'by' | 'name' | 'act' | 'method'>): Way[] =>
  both({ name, act: 'change', method: 'PATCH', ...(!way.form && { body: () => ({ description: MARK }) }), ...way })
const WAYS: readonly Way[] = [
  ...change('id in the body', { body: ({ id }) => ({ id, description: MARK }) }),
  ...change('id in the body as text', {
    body: ({ id }) => ({ id: `${id}`, ids: [id], description: MARK }),
    headers: { prefer: 'handling=lenient' },
  }),
  ...change('id in the query', { query: ({ id }) => `id=${id}` }),
  ...change('id twice in the query', { query: ({ id }, own) => `id=${own.id}&id=${id}&id[]=${id}` }),
  ...change('id in a form', { form: ({ id }) => `id=${id}&description=${MARK}` }),
  ...change('id twice in a form', { form: ({ id }, own) => `id=${own.id}&id=${id}&description=${MARK}` }),
  ...change('slug in the query', { query: ({ slug }) => `slug=${encodeURIComponent(slug)}` }),
  // A slug in a body renames, and this one is taken.
  ...change('slug in the body', { body: ({ slug }) => ({ slug, description: MARK }), done: 409 }),
  ...change('a header that names another method', { headers: { 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' } }),
  ...both({
    name: '_method',
    act: 'change',
    method: 'POST',
    query: () => '_method=DELETE',
    body: () => ({ _method: 'DELETE', description: MARK }),
  }),
  ...both({ name: 'id in the query', act: 'remove', method: 'DELETE', query: ({ id }) => `id=${id}` }),
  ...both({ name: 'id in the body', act: 'remove', method: 'DELETE', body: ({ id }) => ({ id }) }),
  // The rights of the method that the header names apply (contract 1.9).
  ...both({
    name: 'id in the query of a POST that is a DELETE',
    act: 'remove',
    method: 'POST',
    query: ({ id }) => `id=${id}`,
    headers: { 'x-http-method-override': 'DELETE' },
  }),
  ...both({ name: 'slug in the query', act: 'remove', method: 'DELETE', query: ({ slug }) => `slug=${encodeURIComponent(slug)}` }),
  ...both({ name: 'id in the query', act: 'read', method: 'GET', query: ({ id }) => `id=${id}` }),
  ...both({
    name: 'slug and include in the query',
    act: 'read',
    method: 'GET',
    query: ({ id, slug }) => `slug=${encodeURIComponent(slug)}&include=${id}`,
  }),
  ...both({
    name: 'another method',
    act: 'read',
    method: 'GET',
    query: () => '_method=DELETE',
    headers: { 'x-method-override': 'DELETE' },
  }),
]

interface ConfusedCell {
  readonly kind: Kind
  readonly way: Way
  readonly writer: Writer
  /** Whose record is in the path; the other's is named. */
  readonly path: 'own' | 'other'
  /** How the stranger's record stands; his own is a draft. */
  readonly state: 'publish' | 'draft'
}
export const confusedCells = (kinds: readonly Kind[]): ConfusedCell[] =>
  kinds.flatMap((kind) =>
    WAYS.filter(({ by }) => by === 'id' || !(isTerm(kind) || kind === 'image')).flatMap((way) =>
      WRITERS.flatMap((writer) =>
        (['own', 'other'] as const).flatMap((path) => (['publish', 'draft'] as const).map((state) => ({ kind, way, writer, path, state }))),
      ),
    ),
  )

const TABLES = {
  owned: { read: table.READ, change: table.CHANGE, remove: table.REMOVE },
  term: { read: table.READ_TERM, change: table.CHANGE_TERM, remove: table.CHANGE_TERM },
  // Such that nothing shows.
  image: { read: table.READ_IMAGE, change: table.CHANGE_IMAGE, remove: table.CHANGE_IMAGE },
}
const STATUS: Readonly<Partial<Record<Verdict, number>>> = { ok: 200, forbidden: 403, missing: 404 }

/** Returns one line for each wrong cell. */
export async function playConfusion(stage: Stage, cells: readonly ConfusedCell[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [kind, group] of Map.groupBy(cells, (cell) => cell.kind)) {
    const ids = (of: (cell: ConfusedCell) => number | undefined): number[] => group.map((cell) => of(cell) ?? 0)
    const linked = kind === 'image' ? 'hidden' : 'visible'
    const own = ids(({ writer }) => stage.target(kind, writer, 'draft', linked)?.id)
    const other = ids(({ state }) => stage.target(kind, 'stranger', state, linked)?.id)
    const [mine, theirs] = [await copies(stage.db, kind, own), await copies(stage.db, kind, other)]
    const before = await standing(stage.db, kind, [...own, ...other])
    const answers: Answer[] = []
    await inTurn(group, 8, async ({ way, writer, path }, i) => {
      const [at, beside] = (path === 'own' ? [mine[i], theirs[i]] : [theirs[i], mine[i]]) as [Copy, Copy]
      answers[i] = await sendRequest(stage, kind, way, writer, at, beside)
    })
    const all = [...mine, ...theirs].map(({ id }) => id)
    const after = await standing(stage.db, kind, all)
    group.forEach((cell, i) => {
      const verdict = TABLES[kind === 'image' ? 'image' : isTerm(kind) ? 'term' : 'owned'][cell.way.act](
        cell.writer,
        cell.path,
        cell.path === 'own' ? 'draft' : cell.state,
        'none',
      )
      const wanted = verdict === 'ok' ? (cell.way.done ?? 200) : (STATUS[verdict] ?? 0)
      const { status = 0, text = '' } = answers[i] ?? {}
      const [at, beside] = cell.path === 'own' ? [mine[i], theirs[i]] : [theirs[i], mine[i]]
      const [atModel, besideModel] = cell.path === 'own' ? [own[i], other[i]] : [other[i], own[i]]
      const left = (copy: Copy | undefined, model: number | undefined): boolean =>
        isDeepStrictEqual(after.get(copy?.id ?? 0), before.get(model ?? 0))
      const says = [
        ...(status === wanted ? [] : [`status ${status}, not ${wanted}`]),
        ...(left(beside, besideModel) ? [] : ['the other record was touched']),
        ...(left(at, atModel) === (wanted === 200 && cell.way.act !== 'read') ? ['the record of the path is not as it must be'] : []),
        ...(wanted === 200 && (JSON.parse(text) as { id?: number }).id !== at?.id ? ['the answer is another record'] : []),
      ]
      if (says.length > 0)
        wrong.push(
          `${cell.way.method} ${kind} by ${cell.way.by}, ${cell.way.name}, ${cell.path} in the path, stranger's ${cell.state}, by ${cell.writer}: ${says.join('; ')}; ${text.slice(0, 200)}`,
        )
    })
    await discard(stage.db, kind, all)
  }
  return wrong
}

function sendRequest(stage: Stage, kind: Kind, way: Way, writer: Writer, at: Copy, beside: Copy): Promise<Answer> {
  const where = way.by === 'id' ? String(at.id) : `by-slug/${encodeURIComponent(at.slug)}`
  const headers: Record<string, string> = { ...way.headers, ...stage.credentials[writer] }
  const form = way.form?.(beside, at).replace('description', textOf(kind))
  const { description, ...named } = way.body?.(beside, at) ?? {}
  const body = { ...named, ...(description !== undefined && { [textOf(kind)]: description }) }
  if (form || way.body) headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json'
  return send({
    method: way.method,
    url: `${stage.server.base}/calendar/events/v1/${PLURALS[kind]}/${where}?${way.query?.(beside, at) ?? ''}`,
    headers,
    body: form ?? (way.body ? body : null),
  })
}
