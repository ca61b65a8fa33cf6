// Stores the demo pictures: each drawing is encoded once and becomes an image with alternative texts in the languages of the site.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Session } from '../../kernel/database/database.ts'
import type { EncodedImage } from '../../resources/images.ts'
import { PICTURE_KEYS, type PictureKey } from './catalog.ts'
import type { DemoRecord, DemoSettings } from './generate.ts'
import { siteTexts } from './texts/languages.ts'

/** Storage of images. The caller of the seed provides it, with the media folder and the encoder. */
export interface PictureLibrary {
  /** Returns the ID of the image that was made from the bytes with this SHA-256 digest. */
  find(db: Session, digest: string): Promise<number | null>
  /** Encodes the SVG file and stores the result. */
  store(db: Session, digest: string, path: string): Promise<EncodedImage>
}
export interface DemoPicture {
  readonly key: PictureKey
  readonly id: number
  readonly digest: string
  readonly path: string
  readonly isExisting: boolean
}
type TextSettings = Pick<DemoSettings, 'slugSuffix' | 'languages' | 'defaultLanguage'>

/** Finds the images that the calendar has, and assigns IDs from `firstId` on to the others. */
export async function findPictures(db: Session, library: PictureLibrary, firstId: number): Promise<DemoPicture[]> {
  const pictures: DemoPicture[] = []
  let nextId = firstId
  for (const key of PICTURE_KEYS) {
    const path = fileURLToPath(new URL(`./pictures/${key}.svg`, import.meta.url))
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    const existing = await library.find(db, digest)
    pictures.push({ key, id: existing ?? nextId++, digest, path, isExisting: existing !== null })
  }
  return pictures
}

/** Stores the files of new pictures, and returns their records. */
export async function storePictures(
  db: Session,
  library: PictureLibrary,
  pictures: readonly DemoPicture[],
  settings: TextSettings,
): Promise<DemoRecord[]> {
  const records: DemoRecord[] = []
  for (const picture of pictures)
    if (!picture.isExisting) records.push(imageRecord(picture, await library.store(db, picture.digest, picture.path), settings))
  return records
}

const imageRecord = ({ id, key }: DemoPicture, { digest, metadata }: EncodedImage, settings: TextSettings): DemoRecord => ({
  id,
  language: settings.defaultLanguage,
  columns: { digest, ...metadata },
  texts: new Map(
    siteTexts(settings.defaultLanguage, settings.languages).map(([language, { pictures, pictureCredit }]) => {
      const { title, alt } = pictures[key]
      return [language, { title, alt, caption: null, credit: pictureCredit, slug: `demo-${key}-${language}${settings.slugSuffix}` }]
    }),
  ),
})
