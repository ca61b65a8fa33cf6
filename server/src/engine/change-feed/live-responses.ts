// Responses that wait for changes: events of a stream, and the page of a long poll (contract 14.2).
import type { DeferredBody, EventStream } from '../../kernel/http/event-stream.ts'
import type { LiveClient, LiveFeed, LivePosition, LiveReader, LiveReaders } from './live-readers.ts'
import type { FeedPage } from './read-changes.ts'

/** The readers of the process, and the client that asks for a place among them. */
export interface LiveRequest extends LiveClient {
  readonly readers: LiveReaders
}
/** A page that was read for the client, and where it came from. */
export interface FirstPage {
  readonly feed: LiveFeed
  readonly page: FeedPage
  readonly startedAt: number
}

/** Clients connect again after a random time, so that they do not all return at once when a server stops. */
const MIN_RETRY_MS = 1_000
const RETRY_RANGE_MS = 4_000

export const eventStream = (live: LiveRequest, first: FirstPage): EventStream => ({
  open: (connection) => {
    connection.write(`retry: ${Math.round(MIN_RETRY_MS + Math.random() * RETRY_RANGE_MS)}\n\n`)
    connection.write(encodeEvents(first.page))
    const reader: LiveReader = {
      receive: (page) => connection.write(encodeEvents(page)),
      isReady: connection.isReady,
      onceReady: connection.onceReady,
      beat: () => connection.write(':\n\n'),
      end: connection.end,
    }
    connection.onceClosed(live.readers.add(first.feed, reader, positionAfter(first), live))
  },
})
const positionAfter = ({ page, startedAt }: FirstPage): LivePosition => ({ cursor: page.next, more: page.more, startedAt })

/** The same page is sent to many readers, and is encoded once. */
const encodedPages = new WeakMap<FeedPage, Buffer>()
function encodeEvents(page: FeedPage): Buffer {
  const known = encodedPages.get(page)
  if (known) return known
  const last = page.changes.length - 1
  const blocks = page.changes.map(
    (change, at) => `id: ${at === last ? page.next : change.cursor}\nevent: ${change.action}\ndata: ${JSON.stringify(change)}\n\n`,
  )
  // Without data there is no event: the client only remembers the id.
  const encoded = Buffer.from(blocks.length > 0 ? blocks.join('') : `id: ${page.next}\n\n`)
  encodedPages.set(page, encoded)
  return encoded
}

/** Waits for a page with changes. After `waitMs`, the response has none. */
export const longPoll = (
  live: LiveRequest,
  first: FirstPage,
  waitMs: number,
  render: (page: FeedPage) => string | Buffer,
): DeferredBody => ({
  wait: (signal) =>
    new Promise((resolve, reject) => {
      let last = first.page
      const finish = (): void => {
        clearTimeout(timer)
        remove()
        resolve(render(last))
      }
      const reader: LiveReader = {
        receive: (page) => {
          last = page
          if (page.changes.length > 0) finish()
        },
        isReady: () => true,
        onceReady: (run) => run(),
        beat: () => undefined,
        end: (error) => {
          clearTimeout(timer)
          if (error === undefined) resolve(render(last))
          else reject(error)
        },
      }
      const timer = setTimeout(finish, waitMs)
      const remove = live.readers.add(first.feed, reader, positionAfter(first), live)
      signal.addEventListener('abort', finish, { once: true })
      if (signal.aborted) finish()
    }),
})
