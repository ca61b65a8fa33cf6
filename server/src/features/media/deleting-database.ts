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

async function readDeleter(place: StoreNotes): Promise<DeletingDatabase | null> {
  const [, id, at] = /^(\S+) (\d{4}-\d\d-\d\d \S+)$/.exec((await place.readNote(NOTE)) ?? '') ?? []
  return id === undefined || at === undefined ? null : { id, at }
}

/** Returns the database that deletes files of the store if it is another one. `claims` makes this one the first. */
export async function findOtherDeleter(place: StoreNotes, own: DatabaseState, claims: boolean): Promise<DeletingDatabase | null> {
  const found = await readDeleter(place)
  if (found !== null) return found.id === own.id ? null : found
  if (claims) await place.writeNote(NOTE, `${own.id} ${own.now}`, 'unless_present')
  return null
}

export async function mayDelete(place: StoreNotes, db: Db): Promise<boolean> {
  const [own, found] = await Promise.all([loadDatabaseId(db), readDeleter(place)])
  return found?.id === own.id
}

/** Makes this database the one that deletes files, whatever the other one does. */
export async function takeDeletion(place: StoreNotes, db: Db): Promise<void> {
  const own = await loadDatabaseId(db)
  await place.writeNote(NOTE, `${own.id} ${own.now}`, 'replacing')
}

/**
 * Renews the note if this database deletes files. After a failover, the database has another id, and nobody renews the note of the former
 * one: it loses its right after so many days.
 */
export async function renewDeletion(place: StoreNotes, db: Db, keepDays: number): Promise<boolean> {
  const [own, found] = await Promise.all([loadDatabaseId(db), readDeleter(place)])
  const before = Temporal.Instant.from(own.now).subtract({ hours: 24 * keepDays })
  if (found !== null && found.id !== own.id && Temporal.Instant.compare(found.at, before) >= 0) return false
  await place.writeNote(NOTE, `${own.id} ${own.now}`, 'replacing')
  return true
}
