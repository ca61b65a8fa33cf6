// Servers whose pictures are in a bucket: uploads and downloads while the service fails, owners of a prefix, garbage collection, copies and redirects.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config.ts'
import { folderPlace } from '../../src/features/media/folder-place.ts'
import { folderStore } from '../../src/features/media/folder-store.ts'
import { adoptStore, ForeignStoreError, monitorStore } from '../../src/features/media/store-monitor.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { configuredStore } from '../../src/media-stores.ts'
import { rowsOf, until } from '../faults/launch.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'
import { kalends } from '../support/process.ts'
import { BUCKET, s3Settings, type FaultProxy } from '../support/s3-service.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { collectorOf } from './collection.ts'
import { storePicture, testFiles } from './file-rules.ts'
import { form, fresh } from './pictures.ts'
import { contents, newDigest, placeFiles, whole } from './store-rules.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const SERVICE_TIMEOUT_MS = 1_000
const silent = createLogger('silent')
const digestOf = (url: string): string => /[0-9a-f]{64}/.exec(url)?.[0] ?? ''

/** Call at the top of a test file. */
export async function testPictures(service: string, proxy: FaultProxy, options: { readonly skip: string | false }): Promise<void> {
  if (options.skip !== false) return
  const root = mkdtempSync(join(tmpdir(), 'kalends-s3-pictures-'))
  const settings = { ...s3Settings(service, 'live'), MEDIA_DIR: join(root, 'live') }
  const live = await testServer({ ...settings, S3_ENDPOINT: proxy.base }, undefined, false)
  const { store, place } = configuredStore(readConfig(settings))
  after(() => rmSync(root, { recursive: true, force: true }))
  const hangingSettings = { ...s3Settings(proxy.base, 'hanging'), S3_TIMEOUT_MS: String(SERVICE_TIMEOUT_MS) }
  const hanging = await testServer({ ...hangingSettings, MEDIA_DIR: join(root, 'hanging') }, undefined, false)
  const redirecting = { ...s3Settings(service, 'public'), MEDIA_DIR: join(root, 'public'), MEDIA_PUBLIC_URL: 'https://cdn.example/files' }
  const server = await testServer(redirecting, undefined, false)
  const url = await storePicture(live)
  testFiles('in a bucket', options, url)
  testFaultyUploads(live, proxy)
  testHangingService(hanging, service, proxy)

  void test('A1 S3: a prefix belongs to one calendar, and `kalends media adopt` gives it to another', async (t) => {
    const other = await freshDatabase()
    await rowsOf(other.url, 'update calendar_identity set id = gen_random_uuid()')
    const foreign = openDatabase({ ...LOOSE, url: other.url })
    t.after(async () => {
      await foreign.close()
      await other.drop()
    })
    const isRefused = (error: unknown): boolean =>
      error instanceof ForeignStoreError && /Set MEDIA_URL to a prefix of its own.*kalends media adopt/.test(error.message)
    const owner = await place.readNote('calendar-id')
    await assert.rejects(monitorStore(place, foreign, silent), isRefused)
    assert.equal(await place.readNote('calendar-id'), owner)
    await adoptStore(place, foreign)
    await assert.rejects(monitorStore(place, live.app.database, silent), isRefused)
    await adoptStore(place, live.app.database)
    assert.equal((await monitorStore(place, live.app.database, silent)).report().state, 'ok')
    // Pictures without an owner are not claimed by a calendar that does not have them.
    const unowned = configuredStore(readConfig({ ...settings, ...s3Settings(service, 'unowned') }))
    await placeFiles(unowned.store, newDigest())
    await assert.rejects(monitorStore(unowned.place, live.app.database, silent), isRefused)
    assert.equal(await unowned.place.readNote('calendar-id'), null)
  })
  void test('media S3: files without an image move to the trash and are deleted later; files of images are kept and restored', async () => {
    const url = await storePicture(live)
    const [orphan, now] = [newDigest(), Temporal.Now.instant()]
    await placeFiles(store, orphan)
    const collect = collectorOf(live, store, now)
    assert.equal((await collect(0, 0)).movedToTrash, 0)
    assert.equal((await collect(8, 0)).movedToTrash, 1)
    assert.deepEqual([await contents(store, orphan), await contents(store, orphan, 'trash')], [{}, whole()])
    assert.equal(await store.moveToTrash(digestOf(url), now.add({ hours: 24 }), now.add({ hours: 200 })), true)
    assert.equal((await fetch(url)).status, 200, 'restored on request')
    assert.deepEqual(await contents(store, digestOf(url), 'trash'), {})
    assert.equal((await collect(16, 0)).deleted, 1)
    assert.deepEqual(await contents(store, orphan, 'trash'), {})
    assert.equal((await fetch(url)).status, 200)
  })
  void test('A7 S3: files of an image that a user deletes are deleted immediately', async () => {
    const stored = await live.request('POST', '/media', { as: 'author', upload: form(await fresh()) })
    const url = String(stored.json['url'])
    assert.equal((await live.request('DELETE', `/media/${String(stored.json['id'])}?force=true`, { as: 'editor' })).status, 200)
    assert.equal((await fetch(url)).status, 404)
    assert.equal((await store.filesOf(digestOf(url), 'files')).size, 0)
  })
  void test('media S3: `kalends media copy` copies a folder to a bucket and back, and continues after a kill', async (t) => {
    t.after(() => (proxy.fault = () => null))
    const [from, to] = [join(root, 'from'), join(root, 'to')]
    const digests = Array.from({ length: 6 }, newDigest)
    for (const digest of digests) await placeFiles(folderStore(from), digest, digest)
    const trashed = digests.pop() ?? ''
    await folderStore(from).moveToTrash(trashed, Temporal.Now.instant().add({ hours: 1 }), Temporal.Now.instant())
    // The proxy is in this process, which waits for the commands that run to their end.
    const env = { ...s3Settings(service, 'copy'), DATABASE_URL: live.database_url, MEDIA_URL: '', MEDIA_DIR: from }
    const args = (source: string, target: string): string[] => ['media', 'copy', source, target]
    const target = configuredStore(readConfig(s3Settings(service, 'copy')))
    for (const at of [target.place, folderPlace(from)]) await adoptStore(at, live.app.database)

    proxy.fault = ({ method, url = '' }) => (method === 'PUT' && digests.slice(2).some((digest) => url.includes(digest)) ? 'hang' : null)
    const interrupted = spawn(process.execPath, [MAIN, ...args(from, `s3://${BUCKET}/copy`)], {
      env: { ...process.env, ...env, S3_ENDPOINT: proxy.base },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => interrupted.once('exit', resolve))
    await until('two pictures are copied', 60_000, async () => (await target.store.filesOf(digests[1] ?? '', 'files')).size === 3)
    interrupted.kill('SIGKILL')
    await ended
    proxy.fault = () => null
    const again = kalends(args(from, `s3://${BUCKET}/copy`), env)
    const [, copied, present] = /^Pictures copied to s3:\/\/pictures\/copy: (\d+)\. Already present: (\d+)\.$/m.exec(again.stdout) ?? []
    assert.equal(Number(copied) + Number(present), 6, again.stdout)
    assert.ok(Number(present) >= 1 && Number(copied) >= 3, again.stdout)
    assert.match(again.stderr, /Pictures .* 100 %/)
    assert.match(kalends(args(`s3://${BUCKET}/copy`, to), env).stdout, /^Pictures copied to .*: 6\. Already present: 0\.$/m)
    for (const digest of digests) assert.deepEqual(await contents(folderStore(to), digest), whole(digest))
    assert.deepEqual(await contents(folderStore(to), trashed, 'trash'), whole(trashed))

    // A picture that was uploaded to the target again stays there.
    await folderStore(to).restore(trashed)
    kalends(args(from, to), env)
    assert.deepEqual(await contents(folderStore(to), trashed), whole(trashed))
  })
  void test('media S3: with MEDIA_PUBLIC_URL, URLs of pictures redirect there, and pages allow pictures from there', async () => {
    const answer = await fetch(await storePicture(server), { redirect: 'manual' })
    assert.deepEqual(
      [answer.status, answer.headers.get('location'), answer.headers.get('cache-control'), answer.headers.get('vary')],
      [307, `https://cdn.example/files/${digestOf(answer.url)}/full.jpg`, 'public, max-age=3600', null],
    )
    for (const page of ['/events', '/admin'])
      assert.match(
        (await fetch(`${server.base}${page}`)).headers.get('content-security-policy') ?? '',
        /img-src [^;]* https:\/\/cdn\.example;/,
      )
  })
}

function testFaultyUploads(live: TestServer, proxy: FaultProxy): void {
  void test('A3 S3: an upload whose files are not stored is 503 with Retry-After and leaves no image; it succeeds later', async (t) => {
    t.after(() => (proxy.fault = () => null))
    const upload = form(await fresh())
    const count = async (): Promise<unknown> => (await live.get('/media', { as: 'editor' })).headers.get('x-total')
    const before = await count()
    for (const fault of [503, 'cut', 'short'] as const) {
      proxy.fault = (request) => (request.method === 'PUT' && request.url?.endsWith('medium.webp') ? fault : null)
      const { status, json, headers } = await live.request('POST', '/media', { as: 'author', upload })
      assert.deepEqual([status, json['code'], headers.get('retry-after')], [503, 'rest_media_unavailable', '30'], String(fault))
      assert.equal(await count(), before)
    }
    proxy.fault = () => null
    assert.equal((await live.request('POST', '/media', { as: 'author', upload })).status, 201)
  })
  void test('A3 S3: a download that fails is 503 or an interrupted response, and never a short picture', async (t) => {
    t.after(() => (proxy.fault = () => null))
    const url = await storePicture(live)
    const isDownload = (range: unknown): boolean => typeof range === 'string' && range !== 'bytes=0-0'
    proxy.fault = ({ headers }) => (isDownload(headers['range']) ? 'short' : null)
    const short = await fetch(url)
    assert.deepEqual(
      [short.status, short.headers.get('retry-after'), short.headers.get('cache-control'), short.headers.get('etag')],
      [503, '30', 'no-store', null],
    )
    proxy.fault = ({ headers }) => (isDownload(headers['range']) ? 'cut' : null)
    await assert.rejects(async () => {
      const cut = await fetch(url)
      await cut.arrayBuffer()
      assert.equal(cut.status, 503)
      throw new Error('503')
    })
  })
}

function testHangingService(server: TestServer, service: string, proxy: FaultProxy): void {
  void test('A3 S3: while the service hangs, uploads and pictures are 503, and health checks and lists do not wait for it', async (t) => {
    t.after(() => (proxy.fault = () => null))
    const direct = configuredStore(readConfig(s3Settings(service, 'hanging'))).store
    const digest = newDigest()
    await placeFiles(direct, digest)
    const picture = `${server.base}/media/${digest}/full.jpg`
    assert.equal((await fetch(picture)).status, 200)
    proxy.fault = () => 'hang'
    const first = fetch(picture)
    for (const path of ['/readyz', '/calendar/events/v1/events']) {
      const start = performance.now()
      assert.equal((await fetch(`${server.base}${path}`)).status, 200)
      assert.ok(performance.now() - start < 5 * SERVICE_TIMEOUT_MS, path)
    }
    const answer = await first
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '30'])
    await until('the server notices', 30_000, async () => {
      const { checks } = (await (await fetch(`${server.base}/readyz`)).json()) as { checks: Record<string, unknown> }
      return checks['media'] === false
    })
    const sent = proxy.requests.length
    assert.equal((await server.request('POST', '/media', { as: 'author', upload: form(await fresh()) })).status, 503)
    assert.equal((await fetch(picture)).status, 503)
    assert.equal(proxy.requests.length, sent, 'no request is sent while the service hangs')
  })
}
