// Encodes images in all sizes in a separate process, one at a time, with a bounded queue and a timeout.
import { fork, type ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { siblingModuleUrl } from '../../kernel/runtime/sibling-module.ts'
import { overloaded, FieldError } from '../../kernel/errors/problems.ts'
import type { WorkMetrics } from '../../kernel/observability/work-metrics.ts'
import type { ImageMetadata } from '../../resources/images.ts'

export interface EncodeJob {
  readonly source: string
  /** Folder for the encoded files. */
  readonly out: string
  readonly maxPixels: number
}
export type EncodeResult = { readonly shouldRestart?: boolean } & (
  | { readonly metadata: ImageMetadata }
  | { readonly fault: 'not_picture' | 'too_hard' }
  | { readonly fault: 'too_many_pixels'; readonly max: number }
  /** Error code of a failed write to disk. */
  | { readonly failed: string }
)

export interface Encoder {
  encode(source: string, out: string): Promise<ImageMetadata | FieldError>
  /** Pictures that are being encoded or wait for it. */
  readonly queueLength: number
  close(): void
}

const PROGRAM = fileURLToPath(siblingModuleUrl(import.meta.url, 'encoder-process'))
const MAX_WAITING = 32
/** The process limits its own CPU time. This timeout ends a process that hangs. */
const ENCODE_TIMEOUT_MS = 15_000
const IDLE_MS = 60_000

export interface EncoderOptions {
  /** Only for drawings of the program itself. An SVG file of a client could make the encoder open files and use much memory. */
  readonly allowsSvg?: boolean
  readonly metrics?: Pick<WorkMetrics, 'encoded' | 'encoderRestarted'> | undefined
}

export function openEncoder(megapixels: number, { allowsSvg = false, metrics }: EncoderOptions = {}): Encoder {
  let child: ChildProcess | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined
  const end = (): void => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }
  const run = async (source: string, out: string): Promise<EncodeResult> => {
    clearTimeout(idle)
    await mkdir(out, { recursive: true })
    child ??= startProcess(allowsSvg ? ['--allow-svg'] : [], () => (child = null))
    const start = performance.now()
    const used = child
    const result = await sendJob(used, { source, out, maxPixels: megapixels * 1_000_000 })
    const hasCrashed = used.exitCode !== null || used.signalCode !== null
    const outcome = 'metadata' in result ? 'success' : 'failed' in result || hasCrashed ? 'failed' : 'rejected'
    metrics?.encoded((performance.now() - start) / 1_000, outcome)
    if (hasCrashed || result.shouldRestart) metrics?.encoderRestarted(hasCrashed ? 'crash' : 'recycle')
    if (result.shouldRestart) end()
    else idle = setTimeout(end, IDLE_MS).unref()
    return result
  }
  return {
    encode: async (source, out) => {
      if (waiting >= MAX_WAITING) throw overloaded('encoder')
      waiting += 1
      const job = last.then(() => run(source, out))
      last = job.catch(() => undefined)
      const result = await job.finally(() => (waiting -= 1))
      if ('failed' in result) throw Object.assign(new Error(`the encoder cannot write files: ${result.failed}`), { code: result.failed })
      return 'metadata' in result ? result.metadata : new FieldError(result.fault, 'max' in result ? { max: result.max } : {})
    },
    get queueLength() {
      return waiting
    },
    close: end,
  }
}

/** The process receives no settings, so an exploited decoder finds no secrets in its environment. */
function startProcess(args: readonly string[], onGone: () => void): ChildProcess {
  const child = fork(PROGRAM, args, { env: { MALLOC_ARENA_MAX: '2' }, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.once('exit', onGone)
  // If the system cannot start the process, there is no exit event. Without a listener, the error event would end the server.
  child.on('error', onGone)
  child.unref()
  child.channel?.unref()
  return child
}

function sendJob(child: ChildProcess, job: EncodeJob): Promise<EncodeResult> {
  return new Promise((resolve, reject) => {
    child.channel?.ref()
    const timer = setTimeout(() => child.kill('SIGKILL'), ENCODE_TIMEOUT_MS)
    const removeListeners = (): void => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      child.channel?.unref()
    }
    const settle = (result: EncodeResult): void => {
      removeListeners()
      resolve(result)
    }
    const onMessage = (result: unknown): void => settle(result as EncodeResult)
    // The process exceeded its limits, or the image crashed the decoder.
    const onExit = (): void => settle({ fault: 'too_hard' })
    const onError = (error: Error): void => {
      removeListeners()
      reject(overloaded('encoder', error))
    }
    child.once('message', onMessage).once('exit', onExit).once('error', onError)
    // A process that could not be started has no channel; its error event follows.
    if (child.connected) child.send(job, (error) => error && onExit())
  })
}
