// A receiver that keeps a copy of the events of a calendar from the messages that it gets, as a program of a user would.
import type { ServerResponse } from 'node:http'
import { startReceiver, type Message, type Received, type Receiver } from './receiver.ts'

/** `accept`: process and answer 200. `lose`: process, and let the sender wait for the answer. The others process nothing. */
export type Behavior = 'accept' | 'lose' | 'fail' | 'hang' | 'redirect' | 'gone' | 'limit'
export interface MirrorReceiver {
  readonly receiver: Receiver
  /** The versions of the events in the copy, by id. */
  readonly copy: ReadonlyMap<number, number>
  /** How often the copy was brought up to date from the feed. */
  readonly behind: () => number
  /** Whether messages are still being processed. The sender may have stopped waiting for the answer. */
  readonly isBusy: () => boolean
  behave: () => Behavior
}
interface FeedPage {
  readonly changes: readonly { readonly kind: string; readonly id: number; readonly version: number | null; readonly action: string }[]
  readonly next: string
  readonly more: boolean
}

/** `readFeed` reads one page of the change feed as the owner of the webhook. */
export async function startMirror(behave: () => Behavior, readFeed: (cursor: string) => Promise<FeedPage>): Promise<MirrorReceiver> {
  const copy = new Map<number, number>()
  const seen = new Set<string>()
  let behind = 0
  let busy = 0
  const apply = (id: number, version: number | null): void => void (version === null ? copy.delete(id) : copy.set(id, version))
  const process = async ({ type, data }: Message): Promise<void> => {
    if (data.kind === 'event' && data.id !== null) apply(data.id, data.version)
    if (type !== 'calendar.behind') return
    behind += 1
    for (let [cursor, more] = [data.cursor ?? '', true]; more; ) {
      const page = await readFeed(cursor)
      for (const { kind, id, version, action } of page.changes) if (kind === 'event') apply(id, action === 'remove' ? null : version)
      ;[cursor, more] = [page.next, page.more]
    }
  }
  const answer = async ({ headers, message }: Received, reply: ServerResponse): Promise<void> => {
    const behavior = mirror.behave()
    if (behavior === 'accept' || behavior === 'lose') {
      const id = headers['webhook-id'] ?? ''
      const isNew = !seen.has(id)
      seen.add(id)
      if (isNew) {
        busy += 1
        await process(message).finally(() => (busy -= 1))
      }
      if (behavior === 'accept') reply.writeHead(204).end()
    } else if (behavior === 'fail') reply.writeHead(500).end()
    else if (behavior === 'redirect') reply.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    else if (behavior === 'gone') reply.writeHead(410).end()
    else if (behavior === 'limit') reply.writeHead(429, { 'retry-after': '600' }).end()
  }
  const receiver = await startReceiver((received, reply) => void answer(received, reply))
  const mirror: MirrorReceiver = { receiver, copy, behave, behind: () => behind, isBusy: () => busy > 0 }
  return mirror
}
