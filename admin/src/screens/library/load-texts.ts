// Loads a record with its own texts in every language, as the form shows them: a text that falls back to another language is empty.
import { etagOf } from '@kalends/client'
import { pageSettings } from '../../lib/page-settings.ts'

interface TranslatedRecord {
  readonly language: string
  readonly translations: Readonly<Record<string, string>>
  /** Every language except the original. */
  readonly translation_fields: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>
}
export type TextsByLanguage<N extends string> = Readonly<Record<string, Readonly<Record<N, string>>>>
export interface TranslatedTexts<R, N extends string> {
  /** The record in its original language. */
  readonly record: R
  readonly etag: string | null
  readonly original: string
  readonly texts: TextsByLanguage<N>
}

export async function loadTranslated<R extends TranslatedRecord, N extends string & keyof R>(
  read: (language: string) => Promise<R>,
  names: readonly N[],
): Promise<TranslatedTexts<R, N>> {
  const { default_language, languages } = pageSettings
  const first = await read(default_language)
  const original = languages.find((each) => first.translation_fields[each] === undefined) ?? first.language
  const others = Object.keys(first.translations).filter((each) => each !== default_language && languages.includes(each))
  const loaded = await Promise.all(others.map(async (each): Promise<[string, R]> => [each, await read(each)]))
  const records = new Map([[default_language, first], ...loaded])
  const ownText = (language: string, name: N): string => {
    const record = records.get(language)
    const text = String(record?.[name] ?? '')
    const state = first.translation_fields[language]?.[name]
    if (language === original) return text
    // Without a text in the original, the state is not reported, and the default language is the only fallback.
    const isFallback = state === undefined && language !== default_language && text === String(first[name])
    return state === 'missing' || isFallback ? '' : text
  }
  const textsIn = (language: string): Readonly<Record<N, string>> =>
    Object.fromEntries(names.map((name) => [name, ownText(language, name)])) as Record<N, string>
  return {
    record: records.get(original) ?? first,
    etag: etagOf(first) ?? null,
    original,
    texts: Object.fromEntries(languages.map((language) => [language, textsIn(language)])),
  }
}
