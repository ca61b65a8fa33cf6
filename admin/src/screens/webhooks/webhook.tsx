// One webhook: its state, its settings, and the messages that were sent to it.
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ManagedWebhook } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { messageOf } from '../../lib/submission.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useUserNames } from '../people/people-queries.ts'
import { RunPage } from '../run/run-page.tsx'
import { Deliveries } from './deliveries.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { useWantedMessages } from './webhook-names.ts'
import { useReloadWebhooks, useWebhook } from './webhook-queries.ts'
import { WebhookBadge, WebhookNote } from './webhook-state.tsx'

export function Webhook() {
  const t = useText()
  const id = Number(useParams({ from: '/frame/webhooks/$id' }).id)
  const query = useWebhook(id)
  return (
    <RunPage title={query.data?.description || t('Webhook')}>
      <nav className="back" aria-label={t('Back')}>
        <Link to="/webhooks" activeOptions={{ exact: true }}>
          <Icon name="back" small />
          {t('All webhooks')}
        </Link>
      </nav>
      <QueryState query={query}>
        {(webhook) => (
          <>
            <WebhookCard webhook={webhook} />
            <Deliveries webhook={webhook} />
          </>
        )}
      </QueryState>
    </RunPage>
  )
}

function WebhookCard({ webhook }: { readonly webhook: ManagedWebhook }) {
  const t = useText()
  const wanted = useWantedMessages()
  const nameOf = useUserNames()
  const { problem, pending, test, switchOn } = useWebhookActions(webhook)
  return (
    <section className="card section" aria-label={t('Webhook')}>
      <div className="row">
        <p className="grow mono break" dir="ltr">
          {webhook.url}
        </p>
        <WebhookBadge webhook={webhook} />
        <WebhookCommands webhook={webhook} />
      </div>
      <p className="soft">
        {wanted(webhook.events)}
        {' · '}
        {languageName(webhook.language)}
        {' · '}
        {t('Owner: {name}', { name: nameOf(webhook.owner) })}
      </p>
      {problem && <Note kind="problem">{problem}</Note>}
      <WebhookNote webhook={webhook} />
      <div className="row">
        {!webhook.active && (
          <Button variant="primary" isPending={pending} onPress={switchOn}>
            {t('Switch on')}
          </Button>
        )}
        <Button icon="share" isPending={pending && webhook.active} onPress={test}>
          {t('Send a test message')}
        </Button>
      </div>
    </section>
  )
}

function useWebhookActions({ id }: ManagedWebhook) {
  const t = useText()
  const client = useClient()
  const onSettled = useReloadWebhooks()
  const test = useMutation({
    mutationFn: () => client.webhooks.test(id),
    onSuccess: () => showToast({ text: t('The test message is on its way.') }),
    onSettled,
  })
  const start = useMutation({
    mutationFn: () => client.webhooks.update(id, { active: true }),
    onSuccess: () => showToast({ text: t('The webhook is on.') }),
    onSettled,
  })
  const error = test.error ?? start.error
  return {
    problem: error && messageOf(error, t),
    pending: test.isPending || start.isPending,
    test: () => test.mutate(),
    switchOn: () => start.mutate(),
  }
}

function WebhookCommands({ webhook }: { readonly webhook: ManagedWebhook }) {
  const t = useText()
  const client = useClient()
  const onSettled = useReloadWebhooks()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const rotate = useMutation({ mutationFn: () => client.webhooks.rotate(webhook.id), onSettled })
  const stop = useMutation({ mutationFn: () => client.webhooks.update(webhook.id, { active: false }), onSettled })
  return (
    <>
      <Menu
        label={t('Actions')}
        trigger={<IconButton label={t('More for “{title}”', { title: webhook.description || webhook.url })} icon="more" />}
        entries={[
          { id: 'edit', label: t('Edit'), icon: 'edit', run: () => setOpen('edit') },
          { id: 'rotate', label: t('New secret'), icon: 'key', run: () => rotate.mutate() },
          ...(webhook.active ? [{ id: 'stop', label: t('Switch off'), icon: 'close', run: () => stop.mutate() } as const] : []),
          { id: 'delete', label: t('Delete for good'), icon: 'trash', run: () => setOpen('delete') },
        ]}
      />
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={() => setOpen(null)} />}
      {rotate.data && <SecretDialog secret={rotate.data.secret} isNew onClose={rotate.reset} />}
    </>
  )
}

function DeleteWebhook({ webhook, onClose }: { readonly webhook: ManagedWebhook; readonly onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadWebhooks()
  const remove = async (): Promise<void> => {
    await client.webhooks.delete(webhook.id)
    showToast({ text: t('The webhook is deleted.') })
    await navigate({ to: '/webhooks' })
    await reload()
  }
  return (
    <ConfirmDialog title={t('Delete this webhook?')} action={t('Delete for good')} onConfirm={remove} onClose={onClose}>
      <p>{t('Its list of messages is erased too, and messages that wait are not sent. This cannot be undone.')}</p>
    </ConfirmDialog>
  )
}
