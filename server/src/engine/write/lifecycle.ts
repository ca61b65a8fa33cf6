// Author, status and publication time of owned records: who may set them, and what time makes of them (contract 7.8, 8.2).
import { forbidden, Fault } from '../../kernel/errors/problems.ts'
import { fromDatabase, hasYear, inYears, resolveMoment, toDatabase, wallOf, type Moment } from '../../kernel/time/date-times.ts'
import type { Ask, Settled, Stored } from '../definition/resource.ts'
import { mayPublish, rulesAll, type Status } from '../access/visibility.ts'

interface LifecycleSent {
  readonly author?: number | null
  readonly status?: Status | null
  readonly date?: Moment | null
  readonly date_utc?: Moment | null
}

export function settleLifecycle(sent: LifecycleSent, stored: Stored | null, ask: Ask): Settled {
  const { caller, now } = ask
  const author = sent.author ?? (stored ? (stored['author_id'] as number) : caller.id)
  if (author !== (stored ? stored['author_id'] : caller.id) && !rulesAll(caller)) throw forbidden(false)
  const dated = publication(sent, ask)
  if (dated instanceof Fault) return { columns: {}, faults: { [sent.date_utc ? 'date_utc' : 'date']: dated } }
  const published = dated ?? (stored ? fromDatabase(String(stored['published_at'])) : now)
  const before = stored ? (stored['status'] as Status) : null
  const wanted = sent.status ?? before ?? (mayPublish(caller) ? 'publish' : 'draft')
  const status = allowed(wanted, before, Temporal.Instant.compare(published, now) > 0, ask)
  const undated = !dated && (stored === null || stored['undated'] === true)
  const isPublished = status === 'publish' || status === 'private' || status === 'future'
  return {
    columns: {
      author_id: author,
      status,
      trashed_at: status === 'trash' ? (before === 'trash' ? stored?.['trashed_at'] : toDatabase(now)) : null,
      trashed_from: status === 'trash' ? (before === 'trash' ? stored?.['trashed_from'] : before) : null,
      undated: undated && !isPublished,
      // A draft without a given date has the date of its creation until it is published.
      ...((dated || !stored || (undated && isPublished)) && { published_at: toDatabase(dated ?? now) }),
    },
    faults:
      stored === null && status === 'trash'
        ? { status: new Fault('not_choice', { words: 'publish, future, draft, pending, private' }) }
        : {},
  }
}

/** What a status becomes: a contributor's wish to publish waits, and what is published ahead of its time is future. */
function allowed(wanted: Status, before: Status | null, ahead: boolean, ask: Ask): Status {
  if (wanted === before && !(wanted === 'publish' && ahead) && !(wanted === 'future' && !ahead)) return wanted
  const isPublic = wanted === 'publish' || wanted === 'future'
  if (!mayPublish(ask.caller) && (isPublic || wanted === 'private')) return 'pending'
  return isPublic ? (ahead ? 'future' : 'publish') : wanted
}

/** `date` is read at the site, `date_utc` in UTC; both sent must agree. */
function publication(sent: LifecycleSent, ask: Ask): Temporal.Instant | Fault | null {
  const local = sent.date ? resolveMoment(sent.date, ask.site.zone, ask.now) : null
  const utc = sent.date_utc ? resolveMoment(sent.date_utc, 'UTC', ask.now) : null
  const isShowable = (instant: Temporal.Instant): boolean => inYears(instant) && hasYear(wallOf(instant, ask.site.zone))
  if ([local, utc].some((instant) => instant && !isShowable(instant))) return new Fault('not_moment')
  if (local && utc && !local.equals(utc)) return new Fault('disagree')
  return utc ?? local
}
