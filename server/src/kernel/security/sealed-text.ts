// Encrypts and authenticates texts that clients keep and send back, such as cursors.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** Texts are padded to multiples of this length, so that the length of a sealed text tells little about its content. */
const PADDED_TO = 64

/** Returns the encrypted text in base64url. The key has 32 bytes. The text must not end with spaces. */
export function sealText(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const padded = text.padEnd(Math.ceil(text.length / PADDED_TO) * PADDED_TO)
  return Buffer.concat([iv, cipher.update(padded, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns the text, or null if it was not sealed with this key or was changed. */
export function openSealedText(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
    return text.toString('utf8').trimEnd()
  } catch {
    return null
  }
}
