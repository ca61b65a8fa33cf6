// Filters that the list of every resource type has: by time of the last change, by author, and without some records.
import Type from 'typebox'
import type { CacheLifetime } from '../engine/definition/caching.ts'
import type { RequestContext } from '../engine/definition/kind.ts'
import { filter, param } from '../engine/definition/resource.ts'
import { forbidden, FieldError } from '../kernel/errors/problems.ts'
import { isSupportedYear, toDatabase, toInstant, type DateTimeInput } from '../kernel/time/date-times.ts'
import { and, raw, ref, sql, type Sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import type { ValueType } from '../kernel/validation/value-types.ts'

const MODIFIED = { modified_after: '>', modified_before: '<' } as const
type ModifiedName = keyof typeof MODIFIED
type ModifiedValues = { readonly [K in ModifiedName]?: DateTimeInput }
const names = Object.keys(MODIFIED) as ModifiedName[]
const instantsOf = (given: ModifiedValues, ctx: RequestContext): [ModifiedName, Temporal.Instant][] =>
  names.flatMap((name) => (given[name] ? [[name, toInstant(given[name], ctx.site.timeZone, ctx.now)]] : []))

/** `modified_after` and `modified_before` compare exact times of the record itself, which the response shows as `modified`. */
const modified = filter(
  {
    modified_after: param(values.dateTime, 'Returns only records that were last changed after this time.'),
    modified_before: param(values.dateTime, 'Returns only records that were last changed before this time.'),
  },
  () => null,
  {
    recordWhere: (given, ctx, alias) => {
      const wheres = instantsOf(given, ctx).map(
        ([name, at]) => sql`${ref(`${alias}.modified_at`)} ${raw(MODIFIED[name])} ${toDatabase(at)}`,
      )
      return wheres.length === 0 ? null : and(wheres)
    },
    check: (given, ctx) =>
      Object.fromEntries(
        instantsOf(given, ctx).flatMap(([name, at]) => (isSupportedYear(at) ? [] : [[name, new FieldError('not_moment')]])),
      ),
    resolvedParams: (given, ctx) => Object.fromEntries(instantsOf(given, ctx).map(([name, at]) => [name, at.toString()])),
    cacheLifetime: (given): CacheLifetime => {
      const types = names.map((name) => given[name]?.type)
      return types.includes('relative') ? 'second' : types.includes('day') ? 'day' : 'always'
    },
    customPlan: true,
  },
)

/** Filters of all resource types. `ids` are the IDs by which the row `o` can be excluded. */
export const listFilters = (...ids: readonly Sql[]) => ({
  modified,
  exclude: filter({ exclude: param(values.listOf(values.integer(1)), 'Excludes records with these IDs.') }, ({ exclude }) =>
    exclude ? and(ids.map((id) => sql`${id} <> all(${exclude}::bigint[])`)) : null,
  ),
})

const user: ValueType<number | 'me'> = {
  schema: Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('me')]),
  parse: (value) => (value === 'me' ? value : values.integer(1).parse(value)),
}
/** `author`: an ID without a user matches nothing and is not reported, so that the filter does not tell which users exist. */
export const authorFilter = filter(
  { author: param(user, 'Returns only records of the user with this ID. The value `me` stands for the caller.') },
  ({ author }, { caller }) => {
    if (author === undefined) return null
    if (author === 'me' && caller.id === null) throw forbidden(true)
    return sql`o.author_id = ${author === 'me' ? caller.id : author}`
  },
  {
    customPlan: true,
    feed: {
      columns: ['author_id'],
      matches: ({ author }, state, { caller }) => state['author_id'] === (author === 'me' ? caller.id : author),
    },
  },
)
