// Filters that several resource types have in common. Those of every type, and the sort keys, are in list-filters.ts and list-sorts.ts.
import Type from 'typebox'
import type { Filter, RequestContext } from '../engine/definition/kind.ts'
import { filter, param } from '../engine/definition/resource.ts'
import { searchCondition } from '../engine/texts/search-text.ts'
import { outdatedTranslation, missingTranslation } from '../engine/texts/texts.ts'
import { externalKey } from '../engine/definition/external-ids.ts'
import { editableBy, visibleAndNotTrashed, notProtectedOrEditable } from '../engine/access/visibility.ts'
import { isLongEvent, LONG_EVENT_DAYS } from '../engine/list/time-window.ts'
import { likePattern, searchTerms } from '../kernel/text/fold.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { and, literal, raw, ref, sql, type Sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import type { ValueType } from '../kernel/validation/value-types.ts'

/** `search`: every word occurs in the text that the record shows in the language of the request. */
export const search = (texts: string, id: Sql, description: string) =>
  filter(
    { search: param(values.boundedText(200), description) },
    ({ search: text }, ctx) => {
      const patterns = searchTerms(text ?? '').map(likePattern)
      // A search that folding reduces to nothing matches nothing; a blank search is not applied.
      if (patterns.length === 0) return text?.trim() ? sql`false` : null
      return searchCondition({ texts }, id, patterns, ctx)
    },
    {
      customPlan: true,
      searchTerms: ({ search: text }) => {
        const terms = searchTerms(text ?? '')
        return terms.length === 0 ? null : terms
      },
    },
  )

const language: ValueType<string> = {
  schema: Type.String(),
  parse: (value) => (typeof value === 'string' ? value : new FieldError('not_text')),
}
/** Finds records that an editor still has to translate. */
export const translations = (texts: string, id: Sql) =>
  filter(
    {
      missing_translation: param(language, 'Returns only records without a translation into this language.'),
      outdated_translation: param(language, 'Returns only records whose translation into this language is older than the original.'),
    },
    ({ missing_translation, outdated_translation }) => {
      const wheres = [
        ...(missing_translation ? [missingTranslation(texts, id, missing_translation)] : []),
        ...(outdated_translation ? [outdatedTranslation(texts, id, outdated_translation)] : []),
      ]
      return wheres.length === 0 ? null : and(wheres)
    },
    {
      customPlan: true,
      check: (given, { site }) =>
        Object.fromEntries(
          Object.entries(given).flatMap(([name, value]) =>
            (name === 'missing_translation' || name === 'outdated_translation') && !site.languages.includes(value)
              ? [[name, new FieldError('not_choice', { words: site.languages.join(', ') })]]
              : [],
          ),
        ),
    },
  )

export const EXTERNAL_ID_PARAM = {
  external_id: param(
    externalKey,
    'Returns only the record with this external ID, such as `ticketing:4711`. The part before the first colon is the source. Matches only records that the caller is allowed to edit.',
  ),
}
/** Finds the record that another system knows by this id. Callers who may not edit the record must not learn that it exists. */
export const externalIdFilter = (name: string, id: Sql) =>
  filter(EXTERNAL_ID_PARAM, ({ external_id: key }, ctx) => {
    const kind = ctx.site.kinds.get(name)
    if (!key || !kind) return null
    const owner = sql`select x.record_id from external_ids x where x.kind = ${literal(name)} and x.source = ${key.source} and x.external_id = ${key.id}`
    return and([sql`${id} = (${owner})`, editableBy(kind, 'o', ctx.caller)])
  })

const eventParam = (description: string) => param(values.integer(1), description, { names: { kind: 'event', of: 'record' } })
/** Condition on an event `r`: the caller can see it. */
const visibleEvent = (ctx: RequestContext): Sql => {
  const event = ctx.site.kinds.get('event')
  return event ? visibleAndNotTrashed(event, 'r', ctx.caller) : raw('false')
}
/** Condition on an event, or on a date of an event: the caller can see it and the links that protected events hide. */
const visibleEventLink = (alias: 'r' | 'd', ctx: RequestContext): Sql => {
  const event = ctx.site.kinds.get('event')
  return event ? and([visibleAndNotTrashed(event, alias, ctx.caller), notProtectedOrEditable(event, alias, ctx.caller)]) : raw('false')
}

/** Filters of resource types that events link to, such as venues. */
export const eventFilters = (table: string): Readonly<Record<string, Filter>> => ({
  event: filter({ event: eventParam('Returns only records that are linked to this event.') }, ({ event }, ctx) =>
    event === undefined
      ? null
      : sql`exists (select 1 from ${ref(table)} l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any(${event}::bigint[]) and ${visibleEventLink('r', ctx)})`,
  ),
  has_events: filter(
    {
      has_events: param(
        values.boolean,
        'If `true`, returns only records that are linked to an event. If `false`, returns only records that are not linked to an event.',
      ),
      only_with_upcoming: param(values.boolean, 'Returns only records with an event that has not ended.', { fallback: false }),
    },
    ({ has_events, only_with_upcoming }, ctx) => {
      const hasEvent = sql`exists (select 1 from ${ref(table)} l join events r on r.id = l.event_id where l.ref_id = o.id and ${visibleEventLink('r', ctx)})`
      const upcoming = hasUpcomingEvent(table, ctx)
      const wheres = [
        ...(has_events === undefined ? [] : [has_events ? hasEvent : sql`not ${hasEvent}`]),
        ...(only_with_upcoming ? [upcoming] : []),
      ]
      return wheres.length === 0 ? null : and(wheres)
    },
    { cacheLifetime: ({ only_with_upcoming }) => (only_with_upcoming ? 'second' : 'always') },
  ),
})

/**
 * Finds public events in an index range close to now, and long ones in a separate index. Only if there are none, all events are searched.
 * `offset 0` keeps the planner from turning the subquery into a join, so the search ends at the first match.
 */
function hasUpcomingEvent(table: string, ctx: RequestContext): Sql {
  const [now, since] = [ctx.now.toString(), ctx.now.subtract({ hours: 24 * LONG_EVENT_DAYS }).toString()]
  const listed = (where: Sql): Sql =>
    sql`exists (select 1 from listings l where l.ref_id = o.id and ${where} and l.ends_at > ${now} offset 0)`
  const visible = sql`exists (
  select 1 from ${ref(table)} l join occurrences d on d.record_id = l.event_id where l.ref_id = o.id and d.ends_at > ${now} and ${visibleEventLink('d', ctx)} offset 0
)`
  return sql`(${listed(sql`l.starts_at > ${since}`)} or ${listed(raw(isLongEvent('l')))} or ${visible})`
}

/** Filters of categories and tags. */
export const termFilters = (name: string, texts: string, table: string): Readonly<Record<string, Filter>> => {
  const assigned = (events: unknown, ctx: RequestContext): Sql =>
    sql`exists (select 1 from ${ref(table)} l join events r on r.id = l.event_id where l.ref_id = o.id and l.event_id = any(${events}::bigint[]) and ${visibleEvent(ctx)})`
  return {
    include: filter({ include: param(values.listOf(values.integer(1)), 'Returns only records with these IDs.') }, ({ include }) =>
      include ? sql`o.id = any(${include}::bigint[])` : null,
    ),
    hide_empty: filter(
      { hide_empty: param(values.boolean, 'Whether to omit terms without published events.', { fallback: true }), ...EXTERNAL_ID_PARAM },
      ({ hide_empty, external_id }) => ((hide_empty ?? external_id === undefined) ? sql`${eventCount('o')} > 0` : null),
    ),
    external_id: externalIdFilter(name, sql`o.id`),
    post: filter({ post: eventParam('Returns only terms that are assigned to this event.') }, ({ post }, ctx) =>
      post === undefined ? null : assigned(post, ctx),
    ),
    event: filter({ event: eventParam('Alias of `post`.') }, ({ event }, ctx) => (event === undefined ? null : assigned(event, ctx))),
    slug: filter({ slug: param(values.plainText(1_000), 'Returns only terms with this slug, in any language.') }, ({ slug }) =>
      slug === undefined ? null : sql`o.id in (select x.id from ${ref(texts)} x where x.slug = ${slug} and x.slug_owner)`,
    ),
  }
}

/** SQL expression: the number of published events that have the term. */
export const eventCount = (alias: string): Sql =>
  sql`(select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = ${ref(`${alias}.id`)} and c.day = 'infinity')`
