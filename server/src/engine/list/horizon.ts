// The horizon: dates of endless series are stored through this day (contract 13.2.10), and lists that reach further say so (13.3.7).
import { dayStart, toLocal } from '../../kernel/time/date-times.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'

export const horizonDay = ({ now, site }: RequestContext): Temporal.PlainDate =>
  toLocal(now, site.timeZone).toPlainDate().add({ months: site.recurrenceHorizonMonths })

/** Returns the horizon if the time window of a list reaches past it, whatever series there are. */
export function occurrencesUntil(kind: Kind, values: Readonly<Record<string, unknown>>, ctx: RequestContext): Temporal.PlainDate | null {
  const windows = Object.values(kind.filters).flatMap((filter) => ('linked' in filter ? [] : (filter.timeWindow?.(values, ctx) ?? [])))
  const [window] = windows
  if (!window) return null
  const day = horizonDay(ctx)
  const end = dayStart(day.add({ days: 1 }), ctx.site.timeZone).epochMilliseconds
  return window.bounds.some(({ sign, at }) => sign.startsWith('<') && at <= end) ? null : day
}
