// Admission control: limits concurrent requests per client, per class of expensive work, and per process.
import { createKeyedSemaphore, createSemaphore, type AcquireOptions, type Release } from './semaphore.ts'
import { overloaded } from '../errors/problems.ts'

/** Expensive work, limited per process as well. */
export type AdmissionClass = 'feed' | 'search' | 'upload'
/** The client that work is counted for: an authenticated caller, or the IP address of an anonymous request. */
export interface Client {
  readonly key: string
  readonly isCaller: boolean
}
export interface AdmissionOptions {
  readonly anonymous: number
  readonly caller: number
  readonly queue: number
  readonly waitMs: number
  /** Request bodies that one client may send concurrently. */
  readonly bodies: number
  readonly classes: Readonly<Record<AdmissionClass, number>>
  /** Concurrent requests of all clients together. */
  readonly maxInFlight: number
}
export interface AdmissionSlot {
  /** Releases the permit of the class; the permit of the client is held until `release`. */
  releaseClass(): void
  release(): void
}
export interface Admission {
  /** Waits for a permit; rejects with 503 when the queue is full or the wait times out. */
  enter(client: Client, admissionClass: AdmissionClass | null, signal?: AbortSignal): Promise<AdmissionSlot>
  /** Wraps a streamed body: each step needs a permit of the class, which is not held while the client reads. */
  pace<T>(client: Client, admissionClass: AdmissionClass, body: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void>
  /** Counts a body that is being received; throws 503 when the client is sending too many. */
  receiveBody(client: Client): Release
  isFull(): boolean
}

export function createAdmission(settings: AdmissionOptions): Admission {
  const { queue, waitMs } = settings
  const keyed = (limit: number) => createKeyedSemaphore({ limit, queue, waitMs })
  const clients = { anonymous: keyed(settings.anonymous), caller: keyed(settings.caller) }
  const classes = {
    feed: createClassLimit(settings, settings.classes.feed),
    search: createClassLimit(settings, settings.classes.search),
    upload: createClassLimit(settings, settings.classes.upload),
  }
  const maxInFlight = settings.maxInFlight || Number.POSITIVE_INFINITY
  let inFlight = 0
  return {
    async enter(client, admissionClass, signal) {
      const deadline = performance.now() + waitMs
      const release = await clients[client.isCaller ? 'caller' : 'anonymous'].acquire(client.key, { signal })
      let releaseClass: Release = () => undefined
      try {
        if (admissionClass) releaseClass = await classes[admissionClass](client.key, { waitMs: deadline - performance.now(), signal })
        if (inFlight >= maxInFlight) throw overloaded('in_flight')
      } catch (error) {
        releaseClass()
        release()
        throw error
      }
      inFlight += 1
      let isHeld = true
      return {
        releaseClass,
        release: () => {
          if (!isHeld) return
          isHeld = false
          inFlight -= 1
          releaseClass()
          release()
        },
      }
    },
    pace: (client, admissionClass, body, signal) =>
      paceSteps(body, () => classes[admissionClass](client.key, { waitMs: NO_LIMIT_MS, queue: Number.POSITIVE_INFINITY, signal })),
    receiveBody: createBodyLimit(settings.bodies),
    isFull: () => inFlight >= maxInFlight,
  }
}

/** Holds a permit for each step of a stream, and none while the client reads. */
async function* paceSteps<T>(body: AsyncIterable<T>, acquire: () => Promise<Release>): AsyncGenerator<T, void> {
  const steps = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const release = await acquire()
      const step = await Promise.resolve(steps.next()).finally(release)
      if (step.done) return
      yield step.value
    }
  } finally {
    await steps.return?.()
  }
}

/** Limits the bodies that one client sends concurrently; 0 is no limit. */
function createBodyLimit(limit: number): Admission['receiveBody'] {
  const bodies = new Map<string, number>()
  return ({ key }) => {
    const count = (bodies.get(key) ?? 0) + 1
    if (limit > 0 && count > limit) throw overloaded('request_bodies')
    bodies.set(key, count)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const remaining = (bodies.get(key) ?? 1) - 1
      if (remaining === 0) bodies.delete(key)
      else bodies.set(key, remaining)
    }
  }
}

/** The deadline of a stream also limits its queued steps. Refusing a step would cut a 200 response short. */
const NO_LIMIT_MS = 2 ** 31 - 1

type AcquireClass = (key: string, options: AcquireOptions & { readonly waitMs: number }) => Promise<Release>
/** One client gets at most half of a class, so that it cannot starve the others. */
function createClassLimit({ queue, waitMs }: AdmissionOptions, limit: number): AcquireClass {
  const shares = createKeyedSemaphore({ limit: Math.ceil(limit / 2), queue, waitMs })
  const all = createSemaphore({ limit, queue: Number.POSITIVE_INFINITY, waitMs })
  return async (key, options) => {
    const deadline = performance.now() + options.waitMs
    const releaseShare = await shares.acquire(key, options)
    try {
      const releaseAll = await all.acquire({ ...options, waitMs: Math.min(deadline - performance.now(), NO_LIMIT_MS) })
      return () => {
        releaseAll()
        releaseShare()
      }
    } catch (error) {
      releaseShare()
      throw error
    }
  }
}
