// Random opening hours and events with them, near the nights on which clocks change.
import type { Random } from '../model/random.ts'
import { CODES, type Hours, type Stretch } from './model-hours.ts'

export const ZONES = [
  'Europe/Lisbon',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'UTC',
  'UTC+5:30',
  'UTC-9',
  'US/Pacific',
] as const
/** Days around changes of clocks in these zones, and around the exceptions. */
export const DAYS = [
  '2027-03-14',
  '2027-03-28',
  '2027-04-04',
  '2027-04-30',
  '2027-10-03',
  '2027-10-29',
  '2027-10-31',
  '2027-11-07',
] as const

const TIMES = [
  '00:00',
  '00:30',
  '01:00',
  '01:30',
  '01:45',
  '02:00',
  '02:15',
  '02:30',
  '03:00',
  '04:00',
  '09:00',
  '12:00',
  '18:00',
  '22:00',
  '23:30',
]
const stretch = (random: Random): Stretch => ({ opens: random.pick(TIMES), closes: random.pick(TIMES) })
/** A day at most three days before or after one of the chosen ones. */
export const nearbyDay = (random: Random): Temporal.PlainDate =>
  Temporal.PlainDate.from(random.pick(DAYS)).add({ days: random.below(7) - 3 })
const range = (random: Random): { from: string; to: string } => {
  const from = nearbyDay(random)
  return { from: from.toString(), to: from.add({ days: random.below(3) }).toString() }
}
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

export function randomHours(random: Random): Hours {
  const weekly = times(random.below(4), () => {
    const days = new Set(random.some(CODES, 7))
    return { days: CODES.filter((code) => days.has(code)), ...stretch(random) }
  })
  const adjusted = times(random.below(5), () => ({ ...range(random), ...stretch(random) }))
  const closed = times(random.below(5), () => range(random))
  return weekly.length + adjusted.length > 0 ? { weekly, closed, adjusted } : randomHours(random)
}
