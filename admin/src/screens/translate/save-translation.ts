// Stores a translation: the texts of the record and the description of its picture, together or not at all.
import { changeIdOf, type BatchOperation, type Client } from '@kalends/client'
import { checkedBatch } from '../editor/save.ts'
import type { LoadedTranslation, TranslatedTarget } from './load-translation.ts'
import { changedTexts, type TranslationValues } from './use-translation-form.ts'

interface TranslationWrite {
  readonly loaded: LoadedTranslation
  readonly language: string
  readonly base: TranslationValues
  readonly values: TranslationValues
}
/** Returns the change, for undo. Undefined if nothing changed. */
export async function saveTranslation(client: Client, write: TranslationWrite): Promise<string | undefined> {
  const operations = operationsOf(write)
  return operations.length === 0 ? undefined : changeIdOf(await checkedBatch(client.batch(operations, { atomic: true })))
}

function operationsOf({ loaded: { record, image }, language, base, values }: TranslationWrite): BatchOperation[] {
  const changed = changedTexts(base, values)
  const write = (target: TranslatedTarget | null, isIncluded: (name: string) => boolean): BatchOperation[] => {
    const [texts, confirmed] = [changed.filter(isIncluded), values.confirmed.filter(isIncluded)]
    if (target === null || texts.length + confirmed.length === 0) return []
    const { collection, id, etag } = target
    const query = new URLSearchParams({ i18n_language: language, ...(confirmed.length > 0 && { confirm_translation: confirmed.join() }) })
    return [
      {
        id: collection,
        method: 'PATCH',
        path: `/${collection}/${id}?${query}`,
        // An empty text is removed, so that visitors read the original.
        body: Object.fromEntries(texts.map((name) => [name, values.texts[name]?.trim() || null])),
        headers: etag === null ? {} : { 'If-Match': etag },
      },
    ]
  }
  return [...write(record, (name) => name !== 'alt'), ...write(image, (name) => name === 'alt')]
}
