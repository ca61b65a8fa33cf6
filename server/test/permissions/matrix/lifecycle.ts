// Plays the tables of statuses, and of what is made along with an event: who asks for what, and what becomes of it.
import { unique } from '../../support/server.ts'
import { copies, discard, standing } from './copies.ts'
import { INLINE, STATUSES, WRITERS, type Writer } from './fields-table.ts'
import { requiredOf, write } from './fields.ts'
import { PLURALS } from './operations.ts'
import { inTurn, type Stage } from './stage.ts'
import type { State } from './table.ts'

type Json = Record<string, unknown>
type Owned = 'event' | 'venue' | 'organizer'

/** Every change of status of own records, by POST, PUT and PATCH in turn, by id and by slug. */
export async function playStatuses(stage: Stage, kind: Owned): Promise<{ cells: number; wrong: string[] }> {
  const cells = STATUSES.flatMap(({ from, asked, become }) => WRITERS.map((writer) => ({ from, asked, writer, wanted: become[writer] })))
  const models = cells.map(({ from, writer }) => stage.target(kind, writer, from as State, 'visible')?.id ?? 0)
  const made = await copies(stage.db, kind, models)
  const before = await standing(stage.db, kind, models)
  const wrong: string[][] = cells.map(() => [])
  await inTurn(cells, 8, async ({ asked, writer, wanted }, i) => {
    const method = ['POST', 'PUT', 'PATCH'][i % 3] ?? ''
    const path = i % 2 ? `/${PLURALS[kind]}/${made[i]?.id}` : `/${PLURALS[kind]}/by-slug/${made[i]?.slug}`
    const { status, text } = await write(stage, writer, method, path, { status: asked, ...(asked === 'future' && { date: '2099-01-01' }) })
    const shown = (JSON.parse(text) as Json)['status']
    if (wanted === '-' ? status !== 403 : status !== 200 || shown !== wanted) wrong[i]?.push(`${status} ${text.slice(0, 200)}`)
  })
  const after = await standing(
    stage.db,
    kind,
    made.map(({ id }) => id),
  )
  cells.forEach(({ wanted }, i) => {
    const [was, is] = [before.get(models[i] ?? 0), after.get(made[i]?.id ?? 0)]
    const status = wanted === '-' ? was?.['status'] : wanted
    const trashed = status !== 'trash' ? null : was?.['status'] === 'trash' ? was['trashed_from'] : was?.['status']
    if (is?.['status'] !== status || is?.['trashed_from'] !== trashed)
      wrong[i]?.push(`stored as ${is?.['status']} of ${is?.['trashed_from']}`)
    if (is?.['author_id'] !== was?.['author_id']) wrong[i]?.push('of another author')
    if (wanted === '-' && is?.['version'] !== was?.['version']) wrong[i]?.push('changed')
  })
  await discard(
    stage.db,
    kind,
    made.map(({ id }) => id),
  )
  return {
    cells: cells.length,
    wrong: cells.flatMap(({ from, asked, writer, wanted }, i) =>
      wrong[i]?.length ? [`${kind} ${from} to ${asked} by ${writer}, wanted ${wanted}: ${wrong[i].join('; ')}`] : [],
    ),
  }
}

/** Venues and organizers made along with a new event, and with one that is there. */
export async function playInline(stage: Stage): Promise<{ cells: number; wrong: string[] }> {
  const cells = (['venue', 'organizer'] as const).flatMap((kind) =>
    (['POST', 'PATCH'] as const).flatMap((method) =>
      INLINE.flatMap(({ asked, become }) => WRITERS.map((writer) => ({ kind, method, asked, writer, wanted: become[writer] }))),
    ),
  )
  const drafts = await copies(
    stage.db,
    'event',
    cells.map(({ writer }) => stage.target('event', writer, 'draft', 'visible')?.id ?? 0),
  )
  const names = cells.map(() => unique())
  const wrong: string[] = []
  await inTurn(cells, 8, async ({ kind, method, asked, writer, wanted }, i) => {
    const inner = { [kind]: names[i], ...innerOf(stage, writer, asked) }
    const body = { [kind]: [inner], ...(method === 'POST' && { ...requiredOf('event'), status: 'draft' }) }
    const { status, text } = await write(stage, writer, method, method === 'POST' ? '/events' : `/events/${drafts[i]?.id}`, body)
    const record = ((JSON.parse(text) as Json)[kind] as Json[] | undefined)?.find((each) => each[kind] === names[i])
    const author = asked === 'stranger' ? stage.users.stranger : stage.users[writer]
    const fits = wanted === '-' ? status === 403 : record?.['status'] === wanted && record['author'] === author
    if (!fits) wrong.push(`${method} ${kind} asked ${asked} by ${writer}, wanted ${wanted}: ${status} ${text.slice(0, 300)}`)
  })
  for (const kind of ['venue', 'organizer'] as const) {
    const wanted = cells.filter((cell) => cell.kind === kind && cell.wanted !== '-').length
    const { rows } = await stage.db.query<{ n: number }>(`select count(*)::int as n from ${kind}_texts where ${kind} = any($1)`, [names])
    if (rows[0]?.n !== wanted) wrong.push(`${rows[0]?.n} ${kind}s were stored, not ${wanted}`)
  }
  await discard(
    stage.db,
    'event',
    drafts.map(({ id }) => id),
  )
  return { cells: cells.length, wrong }
}
function innerOf(stage: Stage, writer: Writer, asked: string): Json {
  if (asked === 'nothing') return {}
  return asked === 'own' || asked === 'stranger' ? { author: stage.users[asked === 'own' ? writer : 'stranger'] } : { status: asked }
}
