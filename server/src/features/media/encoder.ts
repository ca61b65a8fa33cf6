// Pictures → files of every size, in a process of its own: one picture at a time, so many waiting, so long for each.
import { fork, type ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { siblingModuleUrl } from '../../kernel/runtime/sibling-module.ts'
import { overloaded, FieldError } from '../../kernel/errors/problems.ts'
import type { ImageMetadata } from '../../resources/images.ts'

export interface EncodeJob {
  readonly source: string
  /** The folder that the files go to. */
  readonly out: string
  readonly maxPixels: number
}
export type EncodeResult = { readonly shouldRestart?: boolean } & (
  | { readonly facts: ImageMetadata }
  | { readonly fault: 'not_picture' | 'too_hard' }
  | { readonly fault: 'too_many_pixels'; readonly max: number }
  /** The error code of a failed write to disk. */
  | { readonly failed: string }
)

export interface Encoder {
  encode(source: string, out: string): Promise<ImageMetadata | FieldError>
  close(): void
}

const PROGRAM = fileURLToPath(siblingModuleUrl(import.meta.url, 'encoder-process'))
const WAITING = 32
/** Its processor time is limited in the process itself; this is for one that hangs. */
const ENCODE_TIMEOUT_MS = 15_000
const IDLE_MS = 60_000

/** `allowsSvg`: for drawings that are part of the program. An SVG file from elsewhere can make its reader open files and use much memory. */
export interface EncoderOptions {
  readonly allowsSvg?: boolean
}

export function openEncoder(megapixels: number, { allowsSvg = false }: EncoderOptions = {}): Encoder {
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
    child ??= start(allowsSvg ? ['--allow-svg'] : [], () => (child = null))
    const done = await sendJob(child, { source, out, maxPixels: megapixels * 1_000_000 })
    if (done.shouldRestart) end()
    else idle = setTimeout(end, IDLE_MS).unref()
    return done
  }
  return {
    encode: async (source, out) => {
      if (waiting >= WAITING) throw overloaded()
      waiting += 1
      const turn = last.then(() => run(source, out))
      last = turn.catch(() => undefined)
      const done = await turn.finally(() => (waiting -= 1))
      if ('failed' in done) throw Object.assign(new Error(`the encoder cannot write files: ${done.failed}`), { code: done.failed })
      return 'facts' in done ? done.facts : new FieldError(done.fault, 'max' in done ? { max: done.max } : {})
    },
    close: end,
  }
}

/** It is handed no settings: there is nothing in it to find. */
function start(args: readonly string[], gone: () => void): ChildProcess {
  const child = fork(PROGRAM, args, { env: { MALLOC_ARENA_MAX: '2' }, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.once('exit', gone)
  // Where the system refuses another process or file, there is no exit; without a listener this error would end the server.
  child.on('error', gone)
  child.unref()
  child.channel?.unref()
  return child
}

function sendJob(child: ChildProcess, job: EncodeJob): Promise<EncodeResult> {
  return new Promise((resolve, reject) => {
    child.channel?.ref()
    const timer = setTimeout(() => child.kill('SIGKILL'), ENCODE_TIMEOUT_MS)
    const leave = (): void => {
      clearTimeout(timer)
      child.off('message', heard).off('exit', lost).off('error', failed)
      child.channel?.unref()
    }
    const settle = (done: EncodeResult): void => {
      leave()
      resolve(done)
    }
    const heard = (done: unknown): void => settle(done as EncodeResult)
    // It went over its memory or its time, or the picture was made to break what reads it.
    const lost = (): void => settle({ fault: 'too_hard' })
    const failed = (error: Error): void => {
      leave()
      reject(overloaded(error))
    }
    child.once('message', heard).once('exit', lost).once('error', failed)
    // A process that could not be started has no channel; its error is on the way.
    if (child.connected) child.send(job, (error) => error && lost())
  })
}
