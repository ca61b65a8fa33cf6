// Writing: create and change. One transaction stores the row, its texts, its links, what lists are read from, and the change.
import { isDeepStrictEqual } from 'node:util'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { lockWord, lockWords, type Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { sealWords } from '../../kernel/security/password-hash.ts'
import { forbidden, Problem } from '../../kernel/errors/problems.ts'
import { join, raw, ref, sql, together } from '../../kernel/database/sql.ts'
import { changeStatement, difference, logged, type Change } from '../changes/change-log.ts'
import { insertStatement, stored } from './insert-statement.ts'
import { linkStatements, loadLinks, mergeLinks } from './links.ts'
import { planWrite, type Before, type Plan, type Planned } from './write-plan.ts'
import { findOne, presentOne, type Address } from '../read/records.ts'
import { linkFields, type Ask, type Kind, type Stored } from '../definition/resource.ts'
import { touchOwners } from '../read/revisions.ts'
import { lockSlug, settleSlug, slugsFor } from './unique-slugs.ts'
import { loadTexts, searchedColumns, storeTexts } from '../texts/texts.ts'
import { mayEdit } from '../access/visibility.ts'

export interface Written {
  readonly id: number
  readonly version: number
  readonly ignored: readonly string[]
}

/** `planned`: what was found out already, unless something has come in between. */
export async function create(db: Db, kind: Kind, inputs: Inputs, ask: Ask, planned: Planned | null = null): Promise<Written> {
  const plan = planned && !db.is_again ? planned : await planWrite(db, kind, inputs, null, ask)
  if (kind.tree && plan.columns[kind.tree]) await lockTree(db, kind)
  const id = await insert(db, plan, ask)
  return { id, version: 1, ignored: plan.ignored }
}
/** Whether one statement writes all there is to write: it needs no transaction around it. */
export const isAlone = ({ kind, links }: Plan): boolean =>
  !kind.key && !kind.tree && Object.values(links).every((targets) => (targets ?? []).every((target) => 'id' in target))

/** Whether a write may change the place of a record in its tree. */
const movesIn = (kind: Kind, inputs: Inputs): boolean =>
  Object.entries(kind.fields).some(
    ([name, { place }]) => place.in === 'reference' && place.column === kind.tree && Object.hasOwn(inputs, name),
  )
/** Moves within a tree, and removals from it, queue up: each sees what the other did. */
export const lockTree = (db: Db, kind: Kind): Promise<unknown> => lockWord(db, `tree ${kind.name}`)

async function insert(db: Db, plan: Plan, ask: Ask): Promise<number> {
  const { kind, text } = plan
  const links = await makeTargets(db, plan, ask)
  const own = text.texts.get(ask.language) ?? {}
  const key = await freeKey(db, kind, null, plan.columns, titleOf(plan, ask))
  const stamps = { created_at: ask.now.toString(), modified_at: ask.now.toString() }
  const columns = { ...(await sealed(plan)), ...key, language: ask.language, ...stamps }
  await lockSlug(db, kind, text.slug)
  for await (const slugs of slugsFor(db, kind, null, text.slug)) {
    const [made] = await db.query<{ id: number }>(insertStatement({ kind, columns, text: own, links }, slugs, ask))
    if (made) return made.id
  }
  throw new Problem('rest_slug_taken')
}

/** Of secrets only digests are kept. */
const sealed = ({ kind, columns }: Plan) => sealWords(columns, (name) => kind.columns[name] === 'secret')
export async function project(db: Db, kind: Kind, ids: readonly number[]): Promise<void> {
  for (const statement of kind.project?.(ids, kind) ?? []) await db.query(statement)
}

/** Ids of what the links point at; what is to be made along is made now. */
async function makeTargets(db: Db, plan: Plan, ask: Ask): Promise<Record<string, number[]>> {
  const keys = Object.values(plan.links).flatMap((targets) =>
    (targets ?? []).flatMap((target) => ('plan' in target && target.plan.kind.key ? [keyWord(target.plan, ask)] : [])),
  )
  // Concurrent writes that name the same new terms wait here: the second finds and links the terms that the first created.
  if (keys.length > 0) await lockWords(db, keys)
  const made: Record<string, number[]> = {}
  for (const [name, targets] of Object.entries(plan.links)) {
    const ids: number[] = []
    for (const target of targets ?? []) ids.push('id' in target ? target.id : await makeTarget(db, target.plan, ask))
    made[name] = ids
  }
  return made
}
async function makeTarget(db: Db, plan: Plan, ask: Ask): Promise<number> {
  return (await keyOwner(db, plan.kind, null, plan.columns, titleOf(plan, ask))) ?? (await insert(db, plan, ask))
}
const titleOf = ({ kind, text }: Plan, ask: Ask): string => text.texts.get(ask.language)?.[kind.title] ?? ''
const keyWord = (plan: Plan, ask: Ask): string => `name ${plan.kind.name} ${fold(titleOf(plan, ask))}`

/** Returns the id of the record that already has this name, for kinds with unique names. */
async function keyOwner(
  db: Db,
  kind: Kind,
  id: number | null,
  columns: Readonly<Record<string, unknown>>,
  title: string,
): Promise<number | null> {
  if (!kind.key) return null
  const { column, within } = kind.key
  const place = within ? sql` and ${ref(within)} is not distinct from ${columns[within] ?? null}::bigint` : raw('')
  const [taken] = await db.query<{ id: number }>(
    sql`select id from ${ref(kind.table)} where ${ref(column)} = ${fold(title)}${place} and id is distinct from ${id}::bigint`,
  )
  return taken?.id ?? null
}
/** Returns the folded name, for kinds with unique names. Throws 409 with the id of the record that already has it. */
async function freeKey(
  db: Db,
  kind: Kind,
  id: number | null,
  columns: Readonly<Record<string, unknown>>,
  title: string,
): Promise<Record<string, string>> {
  const owner = await keyOwner(db, kind, id, columns, title)
  if (owner !== null) throw new Problem('term_exists', { data: { term_id: owner } })
  return kind.key ? { [kind.key.column]: fold(title) } : {}
}

/** Changes what was sent and differs; a record sent back as it was shown stays as it is, its version too. */
export async function change(
  db: Db,
  kind: Kind,
  address: Address,
  inputs: Inputs,
  ask: Ask,
  precondition: (version: number) => void,
): Promise<Written> {
  if (movesIn(kind, inputs)) await lockTree(db, kind)
  const row = await findEditable(db, kind, address, ask)
  precondition(row['version'] as number)
  const id = row['id'] as number
  const shown = await presentOne(db, kind, row, ask, { as: 'listed' })
  const before: Before = { row, shown, texts: await loadTexts(db, kind, id) }
  const plan = await planWrite(db, kind, inputs, before, ask)
  const version = await update(db, id, plan, before, ask)
  return { id, version, ignored: plan.ignored }
}

export async function findEditable(db: Db, kind: Kind, address: Address, ask: Ask): Promise<Stored> {
  const row = await findOne(db, kind, address, ask, 'for update')
  if (!mayEdit(kind, row, ask.caller)) throw forbidden(ask.caller.id === null)
  return row
}

async function update(db: Db, id: number, plan: Plan, before: Before, ask: Ask): Promise<number> {
  const { kind, text } = plan
  const { row } = before
  const original = String(row['language'])
  const version = row['version'] as number
  const oldLinks = await loadLinks(db, kind, id)
  const links = await nextLinks(db, plan, before, oldLinks, ask)
  const title = text.texts.get(original)?.[kind.title] ?? ''
  const key = isRenamed(plan, before, title) ? await freeKey(db, kind, id, { ...row, ...plan.columns }, title) : {}
  const texts = await settleSlug(db, kind, id, text, original)
  const columns = changedColumns({ ...(await sealed(plan)), ...key }, row)
  if (Object.keys(columns).length === 0 && isDeepStrictEqual(texts, before.texts) && isDeepStrictEqual(links, oldLinks)) return version
  const sets = Object.entries(columns).map(([name, value]) => sql`${ref(name)} = ${stored(value)}`)
  const [after] = await db.query<Stored>(sql`
update ${ref(kind.table)}
set ${join([...sets, sql`version = version + 1`, sql`modified_at = ${ask.now.toString()}`])}
where id = ${id}
returning *`)
  if (row['status'] === 'publish' && 'status' in columns) await touchOwners(db, kind, id, ask)
  const touched = touchedBy(kind, columns)
  if (!isDeepStrictEqual(texts, before.texts) || searchedColumns(kind).some((name) => touched.has(name)))
    await storeTexts(db, kind, [{ id, before: before.texts, after: texts, original, row: after ?? {} }], ask.now.toString())
  if (Object.values(kind.listing?.carries ?? {}).some((name) => touched.has(name))) await project(db, kind, [id])
  const moved = linkFields(kind).filter(([name]) => !isDeepStrictEqual(links[name], oldLinks[name]))
  const changed = difference(logged(kind, row, before.texts, oldLinks), logged(kind, { ...row, ...columns }, texts, links))
  const change = { kind, id, version: version + 1, action: actionOf(row, columns), caller: ask.caller, language: text.language, ...changed }
  await db.query(
    together([...moved.flatMap(([name, place]) => linkStatements(kind, place, id, links[name] ?? [])), changeStatement(change)]),
  )
  return version + 1
}

async function nextLinks(
  db: Db,
  plan: Plan,
  before: Before,
  old: Readonly<Record<string, readonly number[]>>,
  ask: Ask,
): Promise<Record<string, readonly number[]>> {
  const made = await makeTargets(db, plan, ask)
  const shownIds = (name: string): number[] => ((before.shown[name] ?? []) as readonly { id: number }[]).map(({ id }) => id)
  return Object.fromEntries(
    Object.entries(old).map(([name, ids]) => {
      const sent = plan.links[name]
      if (sent === undefined) return [name, ids]
      return [name, sent === null ? [] : mergeLinks(ids, shownIds(name), made[name] ?? [])]
    }),
  )
}

/** Whether the name that must be unique, or the place in which it must be, is another now. */
function isRenamed({ kind, columns }: Plan, { row, texts }: Before, title: string): boolean {
  if (!kind.key) return false
  const moved =
    kind.key.within !== undefined && kind.key.within in columns && (columns[kind.key.within] ?? null) !== (row[kind.key.within] ?? null)
  return moved || texts.get(String(row['language']))?.[kind.title] !== title
}

/** Columns whose value is another now; of those that are never read, who knows. */
const changedColumns = (columns: Readonly<Record<string, unknown>>, row: Stored): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => !(name in row) || !isDeepStrictEqual(value ?? null, row[name] ?? null)),
  )

/** Columns that are another now, and the one that says whether there is a secret. */
const touchedBy = ({ guard }: Kind, columns: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set([...Object.keys(columns), ...(guard && guard.secret in columns ? [guard.by] : [])])

function actionOf(row: Stored, columns: Readonly<Record<string, unknown>>): Change['action'] {
  if (!('status' in columns)) return 'update'
  return columns['status'] === 'trash' ? 'trash' : row['status'] === 'trash' ? 'restore' : 'update'
}
