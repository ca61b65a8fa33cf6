// The media folder: which calendar owns it, and whether it can be read and written. Checked at start and every half minute, with a deadline.
import { randomUUID } from 'node:crypto'
import { access, constants, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, type Db } from '../../kernel/database.ts'
import { withDeadline } from '../../kernel/deadline.ts'
import { loadCalendarId } from '../../kernel/identity.ts'
import type { Log } from '../../kernel/log.ts'
import { sql } from '../../kernel/sql.ts'

/** `unchecked`: the database did not say which calendar this is. `unclaimed`: pictures of an unknown calendar. */
export type FolderState = 'ok' | 'unchecked' | 'foreign' | 'unclaimed' | 'missing' | 'unwritable' | 'hanging'
export interface FolderReport {
  readonly state: FolderState
  readonly found: string
  /** Empty when nothing is to be done. */
  readonly remedy: string
}
export interface MediaFolder {
  report(): FolderReport
  /** Looks again, and logs when the state has changed. */
  check(): Promise<FolderReport>
}
/** The folder belongs to another calendar: a server that used it would remove the pictures of that one. */
export class ForeignFolderError extends Error {}

/** Holds the id of the calendar that owns the folder. */
const OWNER_FILE = 'calendar-id'
const DEADLINE_MS = 5_000

export async function openMediaFolder(root: string, db: Db, log: Log, deadline_ms = DEADLINE_MS): Promise<MediaFolder> {
  let report: FolderReport = { state: 'unchecked', found: `${root} was not looked at yet`, remedy: '' }
  let claimed = false
  let running: Promise<FolderReport> | null = null
  const check = async (): Promise<FolderReport> => {
    // A check that hangs holds a thread of the process: a second one is not begun.
    running ??= inspectFolder(root, db, claimed ? 'watch' : 'claim').finally(() => (running = null))
    const next = await withDeadline(running, deadline_ms, () => HANGING(root, deadline_ms))
    claimed ||= next.state === 'ok'
    if (next.state !== report.state || next.remedy !== report.remedy) logState(log, root, next)
    report = next
    return next
  }
  const first = await check()
  if (first.state === 'foreign' || first.state === 'unclaimed') throw new ForeignFolderError(`${first.found}. ${first.remedy}`)
  return { report: () => report, check }
}

function logState(log: Log, folder: string, { state, found, remedy }: FolderReport): void {
  if (state === 'ok' && !remedy) log.info({ folder }, found)
  else if (state === 'ok' || state === 'unchecked') log.warn({ folder, remedy }, found)
  else log.error({ folder, remedy }, `${found}: pictures cannot be stored`)
}

/** `claim` makes a folder without an owner this calendar's, unless it holds pictures of another; `watch` and `look` change nothing. */
type Inspection = 'claim' | 'watch' | 'look'
async function inspectFolder(root: string, db: Db, mode: Inspection): Promise<FolderReport> {
  const id = await loadCalendarId(db).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (id instanceof Error) return { state: 'unchecked', found: `It is not known which calendar this is (${id.message})`, remedy: '' }
  try {
    if (mode === 'claim') await mkdir(root, { recursive: true })
    else if (!(await isThere(root))) return mode === 'watch' ? MISSING(root) : await inspectParent(root)
    const owner = await readOwner(root)
    if (owner === null && mode === 'watch') return MISSING(root)
    const report = owner === null ? await inspectUnowned(root, id, db, mode) : owner === id ? OWN(root) : FOREIGN(root, owner, id)
    if (report.state === 'ok') await probe(root)
    return report
  } catch (error) {
    return UNWRITABLE(root, error)
  }
}

/** The same with a deadline, without changes. */
export const inspectFolderInTime = (root: string, db: Db): Promise<FolderReport> =>
  withDeadline(inspectFolder(root, db, 'look'), DEADLINE_MS, () => HANGING(root, DEADLINE_MS))

/** Makes this calendar the owner, whoever was it before. */
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
  const { known, others } = await countDigests(root, db)
  // Equal pictures may be in two calendars: a few that are known do not make the folder ours.
  if (others > known) return UNCLAIMED(root, others)
  const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from images`)
  const lost = known === 0 ? (row?.n ?? 0) : 0
  if (mode === 'look') return OWN(root, lost)
  // Whoever comes second finds the file there, and reads who was first. Some file systems have no links.
  await writeOwner(root, id, (from, to) =>
    link(from, to).catch((error: unknown) => (codeOf(error) === 'EEXIST' ? undefined : rename(from, to))),
  )
  const owner = (await readOwner(root)) ?? ''
  return owner === id ? OWN(root, lost) : FOREIGN(root, owner, id)
}

async function writeOwner(root: string, id: string, put: (from: string, to: string) => Promise<void>): Promise<void> {
  const part = join(root, `${OWNER_FILE}.${randomUUID()}`)
  try {
    await writeFile(part, `${id}\n`, { flush: true })
    await put(part, join(root, OWNER_FILE))
  } finally {
    await rm(part, { force: true })
  }
}

/** How many pictures of the folder the database knows, and how many it does not. */
async function countDigests(root: string, db: Db): Promise<{ known: number; others: number }> {
  let [known, all] = [0, 0]
  for (const shard of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    const digests = await readdir(join(root, shard))
    const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from images where digest = any(${digests}::text[])`)
    known += row?.n ?? 0
    all += digests.length
  }
  return { known, others: all - known }
}

/** Writes what an upload would write, and takes it away again. */
async function probe(root: string): Promise<void> {
  const folder = join(root, 'work', `probe-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'probe'), 'probe')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A folder that is not there yet is made at the first start, if the one above it can be written to. */
async function inspectParent(root: string): Promise<FolderReport> {
  let parent = dirname(resolve(root))
  while (parent !== dirname(parent) && !(await isThere(parent))) parent = dirname(parent)
  await access(parent, constants.W_OK)
  return { state: 'ok', found: `${root} is not there yet: the first start makes it`, remedy: '' }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => unlessMissing(error) !== null,
  )
function unlessMissing(error: unknown): null {
  if (codeOf(error) !== 'ENOENT') throw error
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
  remedy: `${ELSEWHERE}. If that calendar is no longer used and this one takes its folder over, ${ADOPT}`,
})
const UNCLAIMED = (root: string, others: number): FolderReport => ({
  state: 'unclaimed',
  found: `The media folder ${root} holds ${others} pictures that this calendar does not know, and no file ${OWNER_FILE} that says whose they are`,
  remedy: `${ELSEWHERE}. If they are this calendar's, ${ADOPT}`,
})
const MISSING = (root: string): FolderReport => ({
  state: 'missing',
  found: `The media folder ${root} is empty: it has lost its file ${OWNER_FILE}`,
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
    remedy: REMEDIES[codeOf(error)] ?? 'Check the disk, or set MEDIA_DIR to another folder',
  }
}
const RIGHTS = 'Let the user that runs the service own the folder, or set MEDIA_DIR to one that it owns'
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: 'Mount it for writing, or set MEDIA_DIR to a folder that can be written to (systemd: StateDirectory=kalends)',
  ENOSPC: 'Make room on the disk',
  EDQUOT: 'Make room, or raise the quota of the user that runs the service',
  ENOTDIR: 'Set MEDIA_DIR to a folder: something on this path is a file',
  EEXIST: 'Set MEDIA_DIR to a folder: something on this path is a file',
}
