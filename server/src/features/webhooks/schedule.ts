// Times of attempts: the delays of retries, Retry-After, and the limits after which messages are dropped or a webhook is switched off.
import type { IncomingHttpHeaders } from 'node:http'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Seconds before the second attempt, the third, and so on. */
const RETRY_DELAYS: readonly number[] = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
export const MAX_TRIES = RETRY_DELAYS.length + 1
/** Each delay is up to a tenth shorter or longer, so that the retries of many messages do not coincide. */
const JITTER = 0.1
const MAX_RETRY_AFTER = DAY
const MIN_RETRY_AFTER = 5

export interface Times {
  /** Seconds before the next attempt, after this number of failed ones. */
  retryDelay(tries: number, retryAfter: number | null): number
  /** Seconds for which both secrets sign after a rotation. */
  readonly rotation: number
  /** Seconds of failures after which waiting messages are replaced by one. */
  readonly outage: number
  /** Seconds of failures after which a webhook is switched off. */
  readonly giveUp: number
  /** Seconds before another look at a message that must wait for others. */
  readonly postpone: number
}
/** All times are divided by `scale`. */
export const webhookTimes = (scale: number): Times => ({
  retryDelay: (tries, retryAfter) => {
    const delay = RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length) - 1] ?? 0
    const jittered = delay * (1 - JITTER + 2 * JITTER * Math.random())
    return (retryAfter === null ? jittered : Math.min(MAX_RETRY_AFTER, Math.max(MIN_RETRY_AFTER, retryAfter))) / scale
  },
  rotation: DAY / scale,
  outage: DAY / scale,
  giveUp: (5 * DAY) / scale,
  postpone: Math.max(10 / scale, 0.2),
})

/** Seconds that the receiver asks to wait. Only 429 and 503 have this meaning. */
export function retryAfterOf(status: number, headers: IncomingHttpHeaders, now: Temporal.Instant): number | null {
  const text = headers['retry-after']?.trim() ?? ''
  if ((status !== 429 && status !== 503) || text === '') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, (at - now.epochMilliseconds) / 1_000)
}
