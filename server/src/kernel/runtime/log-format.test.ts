// Tests of the readable log format.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLogLine } from './log-format.ts'

const BASE = { level: 'info', time: '2026-05-01T10:20:30.123Z', pid: 1, hostname: 'h', version: '1' }
void test('an entry becomes one line with its fields', () => {
  const entry = { ...BASE, method: 'GET', status: 200, msg: 'request completed' }
  assert.equal(formatLogLine(JSON.stringify(entry)), '10:20:30 INFO  request completed method=GET status=200\n')
})
void test('values cannot forge lines or control the terminal', () => {
  const text = formatLogLine(JSON.stringify({ ...BASE, path: '/a b\n\u001b[2J', msg: 'x' }))
  assert.equal(text, '10:20:30 INFO  x path="/a b\\n\\u001b[2J"\n')
})
void test('the stack of an error follows', () => {
  const text = formatLogLine(JSON.stringify({ ...BASE, level: 'error', msg: 'failed', err: { stack: 'Error: a\u0007\n    at b' } }))
  assert.equal(text, '10:20:30 ERROR failed\nError: a \n    at b\n')
})
