// Receives batches of demo events from a worker thread. It works a few batches ahead, so that generating and inserting overlap.
import { Worker } from 'node:worker_threads'
import { on } from 'node:events'
import type { StoredRow } from '../../engine/definition/kind.ts'
import { siblingModuleUrl } from '../../kernel/runtime/sibling-module.ts'
import type { DemoSettings } from './generate.ts'

/** Settings of the worker, as values that can be passed to a thread. */
export interface BatchSettings extends Omit<DemoSettings, 'existingTerm'> {
  /** IDs of the terms that the calendar had before, by kind and folded name. */
  readonly terms: ReadonlyMap<string, number>
  readonly timeZone: string
  readonly now: string
  readonly owned: StoredRow
}
export interface Batch {
  readonly count: number
  /** IDs of the series among the events. */
  readonly series: readonly number[]
  /** The last ID of a date so far, or else of an event. */
  readonly lastId: number
  readonly tables: readonly { readonly table: string; readonly columns: readonly string[]; readonly text: string }[]
}

/** Owns a worker thread until it is closed. */
export interface EventBatches {
  all(): AsyncGenerator<Batch>
  close(): Promise<unknown>
}

const BATCHES_AHEAD = 3
/** Starts to generate at once, before the first batch is read. */
export function startEventBatches(settings: BatchSettings): EventBatches {
  const worker = new Worker(siblingModuleUrl(import.meta.url, 'worker'), { workerData: settings })
  const messages = on(worker, 'message') as AsyncIterable<[Batch | null]>
  for (let i = 0; i < BATCHES_AHEAD; i += 1) worker.postMessage('next')
  return {
    all: async function* () {
      for await (const [batch] of messages) {
        if (batch === null) return
        worker.postMessage('next')
        yield batch
      }
    },
    close: () => worker.terminate(),
  }
}
