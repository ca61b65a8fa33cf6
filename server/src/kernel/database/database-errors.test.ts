// Which errors of the driver say that PostgreSQL has rejected a statement.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRejectedByServer } from './database-errors.ts'

const failure = (code: string, severity?: string): Error =>
  Object.assign(new Error(code), { code, ...(severity !== undefined && { severity }) })

void test('a rejected statement is recognized, whatever the language of the server', () => {
  for (const code of ['23505', '40P01', '55P03', '57014', '22P02', 'P0001'])
    for (const severity of ['ERROR', 'FEHLER', 'ERREUR'])
      assert.equal(isRejectedByServer(failure(code, severity)), true, `${severity} ${code}`)
  assert.equal(isRejectedByServer(failure('53100', 'ERROR')), true)
})
void test('a lost connection says nothing about the outcome', () => {
  for (const error of [failure('57P01', 'FATAL'), failure('08006', 'ERROR'), failure('53100', 'PANIK'), failure('ECONNRESET')])
    assert.equal(isRejectedByServer(error), false, error.message)
})
