// Derives author, status and publication time of owned records from the request, the caller's role and the current time (contract 7.8, 8.2).
import { forbidden, FieldError } from '../../kernel/errors/problems.ts'
import {
  fromDatabase,
  isLocalYearSupported,
  isSupportedYear,
  toInstant,
  toDatabase,
  toLocal,
  type DateTimeInput,
} from '../../kernel/time/date-times.ts'
import type { RequestContext, DerivedColumns, StoredRow } from '../definition/kind.ts'
import type { Status } from '../access/visibility.ts'
import { canPublish, isEditor } from '../access/permissions.ts'

interface LifecycleSent {
  readonly author?: number | null
  readonly status?: Status | null
  readonly date?: DateTimeInput | null
  readonly date_utc?: DateTimeInput | null
}

export function deriveLifecycle(sent: LifecycleSent, stored: StoredRow | null, ctx: RequestContext): DerivedColumns {
  const { caller, now } = ctx
  const author = sent.author ?? (stored ? (stored['author_id'] as number) : caller.id)
  if (author !== (stored ? stored['author_id'] : caller.id) && !isEditor(caller)) throw forbidden(false)
  const date = publicationTime(sent, ctx)
  if (date instanceof FieldError) return { columns: {}, fieldErrors: { [sent.date_utc ? 'date_utc' : 'date']: date } }
  const published = date ?? (stored ? fromDatabase(String(stored['published_at'])) : now)
  const before = stored ? (stored['status'] as Status) : null
  const requested = sent.status ?? before ?? (canPublish(caller) ? 'publish' : 'draft')
  const status = nextStatus(requested, before, Temporal.Instant.compare(published, now) > 0, ctx)
  const undated = !date && (stored === null || stored['undated'] === true)
  const isPublished = status === 'publish' || status === 'private' || status === 'future'
  return {
    columns: {
      author_id: author,
      status,
      trashed_at: status === 'trash' ? (before === 'trash' ? stored?.['trashed_at'] : toDatabase(now)) : null,
      trashed_from: status === 'trash' ? (before === 'trash' ? stored?.['trashed_from'] : before) : null,
      undated: undated && !isPublished,
      // A draft without a given date has the date of its creation until it is published.
      ...((date || !stored || (undated && isPublished)) && { published_at: toDatabase(date ?? now) }),
    },
    fieldErrors:
      stored === null && status === 'trash'
        ? { status: new FieldError('not_choice', { words: 'publish, future, draft, pending, private' }) }
        : {},
  }
}

/** Returns the new status. A contributor's request to publish becomes `pending`, and publication at a later time becomes `future`. */
function nextStatus(requested: Status, before: Status | null, isFuture: boolean, ctx: RequestContext): Status {
  if (requested === before && !(requested === 'publish' && isFuture) && !(requested === 'future' && !isFuture)) return requested
  const isPublic = requested === 'publish' || requested === 'future'
  if (!canPublish(ctx.caller) && (isPublic || requested === 'private')) return 'pending'
  return isPublic ? (isFuture ? 'future' : 'publish') : requested
}

/** Parses `date` in the zone of the site and `date_utc` in UTC. If both are sent, they must agree. */
function publicationTime(sent: LifecycleSent, ctx: RequestContext): Temporal.Instant | FieldError | null {
  const local = sent.date ? toInstant(sent.date, ctx.site.timeZone, ctx.now) : null
  const utc = sent.date_utc ? toInstant(sent.date_utc, 'UTC', ctx.now) : null
  const isSupported = (instant: Temporal.Instant): boolean =>
    isSupportedYear(instant) && isLocalYearSupported(toLocal(instant, ctx.site.timeZone))
  if ([local, utc].some((instant) => instant && !isSupported(instant))) return new FieldError('not_moment')
  if (local && utc && !local.equals(utc)) return new FieldError('disagree')
  return utc ?? local
}
