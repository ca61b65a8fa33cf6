// Verifies messages of webhooks (Standard Webhooks 1.0) with the Web Crypto API.
import type { ChangedKind, RecordsByKind } from './changes.ts'

/** A message about one record. `record` is `null` if the record was removed or is too large for a message. */
export interface RecordMessage<K extends ChangedKind = ChangedKind> {
  type: `${K}.${'created' | 'updated' | 'removed'}`
  timestamp: string
  data: { kind: K; id: number; version: number | null; record: RecordsByKind[K] | null }
}
/** Single messages were not sent: read the change feed from the cursor. With the reason `expired`, read the lists first. */
export interface BehindMessage {
  type: 'calendar.behind'
  timestamp: string
  data: { kind: null; id: null; version: null; record: null; cursor: string; reason: 'backlog' | 'expired' }
}
export interface TestMessage {
  type: 'calendar.test'
  timestamp: string
  data: { kind: null; id: null; version: null; record: null }
}
export type WebhookMessage = { [K in ChangedKind]: RecordMessage<K> }[ChangedKind] | BehindMessage | TestMessage

/** Thrown if a message was not sent by the server that has the secret, or too long ago. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}
/** The headers of the request: those of `fetch`, or those of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const TOLERANCE_SECONDS = 300

/**
 * Returns the message if one of its signatures was made with the secret. The body must be the text as it was received. Store `webhook-id` to
 * recognize a message that arrives twice.
 */
export async function verifyWebhook(body: string, headers: WebhookHeaders, secret: string): Promise<WebhookMessage> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`)
    return value
  }
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookError('The message is too old, or the clocks differ.')
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const each of signatures.split(' ')) {
    const [version, signature] = each.split(',')
    // The comparison takes the same time for all signatures.
    if (version === 'v1' && signature && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), content)))
      return JSON.parse(body) as WebhookMessage
  }
  throw new WebhookError('No signature matches.')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new WebhookError('A secret or a signature is not Base64.')
  }
}
