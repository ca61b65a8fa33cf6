// Texts of the embedded calendar in the languages of the interface. The browser loads them with the widget, so there are only a few.

export interface EmbedTexts {
  readonly upcoming: string
  readonly allEvents: string
  readonly allDay: string
  readonly loading: string
  readonly none: string
  readonly failed: string
  readonly tryAgain: string
  readonly openCalendar: string
  /** Values of `event_status` that readers have to know about. */
  readonly statuses: Readonly<Record<string, string>>
}

const en: EmbedTexts = {
  upcoming: 'Upcoming events',
  allEvents: 'All events',
  allDay: 'All day',
  loading: 'Loading events…',
  none: 'There are no upcoming events.',
  failed: 'The events could not be loaded.',
  tryAgain: 'Try again',
  openCalendar: 'Open the calendar',
  statuses: { cancelled: 'Canceled', postponed: 'Postponed', rescheduled: 'Moved to another time', moved_online: 'Moved online' },
}
const fr: EmbedTexts = {
  upcoming: 'Prochains événements',
  allEvents: 'Tous les événements',
  allDay: 'Toute la journée',
  loading: 'Chargement des événements…',
  none: 'Aucun événement à venir.',
  failed: 'Impossible de charger les événements.',
  tryAgain: 'Réessayer',
  openCalendar: 'Ouvrir le calendrier',
  statuses: { cancelled: 'Annulé', postponed: 'Reporté', rescheduled: 'Déplacé à un autre moment', moved_online: 'Déplacé en ligne' },
}
const ar: EmbedTexts = {
  upcoming: 'الفعاليات القادمة',
  allEvents: 'كل الفعاليات',
  allDay: 'يوم كامل',
  loading: 'جارٍ تحميل الفعاليات…',
  none: 'لا توجد فعاليات قادمة.',
  failed: 'تعذّر تحميل الفعاليات.',
  tryAgain: 'إعادة المحاولة',
  openCalendar: 'فتح التقويم',
  statuses: { cancelled: 'ملغاة', postponed: 'مؤجلة', rescheduled: 'نُقلت إلى وقت آخر', moved_online: 'انتقلت إلى الإنترنت' },
}
const sw: EmbedTexts = {
  upcoming: 'Matukio yajayo',
  allEvents: 'Matukio yote',
  allDay: 'Siku nzima',
  loading: 'Inapakia matukio…',
  none: 'Hakuna matukio yajayo.',
  failed: 'Matukio hayakuweza kupakiwa.',
  tryAgain: 'Jaribu tena',
  openCalendar: 'Fungua kalenda',
  statuses: {
    cancelled: 'Limeghairiwa',
    postponed: 'Limeahirishwa',
    rescheduled: 'Limehamishiwa wakati mwingine',
    moved_online: 'Limehamishiwa mtandaoni',
  },
}
const pt: EmbedTexts = {
  upcoming: 'Próximos eventos',
  allEvents: 'Todos os eventos',
  allDay: 'Todo o dia',
  loading: 'A carregar eventos…',
  none: 'Não há próximos eventos.',
  failed: 'Não foi possível carregar os eventos.',
  tryAgain: 'Tentar novamente',
  openCalendar: 'Abrir o calendário',
  statuses: {
    cancelled: 'Cancelado',
    postponed: 'Adiado',
    rescheduled: 'Passou para outra hora',
    moved_online: 'Passou a ser em linha',
  },
}

const BY_LANGUAGE: Readonly<Record<string, EmbedTexts>> = { ar, en, fr, pt, sw }
/** A language without texts falls back to English. */
export const embedTexts = (language: string): EmbedTexts => BY_LANGUAGE[language.split('-')[0] ?? ''] ?? en
