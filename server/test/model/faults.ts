// Faults that someone might make: each a small change of one place in the source, which the model must notice.

import type { SeededFault } from '../support/copy.ts'

const FILTERS = 'resources/event-filters.ts'
const DATES = 'resources/event-dates.ts'
const SPAN = 'kernel/spans.ts'

export const FAULTS: readonly SeededFault[] = [
  {
    name: '5.1 start_date leaves out what starts on it',
    file: FILTERS,
    find: "'>=', first(at.start_date)",
    put: "'>', first(at.start_date)",
  },
  {
    name: '5.1 end_date leaves out what ends on it',
    file: FILTERS,
    find: "'ends_at', '<=', end(at.end_date)",
    put: "'ends_at', '<', end(at.end_date)",
  },
  {
    name: '5.1 ends_after takes what ends on it',
    file: FILTERS,
    find: "'>', end(at.ends_after)",
    put: "'>=', end(at.ends_after)",
  },
  {
    name: '5.13 from leaves out what is running',
    file: SPAN,
    find: ' or o.starts_at >= ${touches})',
    put: ' and o.starts_at >= ${touches})',
  },
  {
    name: '5.10 hidden events are listed',
    file: 'engine/list.ts',
    find: '...source.wheres, ...hidden(kind, window), ',
    put: '...source.wheres, ',
  },
  { name: '5.9 venues that are hidden have a place', file: FILTERS, find: "present(venue, 'v', ask.caller), has", put: 'has' },
  {
    name: '5.8 ticketed is not looked at',
    file: 'resources/events.ts',
    find: 'wanted === undefined ? null',
    put: "wanted === undefined || column === 'ticketed' ? null",
  },
  {
    name: '5.7 a category is without its descendants',
    file: 'engine/lookup.ts',
    find: 'arm && below ? withDescendants(arm, kind, below) : arm',
    put: 'arm',
  },
  {
    name: '5.12 the total is of another filter',
    file: 'engine/list.ts',
    find: ': totalOf(rows, lies, counted)',
    put: ': totalOf(rows, ALWAYS, counted)',
  },
  {
    name: '5.12 the total counts what hangs over the end',
    file: SPAN,
    find: 'days.over.length === 0 ? sum',
    put: 'days.over.length >= 0 ? sum',
  },
  {
    name: '5.12 the total lacks the first and last hours',
    file: SPAN,
    find: '...days.edges.map(({ where }) =>',
    put: '...days.edges.slice(1).map(({ where }) =>',
  },
  {
    name: '5.13 long events are not running',
    file: SPAN,
    find: 'yield sql`select ${columns} from (values',
    put: 'if (rows === null) yield sql`select ${columns} from (values',
  },
  {
    name: '5.5 ties go the other way',
    file: 'engine/list.ts',
    find: 'const sorted = sql`${order} ${raw(way)}, ${rows.id} ${raw(way)}`',
    put: "const sorted = sql`${order} ${raw(way)}, ${rows.id} ${raw(way === 'asc' ? 'desc' : 'asc')}`",
  },
  {
    name: '5.5 5.11 lists by links are of what was',
    file: 'resources/event-listing.ts',
    find: 'from e where l.event_id = e.event_id and (',
    put: 'from e where l.event_id = e.event_id and false and (',
  },
  { name: '5.4 whole days are searched in the zone of the event', file: DATES, find: 'if (!allDay) return {', put: 'return {' },
  { name: '7.2 whole days end a second early', file: DATES, find: "'23:59:59'", put: "'23:59:58'" },
  {
    name: '7.1 another zone keeps the instants',
    file: DATES,
    find: 'const instant = instantOf(wall, zone)',
    put: "const instant = instantOf(wall, String(stored['timezone']))",
  },
  {
    name: '7.1 in an overlap the second time is meant',
    file: 'kernel/moments.ts',
    find: "disambiguation: 'compatible'",
    put: "disambiguation: 'later'",
  },
  {
    name: '2.6 featured is reset when it is not sent',
    file: 'engine/plan.ts',
    find: "if (place.in === 'column' && (value !== undefined || !stored))",
    put: "if (place.in === 'column' && (value !== undefined || !stored || name === 'featured'))",
  },
  { name: '2.9 what was shown counts as sent', file: 'engine/input.ts', find: 'isDeepStrictEqual(value, shown[name])', put: 'false' },
  { name: '2.9 links that were not shown are lost', file: 'engine/links.ts', find: '!shown.includes(id) && ', put: 'false && ' },
  {
    name: '8.5 protected events are found by hidden words',
    file: 'engine/texts.ts',
    find: 'kind.guard && row[kind.guard.by] === true ? [kind.title] : kind.searched',
    put: 'kind.searched',
  },
  {
    name: '7.7 a slug that is taken is given again',
    file: 'engine/slugs.ts',
    find: "throw new Problem('rest_slug_taken')",
    put: 'return `${wish.asked}-2`',
  },
]
