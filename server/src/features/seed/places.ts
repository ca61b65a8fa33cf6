// Real cities with their coordinates, and the places that people meet in, in the language spoken there. Streets and numbers are made up.

export interface City {
  readonly name: string
  readonly country: string
  readonly language: string
  readonly timezone: string
  readonly lat: number
  readonly lng: number
  readonly zip: string
  readonly streets: readonly string[]
}
const city = (
  name: string,
  country: string,
  language: string,
  timezone: string,
  lat: number,
  lng: number,
  zip: string,
  ...streets: string[]
): City => ({
  name,
  country,
  language,
  timezone,
  lat,
  lng,
  zip,
  streets,
})

export const CITIES: readonly City[] = [
  city('London', 'United Kingdom', 'en', 'Europe/London', 51.5074, -0.1278, 'EC1', 'Mill Lane', 'Station Road', 'Chapel Street'),
  city('Manchester', 'United Kingdom', 'en', 'Europe/London', 53.4808, -2.2426, 'M2', 'Canal Street', 'Market Place', 'Albion Road'),
  city('New York', 'United States', 'en', 'America/New_York', 40.7128, -74.006, '10012', 'Elm Street', 'Harbor Avenue', 'Union Place'),
  city('Toronto', 'Canada', 'en', 'America/Toronto', 43.6532, -79.3832, 'M5V', 'Lakeshore Row', 'Maple Avenue', 'College Lane'),
  city('Accra', 'Ghana', 'en', 'Africa/Accra', 5.6037, -0.187, 'GA-184', 'Independence Close', 'Palm Avenue', 'Castle Road'),
  city('Paris', 'France', 'fr', 'Europe/Paris', 48.8566, 2.3522, '75011', 'rue des Lilas', 'boulevard du Canal', 'place du Marché'),
  city('Lyon', 'France', 'fr', 'Europe/Paris', 45.764, 4.8357, '69002', 'quai des Brumes', 'rue de la Soie', 'montée des Fleurs'),
  city(
    'Dakar',
    'Sénégal',
    'fr',
    'Africa/Dakar',
    14.7167,
    -17.4677,
    '11000',
    'avenue des Baobabs',
    'rue de la Corniche',
    'place des Pêcheurs',
  ),
  city('Genève', 'Suisse', 'fr', 'Europe/Zurich', 46.2044, 6.1432, '1204', 'rue du Lac', 'chemin des Vignes', 'place Neuve'),
  city('Lisboa', 'Portugal', 'pt-pt', 'Europe/Lisbon', 38.7223, -9.1393, '1100', 'Rua das Flores', 'Travessa do Cais', 'Largo da Fonte'),
  city('Porto', 'Portugal', 'pt-pt', 'Europe/Lisbon', 41.1579, -8.6291, '4000', 'Rua do Almada', 'Praça da Ribeira', 'Rua das Oliveiras'),
  city(
    'Maputo',
    'Moçambique',
    'pt-pt',
    'Africa/Maputo',
    -25.9692,
    32.5732,
    '1100',
    'Avenida das Acácias',
    'Rua do Mercado',
    'Avenida da Marginal',
  ),
  city('Nairobi', 'Kenya', 'sw', 'Africa/Nairobi', -1.2921, 36.8219, '00100', 'Barabara ya Uhuru', 'Mtaa wa Soko', 'Barabara ya Msitu'),
  city('Mombasa', 'Kenya', 'sw', 'Africa/Nairobi', -4.0435, 39.6682, '80100', 'Mtaa wa Bandari', 'Barabara ya Pwani', 'Mtaa wa Ngome'),
  city(
    'Dar es Salaam',
    'Tanzania',
    'sw',
    'Africa/Dar_es_Salaam',
    -6.7924,
    39.2083,
    '11101',
    'Mtaa wa Samora',
    'Barabara ya Bahari',
    'Mtaa wa Mwembe',
  ),
  city(
    'Zanzibar',
    'Tanzania',
    'sw',
    'Africa/Dar_es_Salaam',
    -6.1659,
    39.2026,
    '71101',
    'Mtaa wa Mji Mkongwe',
    'Barabara ya Karafuu',
    'Mtaa wa Forodhani',
  ),
  city('القاهرة', 'مصر', 'ar', 'Africa/Cairo', 30.0444, 31.2357, '11511', 'شارع النيل', 'شارع المعز', 'ميدان الأوبرا'),
  city('الإسكندرية', 'مصر', 'ar', 'Africa/Cairo', 31.2001, 29.9187, '21500', 'طريق الكورنيش', 'شارع المنارة', 'شارع المكتبة'),
  city('عمّان', 'الأردن', 'ar', 'Asia/Amman', 31.9539, 35.9106, '11181', 'شارع الرينبو', 'شارع الياسمين', 'جادة الزيتون'),
  city('الدار البيضاء', 'المغرب', 'ar', 'Africa/Casablanca', 33.5731, -7.5898, '20000', 'شارع الأطلس', 'زنقة البحر', 'شارع النخيل'),
]

/** Names of venues, with {} for what makes each its own. */
export const HALLS: Readonly<Record<string, readonly string[]>> = {
  en: ['{} Hall', '{} Theatre', '{} Library', 'The {} Rooms', '{} Park Pavilion', '{} Community Centre', 'Museum of {}'],
  fr: ['Salle {}', 'Théâtre {}', 'Médiathèque {}', 'La Maison {}', 'Parc {}', 'Centre culturel {}', 'Musée {}'],
  'pt-pt': ['Sala {}', 'Teatro {}', 'Biblioteca {}', 'Casa {}', 'Parque {}', 'Centro Cultural {}', 'Museu {}'],
  sw: [
    'Ukumbi wa {}',
    'Tamthilia ya {}',
    'Maktaba ya {}',
    'Nyumba ya {}',
    'Bustani ya {}',
    'Kituo cha Utamaduni cha {}',
    'Makumbusho ya {}',
  ],
  ar: ['قاعة {}', 'مسرح {}', 'مكتبة {}', 'بيت {}', 'حديقة {}', 'مركز {} الثقافي', 'متحف {}'],
}
export const OWN: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Riverside',
    'Lantern',
    'Old Mill',
    'Harbour',
    'Orchard',
    'Meridian',
    'Northgate',
    'Juniper',
    'Beacon',
    'Willow',
    'Compass',
    'Kingfisher',
  ],
  fr: [
    'des Arts',
    'du Moulin',
    'Lumière',
    'de l’Horloge',
    'du Port',
    'des Tilleuls',
    'Étoile',
    'Voltaire',
    'de la Gare',
    'Mistral',
    'des Cèdres',
    'du Phare',
  ],
  'pt-pt': [
    'da Ribeira',
    'do Carmo',
    'Aurora',
    'da Estação',
    'Camélia',
    'do Farol',
    'das Artes',
    'São João',
    'da Fonte',
    'Alvorada',
    'do Rio',
    'da Cidade',
  ],
  sw: ['Umoja', 'Uhuru', 'Karibu', 'Baobabu', 'Mwangaza', 'Bahari', 'Amani', 'Tumaini', 'Jua Kali', 'Mnazi', 'Kilimani', 'Pwani'],
  ar: ['النيل', 'الياسمين', 'الأندلس', 'الفنون', 'المنارة', 'النخيل', 'الأمل', 'القلعة', 'الشروق', 'الزهور', 'المدينة', 'البحر'],
}
/** Names of organizers. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  en: ['{} Arts Trust', 'Friends of {}', '{} Choir', '{} Runners', '{} Film Society', '{} Makers'],
  fr: ['Association {}', 'Les Amis {}', 'Chœur {}', 'Ciné-club {}', 'Atelier {}', 'Compagnie {}'],
  'pt-pt': ['Associação {}', 'Amigos {}', 'Coro {}', 'Cineclube {}', 'Oficina {}', 'Companhia {}'],
  sw: ['Chama cha {}', 'Marafiki wa {}', 'Kwaya ya {}', 'Klabu ya {}', 'Warsha ya {}', 'Kikundi cha {}'],
  ar: ['جمعية {}', 'أصدقاء {}', 'كورال {}', 'نادي {} السينمائي', 'ورشة {}', 'فرقة {}'],
}
