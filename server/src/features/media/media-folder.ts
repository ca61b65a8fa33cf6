// Checks the media folder at the start and every 30 seconds: which calendar owns it, and whether it can be read and written.
import { randomUUID } from 'node:crypto'
import { access, constants, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode, type Db } from '../../kernel/database/database.ts'
import { withDiskDeadline } from '../../kernel/concurrency/disk-deadline.ts'
import { loadCalendarId } from '../../kernel/database/calendar-id.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import { sql } from '../../kernel/database/sql.ts'

/** `unchecked`: the id of the calendar could not be read from the database. `unclaimed`: the folder holds pictures of an unknown calendar. */
export type FolderState = 'ok' | 'unchecked' | 'foreign' | 'unclaimed' | 'missing' | 'unwritable' | 'hanging'
export interface FolderReport {
  readonly state: FolderState
  /** Message for the operator. */
  readonly found: string
  /** Instruction for the operator. Empty if there is nothing to do. */
  readonly remedy: string
}
export interface MediaFolder {
  report(): FolderReport
  /** Inspects the folder, and logs a change of its state. */
  check(): Promise<FolderReport>
}
/** The folder belongs to another calendar, whose pictures this server would delete. */
export class ForeignFolderError extends Error {}

/** Holds the id of the calendar that owns the folder. */
const OWNER_FILE = 'calendar-id'
const DEADLINE_MS = 5_000

export async function openMediaFolder(root: string, db: Db, log: Logger, deadlineMs = DEADLINE_MS): Promise<MediaFolder> {
  let report: FolderReport = { state: 'unchecked', found: `${root} has not been checked yet`, remedy: '' }
  let claimed = false
  let running: Promise<FolderReport> | null = null
  const check = async (): Promise<FolderReport> => {
    // A check that hangs occupies a thread, so no second check starts meanwhile.
    running ??= inspectFolder(root, db, claimed ? 'watch' : 'claim').finally(() => (running = null))
    const next = await withDiskDeadline(running, deadlineMs, () => HANGING(root, deadlineMs))
    claimed ||= next.state === 'ok'
    if (next.state !== report.state || next.remedy !== report.remedy) logState(log, root, next)
    report = next
    return next
  }
  const first = await check()
  if (first.state === 'foreign' || first.state === 'unclaimed') throw new ForeignFolderError(`${first.found}. ${first.remedy}`)
  return { report: () => report, check }
}

function logState(log: Logger, folder: string, { state, found, remedy }: FolderReport): void {
  if (state === 'ok' && !remedy) log.info({ folder }, found)
  else if (state === 'ok' || state === 'unchecked') log.warn({ folder, remedy }, found)
  else log.error({ folder, remedy }, `${found}: pictures cannot be stored`)
}

/** `claim` makes this calendar the owner of an unowned folder, unless it holds pictures of another one; `watch` and `inspect` change nothing. */
type Inspection = 'claim' | 'watch' | 'inspect'
async function inspectFolder(root: string, db: Db, mode: Inspection): Promise<FolderReport> {
  const id = await loadCalendarId(db).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (id instanceof Error) return { state: 'unchecked', found: `The id of this calendar could not be read (${id.message})`, remedy: '' }
  try {
    if (mode === 'claim') await mkdir(root, { recursive: true })
    else if (!(await folderExists(root))) return mode === 'watch' ? MISSING(root) : await inspectParent(root)
    const owner = await readOwner(root)
    if (owner === null && mode === 'watch') return MISSING(root)
    const report = owner === null ? await inspectUnowned(root, id, db, mode) : owner === id ? OWN(root) : FOREIGN(root, owner, id)
    if (report.state === 'ok') await probe(root)
    return report
  } catch (error) {
    return UNWRITABLE(root, error)
  }
}

/** Inspects the folder with a deadline and without changes. */
export const inspectFolderInTime = (root: string, db: Db): Promise<FolderReport> =>
  withDiskDeadline(inspectFolder(root, db, 'inspect'), DEADLINE_MS, () => HANGING(root, DEADLINE_MS))

/** Makes this calendar the owner of the folder, even if another one owns it. */
export async function adoptFolder(root: string, db: Db): Promise<void> {
  const id = await loadCalendarId(db)
  await mkdir(root, { recursive: true })
  await writeOwner(root, id, (from, to) => rename(from, to))
}

async function readOwner(root: string): Promise<string | null> {
  const text = await readFile(join(root, OWNER_FILE), 'utf8').catch(unlessMissing)
  return text?.trim() || null
}

async function inspectUnowned(root: string, id: string, db: Db, mode: Inspection): Promise<FolderReport> {
  const { referenced, others } = await countDigests(root, db)
  // Two calendars may have some pictures in common, so a few pictures in the database do not prove ownership.
  if (others > referenced) return UNCLAIMED(root, others)
  const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from images`)
  const lost = referenced === 0 ? (row?.n ?? 0) : 0
  if (mode === 'inspect') return OWN(root, lost)
  // If two servers start at the same time, the second finds the file of the first. Some file systems have no hard links.
  await writeOwner(root, id, (from, to) =>
    link(from, to).catch((error: unknown) => (errorCode(error) === 'EEXIST' ? undefined : rename(from, to))),
  )
  const owner = (await readOwner(root)) ?? ''
  return owner === id ? OWN(root, lost) : FOREIGN(root, owner, id)
}

async function writeOwner(root: string, id: string, move: (from: string, to: string) => Promise<void>): Promise<void> {
  const part = join(root, `${OWNER_FILE}.${randomUUID()}`)
  try {
    await writeFile(part, `${id}\n`, { flush: true })
    await move(part, join(root, OWNER_FILE))
  } finally {
    await rm(part, { force: true })
  }
}

/** Counts the pictures in the folder that are in the database, and those that are not. */
async function countDigests(root: string, db: Db): Promise<{ referenced: number; others: number }> {
  let [referenced, all] = [0, 0]
  for (const shard of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    const digests = await readdir(join(root, shard))
    const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from images where digest = any(${digests}::text[])`)
    referenced += row?.n ?? 0
    all += digests.length
  }
  return { referenced, others: all - referenced }
}

/** Writes and removes files as an upload would. */
async function probe(root: string): Promise<void> {
  const folder = join(root, 'work', `probe-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'probe'), 'probe')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first start creates a missing folder if its parent is writable. */
async function inspectParent(root: string): Promise<FolderReport> {
  let parent = dirname(resolve(root))
  while (parent !== dirname(parent) && !(await folderExists(parent))) parent = dirname(parent)
  await access(parent, constants.W_OK)
  return { state: 'ok', found: `${root} does not exist yet; the first start creates it`, remedy: '' }
}

const folderExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => unlessMissing(error) !== null,
  )
function unlessMissing(error: unknown): null {
  if (errorCode(error) !== 'ENOENT') throw error
  return null
}

const OWN = (root: string, lost = 0): FolderReport => ({
  state: 'ok',
  found: lost > 0 ? `The media folder ${root} is empty, but the calendar has ${lost} images` : `${root} belongs to this calendar`,
  remedy: lost > 0 ? 'Mount the folder that holds the pictures, or restore them from a backup' : '',
})
const ELSEWHERE = 'Set MEDIA_DIR to a folder of its own'
const ADOPT = 'run: kalends media adopt'
const FOREIGN = (root: string, owner: string, id: string): FolderReport => ({
  state: 'foreign',
  found: `The media folder ${root} belongs to another calendar (${owner}; this one is ${id})`,
  remedy: `${ELSEWHERE}. If that calendar is no longer used and this one should take over its folder, ${ADOPT}`,
})
const UNCLAIMED = (root: string, others: number): FolderReport => ({
  state: 'unclaimed',
  found: `The media folder ${root} holds ${others} pictures that are not in the database of this calendar, and no file ${OWNER_FILE} that names their owner`,
  remedy: `${ELSEWHERE}. If they belong to this calendar, ${ADOPT}`,
})
const MISSING = (root: string): FolderReport => ({
  state: 'missing',
  found: `The media folder ${root} is empty: its file ${OWNER_FILE} is missing`,
  remedy: 'Mount the folder again. If it is meant to be empty, restart the service',
})
const HANGING = (root: string, ms: number): FolderReport => ({
  state: 'hanging',
  found: `The media folder ${root} has not answered for ${ms / 1_000} s`,
  remedy: 'Check the disk, or the network file system that it is on',
})
function UNWRITABLE(root: string, error: unknown): FolderReport {
  const message = error instanceof Error ? error.message : String(error)
  return {
    state: 'unwritable',
    found: `The media folder ${root} cannot be written to (${message})`,
    remedy: REMEDIES[errorCode(error)] ?? 'Check the disk, or set MEDIA_DIR to another folder',
  }
}
const RIGHTS = 'Make the user that runs the service the owner of the folder, or set MEDIA_DIR to a folder that it owns'
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: 'Mount it read-write, or set MEDIA_DIR to a folder that can be written to (systemd: StateDirectory=kalends)',
  ENOSPC: 'Free space on the disk',
  EDQUOT: 'Free space, or raise the quota of the user that runs the service',
  ENOTDIR: 'Set MEDIA_DIR to a folder: something on this path is a file',
  EEXIST: 'Set MEDIA_DIR to a folder: something on this path is a file',
}
