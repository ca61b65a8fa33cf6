// Chooses the status, the online address, the availability and open ends of demo events. A few percent of the events have each of them.
import type { Availability, EventStatus } from '../../resources/event-status.ts'
import type { Text } from '../../engine/texts/texts.ts'
import { toKebab } from './event-details.ts'
import type { Program, ProgramKey } from './programs.ts'
import type { Random } from './random.ts'
import type { Slot } from './schedule.ts'
import type { DemoTexts } from './texts/demo-texts.ts'

export interface StatusDetails {
  readonly columns: Readonly<Record<string, unknown>>
  /** Returns no text for events that take place as announced. */
  readonly reasonIn: (texts: DemoTexts) => Text
}
interface StatusSettings {
  readonly random: Random
  readonly today: Temporal.PlainDate
}

/** The status of events that take place as announced. */
export const AS_ANNOUNCED: StatusDetails = {
  columns: { event_status: 'scheduled', previous_start: null, online_url: null, availability: null },
  reasonIn: () => ({}),
}

/** Programs that an audience can follow online. */
const ONLINE_PROGRAMS: ReadonlySet<ProgramKey> = new Set(['bigBand', 'pianoRecital', 'symphony', 'harborHistory', 'scienceTalk', 'reading'])

/** Draws the same number of random numbers for every event, so that a change of one event does not change the others. */
export function drawStatus(slot: Slot, program: Program, { random, today }: StatusSettings): StatusDetails {
  const [statusDraw, onlineDraw, ticketDraw, endDraw, reason] = [
    random.next(),
    random.next(),
    random.next(),
    random.next(),
    random.below(2),
  ]
  const canBeOnline = ONLINE_PROGRAMS.has(slot.program)
  const status = chooseStatus(statusDraw, canBeOnline)
  const isOnline = status === 'moved_online' || (canBeOnline && onlineDraw < 0.15)
  const hasTickets = program.cost !== null && status !== 'cancelled' && Temporal.PlainDate.compare(slot.day, today) >= 0
  const isEvening = program.allDays === undefined && program.time >= '18:00'
  const time = Temporal.PlainTime.from(program.allDays === undefined ? program.time : '00:00')
  return {
    columns: {
      event_status: status,
      // The same day of the week before.
      previous_start: status === 'rescheduled' ? slot.day.subtract({ weeks: 1 }).toPlainDateTime(time) : null,
      online_url: isOnline ? `https://live.example/${toKebab(slot.program)}` : null,
      availability: hasTickets ? chooseAvailability(ticketDraw) : null,
      ...(isEvening && endDraw < 0.06 && { end: null }),
    },
    reasonIn: ({ statusReasons }) => (status === 'scheduled' ? {} : { event_status_reason: statusReasons[status][reason] ?? null }),
  }
}

function chooseStatus(draw: number, canBeOnline: boolean): EventStatus {
  if (draw < 0.02) return 'cancelled'
  if (draw < 0.035) return 'postponed'
  if (draw < 0.05) return 'rescheduled'
  return draw < 0.2 && canBeOnline ? 'moved_online' : 'scheduled'
}
function chooseAvailability(draw: number): Availability | null {
  if (draw < 0.06) return 'sold_out'
  if (draw < 0.14) return 'few'
  return draw < 0.5 ? 'available' : null
}
