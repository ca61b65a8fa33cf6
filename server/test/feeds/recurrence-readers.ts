// The dates of series in an .ics file as ical.js and Python's recurring-ical-events compute them. No code of the feeds is used here.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import ICAL from 'ical.js'
import { PYTHON } from '../support/tools.ts'

/** Start and end (UTC instants or days), status and summary of one date. */
export type SeenDate = readonly [start: string, end: string, status: string, summary: string]
/** The first day, and the day after the last day, in UTC. */
export interface Days {
  readonly from: string
  readonly to: string
}

export function expandByPython(ics: string, { from, to }: Days): SeenDate[] {
  const script = fileURLToPath(new URL('expand.py', import.meta.url))
  const { status, stdout, stderr } = spawnSync(PYTHON, [script, from, dayAfter(to)], { input: ics, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`recurring-ical-events cannot read it: ${stderr.slice(-2_000)}`)
  return inDays(JSON.parse(stdout) as SeenDate[], { from, to })
}

/** Readers compare local times with the last day, so they get one day more. */
const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 2 }).toString()
const two = (n: number): string => String(n).padStart(2, '0')
function textOf(time: InstanceType<typeof ICAL.Time>): string {
  const at = time.isDate ? time : time.convertToZone(ICAL.Timezone.utcTimezone)
  const day = `${at.year}-${two(at.month)}-${two(at.day)}`
  return time.isDate ? day : `${day} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}`
}

export function expandByIcal(ics: string, days: Days): SeenDate[] {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const components = calendar.getAllSubcomponents('vevent')
  const seen: SeenDate[] = []
  const note = (
    event: InstanceType<typeof ICAL.Event>,
    start: InstanceType<typeof ICAL.Time>,
    end: InstanceType<typeof ICAL.Time>,
  ): void => {
    seen.push([textOf(start), textOf(end), String(event.component.getFirstPropertyValue('status')), event.summary])
  }
  for (const [, own] of Map.groupBy(components, (each) => String(each.getFirstPropertyValue('uid')))) {
    const masters = own.filter((each) => !each.hasProperty('recurrence-id'))
    if (masters.length !== 1) throw new Error(`${masters.length} events without RECURRENCE-ID share a UID`)
    const event = new ICAL.Event(masters[0], {
      exceptions: own.filter((each) => each.hasProperty('recurrence-id')),
      strictExceptions: true,
    })
    if (!event.isRecurring()) {
      const found = Object.values(event.exceptions)[0] ?? event
      note(found, found.startDate, found.endDate)
      continue
    }
    const iterator = event.iterator()
    for (
      let next = iterator.next(), n = 0;
      next && next.toString().slice(0, 10) <= dayAfter(days.to) && n < 20_000;
      next = iterator.next(), n += 1
    ) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      note(item, startDate, endDate)
    }
  }
  return inDays(seen, days)
}

/** Readers differ in whether dates at the edges belong to a period. */
export const inDays = (dates: readonly SeenDate[], { from, to }: Days): SeenDate[] =>
  dates.filter(([start]) => start >= from && start < to).toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
