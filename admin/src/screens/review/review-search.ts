// The part of the review that the address has: the list, and the submission that is open.
import type { QueuedReview } from '@kalends/client'

export interface ReviewSearch {
  readonly state?: 'returned' | 'decided'
  /** The key of a submission, such as `event-12`. */
  readonly item?: string
}
export const validateReviewSearch = ({ state, item }: Record<string, unknown>): ReviewSearch => ({
  ...((state === 'returned' || state === 'decided') && { state }),
  ...(typeof item === 'string' && { item }),
})
export const itemKey = ({ kind, id }: Pick<QueuedReview, 'kind' | 'id'>): string => `${kind}-${id}`
