// A mix of everything that clients do, at a steady rate, with a number of records that stays the same.
import { Agent, request } from 'node:http'
import { pause } from '../faults/launch.ts'
import { form, fresh } from '../media/pictures.ts'
import { openStream, type OpenStream } from '../changes/event-source.ts'
import type { Random } from '../model/random.ts'
import { calendarFile, simpleEvent } from '../sources/setup.ts'
import { inDays, NS, type Json } from '../support/server.ts'

const EVENTS = 60
const PICTURES = 10
const STREAMS = 5
const WORDS = 50
const MAX_RUNNING = 40
/** A run of an import imports this many events again. */
const IMPORTED = 10
const WEIGHTS = {
  list: 20,
  event: 20,
  search: 6,
  feed: 4,
  changes: 6,
  page: 6,
  create: 6,
  update: 8,
  remove: 6,
  picture: 1,
  stream: 1,
  import: 0.5,
} as const
type Action = keyof typeof WEIGHTS
interface Answer {
  readonly status: number
  readonly text: string
}

export class MixedLoad {
  readonly counts: Partial<Record<Action, number>> = {}
  readonly failures: string[] = []
  /** Completed actions. */
  done = 0
  readonly #base: string
  readonly #token: string
  readonly #random: Random
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  readonly #events: number[] = []
  readonly #pictures: number[] = []
  readonly #streams: OpenStream[] = []
  #source = 0
  #running = 0

  constructor(base: string, token: string, random: Random) {
    this.#base = base
    this.#token = token
    this.#random = random
  }
  /** Creates the records that the mix keeps, a webhook, a source and the readers of the stream. */
  async prepare(webhook: string): Promise<void> {
    await this.#send('POST', '/webhooks', { url: webhook })
    const { text } = await this.#send('POST', '/sources', { name: 'Soak', type: 'icalendar' })
    this.#source = Number((JSON.parse(text) as Json)['id'])
    for (let i = 0; i < EVENTS; i += 1) await this.#create()
    for (let i = 0; i < PICTURES; i += 1) await this.#upload()
    for (let i = 0; i < STREAMS; i += 1) this.#streams.push(await openStream(`${this.#base}${NS}/changes/stream`, { isLean: true }))
  }
  /** Requests per second that so many clients can do, each one after another. */
  async measureCapacity(clients: number, ms: number): Promise<number> {
    const end = performance.now() + ms
    let done = 0
    const work = async (): Promise<void> => {
      for (; performance.now() < end; done += 1) await this.#act()
    }
    await Promise.all(Array.from({ length: clients }, work))
    return (done * 1_000) / ms
  }
  /** Sends requests at this rate, whatever the answers take, unless too many are running. */
  async run(perSecond: number, isOver: () => boolean): Promise<void> {
    const start = performance.now()
    const running = new Set<Promise<void>>()
    for (let sent = 0; !isOver(); await pause(5)) {
      const due = Math.floor(((performance.now() - start) * perSecond) / 1_000)
      for (; sent < due && this.#running < MAX_RUNNING; sent += 1) {
        const action = this.#act().finally(() => running.delete(action))
        running.add(action)
      }
    }
    await Promise.all(running)
  }
  close(): void {
    for (const stream of this.#streams) stream.close()
    this.#agent.destroy()
  }

  async #act(): Promise<void> {
    const action = this.#random.weighted(WEIGHTS)
    this.counts[action] = (this.counts[action] ?? 0) + 1
    this.#running += 1
    try {
      await this.#actions[action]()
    } catch (error) {
      this.failures.push(`${action}: ${String(error)}`)
    } finally {
      this.#running -= 1
      this.done += 1
    }
  }
  readonly #actions: Readonly<Record<Action, () => Promise<unknown>>> = {
    list: () => this.#send('GET', `/events?per_page=20&page=${1 + this.#random.below(2)}`),
    event: () => this.#send('GET', `/events/${this.#random.pick(this.#events)}`, null, [200, 404, 410]),
    search: () => this.#send('GET', `/events?search=word${this.#random.below(WORDS)}`),
    feed: () => this.#send('GET', '/events.ics'),
    changes: () => this.#send('GET', '/changes?since=now'),
    page: () => this.#request('GET', '/events', null, [200]),
    create: () => this.#create(),
    update: () =>
      this.#send(
        'PATCH',
        `/events/${this.#random.pick(this.#events)}`,
        { title: `Event word${this.#random.below(WORDS)}` },
        [200, 404, 410],
      ),
    remove: async () => {
      const id = this.#events.length > EVENTS ? this.#events.shift() : undefined
      if (id !== undefined) await this.#send('DELETE', `/events/${id}?force=true`)
    },
    picture: async () => {
      await this.#upload()
      const id = this.#pictures.length > PICTURES ? this.#pictures.shift() : undefined
      if (id !== undefined) await this.#send('DELETE', `/media/${id}?force=true`)
    },
    stream: async () => {
      this.#streams.shift()?.close()
      this.#streams.push(await openStream(`${this.#base}${NS}/changes/stream`, { isLean: true }))
    },
    import: async () => {
      const events = Array.from({ length: IMPORTED }, (_, i) => simpleEvent(`soak-${i}`, `Imported ${this.#random.below(WORDS)}`, 1 + i))
      const file = Buffer.from(calendarFile(events))
      // 409: the run before this one has not ended.
      await this.#send('POST', `/sources/${this.#source}/runs`, file, [202, 409])
    },
  }

  async #create(): Promise<void> {
    const body = { title: `Event word${this.#random.below(WORDS)}`, start_date: inDays(10), end_date: inDays(11), status: 'publish' }
    const { text } = await this.#send('POST', '/events', body)
    this.#events.push(Number((JSON.parse(text) as Json)['id']))
  }
  async #upload(): Promise<void> {
    const encoded = new Response(form(await fresh()))
    const bytes = Buffer.from(await encoded.arrayBuffer())
    const { text } = await this.#request('POST', `${NS}/media`, bytes, [201], encoded.headers.get('content-type') ?? '')
    this.#pictures.push(Number((JSON.parse(text) as Json)['id']))
  }
  #send(method: string, path: string, body: Json | Buffer | null = null, expected: readonly number[] = [200, 201]): Promise<Answer> {
    const isBytes = Buffer.isBuffer(body)
    const bytes = body === null || isBytes ? body : Buffer.from(JSON.stringify(body))
    return this.#request(method, `${NS}${path}`, bytes, expected, isBytes ? 'application/octet-stream' : 'application/json')
  }
  /** Half of the reads are anonymous, so that they use the response cache. */
  #request(method: string, path: string, body: Buffer | null, expected: readonly number[], type = ''): Promise<Answer> {
    const isAnonymous = method === 'GET' && this.#random.chance(0.5)
    const headers = {
      ...(!isAnonymous && { authorization: `Bearer ${this.#token}` }),
      ...(body && { 'content-type': type, 'content-length': String(body.length) }),
    }
    return new Promise<Answer>((resolve, reject) => {
      const sent = request(this.#base + path, { method, headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const [status, text] = [response.statusCode ?? 0, Buffer.concat(chunks).toString()]
          if (expected.includes(status)) resolve({ status, text })
          else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`))
        })
      })
      sent.once('error', reject)
      sent.end(body ?? undefined)
    })
  }
}
