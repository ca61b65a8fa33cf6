// The worker thread that cleans large HTML: a batch of texts in, a batch of results out.
import { parentPort } from 'node:worker_threads'
import { cleanHtml } from './html.ts'
import { Fault } from './problems.ts'

/** Cleaned HTML, or the parts of a fault: instances of classes do not cross threads. */
export type ThreadResult = string | Pick<Fault, 'code' | 'values'>

parentPort?.on('message', (batch: readonly string[]) => {
  const results = batch.map((html): ThreadResult => {
    const cleaned = cleanHtml(html)
    return cleaned instanceof Fault ? { code: cleaned.code, values: cleaned.values } : cleaned
  })
  parentPort?.postMessage(results)
})
parentPort?.postMessage('ready')
