// Declarations and database say the same, both ways: every declared column exists, and every column is declared.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ownColumns } from '../../src/engine/read/select-rows.ts'
import { linkFields, ownerColumn } from '../../src/engine/definition/resource.ts'
import type { Kind } from '../../src/engine/definition/kind.ts'
import { textFields } from '../../src/engine/texts/texts.ts'
import { derivedTextColumns } from '../../src/engine/texts/write-texts.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { kinds } from '../../src/resources/index.ts'
import { freshDatabase, LOOSE } from '../support/database.ts'

const database = await freshDatabase()
const db = openDatabase({ ...LOOSE, url: database.url })
after(async () => {
  await db.close()
  await database.drop()
})
type Tables = Readonly<Record<string, readonly string[]>>
const rows = await db.query<{ table: string; columns: string[] }>(sql`
select table_name as table, array_agg(column_name::text order by column_name) as columns
from information_schema.columns where table_schema = 'public' group by table_name`)
const there: Tables = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))

const TEXT_COLUMNS = ['id', 'language', 'original', 'other_languages', 'changed_at', 'field_changes', 'is_outdated']
/** Tables and columns that the declarations speak of. */
function declared(kind: Kind): Tables {
  const references = Object.values(kind.fields).flatMap(({ storage: place }) => (place.in === 'reference' ? [place.column] : []))
  const stored = Object.entries(ownColumns(kind)).flatMap(([name, sort]) => (typeof sort === 'string' ? [name] : []))
  const links = linkFields(kind).map(
    ([, { table, isCounted }]) => [table, [ownerColumn(kind), 'ref_id', 'position', ...(isCounted ? ['counted'] : [])]] as const,
  )
  return {
    [kind.table]: ['id', ...stored, ...references],
    [kind.texts]: [...TEXT_COLUMNS, ...derivedTextColumns(kind), ...textFields(kind)],
    ...(kind.listing && { [kind.listing.table]: ['record_id', ...new Set([...kind.listing.columns, ...kind.listing.dateColumns])] }),
    ...Object.fromEntries(links),
  }
}
function drift(kind: Kind, tables: Tables): string[] {
  return Object.entries(declared(kind)).flatMap(([table, names]) => {
    const [wanted, found] = [new Set(names), new Set(tables[table] ?? [])]
    return [
      ...[...wanted].filter((name) => !found.has(name)).map((name) => `${table}.${name} is declared but not in the database`),
      ...[...found].filter((name) => !wanted.has(name)).map((name) => `${table}.${name} is in the database but not declared`),
    ]
  })
}

for (const kind of kinds) {
  test(`drift: ${kind.plural}`, () => assert.deepEqual(drift(kind, there), []))
  test(`drift: ${kind.plural}, the check can fail both ways`, () => {
    const [first = ''] = there[kind.table] ?? []
    assert.equal(drift(kind, { ...there, [kind.table]: (there[kind.table] ?? []).filter((name) => name !== first) }).length, 1)
    assert.equal(drift(kind, { ...there, [kind.texts]: [...(there[kind.texts] ?? []), 'stray'] }).length, 1)
  })
}
test('drift: no table is unknown', () => {
  const known = new Set([
    ...kinds.flatMap((kind) => Object.keys(declared(kind))),
    'users',
    'credentials',
    'changes',
    'counts',
    'count_changes',
    'day_counts',
    'event_hours',
    'external_ids',
    'idempotency_keys',
    'image_sources',
    'security_log',
    'calendar_identity',
    'migrations',
    'redirects',
    'change_feed',
    'listings',
    'retired_occurrences',
    'webhooks',
    'webhook_deliveries',
    'sources',
    'source_runs',
    'source_items',
    'source_pages',
    'source_records',
    'sessions',
    'known_devices',
    'one_time_secrets',
    'sign_in_attempts',
    'second_factors',
    'recovery_codes',
    'passkeys',
    'identities',
    'oidc_sign_ins',
    'working_copies',
    'review_notes',
    'presence',
    'submissions',
    'submission_links',
    'submission_key',
    'spent_challenges',
    'search_index',
    'search_chunks',
    'search_dates',
    'search_words',
    'search_bits',
    'search_pending',
    'facet_counts',
    'facet_records',
    'facet_spans',
  ])
  assert.deepEqual(
    Object.keys(there).filter((table) => !known.has(table)),
    [],
  )
})
