// Finds lists that reach past the horizon, whose responses name it (contract 13.3.7).
import { dayStart } from '../../kernel/time/date-times.ts'
import { horizonDay } from '../definition/horizon.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'

/** Returns the horizon if the time window of a list reaches past it, whatever series there are. */
export function occurrencesUntil(kind: Kind, values: Readonly<Record<string, unknown>>, ctx: RequestContext): Temporal.PlainDate | null {
  const windows = Object.values(kind.filters).flatMap((filter) => ('linked' in filter ? [] : (filter.timeWindow?.(values, ctx) ?? [])))
  const [window] = windows
  if (!window) return null
  const day = horizonDay(ctx)
  const end = dayStart(day.add({ days: 1 }), ctx.site.timeZone).epochMilliseconds
  return window.bounds.some(({ sign, at }) => sign.startsWith('<') && at <= end) ? null : day
}
