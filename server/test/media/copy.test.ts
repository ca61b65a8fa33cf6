// `kalends media copy` between folders: what it refuses, and what it does with pictures that it cannot read.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { kalends } from '../support/process.ts'
import { testServer } from '../support/server.ts'
import { form, fresh } from './pictures.ts'

const root = join(tmpdir(), `media-copy-${randomUUID()}`)
after(() => rmSync(root, { recursive: true, force: true }))
const [live, copy] = [join(root, 'live'), join(root, 'copy')]
const server = await testServer({ MEDIA_DIR: live })
const copyFrom = (from: string) => kalends(['media', 'copy', from, copy], { DATABASE_URL: server.database_url, MEDIA_DIR: live }, true)
async function upload(): Promise<string> {
  const { json } = await server.request('POST', '/media', { as: 'author', upload: form(await fresh()) })
  return /[0-9a-f]{64}/.exec(String(json['url']))?.[0] ?? ''
}
const folderOf = (at: string, digest: string): string => join(at, digest.slice(0, 2), digest)

void test('media copy: a folder that is missing or not mounted is refused, because a copy of it would be an empty backup', () => {
  mkdirSync(join(root, 'unmounted'))
  for (const name of ['missing', 'unmounted']) {
    const { code, stderr } = copyFrom(join(root, name))
    assert.equal(code, 2, stderr)
    assert.match(stderr, /is not the store of a calendar: it has no calendar-id\. Check the path, and whether it is mounted\./)
  }
})
void test('media copy: a picture that cannot be read is named, and all others are copied', async () => {
  const [broken, empty, ...others] = [await upload(), await upload(), await upload(), await upload()]
  const full = readdirSync(folderOf(live, broken)).find((name) => name.startsWith('full.')) ?? ''
  rmSync(join(folderOf(live, broken), full))
  mkdirSync(join(folderOf(live, broken), full))
  truncateSync(join(folderOf(live, empty), full))
  const failed = copyFrom(live)
  assert.equal(failed.code, 2)
  assert.match(failed.stdout, /: 3\. Already present: 0\.$/m)
  assert.match(failed.stderr, new RegExp(`1 pictures could not be copied, the first of them ${broken}: `))
  for (const digest of [empty, ...others])
    assert.deepEqual(readdirSync(folderOf(copy, digest)).sort(), readdirSync(folderOf(live, digest)).sort())
  rmSync(folderOf(live, broken), { recursive: true })
  assert.match(copyFrom(live).stdout, /: 0\. Already present: 3\.$/m)
})
