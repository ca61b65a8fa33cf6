// Password hashes: verification, malformed digests, and decoding of the header.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, verifyPassword, passwordFromHeader } from './password-hash.ts'

void test('a digest matches its own password, in any Unicode normalization form, and no other', async () => {
  const digest = await hashPassword('Café 7')
  assert.match(digest, /^scrypt\$16384\$/)
  assert.notEqual(await hashPassword('Café 7'), digest)
  for (const password of ['Café 7', 'Cafe\u0301 7']) assert.equal(await verifyPassword(password, digest), true)
  for (const password of ['cafe 7', 'Café 7 ', '', 'x']) assert.equal(await verifyPassword(password, digest), false)
})
void test('digests of another cost still match; a malformed digest matches nothing', async () => {
  assert.equal(await verifyPassword('wombat', 'scrypt$4096$AAAAAAAAAAAAAAAAAAAAAA$dJm2IAVMaLeaTBhnWjQMsr5vNr_Sxp4qLlEwRxTD3uc'), true)
  const bad = ['', 'wombat', 'scrypt$', 'scrypt$$$', 'scrypt$3$aa$bb', 'scrypt$1000000000000$aa$bb', 'scrypt$16384$$', 'scrypt$16384$aa$']
  for (const stored of bad)
    for (const password of ['', 'wombat', stored]) assert.equal(await verifyPassword(password, stored), false, stored)
})
void test('hashing does not block the event loop', async () => {
  let turns = 0
  let busy = true
  const turn = (): void => {
    turns += 1
    if (busy) setImmediate(turn)
  }
  setImmediate(turn)
  await hashPassword('wombat')
  busy = false
  assert.ok(turns > 10, `${turns} turns`)
})
void test('7.9 a malformed encoding is used literally, and nothing is stripped', () => {
  for (const value of [
    "UTF-8''" + '%'.repeat(8_000),
    "UTF-8''" + '%41'.repeat(2_500) + '%',
    `UTF-8'${'a-'.repeat(4_000)}`,
    "'".repeat(8_000),
  ])
    assert.equal(passwordFromHeader(value), value)
  assert.equal(passwordFromHeader("UTF-8''" + '%41'.repeat(2_500)), 'A'.repeat(2_500))
  assert.equal(passwordFromHeader("UTF-8''%EF%BB%BFx"), '\ufeffx')
  assert.equal(passwordFromHeader('\xef\xbb\xbfx'), '\ufeffx')
})
