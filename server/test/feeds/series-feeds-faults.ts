// Faults in how iCalendar writes series, each with the beginning of the name of the test that must notice it.
import type { SeededFault } from '../support/copy.ts'

const feeds = (file: string): string => `features/feeds/${file}.ts`
export const SERIES_FEED_FAULTS: readonly (SeededFault & { readonly test: string })[] = [
  {
    name: 'a canceled date is excluded',
    file: feeds('series-plan'),
    in: 'writeGroup.failing',
    at: 'arrow',
    put: '(date) => !date.matches || date.plain === null',
    test: '13.6.1 a series is written whole',
  },
  {
    name: 'the UID depends on the URL of the feed',
    file: feeds('icalendar'),
    in: 'uidOf',
    at: 'call 1',
    put: 'eventUid(feed, inSeries.seriesId + feed.source.length)',
    test: '13.6.1 the UID derives',
  },
  {
    name: 'a night on which the clocks change has no RECURRENCE-ID',
    file: feeds('series-lines'),
    in: 'isRegularDate',
    at: 'return 3.argument',
    put: 'true',
    test: '13.6.2 a date on a night',
  },
  {
    name: 'exclusions are not written',
    file: feeds('series-lines'),
    in: 'groupLines',
    at: 'call "EXDATE"',
    put: '[]',
    test: '13.6.1 a series is written whole',
  },
]
