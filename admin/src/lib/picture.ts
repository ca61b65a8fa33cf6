// Pictures as the screens show them, and the writes that change a picture itself.
import type { BatchOperation, FocalPoint, Image, NestedImage } from '@kalends/client'

export interface PictureEdits {
  readonly decorative?: boolean
  readonly focal_point?: FocalPoint | null
}
export interface Picture {
  readonly id: number
  readonly url: string
  readonly width: number
  readonly height: number
  readonly decorative: boolean
  readonly focal_point: FocalPoint | null
  /** Changes of the picture that are not stored yet. */
  readonly edits?: PictureEdits
  /** The stored descriptions by language, if they were read with the picture. */
  readonly alts?: Readonly<Record<string, string>>
}
export const pictureOf = ({ id, url, sizes, width, height, decorative, focal_point }: NestedImage | Image): Picture => ({
  id,
  url: sizes['large']?.url ?? url,
  width,
  height,
  decorative,
  focal_point,
})
export const editPicture = (picture: Picture, edits: PictureEdits): Picture => ({
  ...picture,
  ...edits,
  edits: { ...picture.edits, ...edits },
})

/** The smallest file that is wide enough. */
export function fileOf({ url, sizes }: Pick<Image, 'url' | 'sizes'>, minWidth: number): string {
  const ascending = Object.values(sizes).toSorted((a, b) => a.width - b.width)
  return (ascending.find(({ width }) => width >= minWidth) ?? ascending.at(-1))?.url ?? url
}

/** The part of the picture that stays visible when it is cropped. */
export const focusStyle = ({ focal_point }: Pick<Picture, 'focal_point'>): { readonly objectPosition?: string } =>
  focal_point ? { objectPosition: `${focal_point.x * 100}% ${focal_point.y * 100}%` } : {}

type Alts = Readonly<Record<string, string>>
/**
 * The operations that store the edits of a picture and its descriptions. Descriptions that are stored already are left out, because
 * contributors use pictures that they may not change.
 */
export function pictureWrites(picture: Picture | null, stored: Alts, typed: Alts): BatchOperation[] {
  if (picture === null) return []
  const known = picture.alts ?? stored
  const path = `/media/${picture.id}`
  const changed = Object.entries(typed).filter(([language, alt]) => alt !== (known[language] ?? ''))
  return [
    ...(picture.edits ? [{ id: 'picture', method: 'PATCH', path, body: { ...picture.edits } } as const] : []),
    ...changed.map(
      ([language, alt]) => ({ id: `alt-${language}`, method: 'PATCH', path: `${path}?i18n_language=${language}`, body: { alt } }) as const,
    ),
  ]
}
