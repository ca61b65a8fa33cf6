// Demo events are made in a thread of their own, some ahead of what the database has taken: two cores work at once.
import { Worker } from 'node:worker_threads'
import { on } from 'node:events'
import type { Stored } from '../../engine/definition/resource.ts'
import { beside } from '../../kernel/runtime/sibling-module.ts'
import type { WorldSettings } from './generate.ts'

/** All that the thread must know, as it can be handed over. */
export interface BatchSettings extends Omit<WorldSettings, 'known'> {
  readonly known: readonly (readonly [string, number])[]
  readonly zone: string
  readonly now: string
  readonly owned: Stored
  readonly events: number
}
export interface Batch {
  readonly count: number
  readonly tables: readonly { readonly table: string; readonly columns: readonly string[]; readonly text: string }[]
}

const AHEAD = 3
export async function* eventBatches(settings: BatchSettings): AsyncGenerator<Batch> {
  const worker = new Worker(beside(import.meta.url, 'thread'), { workerData: settings })
  try {
    for (let i = 0; i < AHEAD; i += 1) worker.postMessage('next')
    for await (const [batch] of on(worker, 'message') as AsyncIterable<[Batch | null]>) {
      if (batch === null) return
      worker.postMessage('next')
      yield batch
    }
  } finally {
    await worker.terminate()
  }
}
