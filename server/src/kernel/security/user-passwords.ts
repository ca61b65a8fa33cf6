// Passwords of users: argon2id digests, of which at most two are computed at a time.
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../concurrency/semaphore.ts'

/** 19 MiB and two passes, as OWASP recommends for argon2id. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const permits = createSemaphore({ limit: 2, queue: 50, waitMs: 10_000 })

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256

async function withPermit<T>(work: () => Promise<T>): Promise<T> {
  const release = await permits.acquire()
  try {
    return await work()
  } finally {
    release()
  }
}
/** Equal texts in different Unicode forms are the same password. */
const normalize = (password: string): string => password.normalize('NFC')

export const hashUserPassword = (password: string): Promise<string> => withPermit(() => hash(normalize(password), ARGON2ID))

/** A digest that no password matches: it is compared where there is no digest, so that both take the same time. */
const UNMATCHED = '$argon2id$v=19$m=19456,t=2,p=1$a2FsZW5kcy1uby1hY2NvdW50$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
export const verifyUserPassword = (password: string, stored: string | null): Promise<boolean> =>
  withPermit(async () => (await verify(stored ?? UNMATCHED, normalize(password))) && stored !== null)
