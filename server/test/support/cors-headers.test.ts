// The check of exposed headers can fail: a header that the CORS list lacks is found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReadableByScripts } from './cors-headers.ts'

test('3.12 a header that is not exposed is found, and exposed and internal ones are not', () => {
  const names = [
    'x-total',
    'x-kalends-version',
    'preference-applied',
    'x-content-type-options',
    'content-type',
    'x-new-header',
    'idempotent-other',
  ]
  assert.deepEqual(
    names.filter((name) => !isReadableByScripts(name)),
    ['x-new-header', 'idempotent-other'],
  )
})
