// Two worlds, at length; and whether they notice: a copy of the server with one check less must show the hidden records.
// WORLDS_REQUESTS: how many (2,000). WORLDS_SEED: which (2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer, type SeededFault } from '../support/copy.ts'

const COUNT = process.env['WORLDS_REQUESTS'] ?? '2000'
const SEED = process.env['WORLDS_SEED'] ?? '2'
const FILE = 'permissions/worlds.test.ts'
const SHOWN = 'Hidden records show'
const [READ, SHARED, FILTERS] = ['engine/read.ts', 'resources/shared.ts', 'resources/event-filters.ts']
const copy = await copyServer()

/** One check less, in each of the places that ask for one. */
const CHECKS: readonly SeededFault[] = [
  { name: 'a single read', file: READ, find: "const seen = visible(kind, 'r', ask.caller)", put: "const seen = raw('true')" },
  {
    name: 'a nested record',
    file: 'engine/nested.ts',
    find: "n.id = l.ref_id and ${present(to, 'n', ask.caller)}",
    put: 'n.id = l.ref_id',
  },
  { name: 'the parent of an event', file: READ, find: "const seen = present(to, 'p', ask.caller)", put: "const seen = raw('true')" },
  { name: 'a name in a filter', file: 'engine/lookup.ts', find: "= present(kind, 'r', ask.caller)", put: '= sql`true`' },
  { name: 'statuses that are asked for', file: 'engine/list.ts', find: ", visible(kind, 'o', ask.caller)]", put: ']' },
  { name: 'events of a venue', file: SHARED, find: "all([present(event, 'l', ask.caller), ", put: 'all([' },
  { name: 'protected events of a venue', file: SHARED, find: ", unguarded(event, 'l', ask.caller)])", put: '])' },
  { name: 'places of hidden venues', file: FILTERS, find: "present(venue, 'v', ask.caller),", put: '' },
  { name: 'places of protected events', file: FILTERS, find: "unguarded(event, 'l', ask.caller),", put: '' },
  { name: 'venues of protected events', file: 'engine/list.ts', find: '? [unguarded(kind, alias, ask.caller)] : []', put: '? [] : []' },
  { name: 'words of protected events', file: 'engine/texts.ts', find: 'row[kind.guard.by] === true ? [kind.title]', put: 'false ? []' },
  { name: 'fields of protected events', file: 'engine/present.ts', find: '!open && kind.guard', put: 'false && kind.guard' },
  { name: 'events that are in no list', file: 'engine/list.ts', find: '(listing && window ? [', put: '(listing && !window ? [' },
  { name: 'what contributors own', file: 'engine/visibility.ts', find: 'return mayPublish(caller) ? own :', put: 'return own ? own :' },
]

void test(`8.4 8.5 ${COUNT} requests: what is hidden changes no answer`, async (t) => {
  const { code, output } = await copy.run(FILE, { WORLDS_REQUESTS: COUNT, WORLDS_SEED: SEED })
  t.diagnostic(/seed \d+: .*/.exec(output)?.[0] ?? 'nothing was asked')
  assert.equal(code, 0, output)
})
for (const fault of CHECKS)
  void test(`noticed without its check: ${fault.name}`, async (t) => {
    const { code, output } = await copy.faulty([fault], () => copy.run(FILE, { WORLDS_REQUESTS: '2000', WORLDS_SEED: SEED }))
    t.diagnostic(/Hidden records show, seed \d+, request \d+/.exec(output)?.[0] ?? 'nothing shown')
    assert.notEqual(code, 0, 'The check is not missed.')
    assert.ok(output.includes(SHOWN), `It failed, but not because something shows.\n${output}`)
  })
