// Applies a working copy to its record by ordinary updates, one for each language, and previews it without effect (contract 15.8).
import type { Database, Db } from '../../kernel/database/database.ts'
import { violatedConstraint } from '../../kernel/database/database-errors.ts'
import { raw } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { sanitizeLargeHtml } from '../input/html-input.ts'
import { findOne, presentOne } from '../read/records.ts'
import { updateEntry } from '../series/scopes.ts'
import { findWorkingCopy, type InputsByLanguage } from './working-copies.ts'

export interface Proposal {
  readonly row: StoredRow
  readonly inputs: InputsByLanguage
}
export interface AppliedCopy {
  readonly version: number
  readonly isLogged: boolean
}
/** Must run in a transaction. The original comes first, because translations that equal it are not stored. */
export async function applyCopy(db: Db, kind: Kind, { row, inputs }: Proposal, ctx: RequestContext): Promise<AppliedCopy> {
  const original = String(row['language'])
  const languages = Object.keys(inputs).sort((a, b) => Number(b === original) - Number(a === original))
  let applied: AppliedCopy = { version: row['version'] as number, isLogged: false }
  for (const language of languages) {
    const update = { locator: { id: row['id'] as number }, inputs: inputs[language] ?? {}, precondition: () => undefined }
    const written = await updateEntry(db, kind, { ...update, scope: 'this' }, { ...ctx, language, hasExplicitLanguage: true })
    applied = { version: written.version, isLogged: applied.isLogged || written.isLogged }
  }
  return applied
}

/** Returns the record as the caller would see it after the copy is published. Throws the errors of the update. */
export async function previewCopy(db: Db, kind: Kind, proposal: Proposal, ctx: RequestContext): Promise<Record<string, unknown>> {
  const id = proposal.row['id'] as number
  await db.query(raw('savepoint preview'))
  await applyCopy(db, kind, proposal, { ...ctx, proposalFor: id })
  const preview = await presentOne(db, kind, { row: await findOne(db, kind, { id }, ctx), as: 'listed' }, ctx)
  // The constraints that a commit would check.
  await db.query(raw('set constraints all immediate'))
  await db.query(raw('rollback to savepoint preview'))
  return preview
}
/** The same, or null if the copy can no longer be applied. It must be the last work of its transaction. */
export async function previewIfPossible(db: Db, kind: Kind, proposal: Proposal, ctx: RequestContext) {
  try {
    return await previewCopy(db, kind, proposal, { ...ctx, strict: false })
  } catch (error) {
    if (error instanceof Problem || violatedConstraint(error) !== '') return null
    throw error
  }
}

/** Adds the large HTML texts of a stored copy to those that were sanitized before the transaction. */
export async function withCleanedCopy(database: Database, kind: Kind, id: number, ctx: RequestContext): Promise<RequestContext> {
  const copy = await findWorkingCopy(database, kind, id)
  const cleaned = await Promise.all(Object.values(copy?.inputs ?? {}).map((own) => sanitizeLargeHtml(kind, own, ctx.site)))
  return { ...ctx, cleaned: new Map([ctx.cleaned ?? new Map<string, never>(), ...cleaned].flatMap((each) => [...each])) }
}
