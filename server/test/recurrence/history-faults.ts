// Faults in series that users of other calendars complained about. The histories in histories.test.ts must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const EXCEPTIONS = 'engine/write/exceptions.ts'
/** `history` is the first history that notices the fault, if many do not. */
export const HISTORY_FAULTS: readonly (SeededFault & { readonly history?: number })[] = [
  { name: 'a write to all dates replaces the texts of exceptions', file: EXCEPTIONS, in: 'inheritTexts', at: 'call 1', put: 'false' },
  {
    name: 'a write to all dates replaces the fields of exceptions',
    file: EXCEPTIONS,
    in: 'inheritStatement',
    at: 'conditional 1.test',
    put: 'true',
    history: 48,
  },
  {
    name: 'an exception loses the categories of its series',
    file: EXCEPTIONS,
    in: 'copyLinks',
    at: 'template 1',
    replace: ['where s.', 'where false and s.'],
  },
  { name: 'a new rule removes exceptions', file: 'engine/write/sync-dates.ts', in: 'syncDates', at: 'conditional 2.test', put: 'true' },
  {
    name: 'a new rule keeps the exclusions of the previous one',
    file: 'resources/event-recurrence.ts',
    in: 'deriveRecurrence',
    at: 'conditional 2.consequent',
    put: '({ ...$$, exclude: old?.exclude ?? [] } as StoredRecurrence)',
  },
  {
    name: 'following dates repeat the whole count',
    file: 'kernel/recurrence/series-start.ts',
    in: 'reanchorRule',
    at: '+ 1',
    put: 'rule.count',
  },
  {
    name: 'the chosen date stays in the old series',
    file: 'engine/series/split-series.ts',
    in: 'splitSeries',
    at: 'template 2',
    replace: ['>=', '>'],
  },
  { name: 'the version of a date falls', file: EXCEPTIONS, in: 'exceptionColumns', at: '+ 1', put: '$left' },
]
