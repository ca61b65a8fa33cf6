// The place of a webhook in the change feed, and the changes since then, as the owner of the webhook may see them.
import { parseFeedFilters } from '../../engine/changes-route.ts'
import { canAttempt } from '../../engine/access/permissions.ts'
import { decodeFeedCursor, encodeFeedCursor, loadCursorKey, type OpenedCursor } from '../../engine/change-feed/feed-cursor.ts'
import type { FeedFilters } from '../../engine/change-feed/feed-filters.ts'
import { decideChanges, type DecidedPage, type FeedRequest } from '../../engine/change-feed/read-changes.ts'
import type { Kind, RequestContext, Site } from '../../engine/definition/kind.ts'
import type { Db } from '../../kernel/database/database.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import type { Webhook } from './webhook.ts'

export const ALL_EVENTS = '*'
const ACTIONS = ['created', 'updated', 'removed'] as const
export const eventNames = (site: Site): string[] => [
  ...[...site.kinds.keys()].flatMap((kind) => ACTIONS.map((action) => `${kind}.${action}`)),
  ALL_EVENTS,
]
export const isSubscribed = ({ events }: Pick<Webhook, 'events'>, type: string): boolean =>
  events.includes(ALL_EVENTS) || events.includes(type)
/** The kinds of records that a webhook tells of. */
const kindsOf = ({ events }: Pick<Webhook, 'events'>, { site, caller }: RequestContext): Kind[] =>
  [...site.kinds.values()].filter(
    (kind) => canAttempt(caller, kind, 'list') && (events.includes(ALL_EVENTS) || events.some((name) => name.startsWith(`${kind.name}.`))),
  )

type Subscription = Pick<Webhook, 'events' | 'filter'>
interface Feed {
  readonly kinds: readonly Kind[]
  readonly since: FeedRequest['since']
  /** The filters of a new feed. A cursor has its own. */
  readonly query: Webhook['filter']
}
async function openFeed(db: Db, { kinds, since, query }: Feed, ctx: RequestContext) {
  const { filters, cursorFilters } = await parseFeedFilters(db, { since, kinds, query }, ctx)
  return { key: await loadCursorKey(db), since, kinds, filters, cursorFilters, withRecords: false, isInternal: true } as const
}

/** The cursor after which all changes are new. */
export async function currentCursor(db: Db, webhook: Subscription, ctx: RequestContext): Promise<string> {
  const request = await openFeed(db, { kinds: kindsOf(webhook, ctx), since: null, query: webhook.filter }, ctx)
  return (await decideChanges(db, { ...request, perPage: 1 }, ctx)).next
}

/** The same place in the feed as another cursor, with the events and filters of a webhook, for its owner. */
export async function cursorAt(db: Db, webhook: Subscription, { cursor, logId }: OpenedCursor, ctx: RequestContext): Promise<string> {
  const kinds = kindsOf(webhook, ctx)
  const { key, cursorFilters: filters } = await openFeed(db, { kinds, since: null, query: webhook.filter }, ctx)
  return encodeFeedCursor(key, { ...cursor, kinds: kinds.map(({ name }) => name), filters }, ctx.caller, logId)
}

/** Opens the cursor of a webhook. A cursor that this calendar did not make counts as expired. */
async function openCursor(db: Db, cursor: string, ctx: RequestContext) {
  const opened = decodeFeedCursor(await loadCursorKey(db), cursor)
  if (!opened) throw new Problem('rest_cursor_expired')
  const kinds = [...ctx.site.kinds.values()].filter(
    (kind) => opened.cursor.kinds.includes(kind.name) && canAttempt(ctx.caller, kind, 'list'),
  )
  return { since: { text: cursor, cursor: opened.cursor, isFor: (logId: string) => opened.isFor(ctx.caller, logId) }, kinds }
}

/** Reads the next changes. Throws 410 if the feed cannot be read from the cursor. */
export async function changesSince(db: Db, cursor: string, perPage: number, ctx: RequestContext): Promise<DecidedPage> {
  const { since, kinds } = await openCursor(db, cursor, ctx)
  return decideChanges(db, { ...(await openFeed(db, { kinds, since, query: {} }, ctx)), perPage }, ctx)
}

/** The filters of a webhook for the records of one kind, as its cursor has them. */
export async function filtersAt(db: Db, cursor: string, kind: Kind, ctx: RequestContext): Promise<FeedFilters | null> {
  const { since } = await openCursor(db, cursor, ctx)
  const { filters } = await parseFeedFilters(db, { since, kinds: [kind], query: {} }, ctx)
  return filters.get(kind.name) ?? null
}
