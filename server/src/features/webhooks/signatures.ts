// Secrets and signatures of messages (Standard Webhooks 1.0): HMAC-SHA256 with a shared secret, and Ed25519 with a public key.
import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const PUBLIC_KEY_PREFIX = 'whpk_'
const SECRET_BYTES = 32

export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface KeyPair {
  /** PKCS #8. */
  readonly privateKey: Buffer
  readonly publicKey: string
}
export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    // The last 32 bytes of the DER form are the key itself.
    publicKey: PUBLIC_KEY_PREFIX + publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
  }
}

export interface Message {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}
export interface SigningKeys {
  /** The current secret, and the previous one for some time after a rotation. */
  readonly secrets: readonly string[]
  readonly privateKey: Buffer
}
/** The three headers of a message. */
export function signedHeaders({ id, timestamp, body }: Message, { secrets, privateKey }: SigningKeys): Record<string, string> {
  const content = `${id}.${timestamp}.${body}`
  const hmac = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(content)
      .digest('base64')
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
  const signatures = [...secrets.map((secret) => `v1,${hmac(secret)}`), `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`]
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
