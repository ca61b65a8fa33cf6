// Opens the stores of pictures that the settings name: a folder, or a bucket of an S3 service.
import { join, resolve } from 'node:path'
import { SETTINGS, type Config } from './config.ts'
import { UsageError } from './features/accounts/users.ts'
import { folderPlace } from './features/media/folder-place.ts'
import { folderStore, WORK } from './features/media/folder-store.ts'
import { s3Place } from './features/media/s3-place.ts'
import { s3Store } from './features/media/s3-store.ts'
import { DISK_LIMITS, type GuardLimits } from './features/media/store-guard.ts'
import type { StorePlace } from './features/media/store-monitor.ts'
import type { Store } from './features/media/store.ts'
import { openS3Bucket } from './kernel/outbound/s3-bucket.ts'

export interface MediaStore {
  readonly store: Store
  readonly place: StorePlace
  readonly limits: GuardLimits
}

/** The store of the calendar. */
export const configuredStore = (config: Config): MediaStore => openStore(config.MEDIA_URL || config.MEDIA_DIR, config)
/** Opens a store by its location: a URL such as `s3://pictures/calendar`, or the path of a folder. */
export const openStore = (location: string, config: Config): MediaStore =>
  location.startsWith('s3:') ? bucketStore(location, config) : folderStoreAt(location)

const folderStoreAt = (root: string): MediaStore => ({ store: folderStore(root), place: folderPlace(root), limits: DISK_LIMITS })

const CONCURRENT_REQUESTS = 32
const QUEUE_MS = 1_000
const REQUIRED = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
function bucketStore(location: string, config: Config): MediaStore {
  const checked = SETTINGS.MEDIA_URL.read(location)
  if (checked instanceof Error) throw new UsageError(`"${location}" ${checked.message}.`)
  const missing = REQUIRED.find((name) => config[name] === '')
  if (missing !== undefined) throw new UsageError(`${missing} must have a value.`)
  const { hostname, pathname } = new URL(location)
  const segments = pathname.split('/').filter(Boolean)
  const prefix = segments.length === 0 ? '' : `${segments.join('/')}/`
  const bucket = openS3Bucket({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: hostname,
    isPathStyle: config.S3_PATH_STYLE,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  })
  const timeoutMs = config.S3_TIMEOUT_MS
  const store = s3Store({ bucket, prefix, tempRoot: join(resolve(config.MEDIA_DIR), WORK), timeoutMs })
  const place = s3Place({ bucket, prefix, name: location.replace(/\/$/, ''), timeoutMs }, store)
  // The operation itself ends at its deadline, and does not begin after the time for the queue: none outlives its request.
  return { store, place, limits: { deadlineMs: timeoutMs + QUEUE_MS, concurrent: CONCURRENT_REQUESTS, queueMs: QUEUE_MS } }
}

/** The origin to which URLs of pictures redirect. */
export const mediaOrigin = ({ MEDIA_PUBLIC_URL: url }: Config): string => (url === '' ? '' : new URL(url).origin)
