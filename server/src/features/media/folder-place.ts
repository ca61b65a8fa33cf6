// The media folder as the place of a store: its owner, and whether it exists and can be written to.
import { randomUUID } from 'node:crypto'
import { access, constants, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../../kernel/database/database-errors.ts'
import { folderStore, WORK } from './folder-store.ts'
import type { StorePlace, StoreReport } from './store-monitor.ts'
import { unlessMissing } from './store.ts'

export const folderPlace = (root: string): StorePlace => ({
  name: root,
  title: `The media folder ${root}`,
  remedies: {
    elsewhere: 'Set MEDIA_DIR to a folder of its own',
    connect: 'Mount the folder that holds the pictures',
    reconnect: 'Mount the folder again',
    hanging: 'Check the disk, or the network file system that it is on',
    of: (error) => REMEDIES[errorCode(error)] ?? 'Check the disk, or set MEDIA_DIR to another folder',
  },
  prepare: async (mode) => {
    if (mode === 'claim') await mkdir(root, { recursive: true })
    else if (!(await folderExists(root))) return mode === 'watch' ? 'missing' : await inspectParent(root)
    return null
  },
  readNote: async (name) => (await readFile(join(root, name), 'utf8').catch(unlessMissing))?.trim() || null,
  writeNote: (name, text, mode) =>
    writeNote(join(root, name), text, async (from, to) => {
      if (mode === 'replacing') return rename(from, to)
      // Some file systems have no hard links.
      await link(from, to).catch((error: unknown) => (errorCode(error) === 'EEXIST' ? undefined : rename(from, to)))
    }),
  allDigests: () => folderStore(root).allDigests(),
  probe: () => probe(root),
})

async function writeNote(path: string, text: string, move: (from: string, to: string) => Promise<void>): Promise<void> {
  const part = `${path}.${randomUUID()}`
  try {
    await writeFile(part, `${text}\n`, { flush: true })
    await move(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

async function probe(root: string): Promise<void> {
  const folder = join(root, WORK, `probe-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'probe'), 'probe')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first start creates a missing folder if its parent is writable. */
async function inspectParent(root: string): Promise<StoreReport> {
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
