// Stores the difference between two states of a record: its row, texts, links, external ids and listing rows, and one entry in the change log.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../kernel/database/database.ts'
import { invalidParams } from '../../kernel/errors/problems.ts'
import { combineWrites, join, ref, sql } from '../../kernel/database/sql.ts'
import { changeSnapshot, changeStatement, diff, MOVES, SECRETS } from '../changes/change-log.ts'
import type { ExternalIds } from '../definition/external-ids.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { isException, linkFields } from '../definition/resource.ts'
import { touchOwners } from '../read/revisions.ts'
import { searchedColumns } from '../texts/search-text.ts'
import type { Texts } from '../texts/texts.ts'
import { confirmationError, confirmTranslation } from '../texts/confirm-translation.ts'
import { saveTexts } from '../texts/write-texts.ts'
import { actionOf, changedColumnNames } from './changed-columns.ts'
import { exceptionColumns, overridesAfter, statusUnderSeries } from './exceptions.ts'
import { rejectTakenExternalIds, replaceExternalIds } from './external-ids.ts'
import { toSqlValue } from './insert-statement.ts'
import { linkStatements, type LinkedIds } from './links.ts'
import type { DatesChange } from './sync-dates.ts'
import { syncRecord } from './sync-record.ts'

export interface RecordUpdate {
  readonly before: {
    readonly row: StoredRow
    readonly texts: Texts
    readonly links: LinkedIds
    readonly externalIds: ExternalIds | undefined
  }
  readonly after: {
    /** The columns that change. */
    readonly columns: StoredRow
    readonly texts: Texts
    readonly links: LinkedIds
    /** All external ids, if they are part of the write. */
    readonly externalIds: ExternalIds | undefined
  }
  /** The language of the texts that were written; null if it is not one language. */
  readonly language: string | null
  /** Names of texts of the language that count as changed although they stay as they are. */
  readonly confirmed?: readonly string[]
  /** Explicit moves of dates, by local start. */
  readonly moves?: ReadonlyMap<string, string>
  /** Columns of an exception that describe its own changes. By default, they follow from the difference. */
  readonly own?: StoredRow
}
export interface StoredUpdate {
  readonly version: number
  /** Whether anything differs, so that the record has a new version. */
  readonly isLogged: boolean
  readonly dates?: DatesChange | null
  readonly exceptions?: readonly number[]
  /** Whether the write moved the record to the trash. */
  readonly isTrashed?: boolean
  /** Whether the write made the record wait for an editor. */
  readonly isSubmitted?: boolean
}

/** Must run in the transaction of the write, which has locked the record. If nothing differs, the record keeps its version. */
export async function storeUpdate(db: Db, kind: Kind, update: RecordUpdate, ctx: RequestContext): Promise<StoredUpdate> {
  const { before, after, language, moves } = update
  const { row } = before
  const { columns, texts, links, externalIds } = after
  const id = row['id'] as number
  const version = row['version'] as number
  const parts = [
    [{}, { ...columns, ...update.own }],
    [before.texts, texts],
    [before.links, links],
    [before.externalIds, externalIds],
  ]
  const isConfirmed = await confirmTexts(db, kind, update, ctx)
  if (!isConfirmed && parts.every(([old, now]) => isDeepStrictEqual(old, now))) return { version, isLogged: false }
  await rejectTakenExternalIds(db, { kind, ...(externalIds && { externalIds }) }, id, ctx)
  const changedLinks = linkFields(kind).filter(([name]) => !isDeepStrictEqual(links[name], before.links[name]))
  const own = await ownColumnsOf(
    db,
    kind,
    update,
    changedLinks.map(([name]) => name),
  )
  const sets = Object.entries({ ...columns, ...own }).map(([name, value]) => sql`${ref(name)} = ${toSqlColumn(value)}`)
  const [stored] = await db.query<StoredRow>(sql`
update ${ref(kind.table)}
set ${join([...sets, sql`version = version + 1`, sql`modified_at = ${ctx.now.toString()}`])}
where id = ${id}
returning *`)
  if (row['status'] === 'publish' && 'status' in columns) await touchOwners(db, kind, id, ctx)
  const changedNames = changedColumnNames(kind, columns)
  if (!isDeepStrictEqual(texts, before.texts) || searchedColumns(kind).some((name) => changedNames.has(name)))
    await saveTexts(
      db,
      kind,
      [
        {
          id,
          before: before.texts,
          after: texts,
          original: String(row['language']),
          defaultLanguage: ctx.site.defaultLanguage,
          row: stored ?? {},
        },
      ],
      ctx.now.toString(),
    )
  if (externalIds) await replaceExternalIds(db, kind, id, externalIds)
  const change = {
    kind,
    id,
    version: version + 1,
    action: actionOf(row, columns),
    caller: ctx.caller,
    changeId: ctx.changeId,
    language,
    ...loggedDifference(kind, update, { ...columns, ...own }),
  }
  await db.query(
    combineWrites([
      ...changedLinks.flatMap(([name, storage]) => linkStatements(kind, storage, id, links[name] ?? [])),
      changeStatement(change),
    ]),
  )
  const written = { before: row, after: stored ?? row, linksChanged: changedLinks.length > 0, ...(moves && { moves }) }
  const { dates, exceptions } = await syncRecord(db, kind, written, ctx)
  const isSubmitted = columns['status'] === 'pending' && row['status'] !== 'pending'
  return { version: version + 1, isLogged: true, dates, exceptions, isTrashed: change.action === 'trash', isSubmitted }
}
/** Arrays are stored in columns of arrays, and other objects in JSON columns. */
const toSqlColumn = (value: unknown): unknown => (Array.isArray(value) ? value : toSqlValue(value))

/** Returns whether texts were outdated and are current now. Throws 400 if one of them cannot be confirmed. */
async function confirmTexts(db: Db, kind: Kind, update: RecordUpdate, ctx: RequestContext): Promise<boolean> {
  const { before, after, language, confirmed = [] } = update
  if (language === null || confirmed.length === 0) return false
  const { row } = before
  const texts = { language, names: confirmed }
  const overrides = isException(kind, row) ? overridesAfter(kind, row, { before: before.texts, after: after.texts }) : null
  const error = confirmationError(String(row['language']), texts, { after: after.texts, overrides })
  if (error) throw invalidParams({ confirm_translation: error })
  return confirmTranslation(db, kind, { id: row['id'] as number, ...texts }, ctx.now.toString())
}

/** Columns of an exception beside those of its fields. Other records have none. */
async function ownColumnsOf(db: Db, kind: Kind, { before, after, own }: RecordUpdate, links: readonly string[]): Promise<StoredRow> {
  const { row, texts } = before
  if (!isException(kind, row)) return {}
  const { columns } = after
  return {
    ...exceptionColumns(kind, row, { columns, links, before: texts, after: after.texts }),
    ...own,
    ...('status' in columns && (await statusUnderSeries(db, kind, row))),
  }
}

/** The difference that the log has. It names the moves of dates and the presence of a new secret, so that the write can be undone. */
function loggedDifference(kind: Kind, { before, after, moves }: RecordUpdate, columns: StoredRow) {
  const { passwordProtection: protection } = kind
  const isSecretChanged = protection !== undefined && protection.digestColumn in columns
  const flag = isSecretChanged ? { [protection.flagColumn]: columns[protection.digestColumn] !== null } : {}
  const difference = diff(
    changeSnapshot(kind, { ...before.row, external_ids: before.externalIds }, before.texts, before.links),
    changeSnapshot(kind, { ...before.row, ...columns, ...flag, external_ids: after.externalIds }, after.texts, after.links),
  )
  return {
    before: difference.before,
    after: {
      ...difference.after,
      ...(isSecretChanged && { [SECRETS]: true }),
      ...(moves && moves.size > 0 && { [MOVES]: Object.fromEntries(moves) }),
    },
  }
}
