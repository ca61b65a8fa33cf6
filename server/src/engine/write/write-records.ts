// Writing: create and change. One transaction stores the row, its texts, its links, what lists are read from, and the change.
import { isDeepStrictEqual } from 'node:util'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { advisoryLock, advisoryLocks } from '../../kernel/database/advisory-locks.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { hashSecretFields } from '../../kernel/security/password-hash.ts'
import { forbidden, Problem } from '../../kernel/errors/problems.ts'
import { join, raw, ref, sql, combineWrites } from '../../kernel/database/sql.ts'
import { changeStatement, diff, changeSnapshot, type Change } from '../changes/change-log.ts'
import { insertStatement, toSqlValue } from './insert-statement.ts'
import { linkStatements, loadLinks, mergeLinks } from './links.ts'
import { planWrite, type CurrentRecord, type WritePlan, type PlannedWrite } from './write-plan.ts'
import { findOne, presentOne, type RecordLocator } from '../read/records.ts'
import { linkFields } from '../definition/resource.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { touchOwners } from '../read/revisions.ts'
import { lockSlug, assignSlug, slugCandidates } from './unique-slugs.ts'
import { loadTexts } from '../texts/texts.ts'
import { saveTexts } from '../texts/write-texts.ts'
import { searchedColumns } from '../texts/search-text.ts'
import { canEdit } from '../access/visibility.ts'

export interface WriteResult {
  readonly id: number
  readonly version: number
  readonly ignored: readonly string[]
}

/** `planned`: what was found out already, unless something has come in between. */
export async function createRecord(
  db: Db,
  kind: Kind,
  inputs: Inputs,
  ctx: RequestContext,
  planned: PlannedWrite | null = null,
): Promise<WriteResult> {
  const plan = planned && !db.isRetry ? planned : await planWrite(db, kind, inputs, null, ctx)
  if (kind.parentColumn && plan.columns[kind.parentColumn]) await lockTree(db, kind)
  const id = await insert(db, plan, ctx)
  return { id, version: 1, ignored: plan.ignored }
}
/** Whether one statement writes all there is to write: it needs no transaction around it. */
export const isSingleStatement = ({ kind, links }: WritePlan): boolean =>
  !kind.uniqueName && !kind.parentColumn && Object.values(links).every((targets) => (targets ?? []).every((target) => 'id' in target))

/** Whether a write may change the place of a record in its tree. */
const mayMoveInTree = (kind: Kind, inputs: Inputs): boolean =>
  Object.entries(kind.fields).some(
    ([name, { storage }]) => storage.in === 'reference' && storage.column === kind.parentColumn && Object.hasOwn(inputs, name),
  )
/** Moves within a tree, and removals from it, queue up: each sees what the other did. */
export const lockTree = (db: Db, kind: Kind): Promise<unknown> => advisoryLock(db, `tree ${kind.name}`)

async function insert(db: Db, plan: WritePlan, ctx: RequestContext): Promise<number> {
  const { kind, text } = plan
  const links = await createInlineTargets(db, plan, ctx)
  const own = text.texts.get(ctx.language) ?? {}
  const key = await claimUniqueName(db, kind, null, plan.columns, titleOf(plan, ctx))
  const stamps = { created_at: ctx.now.toString(), modified_at: ctx.now.toString() }
  const columns = { ...(await withHashedSecrets(plan)), ...key, language: ctx.language, ...stamps }
  await lockSlug(db, kind, text.slug)
  for await (const slugs of slugCandidates(db, kind, null, text.slug)) {
    const [made] = await db.query<{ id: number }>(insertStatement({ kind, columns, text: own, links }, slugs, ctx))
    if (made) return made.id
  }
  throw new Problem('rest_slug_taken')
}

/** Of secrets only digests are kept. */
const withHashedSecrets = ({ kind, columns }: WritePlan) => hashSecretFields(columns, (name) => kind.columns[name] === 'secret')
export async function syncListing(db: Db, kind: Kind, ids: readonly number[]): Promise<void> {
  for (const statement of kind.listingStatements?.(ids, kind) ?? []) await db.query(statement)
}

/** Ids of what the links point at; what is to be made along is made now. */
async function createInlineTargets(db: Db, plan: WritePlan, ctx: RequestContext): Promise<Record<string, number[]>> {
  const keys = Object.values(plan.links).flatMap((targets) =>
    (targets ?? []).flatMap((target) => ('plan' in target && target.plan.kind.uniqueName ? [keyWord(target.plan, ctx)] : [])),
  )
  // Concurrent writes that name the same new terms wait here: the second finds and links the terms that the first created.
  if (keys.length > 0) await advisoryLocks(db, keys)
  const made: Record<string, number[]> = {}
  for (const [name, targets] of Object.entries(plan.links)) {
    const ids: number[] = []
    for (const target of targets ?? []) ids.push('id' in target ? target.id : await makeTarget(db, target.plan, ctx))
    made[name] = ids
  }
  return made
}
async function makeTarget(db: Db, plan: WritePlan, ctx: RequestContext): Promise<number> {
  return (await keyOwner(db, plan.kind, null, plan.columns, titleOf(plan, ctx))) ?? (await insert(db, plan, ctx))
}
const titleOf = ({ kind, text }: WritePlan, ctx: RequestContext): string => text.texts.get(ctx.language)?.[kind.title] ?? ''
const keyWord = (plan: WritePlan, ctx: RequestContext): string => `name ${plan.kind.name} ${fold(titleOf(plan, ctx))}`

/** Returns the id of the record that already has this name, for kinds with unique names. */
async function keyOwner(
  db: Db,
  kind: Kind,
  id: number | null,
  columns: Readonly<Record<string, unknown>>,
  title: string,
): Promise<number | null> {
  if (!kind.uniqueName) return null
  const { column, within } = kind.uniqueName
  const storage = within ? sql` and ${ref(within)} is not distinct from ${columns[within] ?? null}::bigint` : raw('')
  const [taken] = await db.query<{ id: number }>(
    sql`select id from ${ref(kind.table)} where ${ref(column)} = ${fold(title)}${storage} and id is distinct from ${id}::bigint`,
  )
  return taken?.id ?? null
}
/** Returns the folded name, for kinds with unique names. Throws 409 with the id of the record that already has it. */
async function claimUniqueName(
  db: Db,
  kind: Kind,
  id: number | null,
  columns: Readonly<Record<string, unknown>>,
  title: string,
): Promise<Record<string, string>> {
  const owner = await keyOwner(db, kind, id, columns, title)
  if (owner !== null) throw new Problem('term_exists', { data: { term_id: owner } })
  return kind.uniqueName ? { [kind.uniqueName.column]: fold(title) } : {}
}

/** Changes what was sent and differs; a record sent back as it was shown stays as it is, its version too. */
export async function updateRecord(
  db: Db,
  kind: Kind,
  address: RecordLocator,
  inputs: Inputs,
  ctx: RequestContext,
  precondition: (version: number) => void,
): Promise<WriteResult> {
  if (mayMoveInTree(kind, inputs)) await lockTree(db, kind)
  const row = await findEditable(db, kind, address, ctx)
  precondition(row['version'] as number)
  const id = row['id'] as number
  const shown = await presentOne(db, kind, row, ctx, { as: 'listed' })
  const before: CurrentRecord = { row, shown, texts: await loadTexts(db, kind, id) }
  const plan = await planWrite(db, kind, inputs, before, ctx)
  const version = await update(db, id, plan, before, ctx)
  return { id, version, ignored: plan.ignored }
}

export async function findEditable(db: Db, kind: Kind, address: RecordLocator, ctx: RequestContext): Promise<StoredRow> {
  const row = await findOne(db, kind, address, ctx, 'for update')
  if (!canEdit(kind, row, ctx.caller)) throw forbidden(ctx.caller.id === null)
  return row
}

async function update(db: Db, id: number, plan: WritePlan, before: CurrentRecord, ctx: RequestContext): Promise<number> {
  const { kind, text } = plan
  const { row } = before
  const original = String(row['language'])
  const version = row['version'] as number
  const oldLinks = await loadLinks(db, kind, id)
  const links = await mergedLinks(db, plan, before, oldLinks, ctx)
  const title = text.texts.get(original)?.[kind.title] ?? ''
  const key = isRenamed(plan, before, title) ? await claimUniqueName(db, kind, id, { ...row, ...plan.columns }, title) : {}
  const texts = await assignSlug(db, kind, id, text, original)
  const columns = changedColumns({ ...(await withHashedSecrets(plan)), ...key }, row)
  if (Object.keys(columns).length === 0 && isDeepStrictEqual(texts, before.texts) && isDeepStrictEqual(links, oldLinks)) return version
  const sets = Object.entries(columns).map(([name, value]) => sql`${ref(name)} = ${toSqlValue(value)}`)
  const [after] = await db.query<StoredRow>(sql`
update ${ref(kind.table)}
set ${join([...sets, sql`version = version + 1`, sql`modified_at = ${ctx.now.toString()}`])}
where id = ${id}
returning *`)
  if (row['status'] === 'publish' && 'status' in columns) await touchOwners(db, kind, id, ctx)
  const touched = changedColumnNames(kind, columns)
  if (!isDeepStrictEqual(texts, before.texts) || searchedColumns(kind).some((name) => touched.has(name)))
    await saveTexts(db, kind, [{ id, before: before.texts, after: texts, original, row: after ?? {} }], ctx.now.toString())
  if (Object.values(kind.listing?.columns ?? {}).some((name) => touched.has(name))) await syncListing(db, kind, [id])
  const moved = linkFields(kind).filter(([name]) => !isDeepStrictEqual(links[name], oldLinks[name]))
  const changed = diff(changeSnapshot(kind, row, before.texts, oldLinks), changeSnapshot(kind, { ...row, ...columns }, texts, links))
  const change = { kind, id, version: version + 1, action: actionOf(row, columns), caller: ctx.caller, language: text.language, ...changed }
  await db.query(
    combineWrites([...moved.flatMap(([name, storage]) => linkStatements(kind, storage, id, links[name] ?? [])), changeStatement(change)]),
  )
  return version + 1
}

async function mergedLinks(
  db: Db,
  plan: WritePlan,
  before: CurrentRecord,
  old: Readonly<Record<string, readonly number[]>>,
  ctx: RequestContext,
): Promise<Record<string, readonly number[]>> {
  const made = await createInlineTargets(db, plan, ctx)
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
function isRenamed({ kind, columns }: WritePlan, { row, texts }: CurrentRecord, title: string): boolean {
  if (!kind.uniqueName) return false
  const moved =
    kind.uniqueName.within !== undefined &&
    kind.uniqueName.within in columns &&
    (columns[kind.uniqueName.within] ?? null) !== (row[kind.uniqueName.within] ?? null)
  return moved || texts.get(String(row['language']))?.[kind.title] !== title
}

/** Columns whose value is another now; of those that are never read, who knows. */
const changedColumns = (columns: Readonly<Record<string, unknown>>, row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => !(name in row) || !isDeepStrictEqual(value ?? null, row[name] ?? null)),
  )

/** Columns that are another now, and the one that says whether there is a secret. */
const changedColumnNames = ({ passwordProtection }: Kind, columns: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set([
    ...Object.keys(columns),
    ...(passwordProtection && passwordProtection.digestColumn in columns ? [passwordProtection.flagColumn] : []),
  ])

function actionOf(row: StoredRow, columns: Readonly<Record<string, unknown>>): Change['action'] {
  if (!('status' in columns)) return 'update'
  return columns['status'] === 'trash' ? 'trash' : row['status'] === 'trash' ? 'restore' : 'update'
}
