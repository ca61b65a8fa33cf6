// The worker thread that sanitizes large HTML: it receives a batch of texts and sends a batch of results.
import { parentPort } from 'node:worker_threads'
import { sanitizeHtml } from './html.ts'
import { FieldError } from '../errors/problems.ts'

/** Sanitized HTML, or the properties of an error, because class instances cannot be sent between threads. */
export type ThreadResult = string | Pick<FieldError, 'code' | 'values'>

parentPort?.on('message', (batch: readonly string[]) => {
  const results = batch.map((html): ThreadResult => {
    const cleaned = sanitizeHtml(html)
    return cleaned instanceof FieldError ? { code: cleaned.code, values: cleaned.values } : cleaned
  })
  parentPort?.postMessage(results)
})
parentPort?.postMessage('ready')
