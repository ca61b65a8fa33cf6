// Faults of stores of pictures. The test whose name begins with `by` must notice each of them.
import type { SeededFault } from '../support/copy.ts'

export const STORE_FAULTS: readonly (SeededFault & { readonly by: string })[] = [
  {
    name: 'the row is stored before the files',
    file: 'features/media/image-library.ts',
    in: 'storeImage',
    at: 'await 3',
    put: 'store.place(digest, folder).catch(() => undefined)',
    by: 'A3 S3: an upload',
  },
  {
    name: 'files are deleted before they are in the trash',
    file: 'features/media/s3-store.ts',
    in: 'moveToTrash',
    at: 'await 2',
    put: 'void forEach(objects, ({ key }) => at.bucket.copy(key, `${target}${nameOf(key)}`, at.signal)).catch(() => undefined)',
    by: 'S3 faults: a move',
  },
]
