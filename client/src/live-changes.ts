// Follows the change stream: server-sent events over fetch, with reconnects.
import type { Change, ChangesParams } from './changes.ts'
import { buildQuery } from './collection.ts'
import { KalendsError } from './errors.ts'
import type { RequestOptions } from './options.ts'
import { sleep, type OpenStream } from './send.ts'

export type LiveParams = Omit<ChangesParams, 'per_page'>
export interface LiveOptions extends Pick<RequestOptions, 'signal' | 'language'> {
  /** Called when the connection was lost or refused for a time. The client connects again by itself. */
  onReconnect?: (error: unknown) => void
}
export interface LiveChanges {
  /**
   * Yields changes as they happen, until the signal is aborted. After a lost connection it continues where it was, so a change may come twice.
   * Throws `rest_cursor_expired` if the lists must be read again.
   */
  liveChanges(params?: LiveParams, options?: LiveOptions): AsyncGenerator<Change, void, undefined>
}

/** The server sends something at least every 15 seconds. */
const SILENCE_MS = 45_000
const MAX_WAIT_MS = 60_000

export function createLiveChanges(open: OpenStream, clientLanguage: string | undefined): LiveChanges {
  async function* liveChanges(
    { kinds, ...params }: LiveParams = {},
    { signal, language = clientLanguage, onReconnect }: LiveOptions = {},
  ): AsyncGenerator<Change, void, undefined> {
    const path = `/changes/stream${buildQuery({ i18n_language: language, ...params, ...(kinds && { kinds: kinds.join(',') }) })}`
    let lastId = ''
    for (let failures = 0; ; failures += 1) {
      const silence = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const heard = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(new KalendsError('timeout', 'The change stream is silent.')), SILENCE_MS)
      }
      let retryAfter = 0
      try {
        heard()
        const body = await open(path, lastId, signal ? AbortSignal.any([signal, silence.signal]) : silence.signal)
        for await (const { id, data } of readEvents(body, heard)) {
          lastId = id || lastId
          failures = 0
          if (data !== '') yield { ...(JSON.parse(data) as Change), cursor: lastId }
        }
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof KalendsError && !isTemporary(error)) throw error
        retryAfter = error instanceof KalendsError ? (error.retryAfter ?? 0) : 0
        onReconnect?.(silence.signal.aborted ? silence.signal.reason : error)
      } finally {
        clearTimeout(timer)
      }
      const wait = retryAfter * 1_000 + Math.min(MAX_WAIT_MS, 500 * 2 ** failures) * (0.5 + Math.random() / 2)
      await sleep(wait, signal)
    }
  }
  return { liveChanges }
}
const isTemporary = ({ status }: KalendsError): boolean => [0, 408, 429].includes(status) || status >= 500

interface ServerEvent {
  readonly id: string
  readonly data: string
}
/** Parses server-sent events. Comments are left out. */
async function* readEvents(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = { id: '', data: '' }
        for (const line of block.split('\n')) {
          if (line.startsWith('id: ')) event.id = line.slice(4)
          else if (line.startsWith('data: ')) event.data = line.slice(6)
        }
        if (event.id !== '' || event.data !== '') yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
