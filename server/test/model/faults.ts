// Faults that someone might make: each a small change of one place in the source, which the model must notice.

import type { SeededFault } from '../support/copy.ts'

const FILTERS = 'resources/event-filters.ts'
const DATES = 'resources/event-dates.ts'
const SPAN = 'engine/list/time-window.ts'

export const FAULTS: readonly SeededFault[] = [
  { name: '5.1 start_date leaves out what starts on it', file: FILTERS, in: 'windowOf', at: 'if 1, string ">="', put: "'>'" },
  { name: '5.1 end_date leaves out what ends on it', file: FILTERS, in: 'windowOf', at: 'if 2, string "<=" 1', put: "'<'" },
  { name: '5.1 ends_after takes what ends on it', file: FILTERS, in: 'windowOf', at: 'if 6, string ">"', put: "'>='" },
  {
    name: '5.13 from leaves out what is running',
    file: SPAN,
    in: 'windowConditions',
    at: 'template "or o.starts_at"',
    replace: [' or ', ' and '],
  },
  { name: '5.10 hidden events are listed', file: 'resources/event-listing.ts', in: 'EVENT_LISTING.isPublic', at: '&& 1', put: '$left' },
  {
    name: '5.10 hidden events are in lists with filters',
    file: 'engine/list/list-query.ts',
    in: 'hidden',
    at: 'conditional 1',
    put: '$alternate',
  },
  { name: '5.9 venues that are hidden have a place', file: 'resources/place-filters.ts', in: 'conditionsOn', at: 'call "v"', put: '' },
  {
    name: '5.8 ticketed is not looked at',
    file: 'resources/events.ts',
    in: 'flagFilter',
    at: 'conditional 1.test',
    put: "$$ || column === 'ticketed'",
  },
  {
    name: '5.7 a category is without its descendants',
    file: 'engine/input/resolve-references.ts',
    in: 'referenceQuery',
    at: 'conditional',
    put: '$alternate',
  },
  {
    name: '5.12 the total is of another filter',
    file: 'engine/list/list-query.ts',
    in: 'totalOf.total',
    at: 'call 1.2',
    put: 'ANY_TIME',
  },
  {
    name: '5.12 the total counts what hangs over the end',
    file: SPAN,
    in: 'totalFromDailyCounts',
    at: 'conditional 2.test',
    put: '$left >= $right',
  },
  {
    name: '5.12 the total lacks zero-length events where the window opens, whatever ends_after says',
    file: SPAN,
    in: 'wholeDaysIn',
    at: 'if 6.test',
    put: '$left',
  },
  {
    name: '5.12 the total lacks the first and last hours',
    file: SPAN,
    in: 'totalFromDailyCounts',
    at: 'spread 1.argument.callee.object',
    put: '$$.slice(1)',
  },
  { name: '5.13 long events are not running', file: SPAN, in: 'ongoingAt', at: 'statement 2', put: '' },
  {
    name: '5.5 ties go the other way',
    file: 'engine/list/listed-rows.ts',
    in: 'sortedPage',
    at: 'template 1.4',
    put: "raw(slice.direction === 'asc' ? 'desc' : 'asc')",
  },
  {
    name: '5.5 5.11 lists by links are of what was',
    file: 'engine/write/listing-rows.ts',
    in: 'syncListing',
    at: 'statement 2',
    put: '',
  },
  { name: '5.4 whole days are searched in the zone of the event', file: DATES, in: 'listingTimes', at: 'if 1', put: '$consequent' },
  { name: '7.2 whole days end a second early', file: DATES, in: 'wholeDay', at: 'string "23:59:59"', put: "'23:59:58'" },
  {
    name: '7.1 another zone keeps the instants',
    file: DATES,
    in: 'storedEndpoint',
    at: 'variable 3, call 1.2',
    put: "String(stored['timezone'])",
  },
  {
    name: '7.1 in an overlap the second time is meant',
    file: 'kernel/time/date-times.ts',
    in: 'localToInstant',
    at: 'string "compatible"',
    put: "'later'",
  },
  {
    name: '2.6 featured is reset when it is not sent',
    file: 'engine/write/write-plan.ts',
    in: 'buildPlan',
    at: '|| 1',
    put: "$$ || name === 'featured'",
  },
  { name: '2.9 what was shown counts as sent', file: 'engine/input/parse-input.ts', in: 'parseBody', at: '&& 1.right', put: 'false' },
  { name: '2.9 links that were not shown are lost', file: 'engine/write/links.ts', in: 'mergeLinks', at: 'if 1.test.left', put: 'false' },
  {
    name: '8.5 protected events are found by hidden words',
    file: 'engine/texts/search-text.ts',
    in: 'searchText',
    at: 'conditional 1',
    put: '$alternate',
  },
  {
    name: '7.7 a slug that is taken is given again',
    file: 'engine/write/unique-slugs.ts',
    in: 'freeSlug',
    at: 'throw 1',
    put: 'return `${request.requested}-2`',
  },
]

/** Faults in how windows are counted and paged, which the test of every pair of date filters must notice at its reduced count. */
export const COUNT_FAULTS: readonly SeededFault[] = [
  { name: 'zero-length events where the window opens are never counted', file: SPAN, in: 'wholeDaysIn', at: 'if 6.test', put: '$left' },
  {
    name: 'zero-length events at the bound of ends_after are counted',
    file: SPAN,
    in: 'wholeDaysIn',
    at: 'if 6.test.left.left.right',
    put: '!$$',
  },
  { name: 'what ends at the bound of ends_before is counted', file: SPAN, in: 'wholeDaysIn', at: 'conditional 3', put: '$alternate' },
  { name: 'the looser of two upper bounds is taken', file: SPAN, in: 'startBounds', at: '<', put: '$left > $right' },
  { name: 'a first day whose midnight is left out is counted whole', file: SPAN, in: 'wholeDaysIn', at: '&& 1', put: '$left' },
  { name: 'what starts at a last midnight is not counted', file: SPAN, in: 'wholeDaysIn', at: 'if 4.test', put: '$left' },
  {
    name: 'the day of the upper bound is counted whole',
    file: SPAN,
    in: 'totalFromDailyCounts',
    at: 'template "day_counts"',
    replace: ['day <', 'day <='],
  },
  { name: 'windows of hours are counted by days', file: SPAN, in: 'wholeDaysIn', at: '<.right.left', put: '-$$' },
  {
    name: 'of two bounds at one instant the wider is taken',
    file: SPAN,
    in: 'tightestBound.tighter',
    at: 'conditional 1',
    put: '$test ? $alternate : $consequent',
  },
  {
    name: 'the looser of two bounds is taken',
    file: SPAN,
    in: 'tightestBound.tighter',
    at: 'conditional 2',
    put: '$test ? $alternate : $consequent',
  },
  {
    name: 'a far page does not leave out what ends too late',
    file: SPAN,
    in: 'deepPage',
    at: 'spread 3.argument.callee.object',
    put: '$$.slice(9)',
  },
  {
    name: 'a far page forgets the hours at its bounds',
    file: SPAN,
    in: 'deepPage',
    at: 'spread 1.argument.callee.object',
    put: '$$.slice(2)',
  },
  { name: 'long events are sought not far enough back', file: SPAN, in: 'DURATION_CLASS_DAYS', at: 'array 1', put: '[3, 6, $3, $4, $5]' },
  { name: 'short events are sought not far enough back', file: SPAN, in: 'ongoingAt', at: 'template 2.1.1', put: '$$ / 4' },
]
