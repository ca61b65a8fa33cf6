// A webhook as it is stored, the caller in whose name its messages are built, and its end.
import { newChangeId } from '../../engine/changes/change-log.ts'
import type { RequestContext, Site } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql, type Sql } from '../../kernel/database/sql.ts'
import { hasRole, type Caller, type Role, type Scope } from '../../kernel/security/caller.ts'
import { recordSecurityEvent } from '../../kernel/security/security-log.ts'
import { fromDatabase } from '../../kernel/time/date-times.ts'
import type { SigningKeys } from './signatures.ts'

export const INACTIVE_REASONS = ['manual', 'gone', 'failing', 'owner'] as const
export type InactiveReason = (typeof INACTIVE_REASONS)[number]
export interface Webhook {
  readonly id: number
  readonly owner_id: number
  readonly scope: Scope
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly filter: Readonly<Record<string, string>>
  readonly language: string
  readonly active: boolean
  readonly inactive_reason: InactiveReason | null
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_until: string | null
  readonly private_key: Buffer
  readonly public_key: string
  /** The feed was read up to this cursor. */
  readonly cursor: string
  readonly failing_since: string | null
  readonly created_at: string
  readonly modified_at: string
}

export async function findWebhook(db: Db, id: number, condition: Sql): Promise<Webhook | null> {
  const [row] = await db.query<Webhook>(sql`select * from webhooks w where w.id = ${id} and ${condition}`)
  return row ?? null
}

export const keysOf = (webhook: Webhook, now: Temporal.Instant): SigningKeys => {
  const { secret, previous_secret: previous, previous_until: until, private_key: privateKey } = webhook
  const isValid = previous !== null && until !== null && Temporal.Instant.compare(now, fromDatabase(until)) < 0
  return { secrets: isValid ? [secret, previous] : [secret], privateKey }
}

/** Returns the owner with the present role, within the scope of the webhook; null if the owner may not have webhooks any more. */
export async function findOwner(db: Db, { owner_id, scope }: Pick<Webhook, 'owner_id' | 'scope'>): Promise<Caller | null> {
  const [user] = await db.query<{ login: string; role: Role }>(
    sql`select login, role from users where id = ${owner_id} and disabled_at is null`,
  )
  if (!user) return null
  const role = scope === 'admin' || user.role !== 'administrator' ? user.role : 'editor'
  const caller: Caller = { id: owner_id, login: user.login, role, scope }
  return hasRole(caller, 'editor') ? caller : null
}

/** The context in which the owner would read the records, in the language of the webhook. */
export function ownerContext(site: Site, caller: Caller, language: string, now: Temporal.Instant): RequestContext {
  const own = site.languages.includes(language) ? language : site.defaultLanguage
  return { site, caller, now, changeId: newChangeId(), language: own, hasExplicitLanguage: true, languagePrefix: `/${own}`, strict: false }
}

/**
 * Switches a webhook off. Its waiting messages are dropped, and its cursor returns to the oldest of them, so that their changes are delivered when
 * it is switched on again.
 */
export async function switchOff(db: Db, { id, owner_id }: Pick<Webhook, 'id' | 'owner_id'>, reason: InactiveReason): Promise<void> {
  await db.query(sql`
with open as (
  select d.id, d.cursor, d.state from webhook_deliveries d where d.webhook_id = ${id} and d.state in ('waiting', 'sending') and d.type <> 'calendar.test'
), dropped as (
  update webhook_deliveries d set state = 'dropped', error = 'switched_off', next_try_at = null from open o where d.id = o.id and o.state = 'waiting'
)
update webhooks w set active = false, inactive_reason = ${reason}, cursor = coalesce((select o.cursor from open o order by o.id limit 1), w.cursor)
where w.id = ${id} and w.active`)
  if (reason !== 'manual')
    await recordSecurityEvent(db, {
      action: 'webhook switched off',
      actorId: null,
      address: null,
      details: { webhook: id, owner: owner_id, reason },
    })
}
