// Idempotency keys: a repeated create returns the stored response of the first one (contract 7.12).
import { createHash } from 'node:crypto'
import { tryAdvisoryLock } from '../database/advisory-locks.ts'
import type { Db } from '../database/database.ts'
import { FieldError, invalidParams, Problem } from '../errors/problems.ts'
import { sql } from '../database/sql.ts'

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface IdempotentRequest {
  readonly callerId: number | null
  /** The URL and the inputs, which must be the same in a repeated request. */
  readonly fingerprintInput: unknown
  readonly keepHours: number
  readonly now: Temporal.Instant
}

/** Returns the stored response, or runs the work and stores its response in the same transaction. Without a key it only runs the work. */
export async function withIdempotencyKey<T extends StoredResponse>(
  db: Db,
  key: string | undefined,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T | StoredResponse> {
  const { callerId, now } = request
  if (key === undefined || callerId === null) return work()
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalidParams({ 'Idempotency-Key': new FieldError('too_long', { max: 255 }) })
  // The lock lasts as long as the transaction, so a process that crashes leaves neither a record nor a key behind.
  if (!(await tryAdvisoryLock(db, `idempotency ${callerId} ${key}`)))
    throw new Problem('rest_idempotency_running', { headers: { 'retry-after': '1' } })
  const fingerprint = createHash('sha256').update(canonicalJson(request.fingerprintInput)).digest()
  const oldest = now.subtract({ hours: request.keepHours }).toString()
  const [first] = await db.query<StoredResponse & { fingerprint: Buffer }>(sql`
    select fingerprint, status, headers, body from idempotency_keys
    where caller_id = ${callerId} and key = ${key} and created_at > ${oldest}`)
  if (first) {
    if (!first.fingerprint.equals(fingerprint)) throw new Problem('rest_idempotency_conflict')
    if (first.body === '') throw new Problem('rest_idempotency_erased')
    return { status: first.status, headers: { ...first.headers, 'idempotent-replayed': 'true' }, body: first.body }
  }
  const response = await work()
  await db.query(sql`
    insert into idempotency_keys (caller_id, key, fingerprint, status, headers, body, created_at)
    values (${callerId}, ${key}, ${fingerprint}, ${response.status}, ${response.headers}, ${response.body}, ${now.toString()})
    on conflict (caller_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`)
  return response
}

/** Serializes JSON independently of the order of keys. */
const canonicalJson = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Empties stored responses that show a permanently deleted record. Their keys stay, so that a repeated request does not create it again. */
export const eraseStoredResponses = (db: Db, id: number): Promise<unknown> =>
  db.query(sql`update idempotency_keys set headers = '{}', body = '' where shown_ids @> array[${id}::bigint]`)

/** Deletes expired keys, in batches. */
export const deleteExpiredKeys = (db: Db, before: Temporal.Instant): Promise<unknown> =>
  db.query(
    sql`delete from idempotency_keys where ctid in (select ctid from idempotency_keys where created_at < ${before.toString()} limit 1000)`,
  )
