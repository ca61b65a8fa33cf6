// What is thrown, and what else is known of it.
import type { ErrorCode, FaultCode } from './records.ts'

export interface Fault {
  code: FaultCode
  message: string
}
/** No response arrived, or it could not be parsed, or it is unknown whether a conditional write took effect. */
export type LocalCode = 'network_error' | 'timeout' | 'unexpected_answer' | 'outcome_unknown'

/** The service refused, or did not answer. An aborted request throws the reason of its signal instead. */
export class KalendsError extends Error {
  override readonly name = 'KalendsError'
  readonly code: ErrorCode | LocalCode
  /** Status of the answer; 0 when there was none. */
  readonly status: number
  /** Names of the inputs that are wrong or missing. */
  readonly params: readonly string[]
  /** What is wrong with each, by its name. */
  readonly details: Readonly<Record<string, Fault>>
  /** Everything the service says of it. */
  readonly data: Readonly<Record<string, unknown>>
  /** What the service calls this request in its log. */
  readonly requestId: string | null
  /** Seconds after which to try again. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode | LocalCode,
    message: string,
    answer: { response?: Response; status?: number; data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, answer.cause === undefined ? undefined : { cause: answer.cause })
    const { response, data = {} } = answer
    const { params = [], details = {} } = data as { params?: string[] | Record<string, string>; details?: Record<string, Fault> }
    this.code = code
    this.status = answer.status ?? response?.status ?? 0
    this.data = data
    this.params = Array.isArray(params) ? params : Object.keys(params)
    this.details = details
    this.requestId = response?.headers.get('x-request-id') ?? null
    this.retryAfter = secondsOf(response?.headers.get('retry-after'))
  }
}

/** Whether something thrown is ours, and with one of these codes, if any are given. */
export function isKalendsError<C extends ErrorCode | LocalCode>(
  error: unknown,
  ...codes: C[]
): error is KalendsError & { readonly code: C } {
  return error instanceof KalendsError && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** `Retry-After` is seconds or a date. */
function secondsOf(text: string | null | undefined): number | null {
  if (!text) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
