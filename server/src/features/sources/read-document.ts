// Reads a document in a worker thread with limits of time and memory, so that no document blocks or ends the process.
import { Worker } from 'node:worker_threads'
import { siblingModuleUrl } from '../../kernel/runtime/sibling-module.ts'
import { UnreadableDocument, type ReadItems } from './importer.ts'
import type { ThreadInput, ThreadOutput } from './import-thread.ts'

const MEMORY_MB = 512
const DEADLINE_MS = 60_000

/** Throws an `UnreadableDocument` if the document is not valid, or takes too much time or memory. */
export function readDocument(input: ThreadInput, deadlineMs = DEADLINE_MS): Promise<ReadItems> {
  const worker = new Worker(siblingModuleUrl(import.meta.url, 'import-thread'), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  return new Promise<ReadItems>((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnreadableDocument('too_complex')), deadlineMs)
    worker.once('message', (output: ThreadOutput) => {
      if ('items' in output) resolve(output)
      else reject(new UnreadableDocument(output.error, { columns: output.columns }))
    })
    worker.once('error', () => reject(new UnreadableDocument('too_complex')))
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new UnreadableDocument('not_readable'))
    })
  }).finally(() => void worker.terminate())
}
