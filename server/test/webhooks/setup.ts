// Shared code of the tests of deliveries: a server with receivers on this machine, and the deliveries as the API lists them.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { inDays, testServer, type Caller, type Json, type TestServer } from '../support/server.ts'
import type { Receiver } from './receiver.ts'

export type Shown = Json & { readonly id: number; readonly secret: string }
export interface ShownDelivery {
  readonly id: number
  readonly message_id: string
  readonly type: string
  readonly record_id: number | null
  readonly state: string
  readonly tries: number
  readonly next_try: string | null
  readonly status: number | null
  readonly error: string | null
}
export interface WebhookServer extends TestServer {
  createWebhook(t: TestContext, receiver: Receiver, body?: Json, as?: Caller): Promise<Shown>
  webhook(id: number): Promise<Json>
  /** All deliveries, the oldest first. */
  deliveries(id: number): Promise<ShownDelivery[]>
  /** Waits until no delivery waits or is being sent. */
  settled(id: number, ms?: number): Promise<ShownDelivery[]>
  publish(title: string, more?: Json): Promise<Json & { id: number }>
}

/** Delays are divided by `scale`. */
export async function webhookServer(
  receivers: readonly Receiver[],
  settings: Readonly<Record<string, string>> = {},
): Promise<WebhookServer> {
  const server = await testServer({
    WEBHOOK_HTTP: 'true',
    WEBHOOK_TIME_SCALE: '1000',
    WEBHOOK_TIMEOUT_MS: '400',
    WEBHOOKS_MAX: '1000',
    EGRESS_ALLOW: receivers.map(({ port }) => `127.0.0.1:${port}`).join(','),
    ...settings,
  })
  const deliveries = async (id: number): Promise<ShownDelivery[]> => {
    const answer = await server.get(`/webhooks/${id}/deliveries?per_page=100`, { as: 'admin' })
    assert.equal(answer.status, 200, answer.text)
    return (answer.json['deliveries'] as ShownDelivery[]).toReversed()
  }
  return {
    ...server,
    deliveries,
    createWebhook: async (t, receiver, body = {}, as = 'editor') => {
      const answer = await server.post('/webhooks', { url: receiver.url, ...body }, { as })
      assert.equal(answer.status, 201, answer.text)
      t.after(() => server.remove(`/webhooks/${String(answer.json['id'])}`))
      return answer.json as Shown
    },
    webhook: async (id) => (await server.get(`/webhooks/${id}`, { as: 'admin' })).json,
    settled: async (id, ms = 10_000) => {
      for (const deadline = Date.now() + ms; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
        const all = await deliveries(id)
        if (all.length > 0 && all.every(({ state }) => state !== 'waiting' && state !== 'sending')) return all
        assert.ok(Date.now() < deadline, JSON.stringify(all))
      }
    },
    publish: (title, more = {}) => server.make('events', { title, start_date: inDays(3), end_date: inDays(4), status: 'publish', ...more }),
  }
}
