// The services that submissions use: the queue of mail, rate limits, and the library of pictures.
import type { RequestContext } from '../../engine/definition/kind.ts'
import type { ReviewEvents } from '../../engine/review/review-log.ts'
import type { Db } from '../../kernel/database/database.ts'
import { Problem, type FieldError } from '../../kernel/errors/problems.ts'
import { clientIpKey } from '../../kernel/http/client-ip.ts'
import type { Upload } from '../../kernel/http/uploads.ts'
import { secondsLeft, tooManyRequests, type RateLimiter } from '../../kernel/security/rate-limiter.ts'

export type SubmissionMessage = 'submission' | 'submission-returned' | 'submission-published'
export interface SubmissionServices {
  readonly isOpen: boolean
  /** Adds a message to the sender to the queue; null if no mail is sent, so that submissions are not confirmed. */
  readonly mail: ((db: Db, message: SubmissionMessage, submission: number) => Promise<void>) | null
  readonly limiter: Pick<RateLimiter, 'increment'>
  readonly pictures: SubmittedPictures
  readonly reviewEvents: ReviewEvents
}

/** The files of a picture that is not in the library yet. */
export interface StoredPicture {
  readonly digest: string
  /** Null if the library had the picture already. */
  readonly metadata: unknown
}
export interface PictureTexts {
  readonly title: string
  readonly alt: string
}
export interface SubmittedPictures {
  /** Encodes a picture. The function that it returns stores the files, and must run in a transaction. */
  prepare(db: Db, file: Upload): Promise<((db: Db, now: Temporal.Instant) => Promise<StoredPicture>) | FieldError>
  /** Adds the picture to the library and returns its ID; null if its files were deleted meanwhile. Must run in a transaction. */
  addToLibrary(db: Db, picture: StoredPicture, texts: PictureTexts, ctx: RequestContext): Promise<number | null>
}

export function requireOpen({ isOpen }: SubmissionServices): void {
  if (!isOpen) throw new Problem('rest_submissions_off')
}

const HOUR_MS = 3_600_000
/** Submissions and corrections of one address in an hour. */
const HOURLY = 10
/** Counts a submission before it is stored, so that concurrent ones cannot exceed the limit. Those with invalid inputs do not count. */
export async function withinRate<T>({ limiter }: SubmissionServices, clientIp: string, work: () => Promise<T>): Promise<T> {
  const key = `submissions ${clientIpKey(clientIp)}`
  const usage = await limiter.increment(key, HOUR_MS)
  if (usage.count > HOURLY) throw tooManyRequests('submissions', secondsLeft(usage))
  try {
    return await work()
  } catch (error) {
    await limiter.increment(key, HOUR_MS, -1)
    throw error
  }
}
