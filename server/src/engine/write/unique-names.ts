// Unique names of terms: finds the record that has a name, and rejects a name that another record has (contract 7.4).
import type { Db } from '../../kernel/database/database.ts'
import { raw, ref, sql } from '../../kernel/database/sql.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { fold } from '../../kernel/text/fold.ts'
import type { Kind, StoredRow } from '../definition/kind.ts'
import type { Texts } from '../texts/texts.ts'

/** A name that must be unique, and the record that claims it; its id is null if it is new. */
export interface NameClaim {
  readonly id: number | null
  readonly columns: Readonly<Record<string, unknown>>
  readonly title: string
}
/** Returns the id of another record that has this name, for kinds with unique names. */
export async function findNameOwner(db: Db, kind: Kind, { id, columns, title }: NameClaim): Promise<number | null> {
  if (!kind.uniqueName) return null
  const { column, within } = kind.uniqueName
  const sameParent = within ? sql` and ${ref(within)} is not distinct from ${columns[within] ?? null}::bigint` : raw('')
  const [taken] = await db.query<{ id: number }>(
    sql`select id from ${ref(kind.table)} where ${ref(column)} = ${fold(title)}${sameParent} and id is distinct from ${id}::bigint`,
  )
  return taken?.id ?? null
}
/** Returns the folded name, for kinds with unique names. Throws 409 with the id of the record that already has it. */
export async function claimUniqueName(db: Db, kind: Kind, claim: NameClaim): Promise<Record<string, string>> {
  const owner = await findNameOwner(db, kind, claim)
  if (owner !== null) throw new Problem('term_exists', { data: { term_id: owner } })
  return kind.uniqueName ? { [kind.uniqueName.column]: fold(claim.title) } : {}
}

/** The row and the texts of a record before a write. */
export interface NamedRecord {
  readonly row: StoredRow
  readonly texts: Texts
}
/** Whether a write changes the unique name of a record, or the parent within which it must be unique. */
export function isRenamed(kind: Kind, columns: StoredRow, { row, texts }: NamedRecord, title: string): boolean {
  if (!kind.uniqueName) return false
  const { within } = kind.uniqueName
  const moved = within !== undefined && within in columns && (columns[within] ?? null) !== (row[within] ?? null)
  return moved || texts.get(String(row['language']))?.[kind.title] !== title
}
