// The messages that were sent to a webhook, with a way to send them again.
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ManagedWebhook, WebhookDelivery, WebhookDeliveryState } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { MoreEntries } from '../run/more-entries.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { DELIVERY_STATES } from './delivery-search.ts'
import { useDeliveryStateNames } from './webhook-names.ts'
import { redeliverFailed, useDeliveries, useFailedCount, useReloadWebhooks } from './webhook-queries.ts'

export function Deliveries({ webhook }: { readonly webhook: ManagedWebhook }) {
  const t = useText()
  const { state } = useSearch({ from: '/frame/webhooks/$id' })
  const query = useDeliveries(webhook.id, state)
  const { problem, isResending, resend, resendFailed } = useResending(webhook.id)
  const { data: failed = 0 } = useFailedCount(webhook.id)
  return (
    <section className="stack" aria-labelledby="deliveries">
      <header className="row">
        <h2 id="deliveries" className="grow">
          {t('Sent messages')}
        </h2>
        {failed > 0 && (
          <Button icon="repeat" isPending={isResending} onPress={resendFailed}>
            {t('Send {count} failed messages again', { count: failed })}
          </Button>
        )}
      </header>
      <StateTabs id={webhook.id} state={state} />
      {problem && <Note kind="problem">{problem}</Note>}
      <QueryState query={query}>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries).filter(isFirstOfId)
          if (deliveries.length === 0) return <p className="soft">{t('No messages here. They are kept for 30 days.')}</p>
          return (
            <>
              <ul className="card run-list" aria-label={t('Sent messages')}>
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} onResend={() => resend(delivery.id)} />
                ))}
              </ul>
              <MoreEntries query={query} shown={deliveries.length} total={pages[0]?.total ?? deliveries.length} />
            </>
          )
        }}
      </QueryState>
    </section>
  )
}
/** A message that is sent between two requests moves others to the next page, so one may be loaded twice. */
const isFirstOfId = ({ id }: WebhookDelivery, index: number, all: readonly WebhookDelivery[]): boolean =>
  all.findIndex((each) => each.id === id) === index

function useResending(id: number) {
  const t = useText()
  const client = useClient()
  const onSettled = useReloadWebhooks()
  const one = useMutation({
    mutationFn: (delivery: number) => client.webhooks.redeliver(id, delivery),
    onSuccess: () => showToast({ text: t('The message is sent again.') }),
    onSettled,
  })
  const all = useMutation({
    mutationFn: () => redeliverFailed(client, id),
    onSuccess: (count) => showToast({ text: t('{count} messages are sent again.', { count }) }),
    onSettled,
  })
  const error = one.error ?? all.error
  return {
    problem: error && messageOf(error, t),
    isResending: all.isPending,
    resend: (delivery: number) => one.mutate(delivery),
    resendFailed: () => all.mutate(),
  }
}

function StateTabs({ id, state }: { readonly id: number; readonly state: WebhookDeliveryState | undefined }) {
  const t = useText()
  const names = useDeliveryStateNames()
  const tab = (each: WebhookDeliveryState | undefined, label: string) => (
    <Link
      key={label}
      className="tab"
      to="/webhooks/$id"
      params={{ id: String(id) }}
      search={each ? { state: each } : {}}
      resetScroll={false}
      activeProps={{}}
      {...(state === each ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
    >
      {label}
    </Link>
  )
  return (
    <nav className="tabs" aria-label={t('Status')}>
      {tab(undefined, t('All'))}
      {DELIVERY_STATES.map((each) => tab(each, names[each]))}
    </nav>
  )
}
