// RFC 9110 12.5.3: encodings are matched by name and weight.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { negotiateEncoding } from './content-encoding.ts'

const HEADERS: readonly (readonly [header: string | undefined, encoding: string | null])[] = [
  [undefined, null],
  ['', null],
  ['br', 'br'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0', null],
  ['br;Q=0', null],
  ['br;q=0.000, gzip', 'gzip'],
  ['br ; q=0, gzip ; q=0.1', 'gzip'],
  ['brotli', null],
  ['x-foobr', null],
  ['x-gzipped, abracadabra', null],
  ['deflate', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['identity', null],
  ['identity, br;q=0.5', null],
  ['identity;q=0, *', 'br'],
  ['identity;q=0', null],
  [`br${', gzip'.repeat(1_000)}`, null],
]
void test('3.12 encodings are matched by name and weight', () => {
  for (const [header, encoding] of [...HEADERS, ...HEADERS]) assert.equal(negotiateEncoding(header), encoding, String(header))
})
void test('3.12 the cache of results is bounded', () => {
  for (let i = 0; i < 1_000; i += 1) assert.equal(negotiateEncoding(`br, x${i}`), 'br')
})
