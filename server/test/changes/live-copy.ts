// A copy of the calendar that is kept by a change stream, from either of two servers, with connections that break.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../model/random.ts'
import { NS, type Caller, type TestServer } from '../support/server.ts'
import { openStream, type OpenStream } from './event-source.ts'
import { FeedCopy, type Change } from './feed-copy.ts'

/** Time in which a change must arrive, also if the process that wrote it did not notify the other one. */
const LIMIT_MS = 5_000

export class LiveCopy extends FeedCopy {
  #stream: OpenStream | null = null
  #applied = 0
  connections = 0
  readonly #bases: readonly string[]
  readonly #tokens: TestServer['tokens']
  constructor(server: TestServer, bases: readonly string[], as: Caller | undefined, filter: string | null) {
    super(server, as, filter)
    this.#bases = bases
    this.#tokens = server.tokens
  }
  override async start(): Promise<void> {
    this.close()
    await super.start()
    await this.#connect(this.next)
  }
  /** Applies the events that have arrived. Now and then, it connects again, to the same server or another one. */
  async disturb(random: Random): Promise<void> {
    this.#applyNew()
    if (random.chance(0.6) && this.#stream?.isEnded() === false) return
    const since = this.#stream?.lastId() || this.next
    this.close()
    if (random.chance(0.5)) await pause(random.below(30))
    await this.#connect(since)
  }
  /** Waits until the copy equals the lists, or fails. */
  override async follow(): Promise<void> {
    for (const end = performance.now() + LIMIT_MS; performance.now() < end; await pause(50)) {
      this.#applyNew()
      if (this.#stream?.isEnded() !== false) await this.#connect(this.#stream?.lastId() || this.next)
      if ((await this.differences()).length === 0) return
    }
  }
  close(): void {
    this.#applyNew()
    this.#stream?.close()
    this.#stream = null
  }
  #applyNew(): void {
    const events = this.#stream?.events ?? []
    for (; this.#applied < events.length; this.#applied += 1) this.apply(events[this.#applied]?.data as unknown as Change)
  }
  async #connect(since: string): Promise<void> {
    this.connections += 1
    const authorization = this.as && `Bearer ${this.#tokens[this.as]}`
    // The connections of one copy alternate between the servers.
    const base = this.#bases[this.connections % this.#bases.length] ?? ''
    const stream = await openStream(`${base}${NS}/changes/stream`, {
      headers: { 'last-event-id': since, ...(authorization && { authorization }) },
    })
    if (stream.status === 410) {
      // A filter refers to other records than before.
      assert.notEqual(this.filter, null)
      this.restarts += 1
      stream.close()
      return this.start()
    }
    assert.equal(stream.status, 200, stream.text())
    this.#stream = stream
    this.#applied = 0
  }
}
