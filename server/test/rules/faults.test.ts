// Checks that the faults, mutants and survivors of the long tests fit the source as it is, so that a change that breaks one fails at once.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SESSION_FAULTS } from '../accounts/session-faults.ts'
import { FACET_FAULTS } from '../api/facet-faults.ts'
import { FALLBACK_FAULTS } from '../api/fallback-faults.ts'
import { FEED_FAULTS } from '../changes/feed-faults.ts'
import { COMMIT_FAULT, ISOLATION_FAULTS, WRITE_FAULTS } from '../dry-run/dry-run-faults.ts'
import { HISTORY_FAULTS } from '../recurrence/history-faults.ts'
import { OPEN_END_FAULTS, STATUS_FAULTS } from '../feeds/event-status-faults.ts'
import { SERIES_FEED_FAULTS } from '../feeds/series-feeds-faults.ts'
import { HOURS_FAULTS } from '../hours/hours-faults.ts'
import { STORE_FAULTS } from '../media/store-faults.ts'
import { COUNT_FAULTS, FAULTS } from '../model/faults.ts'
import { MATRIX_FAULTS } from '../permissions/matrix-faults.ts'
import { KEPT_APART, MUTATED_FILES, mutate, PREDICATES, STATUS_LIST } from '../permissions/mutate.ts'
import { REPLAY_FAULTS } from '../permissions/replay-faults.ts'
import { SERIES_VISIBILITY_FAULTS } from '../permissions/series-visibility-faults.ts'
import { SURVIVORS } from '../permissions/survivors.ts'
import { WORLDS_FAULTS } from '../permissions/two-calendars-faults.ts'
import { OUTCOME_FAULTS } from '../failover/outcome-faults.ts'
import { REPLICA_FAULTS } from '../replicas/replica-faults.ts'
import { RECURRENCE_FAULTS } from '../recurrence/recurrence-faults.ts'
import { COLLAPSE_FAULTS } from '../recurrence/collapse-faults.ts'
import { editSource, unknownNames, type Edit } from '../support/source-edits.ts'
import { declarationsOf, parseSource } from '../support/syntax-tree.ts'
import { IMPORT_FAULTS } from '../sources/import-faults.ts'
import { QUADRATIC_FAULTS } from '../timing/faults.ts'
import { WEBHOOK_FAULTS } from '../webhooks/webhook-faults.ts'

const faults: readonly (readonly [name: string, edits: readonly Edit[]])[] = [
  ...[...FALLBACK_FAULTS, ...HISTORY_FAULTS, ...FAULTS, ...COUNT_FAULTS, ...MATRIX_FAULTS, ...WORLDS_FAULTS].map(
    (fault) => [fault.name, [fault]] as const,
  ),
  ...REPLAY_FAULTS.map(({ test: name, edits }) => [name, edits] as const),
  ...STATUS_FAULTS.map((fault) => [`event status: ${fault.name}`, [fault]] as const),
  ...OPEN_END_FAULTS.map((fault) => [`open end: ${fault.name}`, [fault]] as const),
  ...COLLAPSE_FAULTS.map((fault) => [`collapse: ${fault.name}`, [fault]] as const),
  ...FACET_FAULTS.map((fault) => [`facets: ${fault.name}`, [fault]] as const),
  ...QUADRATIC_FAULTS.map((fault) => [`quadratic: ${fault.file}`, [fault]] as const),
  ...[COMMIT_FAULT, ...WRITE_FAULTS, ...ISOLATION_FAULTS].map((fault) => [`dry run: ${fault.name}`, [fault]] as const),
  ...RECURRENCE_FAULTS.map((fault) => [`recurrence: ${fault.name}`, [fault]] as const),
  ...HOURS_FAULTS.map((fault) => [`opening hours: ${fault.name}`, [fault]] as const),
  ...SERIES_VISIBILITY_FAULTS.map((fault) => [`visibility of series: ${fault.name}`, [fault]] as const),
  ...REPLICA_FAULTS.map((fault) => [`replicas: ${fault.name}`, [fault]] as const),
  ...STORE_FAULTS.map((fault) => [`stores: ${fault.name}`, [fault]] as const),
  ...OUTCOME_FAULTS.map((fault) => [`outcome of commits: ${fault.name}`, [fault]] as const),
  // Some are in the source of the client, which this test does not read.
  ...FEED_FAULTS.filter(({ file }) => !file.startsWith('..')).map((fault) => [`change feed: ${fault.name}`, [fault]] as const),
  ...SERIES_FEED_FAULTS.map((fault) => [`feeds of series: ${fault.name}`, [fault]] as const),
  ...WEBHOOK_FAULTS.map((fault) => [`webhooks: ${fault.name}`, [fault]] as const),
  ...SESSION_FAULTS.map(({ name, edits }) => [`sessions: ${name}`, edits] as const),
  ...IMPORT_FAULTS.map(({ name, edits }) => [`imports: ${name}`, edits] as const),
  ['one cache for each mutant', KEPT_APART],
]
const SOURCE = new URL('../../src/', import.meta.url)
const sources = new Map(
  globSync('**/*.ts', { cwd: SOURCE.pathname }).map((file) => [file, readFileSync(new URL(file, SOURCE), 'utf8')] as const),
)
const sourceOf = (file: string): string => sources.get(file) ?? assert.fail(`there is no ${file}`)

void test('every seeded fault selects one place, and its text uses names that exist', (t) => {
  const known = new Set([...sources.values()].flatMap((text) => text.match(/[\w$]+/g) ?? []))
  const wrong = faults.flatMap(([name, edits]) => {
    try {
      return [...Map.groupBy(edits, (edit) => edit.file)].flatMap(([file, own]) => {
        const unknown = unknownNames(file, sourceOf(file), editSource(file, sourceOf(file), own), known)
        return unknown.length > 0 ? [`${name}: ${file} has no ${unknown.join(', ')}`] : []
      })
    } catch (error) {
      return [`${name}: ${String(error)}`]
    }
  })
  t.diagnostic(`${faults.length} faults`)
  assert.deepEqual(wrong, [])
})

void test('every mutant has a name of its own, and every survivor is a mutant', () => {
  const names = MUTATED_FILES.flatMap((file) => mutate(file, sourceOf(file), 1).mutants.map(({ name }) => name))
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    Object.keys(SURVIVORS).filter((name) => !names.includes(name)),
    [],
  )
})

void test('every predicate that is mutated is declared in the source', () => {
  const declared = [...sources].flatMap(([file, text]) => [...declarationsOf(parseSource(file, text))])
  const functions = new Set(declared.filter(({ isFunction }) => isFunction).map(({ path }) => path))
  assert.deepEqual(
    PREDICATES.filter((name) => !functions.has(name)),
    [],
  )
  assert.ok(
    declared.some(({ path }) => path === STATUS_LIST),
    `${STATUS_LIST} is not declared`,
  )
})
