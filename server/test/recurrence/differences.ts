// The classes of rules on which fewer than two of dateutil, rrule and libical agree with Kalends, each with the statement of RFC 5545 that decides.
import type { RecurrenceRule } from '../../src/kernel/recurrence/rule.ts'

export interface DifferenceClass {
  readonly name: string
  readonly applies: (rule: RecurrenceRule) => boolean
  /** Whether dateutil must agree, because only the others differ. */
  readonly needsDateutil: boolean
  /** The behavior of the libraries. */
  readonly libraries: string
  /** The statement of RFC 5545, section 3.3.10, in other words. */
  readonly decision: string
  /** Whether the reduced number of rules has none. */
  readonly isRare?: true
}

export const DIFFERENCE_CLASSES: readonly DifferenceClass[] = [
  {
    name: 'BYWEEKNO without a day',
    applies: ({ byWeekNo, byDay, byMonthDay, byYearDay }) =>
      byWeekNo.length > 0 && byDay.length + byMonthDay.length + byYearDay.length === 0,
    needsDateutil: false,
    libraries: 'dateutil and rrule take all seven days of the week; libical refuses negative weeks and differs over the turn of the year',
    decision: 'Information that a rule lacks comes from DTSTART: here the weekday',
  },
  {
    name: 'BYDAY with plain and numbered weekdays',
    applies: ({ byDay }) => byDay.some(({ nth }) => nth === 0) && byDay.some(({ nth }) => nth !== 0),
    needsDateutil: false,
    libraries: 'dateutil and rrule keep only days that fulfill both kinds of value',
    decision: 'BYDAY is one list, and a day that any of its values names belongs to the set; a value without a number means every such day',
  },
  {
    name: 'a week from the end that is the first of its year',
    applies: ({ byWeekNo }) => byWeekNo.some((week) => week <= -52),
    needsDateutil: false,
    libraries:
      'dateutil and rrule know that week 1 may begin in the year before, but not that -52 or -53 is week 1; libical refuses some of these rules',
    decision:
      'A negative number counts from the last week of the year, so -52 in a year of 52 weeks is the same week as 1, with the same days',
    isRare: true,
  },
  {
    name: 'several positions of BYSETPOS, one of them from the end',
    applies: ({ bySetPos }) => bySetPos.length > 1 && bySetPos.some((position) => position < 0),
    needsDateutil: true,
    libraries:
      'rrule repeats a date that two positions select, and counts positions beyond the set; libical ignores BYSETPOS in daily and weekly rules, and with times of day',
    decision: 'The recurrence is a set: a date that is generated twice counts once',
  },
  {
    name: 'a position of BYSETPOS from the end, in weeks that BYMONTH cuts',
    applies: ({ freq, byMonth, bySetPos }) => freq === 'WEEKLY' && byMonth.length > 0 && bySetPos.some((position) => position < 0),
    needsDateutil: true,
    libraries:
      'rrule counts positions beyond the set, so a week with two dates has a third last one; libical ignores BYSETPOS in weekly rules',
    decision: 'BYSETPOS selects the nth date of the set of one period; a set with fewer dates has no such date',
    isRare: true,
  },
]
