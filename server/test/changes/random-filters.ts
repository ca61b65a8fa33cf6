// Random filters of the change feed.
import type { Random } from '../model/random.ts'
import type { Writers } from './random-writers.ts'

/** One or two filters, with ids of records that the writers have made. */
export function randomFilter({ random, pick }: { readonly random: Random; readonly pick: Writers['pick'] }): string {
  const day = (): string => `2027-0${1 + random.below(8)}-1${random.below(9)}`
  const sign = (): string => (random.chance(0.3) ? '-' : '')
  const filters = [
    () => `venue=${sign()}${pick('venue') ?? 1}`,
    () => `organizer=${sign()}${pick('organizer') ?? 1}`,
    () => `tags=${sign()}${pick('tag') ?? 1}`,
    () => `categories=${sign()}${pick('category') ?? 1}`,
    () => `featured=${random.chance(0.5)}`,
    () => `ticketed=${random.chance(0.5)}`,
    () => `event_status=${random.pick(['scheduled', 'cancelled,postponed', 'moved_online'])}`,
    () => `attendance=${random.pick(['online', 'offline', 'mixed,online'])}`,
    () => `author=${1 + random.below(5)}`,
    () => `series=${pick('event') ?? 1}`,
    () => `from=${day()}&to=${random.pick(['2027-06-01', '2027-09-30'])}`,
    () => `start_date=${day()}&end_date=2027-12-31`,
    () => `from=${day()}`,
  ]
  const [first, second] = [random.below(filters.length), random.below(filters.length)]
  const chosen = second === first || first >= 10 === second >= 10 || random.chance(0.5) ? [first] : [first, second]
  return chosen.map((index) => filters[index]?.()).join('&')
}
