// Loads pictures: the pages of the library, and one picture with its descriptions in every language.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Client, Image, ImageDetail, ImageList, PickFields } from '@kalends/client'
import { useClient, useLanguage } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { pictureOf, type Picture } from '../../lib/picture.ts'
import { loadTranslated, type TranslatedTexts } from '../library/load-texts.ts'
import { LIBRARY_KEY } from '../library/use-library-change.ts'

const FIELDS = ['id', 'author', 'title', 'alt', 'decorative', 'focal_point', 'language', 'url', 'width', 'height', 'sizes'] as const
export type ListedPicture = Pick<Image, (typeof FIELDS)[number]>
type PicturePage = ImageList<PickFields<Image, (typeof FIELDS)[number]>>
const PAGE_SIZE = 24

export function usePictureList(search: string) {
  const { client, language } = useLanguage()
  return useInfiniteQuery({
    queryKey: [LIBRARY_KEY, 'media', 'list', language, search],
    queryFn: ({ pageParam, signal }): Promise<PicturePage> =>
      client.media.list({ per_page: PAGE_SIZE, cursor: pageParam, ...(search && { search }) }, { fields: FIELDS, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export const PICTURE_TEXTS = ['title', 'alt', 'credit'] as const
export type PictureTextName = (typeof PICTURE_TEXTS)[number]
export type LoadedPicture = TranslatedTexts<ImageDetail, PictureTextName>

const readPicture = (client: Client, id: number): Promise<LoadedPicture> =>
  loadTranslated((language) => client.media.get(id, { language }), PICTURE_TEXTS)

/** A form that has loaded the picture is not refreshed by itself. */
export function useStoredPicture(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: [LIBRARY_KEY, 'media', 'stored', id],
    queryFn: () => readPicture(client, id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The events, venues and organizers that show the picture. */
export function usePictureUses(id: number) {
  const { client, language } = useLanguage()
  return useQuery({
    queryKey: [LIBRARY_KEY, 'media', 'uses', id, language],
    queryFn: ({ signal }) => client.imageUses(id, { signal }),
  })
}

/** A picture with its stored descriptions, for a form that uses it. */
export async function loadPicture(client: Client, id: number): Promise<Picture> {
  const { record, texts } = await readPicture(client, id)
  return { ...pictureOf(record), alts: Object.fromEntries(Object.entries(texts).map(([language, { alt }]) => [language, alt])) }
}

/** Whether the person may change a picture: editors may change all of them, and authors their own. */
export function useMayEditPicture(id: number): boolean {
  const client = useClient()
  const { data: me } = useMe()
  const isEditor = me?.may.edit_others === true
  const { data } = useQuery({
    queryKey: [LIBRARY_KEY, 'media', 'author', id],
    queryFn: ({ signal }) => client.media.get(id, { fields: ['author'], signal }),
    enabled: me?.may.publish === true && !isEditor,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isEditor || (data !== undefined && data.author === me?.id)
}
