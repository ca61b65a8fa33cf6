// Estimates the strength of passwords in a thread, because an estimate can take seconds (contract 15.4).
import { Worker } from 'node:worker_threads'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { overloaded } from '../errors/problems.ts'
import { siblingModuleUrl } from '../runtime/sibling-module.ts'

export interface StrengthRequest {
  readonly password: string
  /** Words that an attacker knows: login, name, site. */
  readonly knownWords: readonly string[]
}

/** The score of a password that is hard to guess even for an attacker who knows its digest. */
const SCORE_MIN = 3
const DEADLINE_MS = 15_000
const MEMORY_MB = 256
/** The thread loads its dictionaries for each estimate. They take more memory than a thread that is rarely needed should keep. */
const permits = createSemaphore({ limit: 1, queue: 20, waitMs: 20_000 })

export async function isStrongPassword(request: StrengthRequest): Promise<boolean> {
  const release = await permits.acquire()
  try {
    return (await estimate(request)) >= SCORE_MIN
  } finally {
    release()
  }
}

function estimate(request: StrengthRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(siblingModuleUrl(import.meta.url, 'password-strength-worker'), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const settle = (finish: () => void): void => {
      clearTimeout(timer)
      void worker.terminate()
      finish()
    }
    const fail = (error: Error): void => settle(() => reject(overloaded('password_strength', error)))
    const timer = setTimeout(() => fail(new Error('the estimate of a password took too long')), DEADLINE_MS)
    worker.once('message', (score: number) => settle(() => resolve(score)))
    worker.once('error', fail)
    worker.once('exit', (code) => fail(new Error(`the thread that estimates passwords ended with code ${code}`)))
  })
}
