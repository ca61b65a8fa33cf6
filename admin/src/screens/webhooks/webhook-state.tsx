// The state of a webhook: a badge for lists, and a note that says how to get it to work again.
import type { ManagedWebhook } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { useUserNames } from '../people/people-queries.ts'

export function WebhookBadge({ webhook: { active, inactive_reason, failing_since } }: { readonly webhook: ManagedWebhook }) {
  const t = useText()
  if (!active)
    return (
      <span className={inactive_reason === 'manual' ? 'badge' : 'badge off'}>
        <Icon name="close" />
        {t('Switched off')}
      </span>
    )
  return failing_since === null ? (
    <span className="badge good">
      <Icon name="check" />
      {t('Active')}
    </span>
  ) : (
    <span className="badge waiting">
      <Icon name="warning" />
      {t('Failing')}
    </span>
  )
}

export function WebhookNote({ webhook }: { readonly webhook: ManagedWebhook }) {
  const t = useText()
  const { moment } = useFormats()
  const nameOf = useUserNames()
  const { active, inactive_reason: reason, failing_since } = webhook
  if (active)
    return failing_since === null ? null : (
      <Note kind="warning">
        {t('The receiver has failed since {time}. The calendar keeps trying, and switches the webhook off after five days.', {
          time: moment(failing_since),
        })}
      </Note>
    )
  if (reason === 'gone')
    return (
      <Note kind="warning">
        {t(
          'The receiver answered that it no longer exists, so the calendar switched the webhook off. Check the address, then switch it on.',
        )}
      </Note>
    )
  if (reason === 'failing')
    return (
      <Note kind="warning">
        {t('The receiver failed for five days, so the calendar switched the webhook off. Repair the receiver, then switch it on.')}
      </Note>
    )
  if (reason === 'owner')
    return (
      <Note kind="warning">
        {t('{name} is no longer an editor, so the calendar switched the webhook off. Change the role, then switch it on, or delete it.', {
          name: nameOf(webhook.owner),
        })}
      </Note>
    )
  return <Note kind="information">{t('No messages are sent. When you switch it on, the changes since then are sent.')}</Note>
}
