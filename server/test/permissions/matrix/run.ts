// Plays the cells of one operation: copies are made for writes, everything is asked over HTTP, and afterwards the database is looked at.
import { Agent, request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { expected, isRead, nameOf, sentOf, targetOf, textOf, type Cell, type Sent } from './cells.ts'
import { copies, discard, standing, type Copy } from './copies.ts'
import { judge, type Answer } from './judge.ts'
import type { Operation } from './operations.ts'
import { inTurn, type Stage } from './stage.ts'

const WIDTH = 8

/** Returns one line for each wrong cell. */
export async function play(stage: Stage, operation: Operation, cells: readonly Cell[]): Promise<string[]> {
  const spoils = !isRead(operation) && operation.act !== 'create'
  const targets = cells.map((cell) => targetOf(stage, cell))
  const models = targets.flatMap((target) => (target ? [target.id] : []))
  const { kind } = operation
  const made = spoils && kind ? (await copies(stage.db, kind, models)).values() : null
  const at = targets.map((target): Copy | null => (target && made ? (made.next().value ?? null) : target))
  const marks = cells.map((_, i) => `mark${operation.method.toLowerCase()}${i}x`)
  const wrong: string[][] = cells.map(() => [])
  await inTurn(cells, WIDTH, async (cell, i) => {
    const answer = await send(sentOf(stage, cell, at[i] ?? null, marks[i] ?? ''))
    wrong[i] = judge(stage, cell, answer, marks[i] ?? '', at[i]?.id ?? null)
    if (wrong[i].length > 0) wrong[i].push(answer.text.slice(0, 300))
  })
  if (spoils && kind) {
    const before = await standing(stage.db, kind, [...new Set(models)])
    const ids = at.flatMap((copy) => (copy ? [copy.id] : []))
    const after = await standing(stage.db, kind, ids)
    await discard(stage.db, kind, ids)
    cells.forEach((cell, i) => {
      const [model, copy] = [targets[i], at[i]]
      if (!model || !copy) return
      const wanted = left(cell, before.get(model.id) ?? {}, marks[i] ?? '', stage)
      if (!isDeepStrictEqual(after.get(copy.id) ?? null, wanted))
        wrong[i]?.push(`left as ${difference(after.get(copy.id) ?? null, wanted)}`)
    })
  }
  if (operation.act === 'create' || operation.act === 'upsert') {
    const stored = await storedUnder(stage, operation, marks)
    cells.forEach((cell, i) => {
      if (operation.act === 'upsert' && cell.state !== 'missing') return
      const wanted = expected(cell) === 'ok' ? 1 : 0
      const found = stored.get(marks[i] ?? '') ?? 0
      if (found !== wanted) wrong[i]?.push(`${found} stored, not ${wanted}`)
    })
  }
  return cells.flatMap((cell, i) => (wrong[i]?.length ? [`${nameOf(cell)}\n    wanted ${expected(cell)}: ${wrong[i].join('; ')}`] : []))
}

const agent = new Agent({ keepAlive: true, maxSockets: WIDTH })
/** Over connections that stay open: so many requests are a matter of seconds. */
export const send = ({ method, url, headers, body }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : body && JSON.stringify(body)
    // Node says no length for a DELETE by itself.
    const length = content === null ? {} : { 'content-length': String(Buffer.byteLength(content)) }
    const sending = request(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      )
      response.once('error', reject)
    })
    sending.once('error', reject)
    sending.end(content)
  })

type Row = Record<string, unknown>
/** How the copy must stand in the end: as it was, unless the table says that something was done. */
function left(cell: Cell, model: Row, mark: string, stage: Stage): Row | null {
  const { operation, linked } = cell
  if (expected(cell) !== 'ok') return model
  const hasTrash = operation.kind === 'event' || operation.kind === 'venue' || operation.kind === 'organizer'
  if (operation.act === 'remove-for-good' || (operation.act === 'remove' && !hasTrash)) return null
  const version = Number(model['version']) + 1
  if (operation.act === 'remove') return { ...model, version, status: 'trash', trashed_from: model['status'] }
  return {
    ...model,
    version,
    // Under a language root it is that language's text that is written.
    texts: { ...(model['texts'] as Row), ...(cell.manner === 'root' ? { other_languages: ['fr'] } : { [textOf(operation.kind)]: mark }) },
    ...(operation.kind === 'category' && { parent_id: stage.links[linked].category }),
  }
}
function difference(found: Row | null, wanted: Row | null): string {
  if (!found || !wanted) return found ? 'there still' : 'gone'
  const names = Object.keys({ ...found, ...wanted }).filter((name) => !isDeepStrictEqual(found[name], wanted[name]))
  return names.map((name) => `${name} ${JSON.stringify(found[name])}, not ${JSON.stringify(wanted[name])}`).join(', ')
}

async function storedUnder({ db }: Stage, { kind }: Operation, marks: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ text: string; n: number }>(
    `select ${textOf(kind)} as text, count(*)::int as n from ${kind}_texts where ${textOf(kind)} = any($1) group by 1`,
    [marks],
  )
  return new Map(rows.map(({ text, n }) => [text, n]))
}
