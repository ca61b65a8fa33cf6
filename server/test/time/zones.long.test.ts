// Time arithmetic over every zone and every change of offset from 1970 to 2037, against Python's zoneinfo and the system's zone data
// (contract 3.2, 7.1, 7.2). Needs python3 and /usr/share/zoneinfo with tzdata.zi (package tzdata).
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RequestContext } from '../../src/engine/definition/kind.ts'
import { localToInstant, normalizeZone, formatDateTime, toDatabase, toLocal } from '../../src/kernel/time/date-times.ts'
import { deriveDates } from '../../src/resources/event-dates.ts'
import { abbreviation } from '../../src/resources/zone-abbreviations.ts'

/** A wall time as it was written, the second it means, and what a clock shows then. */
type Wall = readonly [written: string, second: number, shown: string]
interface Change {
  readonly at: number
  readonly before: number
  readonly after: number
  readonly walls: readonly Wall[]
}
interface Zone {
  readonly zone: string
  /** The offset at the beginning of 1970. */
  readonly first: number
  readonly changes: readonly Change[]
  /** The abbreviations at the moments `named`. */
  readonly names: readonly string[]
}
/** zone-differences.json: where two versions of the data part, from which day on (in UTC) and why; and abbreviations that part without that. */
interface Known {
  readonly node: string
  readonly system: string
  readonly zones: Readonly<Record<string, { readonly from: string; readonly why: string }>>
  readonly names: Readonly<Record<string, string>>
}

const FIRST = 0
const LAST = Date.UTC(2038, 0) / 1000 - 1
const MONTHS = Array.from({ length: 68 * 12 }, (_, i) => Date.UTC(1970, i) / 1000)
const MOST = 12
const LINKS = [
  'Asia/Calcutta',
  'Asia/Kolkata',
  'US/Pacific',
  'Europe/Kiev',
  'Europe/Kyiv',
  'America/Buenos_Aires',
  'Asia/Saigon',
  'GB',
  'UTC',
]

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const known = JSON.parse(readFileSync(here('zone-differences.json'), 'utf8')) as Known
const node = process.versions['tz'] ?? 'unknown'
const { version: system, named, zones } = await askOracle()

async function askOracle(): Promise<{ version: string; named: readonly number[]; zones: readonly Zone[] }> {
  const env = { ...process.env, PYTHONTZPATH: process.env['PYTHONTZPATH'] ?? '/usr/share/zoneinfo' }
  const { stdout } = await promisify(execFile)('python3', [here('oracle.py')], { env, maxBuffer: 2 ** 28 })
  const [head = '{}', ...lines] = stdout.trimEnd().split('\n')
  return { ...(JSON.parse(head) as { version: string; named: number[] }), zones: lines.map((line) => JSON.parse(line) as Zone) }
}

const instant = (second: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(second * 1000)
const second = (moment: Temporal.Instant): number => Math.floor(moment.epochMilliseconds / 1000)
const shown = (at: number, offset: number): string => formatDateTime(toLocal(instant(at + offset), 'UTC'))
const ctx = { site: { zone: 'UTC' }, now: instant(0) } as unknown as RequestContext

/** Where our arithmetic and the oracle part for one zone: the second, and what was found. */
type Difference = readonly [at: number, what: string]

/** The changes that our data has and the oracle does not, and the other way round. */
function changesApart({ zone, changes }: Zone): Difference[] {
  const name = ({ at, before, after }: Pick<Change, 'at' | 'before' | 'after'>): string => `${at} ${before} ${after}`
  const ours: Pick<Change, 'at' | 'before' | 'after'>[] = []
  let next = instant(FIRST).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (next && second(next.toInstant()) <= LAST) {
    const before = next.subtract({ seconds: 1 }).offsetNanoseconds / 1e9
    const after = next.offsetNanoseconds / 1e9
    if (before !== after) ours.push({ at: second(next.toInstant()), before, after })
    next = next.getTimeZoneTransition('next')
  }
  const [mine, theirs] = [new Set(ours.map(name)), new Set(changes.map(name))]
  return [
    ...ours.filter((change) => !theirs.has(name(change))).map((change): Difference => [change.at, `only here: ${name(change)}`]),
    ...changes.filter((change) => !mine.has(name(change))).map((change): Difference => [change.at, `only there: ${name(change)}`]),
  ]
}

/** Local times to compare: around each transition, and on the first day of every month. */
function clocksApart({ zone, first, changes }: Zone): Difference[] {
  const expected: (readonly [at: number, wall: string])[] = changes.flatMap(({ at, before, after }) => [
    [at - 1, shown(at - 1, before)],
    [at, shown(at, after)],
  ])
  let [offset, passed] = [first, 0]
  for (const month of MONTHS) {
    for (let change = changes[passed]; change && change.at <= month; change = changes[passed]) {
      offset = change.after
      passed += 1
    }
    expected.push([month, shown(month, offset)])
  }
  return expected
    .map(([at, wall]) => [at, wall, formatDateTime(toLocal(instant(at), zone))] as const)
    .filter(([, wall, found]) => wall !== found)
    .map(([at, wall, found]) => [at, `clock at ${at}: ${found}, not ${wall}`])
}

/** Instants of local times: by the arithmetic itself, for a created event, and for an event that is moved to the zone. */
function wallsApart({ zone, changes }: Zone): Difference[] {
  return changes.flatMap(({ walls }) =>
    walls.flatMap(([written, meant, show]) => {
      const wall = Temporal.PlainDateTime.from(written)
      const date = { type: 'local', local: wall } as const
      const stored = { timezone: 'UTC', all_day: false, starts_local: written, ends_local: written, starts_at: `${written}+00` }
      const made = deriveDates({ start_date: date, end_date: date, timezone: zone }, null, ctx).columns
      const moved = deriveDates({ timezone: zone }, { ...stored, ends_at: stored.starts_at }, ctx).columns
      const expected = `${toDatabase(instant(meant))} ${show}`
      return [
        ['instantOf', `${toDatabase(localToInstant(wall, zone))} ${formatDateTime(toLocal(localToInstant(wall, zone), zone))}`],
        ['start of a new event', [made['starts_at'], made['starts_local']].join(' ')],
        ['end of a new event', [made['ends_at'], made['ends_local']].join(' ')],
        ['start of a moved event', [moved['starts_at'], moved['starts_local']].join(' ')],
        ['end of a moved event', [moved['ends_at'], moved['ends_local']].join(' ')],
      ]
        .filter(([, found]) => found !== expected)
        .map(([what, found]): Difference => [meant, `${what}, ${written}: ${found}, not ${expected}`])
    }),
  )
}

const apart = new Map<string, readonly Difference[]>()
for (const zone of zones) {
  if (normalizeZone(zone.zone) === null) continue
  const found = [...changesApart(zone), ...clocksApart(zone), ...wallsApart(zone)].sort(([a], [b]) => a - b)
  if (found.length > 0) apart.set(zone.zone, found)
}
const dayOf = (found: readonly Difference[] | undefined): string => new Date((found?.[0]?.[0] ?? 0) * 1000).toISOString().slice(0, 10)
const sameVersions = node === known.node && system === known.system

void test('7.2 every zone of the system is a zone here, in any letter case, and the other way round', () => {
  const theirs = new Set(zones.map(({ zone }) => zone))
  assert.deepEqual(
    [...Intl.supportedValuesOf('timeZone'), ...LINKS].filter((zone) => !theirs.has(zone)),
    [],
  )
  for (const zone of theirs)
    assert.deepEqual([normalizeZone(zone), normalizeZone(zone.toLowerCase()), normalizeZone(zone.toUpperCase())], [zone, zone, zone])
})

void test('3.2 7.1 wall times and instants agree with the oracle in every zone, but for rules that changed between the two data versions', (t) => {
  const changes = zones.reduce((sum, zone) => sum + zone.changes.length, 0)
  const walls = zones.reduce((sum, zone) => sum + zone.changes.reduce((n, change) => n + change.walls.length, 0), 0)
  t.diagnostic(`${zones.length} zones, ${changes} changes of offset, ${walls} wall times; zone data ${node} here, ${system} there`)
  for (const [zone, found] of apart) t.diagnostic(`${zone} differs from ${dayOf(found)}, ${found.length} times: ${found[0]?.[1]}`)
  assert.ok(zones.length > 500 && changes > 25_000, 'the oracle knows too little')
  if (!sameVersions) {
    t.diagnostic(`zone-differences.json is for ${known.node} and ${known.system}; please bring it up to date`)
    assert.ok(apart.size <= MOST, `more than ${MOST} zones differ: ${[...apart.keys()].join(', ')}`)
    return
  }
  assert.deepEqual(
    Object.fromEntries([...apart].map(([zone, found]) => [zone, dayOf(found)])),
    Object.fromEntries(Object.entries(known.zones).map(([zone, { from }]) => [zone, from])),
  )
  const reasons = [...Object.entries(known.zones).map(([zone, { why }]) => [zone, why] as const), ...Object.entries(known.names)]
  for (const [zone, why] of reasons) assert.match(why, /\d{4}-\d\d-\d\d/, `${zone}: name the rule and its date`)
})

const utcName = (offset: number): string => {
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 3600), Math.trunc((Math.abs(offset) % 3600) / 60)]
  return offset === 0 ? 'UTC' : `UTC${offset < 0 ? '-' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

/** Every zone in January and July 2031: our name, the oracle's, and the name of the offset. Zones whose rules or names differ are left out. */
const names = zones
  .filter(({ zone }) => normalizeZone(zone) !== null && !apart.has(zone) && !Object.hasOwn(known.names, zone))
  .flatMap(({ zone, first, changes, names: theirs }) =>
    theirs.map((oracle, i) => {
      const at = named[i] ?? 0
      const offset = changes.findLast((change) => change.at <= at)?.after ?? first
      return { zone, month: i === 0 ? 'January' : 'July', oracle, ours: abbreviation(zone, instant(at)), plain: utcName(offset) }
    }),
  )
const told = (wrong: typeof names): string[] =>
  wrong.map(({ zone, month, oracle, ours }) => `${zone} in ${month} is ${ours}, and ${oracle} to others`)

void test('7.2 timezone_abbr is the name in common use or UTC±H', (t) => {
  const alphabetic = names.filter(({ oracle }) => /^[A-Z]+$/i.test(oracle))
  const [equal, others] = [alphabetic.filter((name) => name.ours === name.oracle), alphabetic.filter((name) => name.ours !== name.oracle)]
  const plain = others.filter((name) => name.ours === name.plain)
  t.diagnostic(`${names.length} names, ${alphabetic.length} of them alphabetic: ${equal.length} are the same, ${plain.length} are UTC±H`)
  assert.deepEqual(told(others.filter((name) => !plain.includes(name))), [])
})

void test('7.2 timezone_abbr is UTC±H where no name is in common use', () => {
  const numeric = names.filter(({ oracle }) => !/^[A-Z]+$/i.test(oracle))
  assert.deepEqual(told(numeric.filter(({ ours, plain }) => ours !== plain)), [])
})
