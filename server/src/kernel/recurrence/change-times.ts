// Gives a series a new time of day, or makes it all-day or timed: single dates, exact exclusions and the starts of dates follow (recurrence 13.2.6, 13.2.8).
import { DAY_SECONDS, dayOfSeconds, formatDay, formatWall, timeOfSeconds, wallSeconds, type WallTime } from './calendar-days.ts'
import { anchorRule, type SeriesTimes, type StoredRecurrence } from './recurrence.ts'

export interface ChangedTimes {
  readonly recurrence: StoredRecurrence
  /** The new start of each given start that changes. */
  readonly moves: ReadonlyMap<WallTime, WallTime>
}

/** Changes the times of a series. `starts` are its known original starts. Rules keep their days, so a start only changes its time of day. */
export function changeTimes(
  stored: StoredRecurrence,
  before: SeriesTimes,
  after: SeriesTimes,
  starts: readonly WallTime[] = [],
): ChangedTimes {
  const shift = shiftOf(stored, before, after)
  const isOtherKind = before.allDay !== after.allDay
  const moves = new Map(starts.map((start) => [start, shift(start)] as const).filter(([from, to]) => from !== to))
  const exclude = stored.exclude.map((text) => {
    if (text.length === 10) return text
    return after.allDay ? formatDay(dayOfSeconds(wallSeconds(text))) : shift(text)
  })
  return {
    recurrence: {
      ...stored,
      dates: isOtherKind ? stored.dates.map((date) => changeDate(date, after)) : stored.dates,
      exclude: [...new Set(exclude)].sort(),
    },
    moves,
  }
}

/** Builds the function that changes the time of a start. A time that a rule has for its own stays. */
function shiftOf(stored: StoredRecurrence, before: SeriesTimes, after: SeriesTimes): (start: WallTime) => WallTime {
  const times = new Map<number, number>()
  for (const rule of stored.rules) {
    const [own, next] = [anchorRule(rule, before).times, anchorRule(rule, after).times]
    for (const [index, time] of own.entries()) {
      const target = next[Math.min(index, next.length - 1)] ?? time
      // Two rules with the same time that part: the dates are matched by their day instead.
      times.set(time, times.has(time) && times.get(time) !== target ? time : target)
    }
  }
  const singles = new Set(before.allDay === after.allDay ? stored.dates.map(({ start }) => start) : [])
  const seriesTime = timeOfSeconds(wallSeconds(after.start))
  return (start) => {
    const wall = wallSeconds(start)
    const time = times.get(timeOfSeconds(wall)) ?? (after.allDay || before.allDay ? seriesTime : timeOfSeconds(wall))
    return singles.has(start) ? start : formatWall(dayOfSeconds(wall) * DAY_SECONDS + time)
  }
}

/** A single date of a series that becomes all-day or timed takes the times of the series on its own days. */
function changeDate({ start, end }: StoredRecurrence['dates'][number], after: SeriesTimes): StoredRecurrence['dates'][number] {
  const withTime = (wall: WallTime, time: WallTime): WallTime => `${wall.slice(0, 10)}${time.slice(10)}`
  const [from, to] = [withTime(start, after.start), end === null || after.end === null ? null : withTime(end, after.end)]
  return { start: from, end: to === null || to < from ? null : to }
}
