// A create that is sent twice happens once: the key, a digest of the request and the first answer are kept for a while (contract 7.12).
import { createHash } from 'node:crypto'
import { tryLockWord, type Db } from '../database/database.ts'
import { Fault, invalid, Problem } from '../errors/problems.ts'
import { sql } from '../database/sql.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface IdempotentRequest {
  readonly caller_id: number | null
  /** What must be the same: address and inputs. */
  readonly content: unknown
  readonly keep_hours: number
  readonly now: Temporal.Instant
}

/** The first answer if there was one; else the work is done, and its answer kept in the same transaction. Without a key it is just done. */
export async function once(db: Db, key: string | undefined, request: IdempotentRequest, work: () => Promise<Answer>): Promise<Answer> {
  const { caller_id, now } = request
  if (key === undefined || caller_id === null) return work()
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ 'Idempotency-Key': new Fault('too_long', { max: 255 }) })
  // The lock lives as long as the transaction: whoever dies half-way leaves neither a record nor a key behind.
  if (!(await tryLockWord(db, `idempotency ${caller_id} ${key}`)))
    throw new Problem('rest_idempotency_running', { headers: { 'retry-after': '1' } })
  const fingerprint = createHash('sha256').update(canonicalJson(request.content)).digest()
  const oldest = now.subtract({ hours: request.keep_hours }).toString()
  const [first] = await db.query<Answer & { fingerprint: Buffer }>(sql`
    select fingerprint, status, headers, body from idempotency_keys
    where caller_id = ${caller_id} and key = ${key} and created_at > ${oldest}`)
  if (first) {
    if (!first.fingerprint.equals(fingerprint)) throw new Problem('rest_idempotency_conflict')
    if (first.body === '') throw new Problem('rest_idempotency_erased')
    return { status: first.status, headers: { ...first.headers, 'idempotent-replayed': 'true' }, body: first.body }
  }
  const answer = await work()
  await db.query(sql`
    insert into idempotency_keys (caller_id, key, fingerprint, status, headers, body, created_at)
    values (${caller_id}, ${key}, ${fingerprint}, ${answer.status}, ${answer.headers}, ${answer.body}, ${now.toString()})
    on conflict (caller_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`)
  return answer
}

/** Serializes JSON independently of the order of keys. */
const canonicalJson = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Empties stored responses that show a permanently deleted record. Their keys stay, so that a repeated request does not create it again. */
export const eraseAnswers = (db: Db, id: number): Promise<unknown> =>
  db.query(sql`update idempotency_keys set headers = '{}', body = '' where shown_ids @> array[${id}::bigint]`)

/** Forgets keys older than they are promised to be kept. */
export const forget = (db: Db, before: Temporal.Instant): Promise<unknown> =>
  db.query(
    sql`delete from idempotency_keys where ctid in (select ctid from idempotency_keys where created_at < ${before.toString()} limit 1000)`,
  )
