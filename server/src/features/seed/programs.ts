// Programs: the types of demo event, with the venues, dates, times and prices that fit each of them.
import type { CategoryKey, HoursKey, OrganizerKey, PictureKey, TagKey, VenueKey } from './catalog.ts'

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
  /** Opening hours of an event that runs for weeks. */
  readonly hours?: HoursKey
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

type Content = Pick<Program, 'category' | 'picture' | 'tags' | 'cost' | 'hasEditions'>
type Setting = Pick<Program, 'venues' | 'organizer' | 'practical'>
const program = (content: Content, setting: Setting, schedule: Omit<Program, keyof Content | keyof Setting>): Program => ({
  ...content,
  ...setting,
  ...schedule,
})

export const PROGRAMS = {
  jazzNight: program(
    { category: 'jazz', picture: 'jazz', tags: ['live'], cost: '€12' },
    { venues: ['jazzClub'], organizer: 'jazzCollective', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [4, 5, 6], time: '20:30', minutes: 150 },
  ),
  bigBand: program(
    { category: 'jazz', picture: 'jazz', tags: ['live'], cost: '€10 - €25' },
    { venues: ['concertHall'], organizer: 'jazzCollective', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [5, 6], time: '19:30', minutes: 120 },
  ),
  pianoRecital: program(
    { category: 'classical', picture: 'concert', tags: ['live'], cost: '€18' },
    { venues: ['concertHall', 'museum'], organizer: 'philharmonic', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [3, 4, 7], time: '19:00', minutes: 105 },
  ),
  symphony: program(
    { category: 'classical', picture: 'concert', tags: ['live'], cost: '€15 - €40' },
    { venues: ['concertHall'], organizer: 'philharmonic', practical: 'indoor' },
    { months: [9, 10, 11, 12, 1, 2, 3, 4, 5], weekdays: [5, 6], time: '19:30', minutes: 130 },
  ),
  choir: program(
    { category: 'choirs', picture: 'choir', tags: ['live'], cost: null, hasEditions: true },
    { venues: ['communityCenter', 'library'], organizer: 'choirUnion', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [7], time: '17:00', minutes: 90 },
  ),
  shortPlays: program(
    { category: 'theater', picture: 'theater', tags: [], cost: '€14' },
    { venues: ['theater'], organizer: 'theaterCompany', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [4, 5, 6], time: '20:00', minutes: 110 },
  ),
  puppets: program(
    { category: 'theater', picture: 'children', tags: ['children'], cost: '€5' },
    { venues: ['theater', 'library'], organizer: 'childrensHouse', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: WEEKEND, time: '15:00', minutes: 50 },
  ),
  danceForAll: program(
    { category: 'dance', picture: 'dance', tags: ['beginners'], cost: null, hasEditions: true },
    { venues: ['communityCenter'], organizer: 'cultureOffice', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [3, 5], time: '18:30', minutes: 90 },
  ),
  openAirCinema: program(
    { category: 'film', picture: 'film', tags: ['outdoors'], cost: '€7' },
    { venues: ['park'], organizer: 'filmSociety', practical: 'outdoor' },
    { months: SUMMER, weekdays: [4, 5, 6], time: '22:00', minutes: 120 },
  ),
  documentary: program(
    { category: 'film', picture: 'film', tags: [], cost: '€6' },
    { venues: ['cinema'], organizer: 'filmSociety', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [2, 4], time: '19:00', minutes: 135 },
  ),
  photographs: program(
    { category: 'exhibitions', picture: 'museum', tags: [], cost: '€6' },
    { venues: ['museum'], organizer: 'museumTrust', practical: 'visit' },
    { months: ALL_YEAR, weekdays: [2, 3, 4], time: '10:00', minutes: 480, allDays: 40, hours: 'museum' },
  ),
  painters: program(
    { category: 'exhibitions', picture: 'museum', tags: [], cost: null },
    { venues: ['gallery'], organizer: 'museumTrust', practical: 'visit' },
    { months: ALL_YEAR, weekdays: [5, 6], time: '11:00', minutes: 420, allDays: 23, hours: 'gallery' },
  ),
  harborHistory: program(
    { category: 'talks', picture: 'harbor', tags: ['tradition'], cost: null },
    { venues: ['museum', 'library'], organizer: 'museumTrust', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [2, 3, 4], time: '18:00', minutes: 75 },
  ),
  stars: program(
    { category: 'talks', picture: 'stars', tags: ['science'], cost: '€4' },
    { venues: ['museum'], organizer: 'museumTrust', practical: 'registration' },
    { months: DARK_MONTHS, weekdays: [2, 5], time: '19:30', minutes: 90 },
  ),
  scienceTalk: program(
    { category: 'talks', picture: 'lecture', tags: ['science'], cost: null },
    { venues: ['library', 'communityCenter'], organizer: 'libraryFriends', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [1, 3], time: '18:30', minutes: 80 },
  ),
  reading: program(
    { category: 'talks', picture: 'library', tags: [], cost: null },
    { venues: ['library'], organizer: 'libraryFriends', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [2, 4], time: '19:00', minutes: 75 },
  ),
  pottery: program(
    { category: 'workshops', picture: 'workshop', tags: ['beginners'], cost: '€30' },
    { venues: ['workshop'], organizer: 'makers', practical: 'registration' },
    { months: ALL_YEAR, weekdays: [6, 7], time: '10:00', minutes: 180 },
  ),
  repairCafe: program(
    { category: 'workshops', picture: 'workshop', tags: [], cost: null, hasEditions: true },
    { venues: ['workshop', 'communityCenter'], organizer: 'makers', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [6], time: '14:00', minutes: 210 },
  ),
  cooking: program(
    { category: 'workshops', picture: 'food', tags: ['food'], cost: '€35' },
    { venues: ['communityCenter'], organizer: 'makers', practical: 'registration' },
    { months: ALL_YEAR, weekdays: [2, 5], time: '18:00', minutes: 180 },
  ),
  farmersMarket: program(
    { category: 'food', picture: 'market', tags: ['food'], cost: null, hasEditions: true },
    { venues: ['marketSquare'], organizer: 'marketTraders', practical: 'outdoor' },
    { months: ALL_YEAR, weekdays: [6], time: '08:00', minutes: 300 },
  ),
  nightMarket: program(
    { category: 'food', picture: 'food', tags: ['food', 'outdoors'], cost: null },
    { venues: ['marketSquare', 'promenade'], organizer: 'marketTraders', practical: 'outdoor' },
    { months: [5, 6, 7, 8, 9], weekdays: [5], time: '18:00', minutes: 300 },
  ),
  winterMarket: program(
    { category: 'food', picture: 'winter', tags: ['tradition'], cost: null },
    { venues: ['marketSquare'], organizer: 'marketTraders', practical: 'outdoor' },
    { months: [11], weekdays: [4, 5], time: '12:00', minutes: 480, allDays: 24, oncePer: 'year', hours: 'winterMarket' },
  ),
  tenKilometers: program(
    { category: 'sports', picture: 'sports', tags: ['outdoors'], cost: '€20' },
    { venues: ['promenade'], organizer: 'runningClub', practical: 'registration' },
    { months: [3, 4, 5, 6, 9, 10], weekdays: [7], time: '09:00', minutes: 180, oncePer: 'month' },
  ),
  runningGroup: program(
    { category: 'sports', picture: 'sports', tags: ['beginners'], cost: null },
    { venues: ['sportsCenter', 'park'], organizer: 'runningClub', practical: 'outdoor' },
    { months: ALL_YEAR, weekdays: [1, 3], time: '18:00', minutes: 75 },
  ),
  storyHour: program(
    { category: 'families', picture: 'children', tags: ['children'], cost: null },
    { venues: ['library'], organizer: 'childrensHouse', practical: 'indoor' },
    { months: ALL_YEAR, weekdays: [3, 6], time: '11:00', minutes: 45 },
  ),
  kiteFestival: program(
    { category: 'families', picture: 'festival', tags: ['children', 'outdoors'], cost: null },
    { venues: ['promenade'], organizer: 'childrensHouse', practical: 'outdoor' },
    { months: [4, 5], weekdays: [6], time: '10:00', minutes: 420, allDays: 2, oncePer: 'year' },
  ),
  gardenWalk: program(
    { category: 'nature', picture: 'nature', tags: ['outdoors'], cost: '€8' },
    { venues: ['garden'], organizer: 'gardenSociety', practical: 'registration' },
    { months: SPRING_TO_FALL, weekdays: [7], time: '10:30', minutes: 90 },
  ),
  birdWalk: program(
    { category: 'nature', picture: 'nature', tags: ['outdoors'], cost: null },
    { venues: ['promenade', 'park'], organizer: 'gardenSociety', practical: 'outdoor' },
    { months: DARK_MONTHS, weekdays: WEEKEND, time: '08:30', minutes: 120 },
  ),
  harborFestival: program(
    { category: 'festivals', picture: 'harbor', tags: ['live', 'outdoors'], cost: null },
    { venues: ['promenade'], organizer: 'cultureOffice', practical: 'outdoor' },
    { months: [7], weekdays: [5], time: '12:00', minutes: 600, allDays: 3, oncePer: 'year' },
  ),
  lanternParade: program(
    { category: 'festivals', picture: 'lanterns', tags: ['children', 'tradition'], cost: null },
    { venues: ['marketSquare'], organizer: 'cultureOffice', practical: 'outdoor' },
    { months: [11], weekdays: ANY_DAY, time: '17:30', minutes: 120, lastDay: 20, oncePer: 'year' },
  ),
} as const satisfies Readonly<Record<string, Program>>
export type ProgramKey = keyof typeof PROGRAMS
