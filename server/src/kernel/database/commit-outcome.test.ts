// The rules by which the answer of a server becomes the outcome of a commit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from './commit-outcome.ts'

const id = { xid: '700', timeline: '00000002', checkpoint: '0/10' }
const same = { timeline: '00000002', checkpoint: '0/10', proven: false }

void test('a server with the same history knows the transaction', () => {
  assert.equal(outcomeOf(id, { ...same, status: 'committed' }), 'committed')
  assert.equal(outcomeOf(id, { ...same, status: 'aborted' }), 'aborted')
  assert.equal(outcomeOf(id, { ...same, status: 'in progress' }), null)
  assert.equal(outcomeOf(id, { ...same, status: null }), null)
})
void test('after a crash or a promotion, the id of a transaction that was lost may belong to another one', () => {
  for (const changed of [{ checkpoint: '0/20' }, { timeline: '00000003' }]) {
    assert.equal(outcomeOf(id, { ...same, ...changed, status: 'committed' }), 'unknown')
    assert.equal(outcomeOf(id, { ...same, ...changed, status: 'committed', proven: true }), 'committed')
    assert.equal(outcomeOf(id, { ...same, ...changed, status: 'aborted' }), 'aborted')
  }
})
void test('a transaction does not survive a promotion, but does a checkpoint', () => {
  assert.equal(outcomeOf(id, { ...same, timeline: '00000003', status: 'in progress' }), 'aborted')
  assert.equal(outcomeOf(id, { ...same, timeline: '00000003', status: null }), 'aborted')
  assert.equal(outcomeOf(id, { ...same, checkpoint: '0/20', status: 'in progress' }), null)
})
void test('a server that has not seen the last promotion is not the one to ask', () => {
  assert.equal(outcomeOf(id, { ...same, timeline: '00000001', status: 'committed', proven: true }), null)
})
