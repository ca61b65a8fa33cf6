// Loaded into a server before its own code: writes the memory that it keeps, and its open handles, on each SIGUSR2. It can also leak for a test.
import { appendFileSync, openSync } from 'node:fs'
import { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Memory in bytes. */
export interface ServerSample {
  readonly heap: number
  readonly rss: number
  readonly handles: number
}
const file = process.env['SOAK_SAMPLES']
if (file !== undefined && isMainThread && process.argv.includes('serve')) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('SIGUSR2', () => {
    // Objects with finalizers need a second collection.
    collect()
    collect()
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
    const sample: ServerSample = { heap: heapUsed + arrayBuffers, rss, handles: process.getActiveResourcesInfo().length }
    appendFileSync(file, `${JSON.stringify(sample)}\n`)
  })
  const leaks = (process.env['SOAK_LEAKS'] ?? '').split(',')
  if (leaks.some(Boolean)) leakPerRequest(leaks)
}

/** Keeps a file open, or 200 kB of memory, for each request. */
function leakPerRequest(leaks: readonly string[]): void {
  const kept: number[][] = []
  const emit = Server.prototype.emit
  Server.prototype.emit = function (this: Server, name: string | symbol, ...values: unknown[]): boolean {
    if (name === 'request' && leaks.includes('files')) openSync('/dev/null', 'r')
    if (name === 'request' && leaks.includes('memory')) kept.push(Array.from({ length: 25_000 }, (_, i) => i + kept.length))
    return Reflect.apply(emit, this, [name, ...values])
  }
}
