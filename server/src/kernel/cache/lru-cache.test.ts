import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLruCache } from './lru-cache.ts'

void test('what is kept stays within its weight: the oldest go first, and what is too heavy is not taken', () => {
  const kept = createLruCache<{ readonly text: string }>(10_000)
  const record = (length: number) => ({ text: 'x'.repeat(length) })
  for (let n = 0; n < 50; n += 1) kept.set(`n${n}`, record(500))
  assert.ok(kept.size.weight <= 10_000)
  assert.ok(kept.size.values >= 8 && kept.size.values <= 10, String(kept.size.values))
  assert.equal(kept.get('n0'), undefined)
  assert.equal(kept.get('n49')?.text.length, 500)
  kept.set('n49', record(10))
  assert.equal(kept.get('n49')?.text.length, 10)
  kept.set('heavy', record(2_000))
  assert.equal(kept.get('heavy'), undefined)
  assert.equal(kept.get('n49')?.text.length, 10)
  kept.clear()
  assert.deepEqual(kept.size, { values: 0, weight: 0 })
})
