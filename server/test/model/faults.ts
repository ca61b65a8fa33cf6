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
    find: ' or o.starts_at >= ${textOf(touches)})',
    put: ' and o.starts_at >= ${textOf(touches)})',
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
    name: '5.12 the total lacks zero-length events where the window opens, whatever ends_after says',
    file: SPAN,
    find: "endsAfter.sign === '>' && endsAfter.at === from.at",
    put: "endsAfter.sign === '>'",
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

/** Faults in how windows are counted and paged, which the test of every pair of date filters must notice at its reduced count. */
export const COUNT_FAULTS: readonly SeededFault[] = [
  {
    name: 'zero-length events where the window opens are never counted',
    file: SPAN,
    find: "endsAfter.sign === '>' && endsAfter.at === from.at",
    put: "endsAfter.sign === '>'",
  },
  {
    name: 'zero-length events at the bound of ends_after are counted',
    file: SPAN,
    find: 'if (endsAfter && from && ',
    put: 'if (endsAfter && !from && ',
  },
  {
    name: 'what ends at the bound of ends_before is counted',
    file: SPAN,
    find: "raw(ends.sign === '<' ? '>=' : '>')",
    put: "raw('>')",
  },
  {
    name: 'the looser of two upper bounds is taken',
    file: SPAN,
    find: 'ends && (!starts || ends.at < starts.at)',
    put: 'ends && (!starts || ends.at > starts.at)',
  },
  {
    name: 'a first day whose midnight is left out is counted whole',
    file: SPAN,
    find: "from.at % DAY_MS === 0 && from.sign === '>='",
    put: 'from.at % DAY_MS === 0',
  },
  {
    name: 'what starts at a last midnight is not counted',
    file: SPAN,
    find: "if (to.at % DAY_MS !== 0 || to.sign === '<=')",
    put: 'if (to.at % DAY_MS !== 0)',
  },
  { name: 'the day of the upper bound is counted whole', file: SPAN, find: 'and day < ${days.end})', put: 'and day <= ${days.end})' },
  { name: 'windows of hours are counted by days', file: SPAN, find: 'to.at - from.at < 3 * DAY_MS', put: 'to.at - from.at < -3 * DAY_MS' },
  {
    name: 'of two bounds at one instant the wider is taken',
    file: SPAN,
    find: 'return a.sign.length === 1 ? a : b',
    put: 'return a.sign.length === 1 ? b : a',
  },
  { name: 'the looser of two bounds is taken', file: SPAN, find: 'a.at > b.at === lower ? a : b', put: 'a.at > b.at === lower ? b : a' },
  {
    name: 'a far page does not leave out what ends too late',
    file: SPAN,
    find: '...days.over.map((over)',
    put: '...days.over.slice(9).map((over)',
  },
  {
    name: 'a far page forgets the hours at its bounds',
    file: SPAN,
    find: '...days.edges.map(({ day, where })',
    put: '...days.edges.slice(2).map(({ day, where })',
  },
  { name: 'long events are sought not far enough back', file: SPAN, find: 'const REACHES = [8, 32,', put: 'const REACHES = [3, 6,' },
  { name: 'short events are sought not far enough back', file: SPAN, find: '${since(LONG_DAYS)}', put: '${since(LONG_DAYS / 4)}' },
]
