// Demo texts: reasons for the status of events, by language. Every sentence fits every program that may have the status.
import type { EventStatus } from '../../../resources/event-status.ts'

export type ChangedStatus = Exclude<EventStatus, 'scheduled'>
export type StatusReasons = Readonly<Record<ChangedStatus, readonly [string, string]>>

export const STATUS_REASONS = {
  ar: {
    cancelled: ['أُلغيت الفعالية بسبب حالات مرضية بين القائمين عليها.', 'ألغى المنظم الفعالية لأسباب تتعلق بالسلامة.'],
    postponed: ['أُجلت الفعالية بسبب أعمال إصلاح في الموقع، وسيُعلن الموعد الجديد قريبًا.', 'لم يُحدد الموعد الجديد بعد.'],
    rescheduled: ['لم يكن المكان متاحًا في الموعد الأصلي.', 'نُقلت الفعالية إلى موعد جديد بسبب إضراب وسائل النقل.'],
    moved_online: ['تُقام الفعالية عبر الإنترنت بسبب أعمال إصلاح في المبنى.', 'تُقام الفعالية عبر الإنترنت بسبب إضراب وسائل النقل.'],
  },
  en: {
    cancelled: ['The event is canceled because of illness in the team.', 'The organizer has canceled the event for safety reasons.'],
    postponed: ['The event is postponed because of repairs on site; a new date will follow.', 'The new date has not been set yet.'],
    rescheduled: ['The venue was not available on the original date.', 'The event has a new date because of a transportation strike.'],
    moved_online: [
      'The event takes place online because of repairs to the building.',
      'The event takes place online because of a transportation strike.',
    ],
  },
  fr: {
    cancelled: [
      'L’événement est annulé pour cause de maladie au sein de l’équipe.',
      'L’organisateur a annulé l’événement pour des raisons de sécurité.',
    ],
    postponed: [
      'L’événement est reporté en raison de travaux sur place\u00a0; une nouvelle date sera annoncée.',
      'La nouvelle date n’est pas encore fixée.',
    ],
    rescheduled: [
      'Le lieu n’était pas disponible à la date initiale.',
      'L’événement a une nouvelle date en raison d’une grève des transports.',
    ],
    moved_online: [
      'L’événement a lieu en ligne en raison de travaux dans le bâtiment.',
      'L’événement a lieu en ligne en raison d’une grève des transports.',
    ],
  },
  'pt-pt': {
    cancelled: ['O evento foi cancelado por motivo de doença na equipa.', 'O organizador cancelou o evento por razões de segurança.'],
    postponed: ['O evento foi adiado devido a obras no local; será anunciada uma nova data.', 'A nova data ainda não está definida.'],
    rescheduled: ['O local não estava disponível na data inicial.', 'O evento tem uma nova data devido a uma greve dos transportes.'],
    moved_online: [
      'O evento realiza-se em linha devido a obras no edifício.',
      'O evento realiza-se em linha devido a uma greve dos transportes.',
    ],
  },
  sw: {
    cancelled: ['Tukio limeghairiwa kwa sababu ya ugonjwa katika timu.', 'Mwandaaji ameghairi tukio kwa sababu za usalama.'],
    postponed: ['Tukio limeahirishwa kwa sababu ya ukarabati mahali pa tukio; tarehe mpya itatangazwa.', 'Tarehe mpya bado haijapangwa.'],
    rescheduled: ['Ukumbi haukupatikana katika tarehe ya awali.', 'Tukio lina tarehe mpya kwa sababu ya mgomo wa usafiri.'],
    moved_online: [
      'Tukio linafanyika mtandaoni kwa sababu ya ukarabati wa jengo.',
      'Tukio linafanyika mtandaoni kwa sababu ya mgomo wa usafiri.',
    ],
  },
} as const satisfies Readonly<Record<string, StatusReasons>>
