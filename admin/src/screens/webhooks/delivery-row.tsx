// One message to a webhook: its result in words, and the details on request.
import { Link } from '@tanstack/react-router'
import type { ManagedWebhook, WebhookDelivery, WebhookDeliveryState } from '@kalends/client'
import type { ReactNode } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { eventPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useDeliveryProblems, useDeliveryStateNames, useMessageNames } from './webhook-names.ts'

const MARKS: Readonly<Record<WebhookDeliveryState, readonly [kind: string, icon: IconName]>> = {
  waiting: ['waiting', 'clock'],
  sending: ['planned', 'share'],
  delivered: ['good', 'check'],
  failed: ['off', 'warning'],
  dropped: ['', 'close'],
}

interface DeliveryRowProps {
  readonly webhook: ManagedWebhook
  readonly delivery: WebhookDelivery
  readonly onResend: () => void
}
export function DeliveryRow({ webhook, delivery, onResend }: DeliveryRowProps) {
  const t = useText()
  const { moment } = useFormats()
  const messageName = useMessageNames()
  const names = useDeliveryStateNames()
  const problems = useDeliveryProblems()
  const { state, error, status } = delivery
  const [kind, icon] = MARKS[state]
  return (
    <li className="delivery">
      <details>
        <summary>
          <Icon name="chevron-down" small />
          <span className="grow">
            <b>{messageName(delivery)}</b>
            <span className="soft small">{moment(delivery.created)}</span>
          </span>
          {status !== null && (
            <span className="mono small" title={t('Answer of the receiver')}>
              {status}
            </span>
          )}
          <span className={`badge ${kind}`}>
            <Icon name={icon} />
            {names[state]}
          </span>
        </summary>
        <DeliveryDetails webhook={webhook} delivery={delivery} />
      </details>
      {error && <p className="delivery-problem small">{problems[error]}</p>}
      {state !== 'sending' && (
        <Button size="small" icon="repeat" onPress={onResend}>
          {t('Send again')}
        </Button>
      )}
    </li>
  )
}

function DeliveryDetails({ webhook, delivery }: Pick<DeliveryRowProps, 'webhook' | 'delivery'>) {
  const t = useText()
  const { data: me } = useMe()
  const { moment, number } = useFormats()
  const { kind, record_id, status, duration_ms, answer, tries, next_try } = delivery
  return (
    <dl className="facts">
      <Fact name={t('Sent to')}>
        <span className="mono break" dir="ltr">
          {webhook.url}
        </span>
      </Fact>
      <Fact name={t('Number of the message')}>
        <span className="mono break" dir="ltr">
          {delivery.message_id}
        </span>
      </Fact>
      {record_id !== null && (
        <Fact name={t('About')}>
          {kind === 'event' ? (
            <Link className="link" to={eventPath(record_id)}>
              {t('Open the event')}
            </Link>
          ) : (
            `#${record_id}`
          )}
        </Fact>
      )}
      <Fact name={t('Tries')}>{number(tries)}</Fact>
      {next_try !== null && <Fact name={t('Next try')}>{moment(next_try)}</Fact>}
      <Fact name={t('Answer of the receiver')}>
        {status === null ? t('None') : t('{status} after {ms} ms', { status: String(status), ms: number(duration_ms ?? 0) })}
      </Fact>
      {answer ? (
        <Fact name={t('Text of the answer')}>
          <pre className="mono" dir="ltr" tabIndex={0}>
            {answer}
          </pre>
        </Fact>
      ) : (
        webhook.owner !== me?.id && <Fact name={t('Text of the answer')}>{t('Only the owner of the webhook can read it.')}</Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
