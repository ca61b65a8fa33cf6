// The usual English abbreviation of a zone at a moment: CEST, EAT, JST; where there is none, UTC±H (contract 7.2).
import { temporalZone } from '../kernel/moments.ts'

// From the names that ICU gives in English. Zones whose names are not here have no abbreviation in common use.
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
  'Samoa Standard Time': 'SST',
  'South Africa Standard Time': 'SAST',
  'West Africa Standard Time': 'WAT',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Western Indonesia Time': 'WIB',
  'Central Indonesia Time': 'WITA',
  'Eastern Indonesia Time': 'WIT',
}

const formats = new Map<string, Intl.DateTimeFormat>()
function format(zone: string): Intl.DateTimeFormat {
  let known = formats.get(zone)
  if (!known) {
    known = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'long', year: 'numeric' })
    formats.set(zone, known)
  }
  return known
}

export function abbreviation(zone: string, at: Temporal.Instant): string {
  if (zone.startsWith('UTC')) return zone
  const name =
    format(zone)
      .formatToParts(at.epochMilliseconds)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return ABBREVIATIONS[name] ?? offsetName(at.toZonedDateTimeISO(temporalZone(zone)).offsetNanoseconds / 60e9)
}

function offsetName(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.round(Math.abs(minutes) % 60)]
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
