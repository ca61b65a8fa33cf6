// The same record by its id, by its slug and in a list: the same bytes by slug, the same fields in the list (reliability.md E4).
import { isDeepStrictEqual } from 'node:util'
import { SINGLE_FIELDS } from '../../support/single-fields.ts'
import { BASE, PLURALS, type Kind } from './operations.ts'
import { expected, sentOf, targetOf, type Cell } from './cells.ts'
import { send } from './run.ts'
import { inTurn, type Stage } from './stage.ts'
import { FURTHER_STATES, STATES, type Caller, type Linked } from './table.ts'

type Json = Record<string, unknown>
type Bare = Omit<Cell, 'operation'>

export function parityCells(linked: readonly Linked[], callers: readonly Caller[]): Bare[] {
  const states = [...STATES, ...FURTHER_STATES]
  return callers.flatMap((caller) =>
    states.flatMap((state) =>
      (['own', 'other'] as const).flatMap((whose) =>
        linked.map((each): Bare => ({ manner: 'plain', caller, state, whose, password: 'none', linked: each })),
      ),
    ),
  )
}

/** Returns one line for each wrong cell. */
export async function playParity(stage: Stage, kind: Kind, cells: readonly Bare[]): Promise<string[]> {
  const plural = PLURALS[kind]
  const operation = (path: string) => BASE.find((each) => each.method === 'GET' && each.path === path)
  const [byId, bySlug, list] = [operation(`/${plural}/{id}`), operation(`/${plural}/by-slug/{slug}`), operation(`/${plural}`)]
  if (!byId || !bySlug || !list) return [`${kind} has no two addresses`]
  const wrong: string[] = []
  await inTurn(cells, 8, async (bare) => {
    const cell: Cell = { ...bare, operation: byId }
    const at = targetOf(stage, cell)
    const sendRequest = (operation: Cell['operation']) => send(sentOf(stage, { ...bare, operation }, at, 'x'))
    const [one, other, many] = [await sendRequest(byId), await sendRequest(bySlug), await sendRequest(list)]
    const says: string[] = []
    const told = ({ status, text, headers }: typeof one): unknown[] => [
      status,
      text,
      headers['etag'],
      headers['cache-control'],
      headers['vary'],
    ]
    if (!isDeepStrictEqual(told(one), told(other))) says.push(`by slug: ${other.status} ${other.text.slice(0, 200)}`)
    if (expected(cell) === 'ok' && expected({ ...bare, operation: list }) === 'listed') {
      const record = Object.fromEntries(Object.entries(JSON.parse(one.text) as Json).filter(([name]) => !SINGLE_FIELDS.includes(name)))
      if (!isDeepStrictEqual(((JSON.parse(many.text) as Json)[plural] as Json[])[0], record)) says.push('in the list it is another')
    }
    if (says.length > 0)
      wrong.push(`${kind} ${bare.whose} ${bare.state} ${bare.linked} by ${bare.caller}: ${one.status}; ${says.join('; ')}`)
  })
  return wrong
}
