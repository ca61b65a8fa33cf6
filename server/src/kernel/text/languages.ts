// The direction of a language, and its name in that language.

const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']
export const directionOf = (language: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr')

/** Returns the name of a language in that language, with its country only if another variant of it is configured. */
export function languageName(language: string, languages: readonly string[]): string {
  const [primary = language] = language.split('-')
  const shown = languages.filter((each) => each.split('-')[0] === primary).length > 1 ? language : primary
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(shown) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
