// Errors of PostgreSQL become responses that tell clients whether to try again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toProblem } from './error-responses.ts'

const statusOf = (code: string): number => toProblem(Object.assign(new Error('failed'), { code })).status

test('a deadlock that repeats and a timeout are 503, and an unexpected error is 500', () => {
  for (const code of ['40P01', '40001', '55P03', '57014', '57P01']) assert.equal(statusOf(code), 503, code)
  for (const code of ['22012', 'XX000']) assert.equal(statusOf(code), 500, code)
})
