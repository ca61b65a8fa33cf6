// Names of languages in their own language.
import { memoize } from '../cache/memoize.ts'
import { LANGUAGES_MAX } from './messages.ts'

const displayNames = memoize(
  LANGUAGES_MAX,
  (language) => new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }),
)

/** Returns the name of a language in that language, with its country only if another variant of it is configured. */
export function languageName(language: string, languages: readonly string[]): string {
  const [primary = language] = language.split('-')
  const shown = languages.filter((each) => each.split('-')[0] === primary).length > 1 ? language : primary
  const name = displayNames(language).of(shown) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
