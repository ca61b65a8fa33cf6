// Programs: the types of demo event, with the venues, dates, times and prices that fit each of them.
import type { CategoryKey, OrganizerKey, PictureKey, TagKey, VenueKey } from './catalog.ts'

/** Names a group of practical sentences. */
export type PracticalGroup = 'indoor' | 'outdoor' | 'registration' | 'visit'

export interface Program {
  readonly category: CategoryKey
  readonly picture: PictureKey
  readonly venues: readonly VenueKey[]
  readonly organizer: OrganizerKey
  readonly tags: readonly TagKey[]
  readonly practical: PracticalGroup
  /** Months of the year, 1 to 12. */
  readonly months: readonly number[]
  /** Last day of the month, for programs that end before the month does. */
  readonly lastDay?: number
  /** Days of the week on which it starts; Monday is 1. */
  readonly weekdays: readonly number[]
  /** Start, such as 19:30. */
  readonly time: string
  readonly minutes: number
  /** Number of days of an all-day event. */
  readonly allDays?: number
  /** Period in which the program takes place once at most. */
  readonly oncePer?: 'month' | 'year'
  /** Null: admission is free. */
  readonly cost: string | null
  /** Whether titles may name the season, such as "spring edition". */
  readonly hasEditions?: true
}

const [ALL_YEAR, SPRING_TO_FALL, SUMMER, DARK_MONTHS] = [months(1, 12), months(4, 9), months(6, 8), [10, 11, 12, 1, 2, 3]]
const [ANY_DAY, WEEKEND] = [months(1, 7), [6, 7]]
function months(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

const program = (
  category: CategoryKey,
  picture: PictureKey,
  [venues, organizer]: readonly [readonly VenueKey[], OrganizerKey],
  [monthsOfYear, weekdays, time, minutes]: readonly [readonly number[], readonly number[], string, number],
  cost: string | null,
  practical: PracticalGroup,
  tags: readonly TagKey[],
  more: Partial<Program> = {},
): Program => ({ category, picture, venues, organizer, months: monthsOfYear, weekdays, time, minutes, cost, practical, tags, ...more })

export const PROGRAMS = {
  jazzNight: program('jazz', 'jazz', [['jazzClub'], 'jazzCollective'], [ALL_YEAR, [4, 5, 6], '20:30', 150], '€12', 'indoor', ['live']),
  bigBand: program('jazz', 'jazz', [['concertHall'], 'jazzCollective'], [ALL_YEAR, [5, 6], '19:30', 120], '€10 - €25', 'indoor', ['live']),
  pianoRecital: program(
    'classical',
    'concert',
    [['concertHall', 'museum'], 'philharmonic'],
    [ALL_YEAR, [3, 4, 7], '19:00', 105],
    '€18',
    'indoor',
    ['live'],
  ),
  symphony: program(
    'classical',
    'concert',
    [['concertHall'], 'philharmonic'],
    [[9, 10, 11, 12, 1, 2, 3, 4, 5], [5, 6], '19:30', 130],
    '€15 - €40',
    'indoor',
    ['live'],
  ),
  choir: program(
    'choirs',
    'choir',
    [['communityCenter', 'library'], 'choirUnion'],
    [ALL_YEAR, [7], '17:00', 90],
    null,
    'indoor',
    ['live'],
    {
      hasEditions: true,
    },
  ),
  shortPlays: program('theater', 'theater', [['theater'], 'theaterCompany'], [ALL_YEAR, [4, 5, 6], '20:00', 110], '€14', 'indoor', []),
  puppets: program('theater', 'children', [['theater', 'library'], 'childrensHouse'], [ALL_YEAR, WEEKEND, '15:00', 50], '€5', 'indoor', [
    'children',
  ]),
  danceForAll: program(
    'dance',
    'dance',
    [['communityCenter'], 'cultureOffice'],
    [ALL_YEAR, [3, 5], '18:30', 90],
    null,
    'indoor',
    ['beginners'],
    {
      hasEditions: true,
    },
  ),
  openAirCinema: program('film', 'film', [['park'], 'filmSociety'], [SUMMER, [4, 5, 6], '22:00', 120], '€7', 'outdoor', ['outdoors']),
  documentary: program('film', 'film', [['cinema'], 'filmSociety'], [ALL_YEAR, [2, 4], '19:00', 135], '€6', 'indoor', []),
  photographs: program('exhibitions', 'museum', [['museum'], 'museumTrust'], [ALL_YEAR, [2, 3, 4], '10:00', 480], '€6', 'visit', [], {
    allDays: 40,
  }),
  painters: program('exhibitions', 'museum', [['gallery'], 'museumTrust'], [ALL_YEAR, [5, 6], '11:00', 420], null, 'visit', [], {
    allDays: 23,
  }),
  harborHistory: program('talks', 'harbor', [['museum', 'library'], 'museumTrust'], [ALL_YEAR, [2, 3, 4], '18:00', 75], null, 'indoor', [
    'tradition',
  ]),
  stars: program('talks', 'stars', [['museum'], 'museumTrust'], [DARK_MONTHS, [2, 5], '19:30', 90], '€4', 'registration', ['science']),
  scienceTalk: program(
    'talks',
    'lecture',
    [['library', 'communityCenter'], 'libraryFriends'],
    [ALL_YEAR, [1, 3], '18:30', 80],
    null,
    'indoor',
    ['science'],
  ),
  reading: program('talks', 'library', [['library'], 'libraryFriends'], [ALL_YEAR, [2, 4], '19:00', 75], null, 'indoor', []),
  pottery: program('workshops', 'workshop', [['workshop'], 'makers'], [ALL_YEAR, [6, 7], '10:00', 180], '€30', 'registration', [
    'beginners',
  ]),
  repairCafe: program(
    'workshops',
    'workshop',
    [['workshop', 'communityCenter'], 'makers'],
    [ALL_YEAR, [6], '14:00', 210],
    null,
    'indoor',
    [],
    {
      hasEditions: true,
    },
  ),
  cooking: program('workshops', 'food', [['communityCenter'], 'makers'], [ALL_YEAR, [2, 5], '18:00', 180], '€35', 'registration', ['food']),
  farmersMarket: program('food', 'market', [['marketSquare'], 'marketTraders'], [ALL_YEAR, [6], '08:00', 300], null, 'outdoor', ['food'], {
    hasEditions: true,
  }),
  nightMarket: program(
    'food',
    'food',
    [['marketSquare', 'promenade'], 'marketTraders'],
    [[5, 6, 7, 8, 9], [5], '18:00', 300],
    null,
    'outdoor',
    ['food', 'outdoors'],
  ),
  winterMarket: program(
    'food',
    'winter',
    [['marketSquare'], 'marketTraders'],
    [[12], [4, 5, 6, 7], '12:00', 480],
    null,
    'outdoor',
    ['tradition'],
    {
      lastDay: 23,
    },
  ),
  tenKilometers: program(
    'sports',
    'sports',
    [['promenade'], 'runningClub'],
    [[3, 4, 5, 6, 9, 10], [7], '09:00', 180],
    '€20',
    'registration',
    ['outdoors'],
    { oncePer: 'month' },
  ),
  runningGroup: program('sports', 'sports', [['sportsCenter', 'park'], 'runningClub'], [ALL_YEAR, [1, 3], '18:00', 75], null, 'outdoor', [
    'beginners',
  ]),
  storyHour: program('families', 'children', [['library'], 'childrensHouse'], [ALL_YEAR, [3, 6], '11:00', 45], null, 'indoor', [
    'children',
  ]),
  kiteFestival: program(
    'families',
    'festival',
    [['promenade'], 'childrensHouse'],
    [[4, 5], [6], '10:00', 420],
    null,
    'outdoor',
    ['children', 'outdoors'],
    {
      allDays: 2,
      oncePer: 'year',
    },
  ),
  gardenWalk: program('nature', 'nature', [['garden'], 'gardenSociety'], [SPRING_TO_FALL, [7], '10:30', 90], '€8', 'registration', [
    'outdoors',
  ]),
  birdWalk: program('nature', 'nature', [['promenade', 'park'], 'gardenSociety'], [DARK_MONTHS, WEEKEND, '08:30', 120], null, 'outdoor', [
    'outdoors',
  ]),
  harborFestival: program(
    'festivals',
    'harbor',
    [['promenade'], 'cultureOffice'],
    [[7], [5], '12:00', 600],
    null,
    'outdoor',
    ['live', 'outdoors'],
    {
      allDays: 3,
      oncePer: 'year',
    },
  ),
  lanternParade: program(
    'festivals',
    'lanterns',
    [['marketSquare'], 'cultureOffice'],
    [[11], ANY_DAY, '17:30', 120],
    null,
    'outdoor',
    ['children', 'tradition'],
    {
      lastDay: 20,
      oncePer: 'year',
    },
  ),
} as const satisfies Readonly<Record<string, Program>>
export type ProgramKey = keyof typeof PROGRAMS
