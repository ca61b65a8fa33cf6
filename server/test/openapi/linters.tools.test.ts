// Linters and parsers of other projects accept docs/openapi.json without an error or a warning, and each of them refuses seeded faults.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NS, type Document, type Schema } from '../support/document.ts'
import { DOCUMENT, LINTERS, temporaryFolder } from './tools.ts'

interface SeededFault {
  readonly name: string
  /** The linters that must report the fault, and how. */
  readonly reports: Readonly<Record<string, RegExp>>
  seed(document: Document): void
}
const FAULTS: readonly SeededFault[] = [
  {
    name: 'an operation without a summary',
    reports: { redocly: /operation-summary/, spectral: /operation-summary/ },
    seed: ({ paths }) => void Reflect.deleteProperty(paths[`${NS}/events`]?.['get'] ?? {}, 'summary'),
  },
  {
    name: 'a reference to a schema that does not exist',
    reports: { redocly: /no-unresolved-refs/, spectral: /invalid-ref/, seriousme: /Can't resolve/, scalar: /INVALID_REFERENCE/ },
    seed: ({ components }) => {
      const list = components.schemas['event_list'] as { properties: { events: { items: Schema } } }
      list.properties.events.items['$ref'] = '#/components/schemas/nothing'
    },
  },
  {
    name: 'a parameter without a location',
    reports: { redocly: /"struct"/, spectral: /oas3-schema/, seriousme: /missingProperty.*"in"/, scalar: /required property 'in'/ },
    seed: ({ paths }) => void Reflect.deleteProperty(paths[`${NS}/venues`]?.['get']?.parameters[0] ?? {}, 'in'),
  },
]
/** They report all faults of a document at once, so one run is enough. */
const AT_ONCE = ['redocly', 'spectral']

for (const [name, lint] of Object.entries(LINTERS)) {
  void test(`10.2 ${name} accepts the document without errors and warnings`, async () => {
    const { accepted, output } = await lint(DOCUMENT, temporaryFolder())
    assert.ok(accepted, output)
  })
  void test(`10.2 ${name} rejects seeded faults`, async () => {
    const folder = temporaryFolder()
    const seeded = FAULTS.filter(({ reports }) => reports[name])
    assert.ok(seeded.length > 0)
    for (const faults of AT_ONCE.includes(name) ? [seeded] : seeded.map((fault) => [fault])) {
      const copy = structuredClone(DOCUMENT)
      for (const { seed } of faults) seed(copy)
      const { accepted, output } = await lint(copy, folder)
      assert.equal(accepted, false)
      for (const fault of faults) assert.match(output, fault.reports[name] ?? /^$/, fault.name)
    }
  })
}
