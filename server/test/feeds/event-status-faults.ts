// One fault in each output of the event status and of open ends. The names are those of the tests that must notice them.
import type { SeededFault } from '../support/copy.ts'

const feeds = (file: string): string => `features/feeds/${file}.ts`
export const STATUS_FAULTS: readonly SeededFault[] = [
  { name: 'JSON', file: 'resources/event-status.ts', in: 'deriveStatus', at: '?? 3', put: '$left' },
  { name: 'JSON-LD', file: 'resources/json-ld.ts', in: 'EVENT_STATUS', at: 'string "EventPostponed"', put: "'EventCancelled'" },
  { name: 'iCalendar', file: feeds('icalendar'), in: 'statusOf', at: 'string "postponed"', put: "'rescheduled'" },
  { name: 'RSS', file: feeds('rss'), in: 'rssItem', at: 'member 1', put: 'entry.title' },
  { name: 'Atom', file: feeds('atom'), in: 'atomEntry', at: 'template "<title>", member', put: 'entry.title' },
  { name: 'JSON Feed', file: feeds('json-feed'), in: 'feedItem.title', at: 'member', put: 'entry.title' },
  { name: 'CSV', file: feeds('csv'), in: 'COLUMNS.title', at: 'arrow', put: '({ id }) => id' },
  { name: 'FullCalendar', file: feeds('full-calendar'), in: 'calendarItem.title', at: 'member', put: 'entry.title' },
]
const END_ELEMENT = "'<ev:enddate></ev:enddate>'"
export const OPEN_END_FAULTS: readonly SeededFault[] = [
  {
    name: 'JSON',
    file: 'resources/event-date-fields.ts',
    in: 'dateFields.end_date_details',
    at: 'call "ends_local" 1',
    put: "ifKnown('starts_local', dateDetails('starts_local'))",
  },
  {
    name: 'JSON-LD',
    file: 'resources/json-ld.ts',
    in: 'eventLd.endDate',
    at: 'string',
    put: "record['end_date'] === null ? 'start_date' : $$",
  },
  { name: 'iCalendar', file: feeds('icalendar-times'), in: 'allDayLines', at: 'return 1.argument', put: "[start, 'DURATION:P1D']" },
  { name: 'RSS', file: feeds('rss'), in: 'rssItem', at: 'template "<ev:startdate>", conditional 1.alternate', put: END_ELEMENT },
  { name: 'Atom', file: feeds('atom'), in: 'atomEntry', at: 'spread 6, conditional.alternate', put: `[${END_ELEMENT}]` },
  { name: 'JSON Feed', file: feeds('json-feed'), in: 'feedItem._event.end_date', at: 'member', put: '$$ ?? entry.start_date' },
  { name: 'CSV', file: feeds('csv'), in: 'COLUMNS.utc_end_date', at: 'arrow', put: '({ utc_start_date }) => utc_start_date' },
  { name: 'FullCalendar', file: feeds('full-calendar'), in: 'calendarItem', at: 'spread', put: 'end: time(end ?? start)' },
  {
    name: 'a rebuild keeps the end open, and lists the all-day event for its first day',
    file: 'resources/event-dates.ts',
    in: 'listingTimes',
    at: 'number 1',
    put: 'end ? 1 : 2',
  },
]
