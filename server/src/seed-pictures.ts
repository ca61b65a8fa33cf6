// Picture library of `kalends seed`: encodes the demo drawings and stores them in the media store.
import { rm } from 'node:fs/promises'
import type { Config } from './config.ts'
import { UsageError } from './features/accounts/users.ts'
import { openEncoder } from './features/media/encoder.ts'
import { findImageId, prepareImage, storeImage } from './features/media/image-library.ts'
import { ForeignStoreError, monitorStore, type StorePlace } from './features/media/store-monitor.ts'
import { configuredStore } from './media-stores.ts'
import type { PictureLibrary } from './features/seed/pictures.ts'
import type { Database } from './kernel/database/database.ts'
import { createLogger } from './kernel/runtime/logger.ts'
import { FieldError } from './kernel/errors/problems.ts'

/** Fails before any record is written if the media store is unusable, because pictures cannot be added to a seeded calendar later. */
export async function openSeedPictures(config: Config, database: Database): Promise<PictureLibrary & { close(): void }> {
  const { store, place } = configuredStore(config)
  await requireStore(place, database)
  const encoder = openEncoder(config.MEDIA_MEGAPIXELS, { allowsSvg: true })
  return {
    find: findImageId,
    store: async (db, digest, path) => {
      const folder = await store.createTempFolder()
      try {
        const prepared = await prepareImage(db, { encoder }, { digest, path, folder })
        if (prepared instanceof FieldError) throw new Error(`The demo picture ${path} cannot be encoded (${prepared.code})`)
        return await storeImage(db, { store }, prepared, {
          existing: () => Promise.reject(new Error(`The demo picture ${path} was stored by another process`)),
          created: (encoded) => Promise.resolve(encoded),
        })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => encoder.close(),
  }
}

async function requireStore(place: StorePlace, database: Database): Promise<void> {
  const opened = await monitorStore(place, database, createLogger('silent')).catch((error: unknown) => {
    if (error instanceof ForeignStoreError) throw new UsageError(`${error.message}.${WITHOUT_PICTURES}`)
    throw error
  })
  const { state, found, remedy } = opened.report()
  if (state !== 'ok') throw new UsageError(`${found}. ${remedy}.${WITHOUT_PICTURES}`)
}
const WITHOUT_PICTURES = ' To seed without pictures, run: kalends seed --no-pictures'
