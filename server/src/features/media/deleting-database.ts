// Decides which database of a calendar deletes files of the store. A restored copy has the id of the calendar, but must not delete its files.
import type { Db } from '../../kernel/database/database.ts'
import { loadDatabaseId } from '../../kernel/database/database-id.ts'

/** Short texts about a store, beside its files. */
export interface StoreNotes {
  readNote(name: string): Promise<string | null>
  /** `replacing` also replaces a note of others. */
  writeNote(name: string, text: string, mode: 'unless_present' | 'replacing'): Promise<void>
}
export interface DeletingDatabase {
  readonly id: string
  /** When it was about to delete files last. */
  readonly at: string
}
/** The ID of this database and its time. */
type DatabaseState = Awaited<ReturnType<typeof loadDatabaseId>>
/** The file or object that names the database. It is renewed by each garbage collection. */
const NOTE = 'deleting-database'

async function readDeletingDatabase(place: StoreNotes): Promise<DeletingDatabase | null> {
  const [, id, at] = /^(\S+) (\d{4}-\d\d-\d\d \S+)$/.exec((await place.readNote(NOTE)) ?? '') ?? []
  return id === undefined || at === undefined ? null : { id, at }
}

/** Returns the other database that deletes files of the store, or null. With `claims`, a store without a note gets this database. */
export async function findOtherDeletingDatabase(place: StoreNotes, own: DatabaseState, claims: boolean): Promise<DeletingDatabase | null> {
  const found = await readDeletingDatabase(place)
  if (found !== null) return found.id === own.id ? null : found
  if (claims) await place.writeNote(NOTE, `${own.id} ${own.now}`, 'unless_present')
  return null
}

export async function mayDelete(place: StoreNotes, db: Db): Promise<boolean> {
  const [own, found] = await Promise.all([loadDatabaseId(db), readDeletingDatabase(place)])
  return found?.id === own.id
}

/** Makes this database the one that deletes files, also if the note names another one. */
export async function claimDeletion(place: StoreNotes, db: Db): Promise<void> {
  const own = await loadDatabaseId(db)
  await place.writeNote(NOTE, `${own.id} ${own.now}`, 'replacing')
}

/**
 * Renews the note if this database deletes files. After a failover, the database has another ID and nobody renews the note of the former
 * one, which loses the right to delete files after `keepDays`.
 */
export async function renewDeletion(place: StoreNotes, db: Db, keepDays: number): Promise<boolean> {
  const [own, found] = await Promise.all([loadDatabaseId(db), readDeletingDatabase(place)])
  const before = Temporal.Instant.from(own.now).subtract({ hours: 24 * keepDays })
  if (found !== null && found.id !== own.id && Temporal.Instant.compare(found.at, before) >= 0) return false
  await place.writeNote(NOTE, `${own.id} ${own.now}`, 'replacing')
  return true
}
