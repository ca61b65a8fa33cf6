// Translates the texts of the admin. The key of each text is its English form; a catalog has one text, or one for each plural form.

import { cachedBy } from './cached.ts'

export type MessageValues = Readonly<Record<string, string | number>>
export type Translate = (english: string, values?: MessageValues) => string
type Entry = string | Readonly<Record<string, string>>
type Catalog = Readonly<Record<string, Entry>>

const CATALOGS = import.meta.glob<{ default: Catalog }>('../../locales/*.json')

/** Loads the catalog of a language. A language without a catalog, and a text without a translation, fall back to English. */
export async function loadTranslate(language: string): Promise<Translate> {
  const load = CATALOGS[`../../locales/${language}.json`]
  return createTranslate(language, load === undefined ? {} : (await load()).default)
}

export function createTranslate(language: string, catalog: Catalog): Translate {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(formatLocale(language))
  return (english, values = {}) => {
    const entry = catalog[english] ?? english
    const first = Object.values(values).find((value) => typeof value === 'number')
    const text = typeof entry === 'string' ? entry : (entry[plurals.select(first ?? 0)] ?? entry['other'] ?? english)
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
}

/** The locale of dates and numbers. English dates have the day first and 24 hours, and Arabic text has the digits that its readers type. */
export const formatLocale = (language: string): string => ({ en: 'en-GB', ar: 'ar-u-nu-latn' })[language] ?? language

const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']
export const directionOf = (language: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr')

/** The name of a language in that language, such as `Français`. */
export function languageName(language: string): string {
  const name = languageNameIn(language, language)
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
/** The name of a language in another language, such as `Arabic`. */
export const languageNameIn = (language: string, reader: string): string =>
  languageNamesOf(reader).of(language.split('-')[0] ?? language) ?? language
const languageNamesOf = cachedBy((reader) => new Intl.DisplayNames([reader], { type: 'language' }))
