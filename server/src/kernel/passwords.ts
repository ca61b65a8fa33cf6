// Passwords of records: a salted, slow digest, so that neither a dump nor a guess gives the word away.
import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'

const COST = 4_096
const LENGTH = 32

export function hashPassword(password: string): string {
  const salt = randomBytes(16)
  return [
    'scrypt',
    COST,
    salt.toString('base64url'),
    scryptSync(password.normalize('NFC'), salt, LENGTH, { N: COST }).toString('base64url'),
  ].join('$')
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, cost = '', salt = '', digest = ''] = stored.split('$')
  const expected = Buffer.from(digest, 'base64url')
  const actual = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize('NFC'), Buffer.from(salt, 'base64url'), LENGTH, { N: Number(cost) }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
  return expected.length === LENGTH && timingSafeEqual(actual, expected)
}
