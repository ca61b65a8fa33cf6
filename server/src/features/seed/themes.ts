// What happens: categories, tags and sorts of event, in five languages.

export type Names = Readonly<Record<'en' | 'fr' | 'pt-pt' | 'sw' | 'ar', string>>
const names = (en: string, fr: string, pt: string, sw: string, ar: string): Names => ({ en, fr, 'pt-pt': pt, sw, ar })

/** A category, and the ones below it. */
export interface Branch {
  readonly key: string
  readonly names: Names
  readonly below?: readonly Branch[]
}
export const TREE: readonly Branch[] = [
  {
    key: 'music',
    names: names('Music', 'Musique', 'Música', 'Muziki', 'موسيقى'),
    below: [
      { key: 'jazz', names: names('Jazz', 'Jazz et blues', 'Jazz e blues', 'Jazi', 'جاز') },
      { key: 'classical', names: names('Classical', 'Musique classique', 'Música clássica', 'Muziki wa kale', 'موسيقى كلاسيكية') },
      { key: 'choir', names: names('Choirs', 'Chorales', 'Coros', 'Kwaya', 'كورال') },
    ],
  },
  {
    key: 'stage',
    names: names('Stage', 'Scène', 'Palco', 'Jukwaa', 'فنون المسرح'),
    below: [
      { key: 'theatre', names: names('Theatre', 'Théâtre', 'Teatro', 'Tamthilia', 'مسرح') },
      { key: 'dance', names: names('Dance', 'Danse', 'Dança', 'Ngoma', 'رقص') },
    ],
  },
  { key: 'film', names: names('Film', 'Cinéma', 'Cinema', 'Filamu', 'سينما') },
  { key: 'art', names: names('Exhibitions', 'Expositions', 'Exposições', 'Maonyesho', 'معارض') },
  {
    key: 'learning',
    names: names('Learning', 'Apprendre', 'Aprender', 'Kujifunza', 'تعلّم'),
    below: [
      { key: 'talks', names: names('Talks', 'Conférences', 'Palestras', 'Mihadhara', 'محاضرات') },
      { key: 'workshops', names: names('Workshops', 'Ateliers', 'Oficinas', 'Warsha', 'ورش عمل') },
    ],
  },
  { key: 'market', names: names('Markets', 'Marchés', 'Mercados', 'Masoko', 'أسواق') },
  { key: 'sport', names: names('Sport', 'Sports', 'Desporto', 'Michezo', 'رياضة') },
  { key: 'family', names: names('Families', 'En famille', 'Famílias', 'Familia', 'للعائلات') },
]

export const TAGS: readonly Names[] = [
  names('Free', 'Gratuit', 'Grátis', 'Bure', 'مجاني'),
  names('Open air', 'Plein air', 'Ar livre', 'Nje', 'في الهواء الطلق'),
  names('Evening', 'En soirée', 'À noite', 'Jioni', 'مساءً'),
  names('Weekend', 'Week-end', 'Fim de semana', 'Wikendi', 'نهاية الأسبوع'),
  names('Children', 'Enfants', 'Crianças', 'Watoto', 'أطفال'),
  names('Accessible', 'Accès facile', 'Acessível', 'Inafikika', 'سهل الوصول'),
  names('Local', 'Du quartier', 'Do bairro', 'Mtaani', 'محلي'),
  names('Live', 'En direct', 'Ao vivo', 'Mubashara', 'حيّ'),
  names('Food', 'Gastronomie', 'Gastronomia', 'Chakula', 'طعام'),
  names('Beginners', 'Débutants', 'Iniciantes', 'Wanaoanza', 'للمبتدئين'),
  names('Tradition', 'Traditions', 'Tradição', 'Mila', 'تراث'),
  names('Science', 'Sciences', 'Ciência', 'Sayansi', 'علوم'),
]

/** A sort of event: its title, where it belongs, when it begins, how long it lasts and what it costs. */
export interface Theme {
  readonly category: string
  readonly titles: Names
  readonly hour: number
  readonly hours: number
  readonly days?: number
  readonly cost: string | null
}
const theme = (category: string, titles: Names, hour: number, hours: number, cost: string | null, days?: number): Theme => ({
  category,
  titles,
  hour,
  hours,
  cost,
  ...(days !== undefined && { days }),
})
export const THEMES: readonly Theme[] = [
  theme('jazz', names('Jazz night', 'Soirée jazz', 'Noite de jazz', 'Usiku wa jazi', 'أمسية جاز'), 20, 3, '€12'),
  theme(
    'jazz',
    names('Big band concert', 'Concert de big band', 'Concerto de big band', 'Tamasha la bendi kubwa', 'حفل فرقة كبيرة'),
    19,
    2,
    '€10 - €25',
  ),
  theme('classical', names('String quartet', 'Quatuor à cordes', 'Quarteto de cordas', 'Muziki wa nyuzi nne', 'رباعي وتري'), 18, 2, '€15'),
  theme('classical', names('Piano recital', 'Récital de piano', 'Recital de piano', 'Onyesho la piano', 'عزف على البيانو'), 19, 2, '€18'),
  theme(
    'choir',
    names('Choir of the neighbourhood', 'Chorale du quartier', 'Coro do bairro', 'Kwaya ya mtaa', 'كورال الحي'),
    17,
    2,
    'Free',
  ),
  theme(
    'theatre',
    names(
      'An evening of short plays',
      'Soirée de courtes pièces',
      'Noite de peças curtas',
      'Jioni ya michezo mifupi',
      'أمسية مسرحيات قصيرة',
    ),
    20,
    2,
    '€14',
  ),
  theme(
    'theatre',
    names('Puppet theatre', 'Théâtre de marionnettes', 'Teatro de marionetas', 'Tamthilia ya vikaragosi', 'مسرح العرائس'),
    15,
    1,
    '€5',
  ),
  theme('dance', names('Dance for all', 'Danse pour tous', 'Dança para todos', 'Ngoma kwa wote', 'رقص للجميع'), 18, 2, 'Free'),
  theme(
    'film',
    names('Film under the stars', 'Cinéma sous les étoiles', 'Cinema ao luar', 'Filamu chini ya nyota', 'سينما تحت النجوم'),
    21,
    2,
    '€7',
  ),
  theme(
    'film',
    names('Documentary and discussion', 'Documentaire et débat', 'Documentário e debate', 'Makala na mjadala', 'فيلم وثائقي ونقاش'),
    19,
    3,
    'Donation',
  ),
  theme(
    'art',
    names('Photographs of the city', 'Photographies de la ville', 'Fotografias da cidade', 'Picha za mji', 'صور المدينة'),
    10,
    8,
    '€6',
    45,
  ),
  theme('art', names('New painters', 'Nouveaux peintres', 'Novos pintores', 'Wachoraji wapya', 'رسامون جدد'), 11, 7, 'Free', 20),
  theme(
    'talks',
    names(
      'History of the old port',
      'Histoire du vieux port',
      'História do porto antigo',
      'Historia ya bandari kongwe',
      'تاريخ الميناء القديم',
    ),
    18,
    2,
    'Free',
  ),
  theme('talks', names('Stars and planets', 'Étoiles et planètes', 'Estrelas e planetas', 'Nyota na sayari', 'نجوم وكواكب'), 19, 2, '€4'),
  theme(
    'workshops',
    names('Pottery workshop', 'Atelier de poterie', 'Oficina de olaria', 'Warsha ya ufinyanzi', 'ورشة فخار'),
    10,
    3,
    '€30',
  ),
  theme(
    'workshops',
    names('Repair café', 'Café de réparation', 'Café de reparações', 'Mkahawa wa ukarabati', 'مقهى الإصلاح'),
    14,
    4,
    'Free',
  ),
  theme('market', names('Farmers’ market', 'Marché paysan', 'Mercado de produtores', 'Soko la wakulima', 'سوق المزارعين'), 8, 5, 'Free'),
  theme('market', names('Night market', 'Marché nocturne', 'Mercado noturno', 'Soko la usiku', 'سوق ليلي'), 18, 5, 'Free'),
  theme(
    'sport',
    names(
      'Ten kilometres by the water',
      'Dix kilomètres au bord de l’eau',
      'Dez quilómetros junto à água',
      'Kilomita kumi kando ya maji',
      'عشرة كيلومترات بجانب الماء',
    ),
    7,
    4,
    '€20',
  ),
  theme('sport', names('Chess in the park', 'Échecs au parc', 'Xadrez no parque', 'Chesi bustanini', 'شطرنج في الحديقة'), 16, 3, null),
  theme('family', names('Story hour', 'L’heure du conte', 'Hora do conto', 'Saa ya hadithi', 'ساعة الحكايات'), 11, 1, 'Free'),
  theme(
    'family',
    names('Kite festival', 'Fête des cerfs-volants', 'Festival de papagaios', 'Tamasha la tiara', 'مهرجان الطائرات الورقية'),
    10,
    6,
    'Free',
    2,
  ),
]

/** What sets one evening apart from the next. */
export const TURNS: Readonly<Record<string, readonly string[]>> = {
  en: [
    '',
    'with guests',
    'spring edition',
    'summer edition',
    'autumn edition',
    'winter edition',
    'by request',
    'the first of the year',
    'closing night',
  ],
  fr: [
    '',
    'avec invités',
    'édition de printemps',
    'édition d’été',
    'édition d’automne',
    'édition d’hiver',
    'à la demande',
    'première de l’année',
    'soirée de clôture',
  ],
  'pt-pt': [
    '',
    'com convidados',
    'edição de primavera',
    'edição de verão',
    'edição de outono',
    'edição de inverno',
    'a pedido',
    'a primeira do ano',
    'noite de encerramento',
  ],
  sw: [
    '',
    'pamoja na wageni',
    'toleo la masika',
    'toleo la kiangazi',
    'toleo la vuli',
    'toleo la kipupwe',
    'kwa maombi',
    'ya kwanza ya mwaka',
    'usiku wa mwisho',
  ],
  ar: ['', 'مع ضيوف', 'نسخة الربيع', 'نسخة الصيف', 'نسخة الخريف', 'نسخة الشتاء', 'حسب الطلب', 'الأولى هذا العام', 'ليلة الختام'],
}
export const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Doors open half an hour before.',
    'Bring a friend and something to share.',
    'Places are few: come early.',
    'There is tea and coffee at the bar.',
    'The hall has step-free access.',
  ],
  fr: [
    'Ouverture des portes une demi-heure avant.',
    'Venez avec des amis et quelque chose à partager.',
    'Les places sont comptées : arrivez tôt.',
    'Thé et café au bar.',
    'La salle est accessible sans marche.',
  ],
  'pt-pt': [
    'As portas abrem meia hora antes.',
    'Traga um amigo e algo para partilhar.',
    'Os lugares são poucos: venha cedo.',
    'Há chá e café no bar.',
    'A sala tem acesso sem degraus.',
  ],
  sw: [
    'Milango hufunguliwa nusu saa kabla.',
    'Njoo na rafiki na kitu cha kushirikiana.',
    'Nafasi ni chache: fika mapema.',
    'Kuna chai na kahawa.',
    'Ukumbi unafikika bila ngazi.',
  ],
  ar: [
    'تُفتح الأبواب قبل نصف ساعة.',
    'أحضر صديقًا وشيئًا نتشاركه.',
    'الأماكن محدودة: احضر مبكرًا.',
    'يتوفر الشاي والقهوة.',
    'القاعة مهيأة للكراسي المتحركة.',
  ],
}
