// Wall clocks of all named time zones at an instant. SQL statements receive them, because zones are never converted in SQL.

/** Names of the time zone database that `Intl` does not list, because they are links to other zones. */
const LINKS = `
Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia
America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Atka America/Ensenada
America/Fort_Wayne America/Indiana/Indianapolis America/Kentucky/Louisville America/Knox_IN America/Montreal America/Nipigon
America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario America/Santa_Isabel America/Shiprock
America/Thunder_Bay America/Virgin America/Yellowknife Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing
Asia/Chungking Asia/Dacca Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Kolkata Asia/Macao Asia/Tel_Aviv
Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe Atlantic/Jan_Mayen Australia/ACT Australia/Canberra
Australia/Currie Australia/LHI Australia/NSW Australia/North Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria
Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT Canada/Atlantic Canada/Central
Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland
Cuba EET EST EST5EDT Egypt Eire Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5
Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2 Etc/GMT-3
Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast
Europe/Kyiv Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong
Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC
PST8PDT Pacific/Chuuk Pacific/Johnston Pacific/Kanton Pacific/Pohnpei Pacific/Samoa Pacific/Yap Poland Portugal ROC ROK Singapore Turkey
UCT US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain
US/Pacific US/Samoa UTC Universal W-SU WET Zulu
`
let names: readonly string[] | null = null
/** All names that an event may have as its time zone, except offsets such as `UTC+3`. */
export const zoneNames = (): readonly string[] =>
  (names ??= [...new Set([...Intl.supportedValuesOf('timeZone'), ...LINKS.trim().split(/\s+/)])])

/** The offset of a zone between two changes of its clock, in milliseconds. */
interface ZonePeriod {
  readonly from: number
  readonly until: number
  readonly offset: number
  /** Until this instant, the clock shows times that it has shown before. */
  readonly repeatsUntil: number
}
/** Most requests are about the same periods. */
const PERIODS_MAX = 8
const periods = new Map<string, readonly ZonePeriod[]>()
function periodOf(zone: string, at: number): ZonePeriod {
  const recent = periods.get(zone) ?? []
  const known = recent.find(({ from, until }) => from <= at && at < until)
  if (known) return known
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  // The previous change is searched from the next instant, because a change at this instant counts.
  const change = time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const offset = time.offsetNanoseconds / 1e6
  const from = change?.epochMilliseconds ?? -Infinity
  const before = change ? change.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6 : offset
  const until = time.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity
  const period = { from, until, offset, repeatsUntil: from + Math.max(0, before - offset) }
  periods.set(zone, [period, ...recent.slice(0, PERIODS_MAX - 1)])
  return period
}

export interface ZoneClocks {
  readonly zones: readonly string[]
  /** For each zone, its wall time in milliseconds, as if it were UTC. */
  readonly clocks: readonly number[]
}
/**
 * Returns the wall clock of each zone at an instant. While a clock shows times that it has shown before, it stays at the last of them, so that a wall
 * time is reached when the clock shows it for the first time.
 */
export function zoneClocks(at: number): ZoneClocks {
  const zones = zoneNames()
  const clocks = zones.map((zone) => {
    const { offset, repeatsUntil } = periodOf(zone, at)
    return at < repeatsUntil ? repeatsUntil + offset - 1 : at + offset
  })
  return { zones, clocks }
}
