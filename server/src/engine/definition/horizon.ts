// The horizon: the local day up to which dates of endless series are stored (contract 13.2.10).
import { toLocal } from '../../kernel/time/date-times.ts'
import type { RequestContext, Site } from './kind.ts'

/** The parts of the request context that the dates of a series depend on. */
export type DatesContext = Pick<RequestContext, 'now'> & {
  readonly site: Pick<Site, 'timeZone' | 'recurrenceHorizonMonths' | 'recurrenceLimits'>
}

export const horizonDay = ({ now, site }: DatesContext): Temporal.PlainDate =>
  toLocal(now, site.timeZone).toPlainDate().add({ months: site.recurrenceHorizonMonths })
