// The search parameters of a webhook: the state of the messages in its list.
import type { WebhookDeliveryState } from '@kalends/client'

/** A message is being sent for a moment only, so this state has no tab. */
export const DELIVERY_STATES = ['delivered', 'waiting', 'failed', 'dropped'] as const satisfies readonly WebhookDeliveryState[]

export const validateDeliverySearch = (search: Record<string, unknown>): { state?: WebhookDeliveryState } => {
  const state = DELIVERY_STATES.find((each) => each === search['state'])
  return state ? { state } : {}
}
