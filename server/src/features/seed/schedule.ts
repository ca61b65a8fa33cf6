// Chooses the dates of demo events: a day, then a program that takes place on such a day, then a free venue.
import { parseDay } from '../../kernel/recurrence/calendar-days.ts'
import type { VenueKey } from './catalog.ts'
import { PROGRAMS, type Program, type ProgramKey } from './programs.ts'
import type { Random } from './random.ts'
import { canRepeat, drawRepeat, type Repeat } from './repeats.ts'
import type { Season } from './texts/demo-texts.ts'

export interface Slot {
  readonly program: ProgramKey
  readonly day: Temporal.PlainDate
  readonly venue: VenueKey
  /** Index of the city. */
  readonly city: number
}
/** The first day of a series, and its recurrence. */
export interface SeriesSlot extends Slot, Repeat {
  readonly exception: SlotException | null
}
export interface SlotException {
  /** Start of the date by the recurrence. */
  readonly start: string
  /** The day to which the date moves. Null: the date is canceled. */
  readonly movedTo: string | null
}
export interface Schedule {
  nextSingle(): Slot
  nextSeries(): SeriesSlot
}
export interface ScheduleSettings {
  readonly random: Random
  readonly today: Temporal.PlainDate
  /** Dates of endless series are computed this many months ahead. */
  readonly horizonMonths: number
  /** Number of events. */
  readonly events: number
  /** Number of cities. */
  readonly cities: number
}

/** After this number of attempts an event may share its venue and day with another one, because a full calendar has no free slots. */
const MAX_ATTEMPTS = 20

export function createSchedule(settings: ScheduleSettings): Schedule {
  const { random, today, events, cities } = settings
  const [daysBack, daysAhead] = events > 100_000 ? [3_650, 1_095] : [90, 365]
  const usedKeys = new Set<string>()
  const draw = (fits: (program: ProgramKey) => boolean): Slot => {
    // Three events in four lie in the nearer half of the period.
    const spread = random.below(4) === 0 ? 1 : 0.5
    const day = today.add({ days: Math.round((random.next() * (daysBack + daysAhead) - daysBack) * spread) })
    const key = random.pick(programsOn(day).filter(fits))
    return { program: key, day, venue: random.pick(PROGRAMS[key].venues), city: random.below(cities) }
  }
  const isFree = (slot: Slot): boolean => !slotKeys(slot).some((key) => usedKeys.has(key))
  const reserve = (slot: Slot): void => {
    for (const key of slotKeys(slot)) usedKeys.add(key)
  }
  const nextSingle = (): Slot => {
    let slot = draw(() => true)
    for (let i = 0; i < MAX_ATTEMPTS && !isFree(slot); i += 1) slot = draw(() => true)
    reserve(slot)
    return slot
  }
  // The first series is the only weekly one without an end, because such a series has many dates.
  let hasEndlessCourse = false
  const throughDay = today.add({ months: settings.horizonMonths })
  const drawSeries = (isForced: boolean): SeriesSlot | null => {
    const slot = draw(canRepeat)
    const isFreeOn = (day: string): boolean => !dayKeys(slot, dayNumber(day)).some((key) => usedKeys.has(key))
    const reserveDay = (day: string): void => {
      for (const key of dayKeys(slot, dayNumber(day))) usedKeys.add(key)
    }
    if (!isForced && !isFreeOn(slot.day.toString())) return null
    const repeat = drawRepeat({ ...slot, random, throughDay, isEndless: !hasEndlessCourse, isFree: isForced ? () => true : isFreeOn })
    if (!repeat) return null
    hasEndlessCourse = true
    for (const start of repeat.starts) reserveDay(start.slice(0, 10))
    const exception = drawException(repeat, settings, isFreeOn)
    if (exception?.movedTo) reserveDay(exception.movedTo)
    return { ...slot, ...repeat, exception }
  }
  const nextSeries = (): SeriesSlot => {
    for (let i = 0; i < MAX_ATTEMPTS; i += 1) {
      const slot = drawSeries(false)
      if (slot) return slot
    }
    return drawSeries(true) as SeriesSlot
  }
  return { nextSingle: cities > 1 ? () => draw(() => true) : nextSingle, nextSeries }
}

/** One series in five has a date that is canceled or moves to one of the next days. */
function drawException({ starts }: Repeat, { random, today }: ScheduleSettings, isFree: (day: string) => boolean): SlotException | null {
  const [draw, index] = [random.next(), random.below(3)]
  const upcoming = starts.filter((start) => start.slice(0, 10) >= today.toString())
  const start = upcoming[index] ?? starts[index]
  if (draw > 0.2 || start === undefined) return null
  const next = [1, 2, 3].map((days) => Temporal.PlainDate.from(start.slice(0, 10)).add({ days }).toString())
  return { start, movedTo: draw < 0.1 ? null : (next.find(isFree) ?? null) }
}

/** Keys that two events must not share: a venue on a day, a program on any day that it lasts, and its period. */
function slotKeys({ program, day, venue }: Slot): string[] {
  const { allDays = 1, oncePer }: Program = PROGRAMS[program]
  const first = dayNumber(day.toString())
  const days = Array.from({ length: allDays }, (_, i) => first + i)
  const period = oncePer && `${program} in ${day.toString().slice(0, oncePer === 'year' ? 4 : 7)}`
  // An exhibition fills one room of a museum, and a market one side of a square, so other events may take place there.
  return [
    ...(period ? [period] : []),
    ...days.flatMap((each) => (allDays > 3 ? [`${program} ${each}`] : dayKeys({ program, venue }, each))),
  ]
}
const dayKeys = ({ program, venue }: Pick<Slot, 'program' | 'venue'>, day: number): string[] => [`${program} ${day}`, `${venue} ${day}`]
const dayNumber = (day: string): number => parseDay(day) ?? 0

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
