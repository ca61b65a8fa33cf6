// Translates messages with catalogs, and negotiates the language of a request. The key of each message is its English text.
import { readFileSync } from 'node:fs'
import { memoize } from '../cache/memoize.ts'
import type { FieldError, MessageValues, Problem } from '../errors/problems.ts'

export type Translate = (english: string, values?: MessageValues) => string

const folder = new URL('../../../locales/', import.meta.url)
/** One text, or one for each plural form of its first number. */
type Entry = string | Readonly<Record<string, string>>
const catalogs = new Map<string, ReadonlyMap<string, Entry>>()

/** A language without a catalog, and a message without a translation, fall back to English. */
function loadCatalog(language: string): ReadonlyMap<string, Entry> {
  let entries = catalogs.get(language)
  if (!entries) {
    try {
      entries = new Map(Object.entries(JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Record<string, Entry>))
    } catch {
      entries = new Map()
    }
    catalogs.set(language, entries)
  }
  return entries
}

/** A bound for values that are made once for each language. */
export const LANGUAGES_MAX = 100
/** Returns the same function for the same language: the rules and formats of `Intl` take longer to make than a text. */
export const translator = memoize(LANGUAGES_MAX, (language): Translate => {
  const entries = loadCatalog(language)
  const [plurals, numbers] = [new Intl.PluralRules(language), new Intl.NumberFormat(language, { numberingSystem: 'latn' })]
  return (english, values = {}) => {
    const entry = entries.get(english) ?? english
    const first = Object.values(values).find((value) => typeof value === 'number')
    const text = typeof entry === 'string' ? entry : (entry[plurals.select(first ?? 0)] ?? entry['other'] ?? english)
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
})

/** Selects the best configured language for an Accept-Language header. `fr-CA` matches `fr`, and `pt` matches `pt-pt`. */
export function negotiateLanguage(header: string | undefined, languages: readonly string[]): string | null {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [code = '', ...rest] = part.trim().toLowerCase().split(';')
      const q = rest.map((r) => /^\s*q=([0-9.]+)$/.exec(r)?.[1]).find((r) => r !== undefined)
      return { code: code.trim(), weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ code, weight }) => code && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { code } of wanted) {
    const primary = code.split('-')[0]
    const found =
      languages.find((l) => l === code) ?? languages.find((l) => l === primary) ?? languages.find((l) => l.split('-')[0] === primary)
    if (found) return found
  }
  return null
}

/** Translates every text of a table. */
export const translateTexts = <Name extends string>(
  texts: Readonly<Record<Name, string>>,
  translate: Translate,
): Readonly<Record<Name, string>> =>
  Object.fromEntries(Object.entries<string>(texts).map(([name, english]) => [name, translate(english)])) as Record<Name, string>

export const translateFieldError = (fieldError: FieldError, t: Translate): string => t(fieldError.text, fieldError.values)

/** Returns the body of an error response (contract 3.13). Clients that accept problem+json get the format of RFC 9457. */
export function problemBody(problem: Problem, t: Translate, asProblem: boolean, errorPagesUrl?: string): Record<string, unknown> {
  const { code, status, text, details } = problem
  const message = t(text, details.values)
  const fieldErrors = details.fieldErrors && {
    params: mapValues(details.fieldErrors, (fieldError) => translateFieldError(fieldError, t)),
    details: mapValues(details.fieldErrors, (fieldError) => ({ code: fieldError.code, message: translateFieldError(fieldError, t) })),
  }
  const data = { ...fieldErrors, ...details.data }
  return asProblem
    ? {
        type: errorPagesUrl === undefined ? 'about:blank' : `${errorPagesUrl}/${code}`,
        title: message,
        status,
        detail: message,
        code,
        ...data,
      }
    : { code, message, data: { status, ...data } }
}
const mapValues = <T>(fieldErrors: Readonly<Record<string, FieldError>>, make: (fieldError: FieldError) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fieldErrors).map(([name, fieldError]) => [name, make(fieldError)]))
