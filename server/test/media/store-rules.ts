// The rules of a store of pictures, which hold for a folder and for a bucket.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Store, StoreArea } from '../../src/features/media/store.ts'

const NAMES = ['full.jpg', 'full.webp', 'thumbnail.webp']
/** In tests, files are as old as the tests. */
const LATER = Temporal.Now.instant().add({ hours: 24 * 365 })
const EARLIER = Temporal.Now.instant().subtract({ hours: 24 })

export const newDigest = (): string => createHash('sha256').update(randomUUID()).digest('hex')
/** Stores files whose content is their name and the text. */
export async function placeFiles(store: Store, digest: string, text = ''): Promise<void> {
  const folder = await store.createTempFolder()
  for (const name of NAMES) writeFileSync(join(folder, name), `${name} ${text}`)
  await store.place(digest, folder)
}
export async function contents(store: Store, digest: string, area: StoreArea = 'files'): Promise<Record<string, string>> {
  const files = await store.filesOf(digest, area)
  const texts = [...files].map(async ([name, { bytes, read }]) => [name, (await buffer(await read(0, bytes - 1))).toString()] as const)
  return Object.fromEntries((await Promise.all(texts)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
export const whole = (text = ''): Record<string, string> => Object.fromEntries(NAMES.map((name) => [name, `${name} ${text}`]))
async function digestsOf(store: Store): Promise<string[]> {
  const all: string[] = []
  for await (const digests of store.allDigests()) all.push(...digests)
  return all
}

/** The store must be empty, because the tests empty its trash. */
export function testStore(label: string, options: { readonly skip: string | false }, store: Store): void {
  void test(`store ${label}: files are found, read in parts, replaced as a whole, and listed`, options, async () => {
    const digest = newDigest()
    assert.equal(await store.find(digest, 'full.jpg'), null)
    await placeFiles(store, digest)
    const found = await store.find(digest, 'full.jpg')
    assert.equal(found?.bytes, 'full.jpg '.length)
    assert.equal((await buffer((await found?.read(1, 3)) ?? [])).toString(), 'ull')
    assert.equal(await store.find(digest, 'other.jpg'), null)
    await placeFiles(store, digest, 'again')
    assert.deepEqual(await contents(store, digest), whole('again'))
    assert.ok((await digestsOf(store)).includes(digest))
    assert.deepEqual(await contents(store, newDigest()), {})
  })
  void test(
    `store ${label}: files move to the trash when they are old enough, back, and are deleted from there in time`,
    options,
    async () => {
      const [kept, lost] = [newDigest(), newDigest()]
      const now = Temporal.Now.instant()
      for (const digest of [kept, lost]) {
        await placeFiles(store, digest)
        assert.equal(await store.moveToTrash(digest, EARLIER, now), false)
        assert.equal(await store.moveToTrash(digest, LATER, now), true)
        assert.equal(await store.find(digest, 'full.jpg'), null)
        assert.deepEqual(await contents(store, digest, 'trash'), whole())
      }
      assert.equal(await store.moveToTrash(newDigest(), LATER, now), false)
      assert.deepEqual((await store.trashedDigests()).toSorted(), [kept, lost].toSorted())
      assert.equal(await store.restore(kept), true)
      assert.equal(await store.restore(kept), false)
      assert.deepEqual([await contents(store, kept), await contents(store, kept, 'trash')], [whole(), {}])
      assert.equal(await store.emptyTrash(now.subtract({ seconds: 1 })), 0)
      assert.equal(await store.emptyTrash(now.add({ seconds: 1 })), 1)
      assert.deepEqual([await store.trashedDigests(), await store.restore(lost)], [[], false])
    },
  )
  void test(`store ${label}: a new upload replaces files in the trash, and a deletion removes them too`, options, async () => {
    const [again, removed] = [newDigest(), newDigest()]
    for (const digest of [again, removed]) {
      await placeFiles(store, digest, 'old')
      await store.moveToTrash(digest, LATER, Temporal.Now.instant())
      await placeFiles(store, digest, 'new')
    }
    assert.equal(await store.restore(again), false)
    assert.deepEqual(await contents(store, again), whole('new'))
    await store.moveToTrash(removed, LATER, Temporal.Now.instant())
    await placeFiles(store, removed)
    await store.remove(removed)
    assert.deepEqual([await contents(store, removed), await store.restore(removed)], [{}, false])
  })
  void test(`store ${label}: temporary folders of processes that crashed are deleted`, options, async () => {
    const folder = await store.createTempFolder()
    await store.deleteTempFolders(EARLIER)
    assert.ok(existsSync(folder))
    await store.deleteTempFolders(LATER)
    assert.ok(!existsSync(folder))
  })
}
