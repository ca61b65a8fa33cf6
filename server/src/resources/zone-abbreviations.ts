// English abbreviations of time zones, such as CEST, EAT and JST. A zone without one is written as UTC±H (contract 7.2).
import { memoize } from '../kernel/cache/memoize.ts'
import { temporalZone } from '../kernel/time/date-times.ts'

// Abbreviations by the English names of ICU. Zones with other names have no abbreviation in common use.
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'Alaska Standard Time': 'AKST',
  'Alaska Daylight Time': 'AKDT',
  'Atlantic Standard Time': 'AST',
  'Atlantic Daylight Time': 'ADT',
  'Australian Central Standard Time': 'ACST',
  'Australian Central Daylight Time': 'ACDT',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Eastern Daylight Time': 'AEDT',
  'Australian Western Standard Time': 'AWST',
  'British Summer Time': 'BST',
  'Central Africa Time': 'CAT',
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Central Standard Time': 'CST',
  'Central Daylight Time': 'CDT',
  'Chamorro Standard Time': 'ChST',
  'China Standard Time': 'CST',
  'Coordinated Universal Time': 'UTC',
  'Cuba Standard Time': 'CST',
  'Cuba Daylight Time': 'CDT',
  'East Africa Time': 'EAT',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Eastern Standard Time': 'EST',
  'Eastern Daylight Time': 'EDT',
  'Greenwich Mean Time': 'GMT',
  'Hawaii-Aleutian Standard Time': 'HST',
  'Hawaii-Aleutian Daylight Time': 'HDT',
  'Hong Kong Standard Time': 'HKT',
  'India Standard Time': 'IST',
  'Irish Standard Time': 'IST',
  'Israel Standard Time': 'IST',
  'Israel Daylight Time': 'IDT',
  'Japan Standard Time': 'JST',
  'Korean Standard Time': 'KST',
  'Moscow Standard Time': 'MSK',
  'Mountain Standard Time': 'MST',
  'Mountain Daylight Time': 'MDT',
  'New Zealand Standard Time': 'NZST',
  'New Zealand Daylight Time': 'NZDT',
  'Newfoundland Standard Time': 'NST',
  'Newfoundland Daylight Time': 'NDT',
  'Pacific Standard Time': 'PST',
  'Pacific Daylight Time': 'PDT',
  'Pakistan Standard Time': 'PKT',
  'Philippine Standard Time': 'PST',
  'American Samoa Standard Time': 'SST',
  'South Africa Standard Time': 'SAST',
  'West Africa Time': 'WAT',
  'West Africa Standard Time': 'WAT',
  'Taiwan Standard Time': 'CST',
  'Yukon Time': 'MST',
  'Mexican Pacific Standard Time': 'MST',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Western Indonesia Time': 'WIB',
  'Central Indonesia Time': 'WITA',
  'Eastern Indonesia Time': 'WIT',
}

/** Zones without an abbreviation in the IANA database, although ICU has a name for them. */
const WITHOUT_ABBREVIATION: ReadonlySet<string> = new Set([
  'Europe/Minsk',
  'Asia/Colombo',
  'Antarctica/Casey',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Antarctica/Troll',
])
/** Islands that use the time of London. */
const LONDON: ReadonlySet<string> = new Set(['Europe/Guernsey', 'Europe/Jersey', 'Europe/Isle_of_Man'])
/** Zones that abolished daylight saving time in 2026, and have used the abbreviation of a neighboring zone since. */
const PERMANENT_SINCE_2026: Readonly<Record<string, string>> = {
  'America/Edmonton': 'CST',
  'America/Yellowknife': 'CST',
  'Canada/Mountain': 'CST',
  'America/Vancouver': 'MST',
  'Canada/Pacific': 'MST',
}
const PERMANENT_SINCE = Temporal.Instant.from('2026-11-01T12:00:00Z')

/** There are about 600 zones. */
const format = memoize(1_000, (zone) => new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'long', year: 'numeric' }))

const MAX_CACHED = 20_000
/** Returns the abbreviation of a zone at an instant. Formatting is slow and lists repeat the same instants, so results are cached. */
export function abbreviation(zone: string, at: Temporal.Instant): string {
  if (zone.startsWith('UTC')) return zone
  return cachedAbbreviation(`${at.epochMilliseconds} ${zone}`, zone, at)
}
const cachedAbbreviation = memoize(MAX_CACHED, (_key, zone: string, at: Temporal.Instant) => findAbbreviation(zone, at))
function findAbbreviation(zone: string, at: Temporal.Instant): string {
  if (LONDON.has(zone)) return findAbbreviation('Europe/London', at)
  const permanent = PERMANENT_SINCE_2026[zone]
  if (permanent && Temporal.Instant.compare(at, PERMANENT_SINCE) > 0) return permanent
  const name =
    format(zone)
      .formatToParts(at.epochMilliseconds)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const abbreviated = WITHOUT_ABBREVIATION.has(zone) ? undefined : ABBREVIATIONS[name]
  return abbreviated ?? offsetName(at.toZonedDateTimeISO(temporalZone(zone)).offsetNanoseconds / 60e9)
}

function offsetName(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.round(Math.abs(minutes) % 60)]
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
