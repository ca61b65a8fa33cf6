// Finds the IANA time zone that an iCalendar file means: by its name, by its Windows name, or by its offsets.
import { findIana } from 'windows-iana'
import { normalizeZone, temporalZone } from '../../../kernel/time/date-times.ts'

export interface FoundZone {
  readonly name: string
  /** Whether only the offsets agree, so that another zone may be meant. */
  readonly isGuessed: boolean
}
export type FindZone = (tzid: string) => FoundZone | null

interface Definition {
  readonly location: string
  readonly standard: number | null
  readonly daylight: number | null
}

/** `preferred` zones are tried first if a zone must be found by its offsets. */
export function zoneFinder(components: readonly (readonly string[])[], preferred: readonly string[]): FindZone {
  const definitions = new Map(components.map((lines) => readDefinition(lines)))
  const found = new Map<string, FoundZone | null>()
  return (tzid) => {
    const known = found.get(tzid)
    if (known !== undefined) return known
    const zone = findZone(tzid, definitions.get(tzid), preferred)
    found.set(tzid, zone)
    return zone
  }
}

function findZone(tzid: string, definition: Definition | undefined, preferred: readonly string[]): FoundZone | null {
  for (const name of [tzid, lastSegments(tzid), definition?.location ?? '']) {
    const zone = normalizeZone(name) ?? normalizeZone(findIana(name)[0] ?? '')
    if (zone !== null) return { name: zone, isGuessed: false }
  }
  if (!definition || definition.standard === null) return null
  const name = zoneByOffsets(definition.standard, definition.daylight ?? definition.standard, preferred)
  return name === null ? null : { name, isGuessed: true }
}
/** Some programs put a path before the name: `/example.org/2005/Europe/Berlin`. */
const lastSegments = (tzid: string): string => tzid.split('/').filter(Boolean).slice(-2).join('/')

/** Reads TZID, X-LIC-LOCATION, and the last offset of each of the two parts. */
function readDefinition(lines: readonly string[]): [tzid: string, definition: Definition] {
  let [tzid, location, part] = ['', '', '']
  const offsets: Record<string, number> = {}
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).split(';', 1)[0]?.toUpperCase()
    const value = line.slice(at + 1).trim()
    if (name === 'TZID') tzid = value
    if (name === 'X-LIC-LOCATION') location = value
    if (name === 'BEGIN') part = value.toUpperCase()
    const offset = name === 'TZOFFSETTO' ? parseOffset(value) : null
    if (offset !== null) offsets[part] = offset
  }
  return [tzid, { location, standard: offsets['STANDARD'] ?? null, daylight: offsets['DAYLIGHT'] ?? null }]
}
function parseOffset(text: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)(?:\d\d)?$/.exec(text) ?? []
  return sign === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Two days on which daylight saving time is in force in one hemisphere. */
const DAYS = [Temporal.Instant.from('2026-01-15T12:00:00Z'), Temporal.Instant.from('2026-07-15T12:00:00Z')]
function zoneByOffsets(standard: number, daylight: number, preferred: readonly string[]): string | null {
  const wanted = [standard, daylight].sort((a, b) => a - b).join()
  const hasOffsets = (zone: string): boolean =>
    DAYS.map((day) => day.toZonedDateTimeISO(temporalZone(zone)).offsetNanoseconds / 6e10)
      .sort((a, b) => a - b)
      .join() === wanted
  return [...preferred, ...Intl.supportedValuesOf('timeZone')].find(hasOffsets) ?? null
}
