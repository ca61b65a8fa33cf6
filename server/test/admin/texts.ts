// Texts of the admin in a language, as its screens show them.
import { readFileSync } from 'node:fs'

type Catalog = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** Texts without a translation are in English, as on the screens. */
export function textsOf(language: string): (english: string, values?: Readonly<Record<string, string | number>>) => string {
  const catalog = readCatalog(language)
  const plurals = new Intl.PluralRules(language)
  return (english, values = {}) => {
    const entry = catalog[english] ?? english
    const first = Object.values(values).find((value) => typeof value === 'number')
    const text = typeof entry === 'string' ? entry : (entry[plurals.select(first ?? 0)] ?? entry['other'] ?? english)
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}

export function readCatalog(language: string): Catalog {
  try {
    return JSON.parse(readFileSync(new URL(`../../../admin/locales/${language}.json`, import.meta.url), 'utf8')) as Catalog
  } catch {
    return {}
  }
}
