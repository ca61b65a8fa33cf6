// Opening hours of demo venues, exhibitions and markets, as writes in every language of the site would store them.
import type { StoredHours, Weekday } from '../../resources/opening-hours.ts'
import type { HoursKey } from './catalog.ts'
import type { HoursNoteKey } from './texts/hours-notes.ts'
import type { Localized } from './texts/languages.ts'

interface Days {
  readonly from: string
  readonly to: string
  readonly note: HoursNoteKey
}
interface DemoHours {
  readonly weekly: StoredHours['weekly']
  readonly closedIn: (year: number) => readonly Days[]
  readonly adjustedIn: (year: number) => readonly (Days & { readonly opens: string; readonly closes: string })[]
}

const WEEK: readonly Weekday[] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
const holidays = (year: number): Days => ({ from: `${year}-12-24`, to: `${year}-12-26`, note: 'holidays' })
const HOURS: Readonly<Record<HoursKey, DemoHours>> = {
  museum: {
    weekly: [
      { days: ['tu', 'we', 'fr', 'sa', 'su'], opens: '10:00', closes: '18:00' },
      { days: ['th'], opens: '10:00', closes: '21:00' },
    ],
    closedIn: (year) => [{ from: `${year}-01-01`, to: `${year}-01-01`, note: 'holidays' }, holidays(year)],
    adjustedIn: (year) => [museumNight(year, 5), museumNight(year, 12)],
  },
  gallery: {
    weekly: [{ days: ['we', 'th', 'fr', 'sa', 'su'], opens: '11:00', closes: '18:00' }],
    closedIn: (year) => [holidays(year)],
    adjustedIn: () => [],
  },
  library: {
    weekly: [
      { days: ['mo', 'tu', 'we', 'th', 'fr'], opens: '09:00', closes: '20:00' },
      { days: ['sa'], opens: '10:00', closes: '16:00' },
    ],
    closedIn: (year) => [{ from: `${year}-07-05`, to: `${year}-07-09`, note: 'inventory' }, holidays(year)],
    adjustedIn: () => [],
  },
  garden: {
    weekly: [{ days: WEEK, opens: '08:00', closes: '20:00' }],
    closedIn: () => [],
    adjustedIn: (year) => [
      { from: `${year}-01-01`, to: `${year}-02-28`, opens: '09:00', closes: '16:00', note: 'winterHours' },
      { from: `${year}-11-01`, to: `${year}-12-31`, opens: '09:00', closes: '16:00', note: 'winterHours' },
    ],
  },
  winterMarket: {
    weekly: [
      { days: ['mo', 'tu', 'we', 'th'], opens: '14:00', closes: '20:00' },
      { days: ['fr', 'sa', 'su'], opens: '11:00', closes: '22:00' },
    ],
    closedIn: () => [],
    adjustedIn: (year) => [{ from: `${year}-12-06`, to: `${year}-12-06`, opens: '10:00', closes: '23:00', note: 'lightNight' }],
  },
}
/** The night after the second Saturday of a month. The museum closes on Sunday. */
function museumNight(year: number, month: number) {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const day = first.add({ days: ((6 - first.dayOfWeek + 7) % 7) + 7 }).toString()
  return { from: day, to: day, opens: '10:00', closes: '01:00', note: 'museumNight' } as const
}

/** The hours between two days, with notes in the languages of the site. */
export function demoHours(
  key: HoursKey,
  [first, last]: readonly [Temporal.PlainDate, Temporal.PlainDate],
  texts: readonly Localized[],
): StoredHours {
  const { weekly, closedIn, adjustedIn } = HOURS[key]
  const years = Array.from({ length: last.year - first.year + 1 }, (_, i) => first.year + i)
  const localize = <D extends Days>(days: readonly D[]) =>
    days
      .filter(({ from, to }) => to >= first.toString() && from <= last.toString())
      .map((each) => ({ ...each, note: Object.fromEntries(texts.map(([language, { hoursNotes }]) => [language, hoursNotes[each.note]])) }))
  return { weekly, closed: localize(years.flatMap(closedIn)), adjusted: localize(years.flatMap(adjustedIn)) }
}
