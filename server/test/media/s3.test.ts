// Pictures in a bucket of OpenStack Swift: the rules of every store, addresses of buckets, listings, faults between, and whole servers.
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { s3Store } from '../../src/features/media/s3-store.ts'
import type { Store } from '../../src/features/media/store.ts'
import { S3Error, type S3Bucket } from '../../src/kernel/outbound/s3-bucket.ts'
import { faultProxy, s3Service, testBucket, type FaultProxy } from '../support/s3-service.ts'
import { freePort } from '../support/process.ts'
import { requiresTools } from '../support/tools.ts'
import { testPictures } from './s3-pictures.ts'
import { contents, newDigest, placeFiles, testStore, whole } from './store-rules.ts'

const TOOLS = requiresTools('swift')
const service = TOOLS.skip === false ? await s3Service() : 'http://127.0.0.1:1'
const proxy: FaultProxy = await faultProxy(service)
const folder = mkdtempSync(join(tmpdir(), 'kalends-s3-'))
after(() => rmSync(folder, { recursive: true }))
const storeOf = (bucket: S3Bucket, prefix: string, timeoutMs = 20_000): Store =>
  s3Store({ bucket, prefix, tempRoot: join(folder, 'work'), timeoutMs })
const soon = (): AbortSignal => AbortSignal.timeout(20_000)
const LATER = Temporal.Now.instant().add({ hours: 24 * 365 })
const isFailure = (code: string | RegExp) => (error: unknown) =>
  error instanceof S3Error && (typeof code === 'string' ? error.code === code : code.test(error.message))

// Before all other tests: the runner waits for no test that is defined after an await.
await testPictures(service, proxy, TOOLS)
testStore('in a bucket', TOOLS, storeOf(testBucket(service), 'rules/'))

void test('S3: the bucket as a part of the host name', TOOLS, async () => {
  // Stands in for an entry in DNS.
  const { lookup } = dns
  dns.lookup = ((name: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [name.endsWith('.s3.localhost') ? '127.0.0.1' : name, ...rest])) as typeof lookup
  try {
    const bucket = testBucket(`http://s3.localhost:${new URL(proxy.base).port}`, { isPathStyle: false })
    const bytes = Buffer.from('kalends')
    await bucket.write({ key: 'host/a', bytes, headers: { 'content-type': 'text/plain' } }, soon())
    await bucket.copy('host/a', 'host/b', soon())
    assert.ok(proxy.requests.includes('PUT /host/b'))
    assert.equal(await testBucket(service).readText('host/b', soon()), 'kalends')
  } finally {
    dns.lookup = lookup
  }
})
void test('S3: a listing has all of its pages', TOOLS, async () => {
  const store = storeOf(testBucket(service, { pageSize: 2 }), 'pages/')
  const digests = Array.from({ length: 5 }, newDigest)
  for (const digest of digests) await placeFiles(store, digest)
  const pages: (readonly string[])[] = []
  for await (const page of store.allDigests()) pages.push(page)
  assert.deepEqual([pages.length, pages.flat().toSorted()], [3, digests.toSorted()])
  assert.deepEqual(await contents(store, digests[0] ?? ''), whole())
})
void test('S3: errors name the request and the code of the service, and never the keys', TOOLS, async () => {
  const refused = testBucket(service, { secretAccessKey: 'wrong-secret' })
  await assert.rejects(refused.readText('a', soon()), isFailure('SignatureDoesNotMatch'))
  await assert.rejects(refused.readText('a', soon()), (error) => !/wrong-secret|test:writer/.test(JSON.stringify(error) + String(error)))
  await assert.rejects(testBucket(`http://127.0.0.1:${await freePort()}`).size('a', soon()), isFailure('ECONNREFUSED'))
  assert.equal(await testBucket(service).readText('missing', soon()), null)
  await testBucket(service).remove('missing', soon())
})

/** The store behind the proxy, with one stored picture. */
async function faultyStore(timeoutMs?: number): Promise<{ store: Store; digest: string; direct: Store }> {
  const prefix = `${newDigest().slice(0, 8)}/`
  const [store, direct] = [storeOf(testBucket(proxy.base), prefix, timeoutMs), storeOf(testBucket(service), prefix)]
  const digest = newDigest()
  await placeFiles(direct, digest)
  return { store, digest, direct }
}
const faultOnce = (fault: Exclude<ReturnType<FaultProxy['fault']>, null>, times: number, method: string): void => {
  let left = times
  proxy.fault = (request) => (request.method === method && left-- > 0 ? fault : null)
}
const withFault = (name: string, work: () => Promise<void>): void =>
  void test(`S3 faults: ${name}`, TOOLS, async (t) => {
    t.after(() => (proxy.fault = () => null))
    await work()
  })

withFault('a request that fails once or twice is repeated', async () => {
  const { store, digest } = await faultyStore()
  for (const fault of [503, 'cut'] as const) {
    const added = newDigest()
    faultOnce(fault, 2, 'PUT')
    await placeFiles(store, added)
    proxy.fault = () => null
    assert.deepEqual(await contents(store, added), whole())
  }
  faultOnce(503, 2, 'GET')
  assert.equal((await store.find(digest, 'full.jpg'))?.bytes, 'full.jpg '.length)
})
withFault('an upload that is not received as a whole is refused by the service, and the picture is not placed', async () => {
  const { store } = await faultyStore()
  for (const [fault, code] of [
    ['short', 'BadDigest'],
    [503, 'SlowDown'],
    ['cut', /PUT .* failed/],
  ] as const) {
    proxy.fault = (request) => (request.url?.endsWith('full.webp') ? fault : null)
    const digest = newDigest()
    await assert.rejects(placeFiles(store, digest), isFailure(code))
    proxy.fault = () => null
    assert.equal(await store.find(digest, 'full.webp'), null)
  }
})
withFault('a download that ends early, or has another length, is an error and not a short picture', async () => {
  const { store, digest } = await faultyStore()
  const file = (await store.find(digest, 'full.webp')) ?? assert.fail()
  proxy.fault = ({ method }) => (method === 'GET' ? 'short' : null)
  await assert.rejects(file.read(0, file.bytes - 1), isFailure(/instead of/))
  proxy.fault = ({ method }) => (method === 'GET' ? 'cut' : null)
  await assert.rejects(async () => buffer(await file.read(0, file.bytes - 1)))
  proxy.fault = () => null
  assert.equal(await text(await file.read(0, file.bytes - 1)), 'full.webp ')
})
withFault('a service that does not respond ends each operation at its deadline', async () => {
  const { store, digest } = await faultyStore(300)
  proxy.fault = () => 'hang'
  const operations = [
    () => store.find(digest, 'full.jpg'),
    () => placeFiles(store, newDigest()),
    () => store.restore(digest),
    () => store.remove(digest),
    () => store.moveToTrash(digest, LATER, LATER),
    () => store.trashedDigests(),
  ]
  for (const operation of operations) await assert.rejects(operation, isFailure('deadline'))
})
withFault('a move that is interrupted anywhere loses no file, and can be repeated', async () => {
  const { store, digest, direct } = await faultyStore()
  const requireWhole = async (message: string): Promise<void> =>
    assert.deepEqual({ ...(await contents(direct, digest, 'trash')), ...(await contents(direct, digest)) }, whole(), message)
  for (const method of ['PUT', 'DELETE']) {
    proxy.fault = (request) => (request.method === method && request.url?.endsWith('full.webp') ? 503 : null)
    await assert.rejects(store.moveToTrash(digest, LATER, Temporal.Now.instant()))
    await requireWhole(`to the trash, ${method}`)
    proxy.fault = () => null
    await direct.restore(digest)
    assert.deepEqual(await contents(direct, digest), whole(), `back after ${method}`)
    await direct.moveToTrash(digest, LATER, Temporal.Now.instant())
    proxy.fault = (request) => (request.method === method && request.url?.endsWith('full.webp') ? 503 : null)
    await assert.rejects(store.restore(digest))
    await requireWhole(`from the trash, ${method}`)
    proxy.fault = () => null
    await direct.restore(digest)
    assert.deepEqual(await contents(direct, digest), whole())
  }
})
