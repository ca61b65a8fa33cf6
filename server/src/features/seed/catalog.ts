// Structure of the demo data: categories, tags, venues, organizers and pictures. Their texts are in texts/, one file for each language.

export const TAG_KEYS = ['free', 'outdoors', 'evening', 'weekend', 'children', 'live', 'food', 'beginners', 'tradition', 'science'] as const
export type TagKey = (typeof TAG_KEYS)[number]

export interface CategoryNode {
  readonly key: CategoryKey
  /** Without a color, the color of the parent. */
  readonly color?: string
  readonly children?: readonly CategoryNode[]
}
export type CategoryKey =
  | 'music'
  | 'jazz'
  | 'classical'
  | 'choirs'
  | 'stage'
  | 'theater'
  | 'dance'
  | 'film'
  | 'exhibitions'
  | 'learning'
  | 'talks'
  | 'workshops'
  | 'food'
  | 'sports'
  | 'families'
  | 'festivals'
  | 'nature'
export const CATEGORY_TREE: readonly CategoryNode[] = [
  { key: 'music', color: 'violet', children: [{ key: 'jazz' }, { key: 'classical' }, { key: 'choirs' }] },
  { key: 'stage', color: 'rose', children: [{ key: 'theater' }, { key: 'dance' }] },
  { key: 'film', color: 'blue' },
  { key: 'exhibitions', color: 'teal' },
  { key: 'learning', color: 'amber', children: [{ key: 'talks' }, { key: 'workshops' }] },
  { key: 'food', color: 'olive' },
  { key: 'sports', color: 'slate' },
  { key: 'families', color: 'green' },
  { key: 'festivals', color: 'rose' },
  { key: 'nature', color: 'green' },
]

/** Names of the files in pictures/. */
export const PICTURE_KEYS = [
  'concert',
  'jazz',
  'choir',
  'theater',
  'dance',
  'film',
  'museum',
  'lecture',
  'stars',
  'library',
  'workshop',
  'food',
  'market',
  'winter',
  'sports',
  'children',
  'festival',
  'lanterns',
  'nature',
  'harbor',
] as const
export type PictureKey = (typeof PICTURE_KEYS)[number]

/** Opening hours that venues or programs have. */
export type HoursKey = 'museum' | 'gallery' | 'library' | 'garden' | 'winterMarket'
export interface VenueSpec {
  /** Street and house number. */
  readonly address: string
  /** Distance from the city center, in thousandths of a degree north and east. */
  readonly offset: readonly [north: number, east: number]
  readonly picture: PictureKey | null
  readonly hours?: HoursKey
}
export type VenueKey =
  | 'concertHall'
  | 'jazzClub'
  | 'theater'
  | 'cinema'
  | 'library'
  | 'museum'
  | 'gallery'
  | 'communityCenter'
  | 'workshop'
  | 'marketSquare'
  | 'park'
  | 'promenade'
  | 'sportsCenter'
  | 'garden'
export const VENUES: Readonly<Record<VenueKey, VenueSpec>> = {
  concertHall: { address: '1 Custom House Quay', offset: [1.2, -0.6], picture: 'concert' },
  jazzClub: { address: '17 Cooper’s Lane', offset: [-0.9, -1.4], picture: 'jazz' },
  theater: { address: '8 Playhouse Street', offset: [0.4, -2.1], picture: 'theater' },
  cinema: { address: '23 Commercial Road', offset: [-2.2, -2.6], picture: null },
  library: { address: '2 Library Place', offset: [2.1, -2.9], picture: 'library', hours: 'library' },
  museum: { address: '5 Abbey Street', offset: [3.3, -3.4], picture: 'museum', hours: 'museum' },
  gallery: { address: '11 Mill Road', offset: [-4.1, -4.8], picture: null, hours: 'gallery' },
  communityCenter: { address: '40 Northgate', offset: [7.4, -5.2], picture: null },
  workshop: { address: '6 Foundry Yard', offset: [-5.6, -3.9], picture: 'workshop' },
  marketSquare: { address: '1 Market Square', offset: [0.1, -3.2], picture: 'market' },
  park: { address: '90 Park Avenue', offset: [5.3, -8.6], picture: null },
  promenade: { address: '1 Harbor Promenade', offset: [-1.8, -0.3], picture: 'harbor' },
  sportsCenter: { address: '35 Meadow Road', offset: [-9.2, -7.7], picture: 'sports' },
  garden: { address: '14 Glasshouse Lane', offset: [8.8, -9.9], picture: 'nature', hours: 'garden' },
}

export interface OrganizerSpec {
  /** Name of the host in the website and the email address, under the reserved top-level domain `example`. */
  readonly host: string
  readonly picture: PictureKey | null
}
export type OrganizerKey =
  | 'philharmonic'
  | 'jazzCollective'
  | 'choirUnion'
  | 'theaterCompany'
  | 'filmSociety'
  | 'libraryFriends'
  | 'museumTrust'
  | 'makers'
  | 'marketTraders'
  | 'runningClub'
  | 'childrensHouse'
  | 'cultureOffice'
  | 'gardenSociety'
export const ORGANIZERS: Readonly<Record<OrganizerKey, OrganizerSpec>> = {
  philharmonic: { host: 'philharmonic', picture: 'concert' },
  jazzCollective: { host: 'jazz-collective', picture: null },
  choirUnion: { host: 'choirs', picture: 'choir' },
  theaterCompany: { host: 'theater-company', picture: null },
  filmSociety: { host: 'film-society', picture: 'film' },
  libraryFriends: { host: 'library-friends', picture: null },
  museumTrust: { host: 'museum-trust', picture: null },
  makers: { host: 'makers', picture: 'workshop' },
  marketTraders: { host: 'market-traders', picture: null },
  runningClub: { host: 'running-club', picture: 'sports' },
  childrensHouse: { host: 'childrens-house', picture: 'children' },
  cultureOffice: { host: 'culture-office', picture: 'harbor' },
  gardenSociety: { host: 'garden-society', picture: null },
}
