// Kinds of records, messages and states of deliveries in words.
import type { ChangedKind, WebhookDelivery, WebhookDeliveryState, WebhookEvent } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'

export const CHANGED_KINDS = ['event', 'venue', 'organizer', 'category', 'tag', 'image'] as const satisfies readonly ChangedKind[]
export const KIND_ACTIONS = ['created', 'updated', 'removed'] as const
type KindAction = (typeof KIND_ACTIONS)[number]

export function useKindNames(): Readonly<Record<ChangedKind, string>> {
  const t = useText()
  return {
    event: t('Events'),
    venue: t('Venues'),
    organizer: t('Organizers'),
    category: t('Categories'),
    tag: t('Tags'),
    image: t('Pictures'),
  }
}
export function useKindActionNames(): Readonly<Record<KindAction, string>> {
  const t = useText()
  return { created: t('Added'), updated: t('Changed'), removed: t('Removed') }
}

/** The messages that a webhook wants, as short as possible. */
export function useWantedMessages(): (events: readonly WebhookEvent[]) => string {
  const t = useText()
  const { list } = useFormats()
  const names = useKindNames()
  return (events) => {
    if (events.includes('*')) return t('Sends all changes')
    const kinds = CHANGED_KINDS.filter((kind) => events.some((event) => event.startsWith(`${kind}.`)))
    return t('Sends changes of: {kinds}', { kinds: list(kinds.map((kind) => names[kind])) })
  }
}

/** The message of a delivery, such as "Events: changed". */
export function useMessageNames(): (delivery: Pick<WebhookDelivery, 'type'>) => string {
  const t = useText()
  const kinds = useKindNames()
  return ({ type }) => {
    if (type === 'calendar.test') return t('Test message')
    if (type === 'calendar.behind') return t('Summary of many changes')
    const [name = '', action = ''] = type.split('.')
    const kind = kinds[name as ChangedKind] ?? name
    if (action === 'created') return t('{kind}: added', { kind })
    return action === 'removed' ? t('{kind}: removed', { kind }) : t('{kind}: changed', { kind })
  }
}

export function useDeliveryStateNames(): Readonly<Record<WebhookDeliveryState, string>> {
  const t = useText()
  return { waiting: t('Waiting'), sending: t('Sending'), delivered: t('Delivered'), failed: t('Failed'), dropped: t('Not sent') }
}
export function useDeliveryProblems(): Readonly<Record<NonNullable<WebhookDelivery['error']>, string>> {
  const t = useText()
  return {
    status: t('The receiver answered with an error.'),
    redirect: t('The receiver pointed to another address. Enter that address in the webhook.'),
    timeout: t('The receiver took too long to answer.'),
    connection: t('The calendar could not connect to the receiver.'),
    blocked: t('The calendar may not connect to this address. Its operator decides which addresses are allowed.'),
    behind: t('A summary of many changes replaced this message.'),
    switched_off: t('The webhook was switched off. The change is sent when it is on again.'),
    not_subscribed: t('The webhook no longer sends such changes.'),
  }
}
