// Faults of recurrences, most of them known from other calendars. Each names the tests that must notice it.
import type { SeededFault } from '../support/copy.ts'

const source = (file: string): string => `kernel/recurrence/${file}.ts`
const UNIT = '../src/kernel/recurrence/recurrence.test.ts'
const MATCH = '../src/kernel/recurrence/match-dates.test.ts'
const TIMES = '../src/kernel/recurrence/change-times.test.ts'
const SPLIT = 'recurrence/split.test.ts'
const MOVE = 'recurrence/move.test.ts'
const RULES = 'recurrence/rules.test.ts'

export const RECURRENCE_FAULTS: readonly (SeededFault & { readonly test: string })[] = [
  { name: 'a split repeats the whole COUNT', test: SPLIT, file: source('series-start'), in: 'reanchorRule.count', at: '- 1', put: '$left' },
  { name: 'a split doubles its date', test: SPLIT, file: source('split'), in: 'examineRule', at: 'if 1.test', put: 'wall <= at' },
  { name: 'a split loses its date', test: SPLIT, file: source('split'), in: 'splitRecurrence', at: '>=', put: 'start > at' },
  {
    name: 'the first part of a split ends a day early',
    test: SPLIT,
    file: source('split'),
    in: 'endRule.lastDay',
    at: 'call',
    put: '$$ - 1',
  },
  {
    name: 'a split loses the phase of INTERVAL',
    test: SPLIT,
    file: source('series-start'),
    in: 'anchorFor',
    at: 'if 2.test',
    put: '!dependsOnFirstWeek',
  },
  {
    name: 'a split changes the time of other rules',
    test: SPLIT,
    file: source('series-start'),
    in: 'keepTime',
    at: 'conditional.test',
    put: 'true',
  },
  {
    name: 'a moved series drops its first date',
    test: MOVE,
    file: source('move-rule'),
    in: 'moveRule',
    at: 'call 10',
    put: 'start',
  },
  {
    name: 'a moved weekday leaves an end that does not fit',
    test: MOVE,
    file: source('move-rule'),
    in: 'moveEnd',
    at: 'if 2.test',
    put: 'true',
  },
  {
    name: 'a moved weekday leaves its exclusions',
    test: MOVE,
    file: source('move-pattern'),
    in: 'applyMove.exclude',
    at: 'if.test',
    put: 'true',
  },
  {
    name: 'a moved weekday moves all weekdays',
    test: MOVE,
    file: source('move-pattern'),
    in: 'shiftOf.isMovedDay',
    at: '===',
    put: 'true',
  },
  {
    name: 'a new time leaves the exclusions',
    test: TIMES,
    file: source('change-times'),
    in: 'changeTimes.exclude',
    at: 'conditional.alternate',
    put: 'text',
  },
  {
    name: 'a retired date takes the start of a live one',
    test: MATCH,
    file: source('match-dates'),
    in: 'matchDates.ordered',
    at: '|| 1',
    put: 'compare(a.start, b.start)',
  },
  {
    name: 'exclusions are ignored',
    test: UNIT,
    file: source('expand'),
    in: 'collectDates',
    at: 'if 1.test',
    put: 'wall < start || day < since',
  },
  { name: 'UNTIL drops its own day', test: UNIT, file: source('recurrence'), in: 'lastDayOf', at: '> 1', put: '$left >= $right' },
  { name: 'BYSETPOS repeats a date', test: RULES, file: source('rule-dates'), in: 'indexesOf', at: 'array 1', put: '[...indexes]' },
  {
    name: 'weeks begin on Monday, whatever WKST says',
    test: RULES,
    file: source('rule-dates'),
    in: 'PERIODS.WEEKLY.firstWeek',
    at: 'member',
    put: '0',
  },
  {
    name: 'a numbered weekday counts in the year',
    test: RULES,
    file: source('day-filter'),
    in: 'weekdayCondition.isInMonth',
    at: '||',
    put: 'false',
  },
]
