// Moves the end with the start, so that an event keeps its length.
import { parseDateTime, type CalendarDateTime } from '@internationalized/date'
import type { WallTime } from './values.ts'

const DEFAULT_MINUTES = 60

/** Returns the end after the start was moved. Without a complete start or end, it is an hour after the start. */
export function endAfterMove(before: WallTime, after: WallTime, end: WallTime | null, isAllDay: boolean): WallTime | null {
  if (end === null || after.day === '') return end
  if (isAllDay) return { ...end, day: end.day === '' || before.day === '' ? after.day : shifted(before, after, end, true).day }
  if (after.time === '') return end.day === '' ? { ...end, day: after.day } : { ...end, day: before.day === end.day ? after.day : end.day }
  if (end.time === '' || end.day === '') return wallTime(dateTime(after).add({ minutes: DEFAULT_MINUTES }))
  if (before.day === '' || before.time === '') return end
  return shifted(before, after, end, false)
}

function shifted(before: WallTime, after: WallTime, end: WallTime, isAllDay: boolean): WallTime {
  const noon = (each: WallTime): WallTime => (isAllDay ? { ...each, time: '12:00:00' } : each)
  const milliseconds = instant(noon(after)) - instant(noon(before))
  return wallTime(dateTime(noon(end)).add({ milliseconds }))
}
/** Wall times are compared as if they were in UTC, which has no daylight saving time. */
const instant = (time: WallTime): number => dateTime(time).toDate('UTC').getTime()
const dateTime = ({ day, time }: WallTime): CalendarDateTime => parseDateTime(`${day}T${time}`)
const wallTime = (date: CalendarDateTime): WallTime => {
  const [day = '', time = ''] = date.toString().split('T')
  return { day, time }
}
