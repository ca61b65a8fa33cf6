// Filters of event lists by series and type of date (contract 13.3).
import { filter, param } from '../engine/definition/resource.ts'
import { join, raw, sql, type Sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'

const TYPE_CONDITIONS = {
  single: raw('o.series_id is null'),
  occurrence: raw('(o.series_id is not null and o.record_id <> o.id)'),
  exception: raw('(o.series_id <> o.id and o.record_id = o.id)'),
  series: raw('o.series_id = o.id'),
} as const
type DateType = keyof typeof TYPE_CONDITIONS

export const seriesFilters = {
  series: filter(
    {
      series: param(values.integer(1), 'Returns only dates of this series. Accepts the ID of one of its dates too.', {
        names: { kind: 'event', of: 'series' },
      }),
    },
    ({ series }) => (series === undefined ? null : sql`o.series_id = any(${series}::bigint[])`),
    {
      customPlan: true,
      feed: {
        columns: ['id', 'series_id', 'recurrence'],
        matches: ({ series }, { id, series_id, recurrence }) =>
          [series].flat().includes((series_id ?? (recurrence === null ? null : id)) as number),
      },
    },
  ),
  recurring: filter(
    { recurring: param(values.boolean, 'If `true`, returns only dates of series. If `false`, returns only events that happen once.') },
    ({ recurring }) => (recurring === undefined ? null : recurring ? raw('o.series_id is not null') : TYPE_CONDITIONS.single),
  ),
  type: filter(
    {
      type: param(
        values.listOf(values.oneOf(Object.keys(TYPE_CONDITIONS) as DateType[])),
        'Returns only events of these types. `series` requires `records`.',
      ),
    },
    ({ type }) =>
      type && type.length > 0
        ? sql`(${join(
            [...new Set(type)].map((each) => TYPE_CONDITIONS[each]),
            ' or ',
          )})`
        : null,
  ),
}

/** The dates with these ids, and all dates of the series with these ids. */
export const isSelectedDate = (ids: readonly number[]): Sql =>
  sql`o.id = any(array(select unnest(${ids}::bigint[]) union all select d.id from occurrences d where d.series_id is not null and d.series_id = any(${ids}::bigint[])))`
