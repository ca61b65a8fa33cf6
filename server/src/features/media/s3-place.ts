// The prefix of a bucket as the place of a store: its owner, and whether it can be read and written.
import { S3Error, type S3Bucket } from '../../kernel/outbound/s3-bucket.ts'
import type { StorePlace } from './store-monitor.ts'
import type { Store } from './store.ts'

export interface S3PlaceSettings {
  readonly bucket: S3Bucket
  /** Empty, or ends with a slash. */
  readonly prefix: string
  /** For example `s3://pictures/calendar`. */
  readonly name: string
  readonly timeoutMs: number
}

export const s3Place = ({ bucket, prefix, name, timeoutMs }: S3PlaceSettings, store: Store): StorePlace => {
  const probe = `${prefix}probe`
  const deadline = (): AbortSignal => AbortSignal.timeout(timeoutMs)
  const headers = { 'content-type': 'text/plain' }
  return {
    name,
    title: `The media store ${name}`,
    remedies: {
      elsewhere: 'Set MEDIA_URL to a prefix of its own',
      connect: 'Set MEDIA_URL to the bucket and prefix that hold the pictures',
      reconnect: 'Restore the objects, or correct MEDIA_URL',
      hanging: 'Check the network and S3_ENDPOINT',
      of: (error) => (error instanceof S3Error && REMEDIES[error.code]) || 'Check S3_ENDPOINT and the status of the S3 service',
    },
    prepare: () => Promise.resolve(null),
    readNote: async (name) => (await bucket.readText(`${prefix}${name}`, deadline()))?.trim() || null,
    writeNote: async (name, text, mode) => {
      const object = { key: `${prefix}${name}`, bytes: Buffer.from(`${text}\n`), headers }
      if (mode === 'replacing') return bucket.write(object, deadline())
      await bucket.write({ ...object, headers: { ...headers, 'if-none-match': '*' } }, deadline()).catch((error: unknown) => {
        if (!(error instanceof S3Error)) throw error
        // Another server was faster.
        if (error.status === 412 || error.status === 409) return
        // Some services have no conditional writes. If two calendars start at the same time, the next check of one of them finds the other.
        if (error.status === 501) return bucket.write(object, deadline())
        throw error
      })
    },
    allDigests: () => store.allDigests(),
    probe: async (mode) => {
      // Writes cost money, and a bucket with versions keeps each of them.
      if (mode === 'watch') return
      await bucket.write({ key: probe, bytes: Buffer.from('probe'), headers }, deadline())
      await bucket.remove(probe, deadline())
    },
  }
}

const KEYS = 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
const REMEDIES: Readonly<Record<string, string>> = {
  AccessDenied: 'Allow this key to list, read, write and delete the objects under MEDIA_URL (docs/operating.md has a policy)',
  InvalidAccessKeyId: KEYS,
  SignatureDoesNotMatch: KEYS,
  NoSuchBucket: 'Create the bucket, or set MEDIA_URL and S3_PATH_STYLE to the bucket that exists',
  PermanentRedirect: 'Set S3_ENDPOINT and S3_REGION to the region of the bucket',
  AuthorizationHeaderMalformed: 'Set S3_REGION to the region of the bucket',
  RequestTimeTooSkewed: 'Correct the clock of this machine',
  ENOTFOUND: 'Set S3_ENDPOINT to a host that exists, or set S3_PATH_STYLE to true',
  ECONNREFUSED: 'Start the S3 service, or correct S3_ENDPOINT',
}
