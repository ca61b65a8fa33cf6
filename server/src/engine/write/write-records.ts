// Creates and updates records. One transaction stores the row, its texts, its links, its listing rows, and an entry in the change log.
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { advisoryLock, advisoryLocks } from '../../kernel/database/advisory-locks.ts'
import type { Db } from '../../kernel/database/database.ts'
import { comparisonKey } from '../../kernel/text/fold.ts'
import { hashSecretFields } from '../../kernel/security/password-hash.ts'
import { forbidden, Problem } from '../../kernel/errors/problems.ts'
import { changedColumns } from './changed-columns.ts'
import { loadExternalIds, rejectTakenExternalIds } from './external-ids.ts'
import { insertStatement } from './insert-statement.ts'
import { loadLinks, mergeLinks, type LinkedIds } from './links.ts'
import { findReusable, type InlineOutcome } from './reuse-records.ts'
import { planWrite, type CurrentRecord, type PlannedWrite, type Target, type WritePlan } from './write-plan.ts'
import { findOne, presentOne, type RecordLocator } from '../read/records.ts'
import { isException } from '../definition/resource.ts'
import { storeUpdate, type StoredUpdate } from './store-update.ts'
import { insertDates } from './sync-record.ts'
import type { RequestContext, Kind, StoredRow } from '../definition/kind.ts'
import { claimUniqueName, findNameOwner, isRenamed } from './unique-names.ts'
import { lockSlug, assignSlug, slugCandidates } from './unique-slugs.ts'
import { loadTexts } from '../texts/texts.ts'
import { canEdit } from '../access/visibility.ts'

export interface WriteResult extends InlineOutcome, StoredUpdate {
  readonly id: number
  readonly ignored: readonly string[]
  /** Whether the record is a series, or was one before the write. */
  readonly isSeries?: boolean
}

export interface CreationContext extends RequestContext {
  /** The ID of the new record. An import into an empty calendar keeps the IDs of its source. */
  readonly newId?: number
}
export const createRecord = async (db: Db, kind: Kind, inputs: Inputs, ctx: CreationContext): Promise<WriteResult> =>
  insertPlanned(db, await planWrite(db, kind, { inputs, before: null }, ctx), ctx)
export async function insertPlanned(db: Db, plan: PlannedWrite, ctx: CreationContext): Promise<WriteResult> {
  const { kind } = plan
  if (kind.parentColumn && plan.columns[kind.parentColumn]) await lockTree(db, kind)
  const { linkedIds, ...outcome } = await createInlineTargets(db, plan, ctx)
  const columns = ctx.newId === undefined ? plan.columns : { ...plan.columns, id: ctx.newId }
  const id = await insert(db, { ...plan, columns }, linkedIds, ctx)
  const dates = kind.listing?.isSeries(plan.columns) ? await insertDates(db, kind, id, ctx) : null
  return { id, version: 1, isLogged: true, isSubmitted: isSubmitted(plan), ignored: plan.ignored, dates, ...outcome }
}
/** Whether one statement stores the whole record, so that it needs no transaction. */
export const isSingleStatement = (plan: WritePlan): boolean => storesRecordAlone(plan) && !isSubmitted(plan)
const isSubmitted = ({ kind, columns }: WritePlan): boolean => kind.access === 'owned' && columns['status'] === 'pending'
const storesRecordAlone = ({ kind, links, columns }: WritePlan): boolean =>
  !kind.uniqueName &&
  !kind.listing?.isSeries(columns) &&
  !kind.parentColumn &&
  Object.values(links).every((targets) => (targets ?? []).every((target) => 'id' in target))

/** Whether a write may change the parent of a record. */
const mayMoveInTree = (kind: Kind, inputs: Inputs): boolean =>
  Object.entries(kind.fields).some(
    ([name, { storage }]) => storage.in === 'reference' && storage.column === kind.parentColumn && Object.hasOwn(inputs, name),
  )
/** Serializes moves and deletions in a tree, so that each transaction sees the result of the one before. */
export const lockTree = (db: Db, kind: Kind): Promise<unknown> => advisoryLock(db, `tree ${kind.name}`)

async function insert(db: Db, plan: WritePlan, links: LinkedIds, ctx: RequestContext): Promise<number> {
  const { kind, text } = plan
  const uniqueName = await claimUniqueName(db, kind, { id: null, columns: plan.columns, title: titleOf(plan, ctx) })
  const timestamps = { created_at: ctx.now.toString(), modified_at: ctx.now.toString() }
  const columns = { ...(await withHashedSecrets(plan)), ...uniqueName, language: ctx.language, ...timestamps }
  await rejectTakenExternalIds(db, plan, null, ctx)
  await lockSlug(db, kind, text.slug)
  for await (const slugs of slugCandidates(db, kind, null, text.slug)) {
    const record = { kind, columns, text: text.texts.get(ctx.language) ?? {}, links, externalIds: plan.externalIds ?? {} }
    const [created] = await db.query<{ id: number }>(insertStatement(record, slugs, ctx))
    if (created) return created.id
  }
  throw new Problem('rest_slug_taken')
}

/** The columns of a plan, with a hash in place of each secret. */
const withHashedSecrets = ({ kind, columns }: WritePlan) => hashSecretFields(columns, (name) => kind.columns[name] === 'secret')

interface InlineTargets extends InlineOutcome {
  readonly linkedIds: LinkedIds
}
/** Returns the ids of the linked records, by field. Reuses or creates the records that the client sent inline. */
async function createInlineTargets(db: Db, plan: WritePlan, ctx: RequestContext): Promise<InlineTargets> {
  const locks = Object.values(plan.links).flatMap((targets) =>
    (targets ?? []).flatMap((target) => ('plan' in target && isLookedUp(target) ? [nameLock(target.plan, ctx)] : [])),
  )
  // Concurrent writes that name the same new records wait here: the second finds and links the records that the first created.
  if (locks.length > 0) await advisoryLocks(db, locks)
  const linkedIds: Record<string, number[]> = {}
  const outcomes: InlineOutcome[] = []
  for (const [name, targets] of Object.entries(plan.links)) {
    const ids = new Set<number>()
    for (const target of targets ?? []) {
      const { id, outcome } = 'id' in target ? { id: target.id, outcome: [] } : await createTarget(db, target, ctx)
      ids.add(id)
      outcomes.push(...outcome)
    }
    linkedIds[name] = [...ids]
  }
  const reused = outcomes.flatMap((outcome) => outcome.reused)
  return { linkedIds, reused, possibleDuplicates: outcomes.flatMap((outcome) => outcome.possibleDuplicates) }
}
type InlineTarget = Extract<Target, { readonly plan: WritePlan }>
/** Whether an existing record may take the place of an inline one. */
const isLookedUp = ({ plan: { kind }, forceNew }: InlineTarget): boolean => !forceNew && Boolean(kind.uniqueName ?? kind.inlineReuse)

async function createTarget(db: Db, target: InlineTarget, ctx: RequestContext): Promise<{ id: number; outcome: InlineOutcome[] }> {
  const { plan } = target
  const title = titleOf(plan, ctx)
  const owner = await findNameOwner(db, plan.kind, { id: null, columns: plan.columns, title })
  if (owner !== null) return { id: owner, outcome: [] }
  const found = plan.kind.inlineReuse && isLookedUp(target) ? [await findReusable(db, plan, title, ctx)] : []
  const reused = found[0]?.reused[0]
  if (reused) return { id: reused.id, outcome: found }
  const { linkedIds, ...inner } = await createInlineTargets(db, plan, ctx)
  return { id: await insert(db, plan, linkedIds, ctx), outcome: [...found, inner] }
}
const titleOf = ({ kind, text }: WritePlan, ctx: RequestContext): string => text.texts.get(ctx.language)?.[kind.title] ?? ''
const nameLock = (plan: WritePlan, ctx: RequestContext): string => `name ${plan.kind.name} ${comparisonKey(titleOf(plan, ctx))}`

export interface UpdateRequest {
  readonly locator: RecordLocator
  readonly inputs: Inputs
  /** Names of texts whose translation is still correct. */
  readonly confirmed?: readonly string[]
  /** Throws if the client requires another version of the record. */
  readonly precondition: (version: number) => void
  /** Columns of a series that follow from the request, and the dates that they move. */
  readonly pattern?: { readonly columns: StoredRow; readonly moves: ReadonlyMap<string, string> }
}
/** Updates the fields that were sent and differ. If none differs, the record keeps its version. */
export async function updateRecord(db: Db, kind: Kind, request: UpdateRequest, ctx: RequestContext): Promise<WriteResult> {
  const { locator, inputs, precondition } = request
  if (mayMoveInTree(kind, inputs)) await lockTree(db, kind)
  const row = await findEditable(db, kind, locator, ctx)
  precondition(row['version'] as number)
  const id = row['id'] as number
  const shown = await presentOne(db, kind, { row, as: 'listed' }, ctx)
  const before: CurrentRecord = { row, shown, texts: await loadTexts(db, kind, id) }
  const planned = await planWrite(db, kind, { inputs, before }, ctx)
  const plan = { ...planned, columns: { ...planned.columns, ...request.pattern?.columns } }
  const { linkedIds, ...outcome } = await createInlineTargets(db, plan, ctx)
  const confirmed = request.confirmed ?? []
  const updated = await update(db, { ...plan, linkedIds, moves: request.pattern?.moves, confirmed }, before, ctx)
  const isSeries = kind.listing?.isSeries(row) === true || Boolean(updated.dates)
  return { id, ignored: plan.ignored, isSeries, ...updated, ...outcome }
}

/** Locks the row of a record and returns it. Throws 403 if the caller may not edit it. */
export async function findEditable(db: Db, kind: Kind, locator: RecordLocator, ctx: RequestContext): Promise<StoredRow> {
  const row = await findOne(db, kind, { ...locator, forUpdate: true }, ctx)
  if (!canEdit(kind, row, ctx.caller) && ctx.proposalFor !== row['id']) throw forbidden(ctx.caller.id === null)
  return row
}

interface UpdatePlan extends WritePlan {
  /** The ids of the linked records that were sent. */
  readonly linkedIds: LinkedIds
  readonly moves: ReadonlyMap<string, string> | undefined
  readonly confirmed: readonly string[]
}
/** Stores the changes of a plan. Returns the version of the record, and how the write changed its dates. */
async function update(db: Db, plan: UpdatePlan, before: CurrentRecord, ctx: RequestContext): Promise<StoredUpdate> {
  const { kind, text } = plan
  const { row } = before
  const id = row['id'] as number
  const oldLinks = await loadLinks(db, kind, id)
  const links = mergedLinks(plan, before, oldLinks, plan.linkedIds)
  const title = text.texts.get(String(row['language']))?.[kind.title] ?? ''
  const claim = { id, columns: { ...row, ...plan.columns }, title }
  const uniqueName = isRenamed(kind, plan.columns, before, title) ? await claimUniqueName(db, kind, claim) : {}
  const texts = isException(kind, row) ? text.texts : await assignSlug(db, kind, text, id)
  const columns = changedColumns({ ...(await withHashedSecrets(plan)), ...uniqueName }, row)
  const oldExternalIds = plan.externalIds && (await loadExternalIds(db, id))
  return storeUpdate(
    db,
    kind,
    {
      before: { row, texts: before.texts, links: oldLinks, externalIds: oldExternalIds },
      after: { columns, texts, links, externalIds: plan.externalIds },
      language: text.language,
      confirmed: plan.confirmed,
      ...(plan.moves && { moves: plan.moves }),
    },
    ctx,
  )
}

/** The links of a record after the write. `sentIds` are the ids of the linked records that were sent, by field. */
function mergedLinks(plan: WritePlan, before: CurrentRecord, old: LinkedIds, sentIds: LinkedIds): Record<string, readonly number[]> {
  const shownIds = (name: string): number[] => ((before.shown[name] ?? []) as readonly { id: number }[]).map(({ id }) => id)
  return Object.fromEntries(
    Object.entries(old).map(([name, ids]) => {
      const sent = plan.links[name]
      if (sent === undefined) return [name, ids]
      return [name, sent === null ? [] : mergeLinks(ids, shownIds(name), sentIds[name] ?? [])]
    }),
  )
}
