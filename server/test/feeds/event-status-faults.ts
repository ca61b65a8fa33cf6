// One fault in each output of the event status. The names are those of the tests that must notice them.
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
