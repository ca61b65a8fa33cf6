// The values of a venue or an organizer in its form, how they are loaded, and the writes that store them.
import { useQuery } from '@tanstack/react-query'
import type { BatchOperation, Client, OrganizerDetail, VenueDetail } from '@kalends/client'
import { useClient } from '../../lib/language.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { pictureWrites, type Picture } from '../../lib/picture.ts'
import { changedParts } from '../editor/merge.ts'
import { loadTranslated, type TextsByLanguage } from '../library/load-texts.ts'
import type { RecordWrite } from '../library/save-record.ts'
import { LIBRARY_KEY } from '../library/use-library-change.ts'
import { loadPicture } from '../pictures/picture-queries.ts'
import type { PlaceField, PlaceKind } from './place-kinds.ts'

type PlaceTexts = TextsByLanguage<'name' | 'description'>
export interface PlaceValues {
  /** The values that all languages have in common, as text. */
  readonly shared: Readonly<Partial<Record<PlaceField, string>>>
  readonly texts: PlaceTexts
  readonly picture: Picture | null
  /** The descriptions of the picture by language. */
  readonly alts: Readonly<Record<string, string>>
}
export interface LoadedPlace {
  readonly id: number
  readonly author: number
  readonly isTrashed: boolean
  readonly etag: string | null
  readonly original: string
  readonly values: PlaceValues
}

export const NO_PLACE_TEXTS: PlaceTexts[string] = { name: '', description: '' }
export const emptyPlace = (status: string): PlaceValues => ({
  shared: { status },
  texts: Object.fromEntries(pageSettings.languages.map((language) => [language, NO_PLACE_TEXTS])),
  picture: null,
  alts: {},
})

export const placeKey = ({ plural }: PlaceKind, id: number): readonly unknown[] => [LIBRARY_KEY, plural, 'stored', id]
/** The form is loaded again after a save, an undo or a conflict, and never by itself while somebody types. */
export function useStoredPlace(kind: PlaceKind, id: number) {
  const client = useClient()
  return useQuery({
    queryKey: placeKey(kind, id),
    queryFn: () => loadPlace(client, kind, id),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
}

export async function loadPlace(client: Client, kind: PlaceKind, id: number): Promise<LoadedPlace> {
  const read = async (language: string): Promise<VenueDetail | OrganizerDetail> =>
    kind.plural === 'venues' ? client.venues.get(id, { language }) : client.organizers.get(id, { language })
  const { record, etag, original, texts } = await loadTranslated(
    read as (language: string) => Promise<VenueDetail>,
    // The name of an organizer is in another field, which the cast hides.
    [kind.nameField as 'venue', 'description'],
  )
  const picture = record.image && (await loadPicture(client, record.image.id))
  const valueOf = (name: PlaceField): string => String((record as Partial<Record<PlaceField, unknown>>)[name] ?? '')
  return {
    id,
    author: record.author,
    isTrashed: record.status === 'trash',
    etag,
    original,
    values: {
      shared: Object.fromEntries(kind.fields.map((name) => [name, valueOf(name)])),
      texts: Object.fromEntries(
        Object.entries(texts).map(([language, each]) => [
          language,
          { name: each[kind.nameField as 'venue'], description: each.description },
        ]),
      ),
      picture,
      alts: picture?.alts ?? {},
    },
  }
}

interface PlacePlan {
  readonly writes: readonly RecordWrite[]
  readonly before: readonly BatchOperation[]
}
/** `base` has the stored values, or those that a new place begins with. */
export function planPlace(kind: PlaceKind, base: PlaceValues, values: PlaceValues, original: string): PlacePlan {
  const languages = [original, ...Object.keys(values.texts).filter((each) => each !== original)]
  const shared = Object.entries(changedParts(base.shared, values.shared)).map(([name, value]) => [name, inputOf(name, value)])
  const pictureId = values.picture?.id ?? null
  const writes = languages.map((language) => {
    const { name, description } = changedParts(base.texts[language] ?? NO_PLACE_TEXTS, values.texts[language] ?? NO_PLACE_TEXTS)
    const body = {
      ...(language === original && Object.fromEntries(shared)),
      ...(language === original && pictureId !== (base.picture?.id ?? null) && { image: pictureId }),
      ...(name !== undefined && { [kind.nameField]: name }),
      ...(description !== undefined && { description: description || null }),
    }
    return { language, body }
  })
  return {
    writes: writes.filter(({ body }) => Object.keys(body).length > 0),
    before: pictureWrites(values.picture, base.alts, values.alts),
  }
}

/** The server reports a coordinate that is not a number. */
function inputOf(name: string, value: string): string | number | null {
  const text = value.trim()
  if (text === '') return null
  const number = Number(text.replace(',', '.'))
  return name.startsWith('geo_') && Number.isFinite(number) ? number : text
}

/** Applies what was changed from `base` to `mine` to `theirs`. */
export function rebasePlace(base: PlaceValues, mine: PlaceValues, theirs: PlaceValues): PlaceValues {
  const texts = Object.entries(theirs.texts).map(([language, stored]) => {
    const before = base.texts[language] ?? NO_PLACE_TEXTS
    return [language, { ...stored, ...changedParts(before, mine.texts[language] ?? before) }]
  })
  const isOtherPicture = mine.picture !== null && theirs.picture?.id !== mine.picture.id
  return {
    ...theirs,
    ...changedParts({ picture: base.picture }, { picture: mine.picture }),
    shared: { ...theirs.shared, ...changedParts(base.shared, mine.shared) },
    texts: Object.fromEntries(texts),
    alts: isOtherPicture ? mine.alts : { ...theirs.alts, ...(changedParts(base.alts, mine.alts) as PlaceValues['alts']) },
  }
}
