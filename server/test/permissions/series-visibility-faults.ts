// Faults in the visibility of series, their dates and exceptions. The two calendars or the matrix of series must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const [LIST, FEED, EXCEPTIONS] = ['engine/list/list-query.ts', 'features/feeds/series-batches.ts', 'engine/write/exceptions.ts']

/** `by` is the test that notices the fault. */
export const SERIES_VISIBILITY_FAULTS: readonly (SeededFault & { readonly by: 'calendars' | 'matrix' })[] = [
  {
    name: '13.1.2 the summary of a series has hidden dates',
    file: 'engine/read/entries.ts',
    in: 'loadSeriesSummaries',
    at: 'call "o"',
    put: 'sql`true`',
    by: 'calendars',
  },
  {
    name: '13.3.3 matching_dates counts hidden dates',
    file: 'engine/list/matching-dates.ts',
    in: 'countMatchingDates.dates',
    at: 'spread 1',
    put: '',
    by: 'calendars',
  },
  {
    name: '13.3.4 hidden dates put a series into a list of records',
    file: 'engine/list/record-rows.ts',
    in: 'rowsOfRecords.shown',
    at: 'call "o"',
    put: 'sql`true`',
    by: 'calendars',
  },
  {
    name: '13.6.3 the ETag of a feed changes with hidden dates',
    file: 'features/feeds/feed-etag.ts',
    in: 'seriesHash',
    at: 'call "d"',
    put: 'sql`true`',
    by: 'calendars',
  },
  {
    name: '13.1.1 split_from names a hidden series',
    file: 'engine/definition/fields.ts',
    in: 'readOnlyReference',
    at: 'object 2',
    put: "{ in: 'column', column }",
    by: 'calendars',
  },
  {
    name: '8.5 overrides of a protected exception are shown',
    file: 'resources/events.ts',
    in: 'events.passwordProtection.hiddenFields',
    at: 'string "overrides"',
    put: '',
    by: 'calendars',
  },
  { name: '8.4 lists have hidden dates', file: LIST, in: 'datesSource', at: 'spread 2', put: '', by: 'calendars' },
  {
    name: '13.5.5 an exception is more visible than its series',
    file: EXCEPTIONS,
    in: 'statusUnderSeries',
    at: 'return 1.argument',
    put: '{}',
    by: 'matrix',
  },
  {
    name: '13.3.2 a hidden date stands for its series',
    file: 'engine/input/resolve-references.ts',
    in: 'referenceQuery.query.series',
    at: 'template "o.id is null"',
    put: '`true`',
    by: 'matrix',
  },
  {
    name: '13.6.3 the calendar of a series has hidden dates',
    file: FEED,
    in: 'matchesVisible',
    at: 'template',
    put: '`true`',
    by: 'matrix',
  },
  {
    name: '8.3 a hidden exception in the trash is gone, not missing',
    file: EXCEPTIONS,
    in: 'inheritStatement',
    at: 'template "coalesce(x.own_status" 2',
    replace: ['coalesce(x.own_status, s.trashed_from)', 's.trashed_from'],
    by: 'matrix',
  },
]
