// The webhooks: other systems that the calendar tells of changes.
import { Link, useNavigate } from '@tanstack/react-router'
import type { ManagedWebhook, WebhookWithSecret } from '@kalends/client'
import { useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useUserNames } from '../people/people-queries.ts'
import { RunPage } from '../run/run-page.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { useWantedMessages } from './webhook-names.ts'
import { useWebhooks } from './webhook-queries.ts'
import { WebhookBadge } from './webhook-state.tsx'

export function Webhooks() {
  const t = useText()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<WebhookWithSecret | null>(null)
  const add = (): void => setAdding(true)
  return (
    <RunPage
      title={t('Webhooks')}
      lead={t('The calendar tells other systems, such as your website, about each change.')}
      actions={
        <Button variant="primary" icon="plus" onPress={add}>
          {t('New webhook')}
        </Button>
      }
    >
      <WebhookList />
      {isAdding && !added && <WebhookDialog onClose={() => setAdding(false)} onAdded={setAdded} />}
      {added && (
        <SecretDialog
          secret={added.secret}
          isNew={false}
          onClose={() => void navigate({ to: '/webhooks/$id', params: { id: String(added.id) } })}
        />
      )}
    </RunPage>
  )
}

function WebhookList() {
  const t = useText()
  const query = useWebhooks()
  return (
    <QueryState query={query}>
      {({ webhooks }) =>
        webhooks.length === 0 ? (
          <section className="card empty">
            <h2>{t('No webhooks yet')}</h2>
            <p>{t('Add one if another system should know at once when an event is added, changed or removed.')}</p>
          </section>
        ) : (
          <ul className="card run-list" aria-label={t('Webhooks')}>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}

function WebhookRow({ webhook }: { readonly webhook: ManagedWebhook }) {
  const t = useText()
  const wanted = useWantedMessages()
  const nameOf = useUserNames()
  return (
    <li className="run-row">
      <div className="grow">
        <Link className="name" to="/webhooks/$id" params={{ id: String(webhook.id) }}>
          <bdi>{webhook.description || webhook.url}</bdi>
        </Link>
        {webhook.description && (
          <p className="small mono break" dir="ltr">
            {webhook.url}
          </p>
        )}
        <p className="soft small">
          {wanted(webhook.events)}
          {' · '}
          {t('Owner: {name}', { name: nameOf(webhook.owner) })}
        </p>
      </div>
      <WebhookBadge webhook={webhook} />
    </li>
  )
}
