// Texts of a month in the languages of the interface. The widget loads them with the script of the month.

export interface MonthTexts {
  readonly previousMonth: string
  readonly nextMonth: string
  readonly noneOnDay: string
  /** The name of a day with its number of events, by plural category. */
  readonly dayWithEvents: TextForms
  /** The link to the events of a day that the list leaves out, by plural category. */
  readonly moreEvents: TextForms
}
export type TextForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

const en: MonthTexts = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  noneOnDay: 'There are no events on this day.',
  dayWithEvents: { one: '{day}, {count} event', other: '{day}, {count} events' },
  moreEvents: { one: '{count} more event', other: '{count} more events' },
}
const fr: MonthTexts = {
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  noneOnDay: 'Aucun événement ce jour-là.',
  dayWithEvents: { one: '{day}, {count} événement', other: '{day}, {count} événements' },
  moreEvents: { one: '{count} autre événement', other: '{count} autres événements' },
}
const ar: MonthTexts = {
  previousMonth: 'الشهر السابق',
  nextMonth: 'الشهر التالي',
  noneOnDay: 'لا توجد فعاليات في هذا اليوم.',
  dayWithEvents: {
    zero: '{day}، لا توجد فعاليات',
    one: '{day}، فعالية واحدة',
    two: '{day}، فعاليتان',
    few: '{day}، {count} فعاليات',
    other: '{day}، {count} فعالية',
  },
  moreEvents: {
    one: 'فعالية أخرى واحدة',
    two: 'فعاليتان أخريان',
    few: '{count} فعاليات أخرى',
    other: '{count} فعالية أخرى',
  },
}
const sw: MonthTexts = {
  previousMonth: 'Mwezi uliotangulia',
  nextMonth: 'Mwezi unaofuata',
  noneOnDay: 'Hakuna matukio siku hii.',
  dayWithEvents: { one: '{day}, tukio {count}', other: '{day}, matukio {count}' },
  moreEvents: { one: 'Tukio {count} zaidi', other: 'Matukio {count} zaidi' },
}
const pt: MonthTexts = {
  previousMonth: 'Mês anterior',
  nextMonth: 'Mês seguinte',
  noneOnDay: 'Não há eventos neste dia.',
  dayWithEvents: { one: '{day}, {count} evento', other: '{day}, {count} eventos' },
  moreEvents: { one: 'Mais {count} evento', other: 'Mais {count} eventos' },
}

const BY_LANGUAGE: Readonly<Record<string, MonthTexts>> = { ar, en, fr, pt, sw }
/** A language without texts falls back to English. */
export const monthTexts = (language: string): MonthTexts => BY_LANGUAGE[language.split('-')[0] ?? ''] ?? en
