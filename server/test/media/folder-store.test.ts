// The store of pictures in a folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { folderStore } from '../../src/features/media/folder-store.ts'
import { testStore } from './store-rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-store-'))
after(() => rmSync(folder, { recursive: true }))
testStore('in a folder', { skip: false }, folderStore(folder))
