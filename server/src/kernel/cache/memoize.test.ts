// Memoized functions compute each key once and store a bounded number of results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from './memoize.ts'

void test('each key is computed once, with the further arguments of its first call', () => {
  const calls: string[] = []
  const repeat = memoize(10, (key, times: number) => {
    calls.push(key)
    return key.repeat(times)
  })
  assert.deepEqual([repeat('a', 2), repeat('b', 1), repeat('a', 2)], ['aa', 'b', 'aa'])
  assert.deepEqual(calls, ['a', 'b'])
})
void test('null is a result that is stored', () => {
  let calls = 0
  const find = memoize(10, () => {
    calls += 1
    return null
  })
  assert.deepEqual([find('a'), find('a'), calls], [null, null, 1])
})
void test('the results are dropped when there are too many', () => {
  let calls = 0
  const length = memoize(2, (key) => {
    calls += 1
    return key.length
  })
  for (const key of ['a', 'bb', 'a', 'ccc', 'a']) assert.equal(length(key), key.length)
  assert.equal(calls, 4)
})
