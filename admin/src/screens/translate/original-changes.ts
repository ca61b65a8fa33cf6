// How the original changed since a text was translated, from the history of the record.
import { useQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '@kalends/client'
import { useClient } from '../../lib/language.tsx'
import type { LoadedTranslation, TranslatedTarget, TranslationField } from './load-translation.ts'
import { TRANSLATE_KEY } from './work-queries.ts'

export interface OriginalChange {
  /** The original as it was when the text was translated. */
  readonly before: string
  /** When and by whom the original was changed last. */
  readonly at: string
  readonly author: HistoryEntry['author']
}
interface ChangedText extends Pick<TranslationField, 'name' | 'originalLanguage'> {
  /** The language of the translation. */
  readonly language: string
}

/** `entries` are the newest first. Null if they do not reach back to the change. */
function changeSince(entries: readonly HistoryEntry[], { name, originalLanguage, language }: ChangedText): OriginalChange | null {
  const of = ({ changes }: HistoryEntry, code: string) => changes.find((change) => change.field === name && change.language === code)
  const end = entries.findIndex((entry) => entry.action === 'create' || of(entry, language) !== undefined)
  const since = (end === -1 ? entries : entries.slice(0, end)).filter((entry) => of(entry, originalLanguage) !== undefined)
  const [newest, oldest] = [since[0], since.at(-1)]
  if (newest === undefined || oldest === undefined) return null
  const before = of(oldest, originalLanguage)?.before
  return { before: typeof before === 'string' ? before : '', at: newest.at, author: newest.author }
}

const ENTRIES = 50
/** The changes by the name of the field. Without the right to read the history, there are none. */
export function useOriginalChanges({ record, image, fields }: LoadedTranslation, language: string): ReadonlyMap<string, OriginalChange> {
  const client = useClient()
  const outdated = fields.filter(({ state }) => state === 'outdated')
  const { data } = useQuery({
    queryKey: [...TRANSLATE_KEY, 'changes', language, record, image],
    queryFn: async ({ signal }) => {
      const read = async ({ collection, id }: TranslatedTarget): Promise<HistoryEntry[]> =>
        (await client.history(collection, id, { per_page: ENTRIES }, { signal })).history
      const ofImage = image !== null && outdated.some(({ name }) => name === 'alt') ? await read(image) : []
      const ofRecord = outdated.some(({ name }) => name !== 'alt') ? await read(record) : []
      return outdated.flatMap((field) => {
        const change = changeSince(field.name === 'alt' ? ofImage : ofRecord, { ...field, language })
        return change === null ? [] : [[field.name, change] as const]
      })
    },
    enabled: outdated.length > 0,
    retry: false,
  })
  return new Map(data)
}
