// Demo texts: notes on days with other opening hours, by language.
export type HoursNoteKey = 'holidays' | 'museumNight' | 'lightNight' | 'inventory' | 'winterHours'
export type HoursNotes = Readonly<Record<HoursNoteKey, string>>

export const HOURS_NOTES = {
  ar: {
    holidays: 'عطلة الأعياد',
    museumNight: 'ليلة المتاحف',
    lightNight: 'أمسية الأضواء',
    inventory: 'جرد سنوي',
    winterHours: 'مواعيد الشتاء',
  },
  en: {
    holidays: 'Holidays',
    museumNight: 'Museum night',
    lightNight: 'Evening of lights',
    inventory: 'Annual inventory',
    winterHours: 'Winter hours',
  },
  fr: {
    holidays: 'Jours fériés',
    museumNight: 'Nuit des musées',
    lightNight: 'Soirée des lumières',
    inventory: 'Inventaire annuel',
    winterHours: 'Horaires d’hiver',
  },
  'pt-pt': {
    holidays: 'Feriados',
    museumNight: 'Noite dos museus',
    lightNight: 'Noite das luzes',
    inventory: 'Inventário anual',
    winterHours: 'Horário de inverno',
  },
  sw: {
    holidays: 'Sikukuu',
    museumNight: 'Usiku wa makumbusho',
    lightNight: 'Jioni ya taa',
    inventory: 'Ukaguzi wa mwaka',
    winterHours: 'Saa za majira ya baridi',
  },
} as const satisfies Readonly<Record<string, HoursNotes>>
