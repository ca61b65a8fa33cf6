// Faults in the rules of opening hours: precedence, stretches that close on the next day, and events until further notice.
import type { SeededFault } from '../support/copy.ts'

const HOURS = 'resources/opening-hours.ts'
const FILTER = 'resources/opening-hours-filter.ts'
/** `test` is the file that must notice the fault, `rule` the beginning of the name of the test in it. */
export const HOURS_FAULTS: readonly (SeededFault & { readonly test: string; readonly rule: string })[] = [
  {
    name: 'adjusted hours win over closed days',
    file: HOURS,
    in: 'stretchesOf',
    at: 'if 1.test',
    put: '$$ && !findRange(hours.adjusted, day)',
    test: 'open-status',
    rule: '13.7.1',
  },
  {
    name: 'weekly hours win over adjusted hours',
    file: HOURS,
    in: 'stretchesOf',
    at: 'if 2.test',
    put: '$$ && hours.weekly.length === 0',
    test: 'open-status',
    rule: '13.7.1',
  },
  {
    name: 'a stretch that does not close after it opens closes on the same day',
    file: HOURS,
    in: 'wallInterval',
    at: 'conditional 1.alternate',
    put: 'end',
    test: 'open-status',
    rule: '13.7.1',
  },
  {
    name: 'open_on: adjusted hours win over closed days',
    file: FILTER,
    in: 'openOnWhere.hasStretch',
    at: 'template 1',
    replace: ['not ${1} and (', '(not ${1} or ${3}) and ('],
    test: 'open-filters',
    rule: '13.7.2 open_on',
  },
  {
    name: 'open_at: closed days do not matter',
    file: FILTER,
    in: 'isOpenFrom',
    at: 'template 1',
    replace: ['(not ${1} and', '((true or ${1}) and'],
    test: 'open-filters',
    rule: '13.7.2 open_on',
  },
  {
    name: 'open_at: stretches of the day before do not matter',
    file: FILTER,
    in: 'openAtWhere.week',
    at: 'template 1',
    replace: ['z.today or h.weekly', 'z.today and h.weekly'],
    test: 'open-filters',
    rule: '13.7.2 open_on',
  },
  {
    name: 'an event with hours and without an end is listed until its start',
    file: 'resources/event-dates.ts',
    in: 'deriveDates',
    at: 'unary! 4',
    put: 'end',
    test: 'open-filters',
    rule: '13.7.2 open_on',
  },
]
