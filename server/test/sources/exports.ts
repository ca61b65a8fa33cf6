// Files in the shape of the exports of other programs: their headers, zones, properties and habits, with random content.
import { Random, seedOf } from '../model/random.ts'

export const PROGRAMS = ['google', 'outlook', 'apple', 'meetup', 'tec'] as const
export type Program = (typeof PROGRAMS)[number]

const two = (value: number): string => String(value).padStart(2, '0')
const WORDS = 'Choir,Market,Reading,Workshop,Film,Walk,Concert,Lecture,Fair,Tournament'.split(',')
const BERLIN =
  'BEGIN:DAYLIGHT|DTSTART:19810329T020000|TZOFFSETFROM:+0100|TZOFFSETTO:+0200|RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU|END:DAYLIGHT|BEGIN:STANDARD|DTSTART:19961027T030000|TZOFFSETFROM:+0200|TZOFFSETTO:+0100|RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU|END:STANDARD|END:VTIMEZONE'.split(
    '|',
  )
const zone = (tzid: string, more: readonly string[] = []): string[] => ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...more, ...BERLIN]
const HEADERS: Readonly<Record<Program, readonly string[]>> = {
  google: [
    'PRODID:-//Example//Calendar 70.9//EN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Calendar',
    'X-WR-TIMEZONE:Europe/Berlin',
    ...zone('Europe/Berlin', ['X-LIC-LOCATION:Europe/Berlin']),
  ],
  outlook: ['PRODID:-//Example//Exchange 2010//EN', 'METHOD:PUBLISH', ...zone('W. Europe Standard Time')],
  apple: ['PRODID:-//Example//macOS//EN', 'X-APPLE-CALENDAR-COLOR:#63DA38', 'X-WR-CALNAME:Home', ...zone('Europe/Berlin')],
  meetup: [
    'PRODID:-//Example//RemoteApi//EN',
    'X-ORIGINAL-URL:https://groups.example/club/events/ical',
    ...zone('Europe/Berlin', ['TZURL:https://zones.example/Europe/Berlin', 'X-LIC-LOCATION:Europe/Berlin']),
  ],
  tec: [
    'PRODID:-//Example//ECPv6//EN',
    'X-ORIGINAL-URL:https://site.example',
    'X-WR-CALDESC:Events',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...zone('Europe/Berlin'),
  ],
}

export interface GeneratedExport {
  readonly file: string
  /** Number of events, series and changed dates in the file. */
  readonly items: number
}
/** `edition` counts the exports of one calendar. Outlook gives its events new UIDs in each. */
export function generateExport(program: Program, seed: number, edition: number): GeneratedExport {
  const random = new Random(seedOf(seed, PROGRAMS.indexOf(program)))
  const events = Array.from({ length: 5 + random.below(20) }, (_, i) =>
    generateEvents(program, random, `${seed}-${i}${program === 'outlook' ? `-${edition}` : ''}`, i),
  ).flat()
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'CALSCALE:GREGORIAN', ...HEADERS[program], ...events.flat(), 'END:VCALENDAR', '']
  return { file: lines.flatMap(fold).join('\r\n'), items: events.length }
}
/** Programs fold lines at 75 octets. The content here is ASCII. */
const fold = (line: string): string[] => (line.length <= 75 ? [line] : [line.slice(0, 75), ...fold(` ${line.slice(75)}`)])

/** The lines of an event, or of a series and one changed date of it. */
function generateEvents(program: Program, random: Random, uid: string, index: number): string[][] {
  const tzid = program === 'outlook' ? 'W. Europe Standard Time' : 'Europe/Berlin'
  const [day, hour] = [1 + random.below(27), 8 + random.below(12)]
  const month = two(1 + random.below(12))
  const at = (hours: number): string => `2028${month}${two(day)}T${two(hours)}3000`
  const isAllDay = random.chance(0.2)
  const isUtc = program === 'google' && !isAllDay
  const isSeries = !isAllDay && !isUtc && program !== 'meetup' && random.chance(0.4)
  const title = `${random.pick(WORDS)} ${index}`
  const local = (name: string, hours: number): string => (isUtc ? `${name}:${at(hours)}Z` : `${name};TZID=${tzid}:${at(hours)}`)
  const times = isAllDay
    ? [`DTSTART;VALUE=DATE:2028${month}${two(day)}`, `DTEND;VALUE=DATE:2028${month}${two(day + 1)}`]
    : [local('DTSTART', hour), random.chance(0.2) ? 'DURATION:PT1H30M' : local('DTEND', hour + 2)]
  const own = (name: string): string[] => [
    'BEGIN:VEVENT',
    `UID:${uid}@${program}.example`,
    `DTSTAMP:20270101T${two(random.below(24))}0000Z`,
    `SUMMARY:${name}`,
    ...details(program, random),
  ]
  const master = [
    ...own(title),
    ...times,
    ...(isSeries ? ['RRULE:FREQ=WEEKLY;COUNT=8', `EXDATE;TZID=${tzid}:${at(hour)}`] : []),
    'END:VEVENT',
  ]
  if (!isSeries || !random.chance(0.5)) return [master]
  const next = Temporal.PlainDate.from(`2028-${month}-${two(day)}`)
    .add({ days: 7 })
    .toString()
    .replaceAll('-', '')
  const moved = (name: string, hours: number): string => `${name};TZID=${tzid}:${next}T${two(hours)}3000`
  return [
    master,
    [...own(`${title} (moved)`), moved('RECURRENCE-ID', hour), moved('DTSTART', hour + 1), moved('DTEND', hour + 3), 'END:VEVENT'],
  ]
}

function details(program: Program, random: Random): string[] {
  const text = `DESCRIPTION:${'A long text\\, with commas\\; and breaks\\n'.repeat(1 + random.below(5))}`
  const place = random.chance(0.7) ? [`LOCATION:Hall ${random.below(4)}\\, Main Street ${random.below(9)}\\, Springfield`] : []
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Reminder', 'TRIGGER:-PT15M', 'END:VALARM']
  const byProgram: Readonly<Record<Program, readonly string[]>> = {
    google: ['SEQUENCE:0', 'STATUS:CONFIRMED', 'TRANSP:OPAQUE', 'DESCRIPTION:<b>Bold</b><br>and plain', ...alarm],
    outlook: [
      'CLASS:PUBLIC',
      'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
      'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Rich\\, text</p></body></html>',
      text,
    ],
    apple: [
      'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Hall":geo:48.1,11.5',
      text,
      ...alarm,
    ],
    meetup: ['CLASS:PUBLIC', 'URL:https://groups.example/club/events/1/', 'CREATED:20270101T000000Z', text],
    tec: [
      'CATEGORIES:Music,Family',
      'ATTACH;FMTTYPE=application/pdf:https://site.example/a.pdf',
      'GEO:48.13;11.57',
      'ORGANIZER;CN="The%20Club":MAILTO:club@site.example',
      text,
    ],
  }
  return [...byProgram[program], ...place]
}
