// Sanitizes large HTML in worker threads, so that it never blocks the event loop. Each batch has a deadline.
import { Worker } from 'node:worker_threads'
import { siblingModuleUrl } from '../runtime/sibling-module.ts'
import type { ThreadResult } from './html-worker.ts'
import { overloaded, FieldError } from '../errors/problems.ts'
import type { SanitizedHtml } from './html.ts'

const THREADS = 2
const START_MS = 10_000
const DEADLINE_MS = 3_000
/** Limits of the queue. Beyond this time or this number of batches, the response is 503. */
const WAIT_MS = 5_000
const WAITING_MAX = 50
const MEMORY_MB = 256

const idle: Worker[] = []
let threads = 0
const waiting: ((worker: Worker | null) => void)[] = []

/** A batch that misses the deadline is refused as a whole, and its thread is replaced. */
export async function sanitizeInWorker(batch: readonly string[], deadlineMs = DEADLINE_MS): Promise<SanitizedHtml> {
  const worker = await acquire()
  const results = await run(worker, batch, deadlineMs)
  return new Map(batch.map((html, i) => [html, resultOf(results?.[i])]))
}
const resultOf = (result: ThreadResult | undefined): string | FieldError =>
  typeof result === 'string' ? result : new FieldError(result?.code ?? 'too_complex', result?.values)

async function acquire(): Promise<Worker> {
  const free = idle.pop()
  if (free) return free
  if (threads < THREADS) {
    threads += 1
    return start()
  }
  if (waiting.length >= WAITING_MAX) throw overloaded('html_workers')
  const worker = await new Promise<Worker | null>((resolve) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(waiter), 1)
      resolve(null)
    }, WAIT_MS)
    const waiter = (handed: Worker | null): void => {
      clearTimeout(timer)
      resolve(handed)
    }
    waiting.push(waiter)
  })
  if (!worker) throw overloaded('html_workers')
  return worker
}

function release(worker: Worker): void {
  const next = waiting.shift()
  if (next) next(worker)
  else idle.push(worker)
}

/** Starts a new thread in place of one that ended, if a batch is waiting. */
function replace(): void {
  threads -= 1
  const handOver = waiting.shift()
  if (!handOver) return
  threads += 1
  void start().then(handOver, () => handOver(null))
}

async function start(): Promise<Worker> {
  let worker: Worker
  try {
    worker = new Worker(siblingModuleUrl(import.meta.url, 'html-worker'), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  } catch (error) {
    // Node throws if the system refuses another thread.
    replace()
    throw overloaded('html_workers', error)
  }
  worker.unref()
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    if (!idle.includes(worker)) return
    idle.splice(idle.indexOf(worker), 1)
    threads -= 1
  })
  if ((await reply(worker, START_MS)) !== undefined) return worker
  replace()
  throw overloaded('html_workers', new Error('the thread that sanitizes HTML did not start'))
}

async function run(worker: Worker, batch: readonly string[], deadlineMs: number): Promise<readonly ThreadResult[] | undefined> {
  worker.postMessage(batch)
  const results = await reply(worker, deadlineMs)
  if (results === undefined) replace()
  else release(worker)
  return results as readonly ThreadResult[] | undefined
}

/** Resolves to the next message of a thread, or to undefined if the thread is late or exits, for example out of memory. */
function reply(worker: Worker, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (message: unknown): void => {
      clearTimeout(timer)
      worker.off('message', settle).off('exit', ended)
      if (message === undefined) void worker.terminate()
      resolve(message)
    }
    const ended = (): void => settle(undefined)
    const timer = setTimeout(ended, timeoutMs)
    worker.once('exit', ended)
    worker.once('message', settle)
  })
}
