// Chooses the dates of demo events: a day, then a program that takes place on such a day, then a free venue.
import type { VenueKey } from './catalog.ts'
import { PROGRAMS, type Program, type ProgramKey } from './programs.ts'
import type { Random } from './random.ts'
import type { Season } from './texts/demo-texts.ts'

export interface Slot {
  readonly program: ProgramKey
  readonly day: Temporal.PlainDate
  readonly venue: VenueKey
  /** Index of the city. */
  readonly city: number
}
export interface ScheduleSettings {
  readonly random: Random
  readonly today: Temporal.PlainDate
  /** Number of events. */
  readonly events: number
  /** Number of cities. */
  readonly cities: number
}

/** After this number of attempts an event may share its venue and day with another one, because a full calendar has no free slots. */
const MAX_ATTEMPTS = 20

export function createSchedule({ random, today, events, cities }: ScheduleSettings): () => Slot {
  const [daysBack, daysAhead] = events > 100_000 ? [3_650, 1_095] : [90, 365]
  const usedKeys = new Set<string>()
  const draw = (): Slot => {
    // Three events in four lie in the nearer half of the period.
    const spread = random.below(4) === 0 ? 1 : 0.5
    const day = today.add({ days: Math.round((random.next() * (daysBack + daysAhead) - daysBack) * spread) })
    const key = random.pick(programsOn(day))
    return { program: key, day, venue: random.pick(PROGRAMS[key].venues), city: random.below(cities) }
  }
  if (cities > 1) return draw
  return () => {
    let slot = draw()
    for (let i = 0; i < MAX_ATTEMPTS && slotKeys(slot).some((key) => usedKeys.has(key)); i += 1) slot = draw()
    for (const key of slotKeys(slot)) usedKeys.add(key)
    return slot
  }
}

/** Keys that two events must not share: a venue on a day, a program on any day that it lasts, and its period. */
function slotKeys({ program, day, venue }: Slot): string[] {
  const { allDays = 1, oncePer }: Program = PROGRAMS[program]
  const days = Array.from({ length: allDays }, (_, i) => day.add({ days: i }).toString())
  const period = oncePer && `${program} in ${day.toString().slice(0, oncePer === 'year' ? 4 : 7)}`
  // An exhibition fills one room of a museum, so other events may take place in the building.
  return [
    ...(period ? [period] : []),
    ...days.map((each) => `${program} ${each}`),
    ...(allDays > 3 ? [] : days.map((each) => `${venue} ${each}`)),
  ]
}

const ENTRIES = Object.entries(PROGRAMS) as [ProgramKey, Program][]
const cache = new Map<number, readonly ProgramKey[]>()
/** Programs whose months and weekdays include the day. Some program takes place on every day of the year. */
export function programsOn({ month, day, dayOfWeek }: Temporal.PlainDate): readonly ProgramKey[] {
  const key = month * 1_000 + day * 10 + dayOfWeek
  let found = cache.get(key)
  if (!found) {
    const fits = (each: Program): boolean => each.months.includes(month) && each.weekdays.includes(dayOfWeek) && day <= (each.lastDay ?? 31)
    found = ENTRIES.filter(([, each]) => fits(each)).map(([name]) => name)
    cache.set(key, found)
  }
  return found
}

const SEASONS = ['winter', 'spring', 'summer', 'fall'] as const
/** The meteorological season of the northern hemisphere. */
export const seasonOf = ({ month }: Temporal.PlainDate): Season => SEASONS[Math.floor((month % 12) / 3)] ?? 'winter'
