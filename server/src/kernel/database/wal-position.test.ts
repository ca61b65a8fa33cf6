// Tokens are parsed and formatted without loss, and compared by system, timeline and position.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatToken, includesPosition, parseToken, type ServerPosition } from './wal-position.ts'

const server = (timeline: number, lsn: bigint, replayedTimeline = timeline): ServerPosition => ({
  system: '7000000000000000001',
  timeline,
  replayedTimeline,
  lsn,
  isStandby: true,
})
const position = (timeline: number, lsn: bigint) => ({ system: '7000000000000000001', timeline, lsn })

void test('a token is parsed and formatted without loss', () => {
  for (const token of ['7000000000000000001.1.0/16B3748', '18446744073709551615.12.FFFFFFFF/FFFFFFFF', '1.1.0/0'])
    assert.equal(formatToken(parseToken(token) ?? assert.fail(token)), token)
})
void test('other texts are not tokens', () => {
  for (const text of [
    '',
    '1',
    '1.1',
    '1.1.0',
    '1.0.0/1',
    '1.1.0/G',
    '1.1.0/1 ',
    'a.1.0/1',
    '1.1.000000000/1',
    '1.-1.0/1',
    '1.1.0/1,1.1.0/2',
  ])
    assert.equal(parseToken(text), null, text)
})
void test('a server has a position of its timeline if it has reached it', () => {
  assert.equal(includesPosition(server(1, 100n), position(1, 100n)), true)
  assert.equal(includesPosition(server(1, 99n), position(1, 100n)), false)
  assert.equal(includesPosition({ ...server(1, 100n), system: '1' }, position(1, 100n)), false)
})
void test('a position of an earlier timeline is included by a server that has replayed a later one', () => {
  assert.equal(includesPosition(server(2, 90n), position(1, 100n)), true)
  // It receives timeline 2, but may not have replayed all of timeline 1.
  assert.equal(includesPosition(server(2, 90n, 1), position(1, 100n)), false)
  assert.equal(includesPosition(server(2, 100n, 1), position(1, 100n)), true)
})
void test('a server of an earlier timeline does not have a position of a later one', () => {
  assert.equal(includesPosition(server(1, 200n), position(2, 100n)), false)
})
