// Passwords of protected records: hashing with scrypt, verification, and decoding from a header.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** A hash takes 16 MB and about 50 ms of one core, off the event loop. Each digest contains its cost, so this one can be raised. */
const COST = 16_384
const COST_MAX = 131_072
const LENGTH = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const digest = await derive(password, salt, COST)
  return ['scrypt', COST, salt.toString('base64url'), digest.toString('base64url')].join('$')
}

/** Returns the values with secret fields replaced by their digests. */
export async function hashSecretFields(
  values: Readonly<Record<string, unknown>>,
  isSecret: (name: string) => boolean,
): Promise<Record<string, unknown>> {
  const hashed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values))
    hashed[name] = typeof value === 'string' && isSecret(name) ? await hashPassword(value) : value
  return hashed
}

/** RFC 8187: charset, language, and percent-encoded bytes. */
const EXTENDED = /^utf-8'[a-z0-9-]*'((?:[\w!#$&+.^`|~-]|%[0-9a-f]{2})*)$/i
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/**
 * Decodes the password in a header, whose bytes Node reads as Latin-1 (contract 7.9). A malformed RFC 8187 value is used literally.
 * Bytes that are not valid UTF-8 are read as Latin-1.
 */
export function passwordFromHeader(value: string): string {
  const encoded = EXTENDED.exec(value)?.[1]
  try {
    return encoded === undefined ? UTF8.decode(Buffer.from(value, 'latin1')) : decodeURIComponent(encoded)
  } catch {
    return value
  }
}

/** A malformed digest matches no password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, cost, salt = '', digest = ''] = /^scrypt\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? []
  const expected = Buffer.from(digest, 'base64url')
  if (!isValidCost(Number(cost)) || expected.length !== LENGTH) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), Number(cost)), expected)
}
const isValidCost = (cost: number): boolean => cost > 1 && cost <= COST_MAX && Number.isInteger(Math.log2(cost))

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, LENGTH, { N: cost, maxmem: 256 * 8 * cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
