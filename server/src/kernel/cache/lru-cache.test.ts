// The bounds of a cache: total size, size of one value, and which values it evicts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLruCache } from './lru-cache.ts'

void test('a cache stays within its bytes: it evicts the least recently used values and rejects those that are too large', () => {
  const cache = createLruCache<{ readonly text: string }>(10_000)
  const record = (length: number) => ({ text: 'x'.repeat(length) })
  for (let n = 0; n < 50; n += 1) cache.set(`n${n}`, record(500))
  assert.ok(cache.stats.bytes <= 10_000)
  assert.ok(cache.stats.entries >= 8 && cache.stats.entries <= 10, String(cache.stats.entries))
  assert.equal(cache.get('n0'), undefined)
  assert.equal(cache.get('n49')?.text.length, 500)
  cache.set('n49', record(10))
  assert.equal(cache.get('n49')?.text.length, 10)
  cache.set('large', record(2_000))
  assert.equal(cache.get('large'), undefined)
  assert.equal(cache.get('n49')?.text.length, 10)
  cache.clear()
  assert.deepEqual([cache.stats.entries, cache.stats.bytes], [0, 0])
})
void test('a read protects a value from eviction', () => {
  const cache = createLruCache<{ readonly text: string }>(10_000)
  cache.set('first', { text: 'x'.repeat(500) })
  for (let n = 0; n < 50; n += 1) {
    cache.set(`n${n}`, { text: 'x'.repeat(500) })
    assert.equal(cache.get('first')?.text.length, 500)
  }
  cache.delete('first')
  assert.equal(cache.get('first'), undefined)
})
void test('a cache of 0 bytes stores nothing', () => {
  const cache = createLruCache<{ readonly text: string }>(0)
  cache.set('a', { text: '' })
  assert.deepEqual([cache.isEnabled, createLruCache(1).isEnabled], [false, true])
  assert.deepEqual([cache.get('a'), cache.stats], [undefined, { entries: 0, bytes: 0, hits: 0, misses: 1 }])
})
