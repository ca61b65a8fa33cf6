// How a spreadsheet writes dates and numbers, with an example for each choice.
import { formatLocale } from '../../lib/messages.ts'

const LOCALES = ['en-GB', 'en-US', 'fr', 'de', 'es', 'it', 'nl', 'pl', 'pt-PT', 'pt-BR', 'ru', 'sw', 'tr', 'ar', 'ja', 'zh']
const EXAMPLE = new Date('2028-12-31T00:00:00Z')

/** A date as the locale writes it, with the digits that spreadsheets have. */
export function exampleDate(locale: string): string {
  if (locale === '') return '2028-12-31'
  const format = new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  })
  // The marks of direction between the parts are not in spreadsheets.
  return format.format(EXAMPLE).replaceAll(/\p{Cf}/gu, '')
}
const exampleNumber = (locale: string): string => new Intl.NumberFormat(`${locale || 'en'}-u-nu-latn`, { useGrouping: false }).format(12.5)

/** A locale that a program has set stays in the list. */
export function localeOptions(current: string, reader: string): { id: string; label: string }[] {
  const names = new Intl.DisplayNames([formatLocale(reader)], { type: 'language' })
  const locales = current === '' || LOCALES.includes(current) ? LOCALES : [current, ...LOCALES]
  return locales.map((id) => ({ id, label: `\u2068${exampleDate(id)}\u2069 · \u2068${exampleNumber(id)}\u2069 · ${names.of(id) ?? id}` }))
}
