// The names of time zones that `zoneNames` adds to those of `Intl` are complete: no event with a zone of the database of time zones is left out.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { normalizeZone } from '../../src/kernel/time/date-times.ts'
import { zoneNames } from '../../src/kernel/time/zone-clocks.ts'
import { ADMIN_URL, LOOSE } from '../support/database.ts'

const database = openDatabase({ ...LOOSE, url: ADMIN_URL })
after(() => database.close())
/** The names of the database of time zones that an event may have, in their stored form. PostgreSQL lists links too, `Intl` does not. */
const accepted = new Set(
  (await database.query<{ name: string }>(sql`select name from pg_timezone_names`)).flatMap(({ name }) => normalizeZone(name) ?? []),
)
const missingFrom = (names: readonly string[]): string[] => {
  const known = new Set(names)
  return [...accepted].filter((zone) => !known.has(zone)).sort()
}

void test('13.7.2 the clocks of all time zones that an event may have are known', () => {
  assert.deepEqual(missingFrom(zoneNames()), [])
})
void test('13.7.2 each name that Intl does not list is compared with the database of time zones', () => {
  const listed = new Set(Intl.supportedValuesOf('timeZone'))
  const links = zoneNames().filter((zone) => !listed.has(zone))
  assert.ok(links.length > 100)
  for (const link of links) assert.deepEqual(missingFrom(zoneNames().filter((zone) => zone !== link)), [link])
})
void test('13.7.2 each name is one that an event may have, in its stored form', () => {
  assert.deepEqual(
    zoneNames().filter((zone) => normalizeZone(zone) !== zone),
    [],
  )
})
