// The rules of the house hold, and each of them can fail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as rules from './rules.ts'
import type { Rule, Source } from './rules.ts'
import * as structure from './structure-rules.ts'

const all = rules.sources()
/** For each rule, sources that break it. */
const CASES: readonly [name: string, rule: Rule, bad: readonly Source[]][] = [
  [
    'layers import only lower layers',
    rules.imports,
    [
      { path: 'kernel/a.ts', text: "import { b } from '../engine/b.ts'" },
      { path: 'engine/a.ts', text: "import { readConfig } from '../config.ts'" },
      { path: 'config.ts', text: "import { b } from './engine/b.ts'" },
      { path: 'kernel/b.ts', text: "export type { B } from '../engine/b.ts'" },
      { path: 'kernel/c.ts', text: "import '../engine/b.ts'" },
    ],
  ],
  ['features do not import one another', rules.slices, [{ path: 'features/feeds/a.ts', text: "import { b } from '../auth/b.ts'" }]],
  ['the environment is read in one place', rules.environment, [{ path: 'engine/a.ts', text: 'process.env.PORT' }]],
  [
    'only one module reads the clock',
    rules.clock,
    [
      { path: 'engine/a.ts', text: 'Date.now()' },
      { path: 'kernel/b.ts', text: 'Temporal.Now.instant()' },
    ],
  ],
  ['the pool is opened in one place', rules.pool, [{ path: 'engine/a.ts', text: 'openDatabase(settings)' }]],
  [
    'only one module opens outbound connections',
    rules.connections,
    [
      "await fetch('http://example.org')",
      'const get = fetch\n',
      '[url].map(fetch)',
      'globalThis.fetch(url)',
      "import { request } from 'node:http'",
      "import http from 'node:http'",
      "import * as https from 'https'",
      "import { isIP, connect } from 'node:net'",
      "import {\n  isIP,\n  connect as isIPv4,\n} from 'node:net'",
      "import tls from 'node:tls'",
      "import dgram from 'dgram'",
      "import { lookup } from 'node:dns/promises'",
      "import { connect } from 'http2'",
      "import { Pool } from 'undici'",
      "import axios from 'axios'",
      "import pg from 'pg'",
      "import { createClient } from '@redis/client'",
      "export { request } from 'node:https'",
      "import 'node-fetch'",
      "const net = await import('node:net')",
      "const net = process.getBuiltinModule('net')",
      "const net = require('net')",
      'new WebSocket(url)',
      'new EventSource(url)',
    ].map((text) => ({ path: 'features/a.ts', text })),
  ],
  ['there are no default exports', rules.defaultExports, [{ path: 'engine/a.ts', text: 'export default 1' }]],
  ['the type any is not used', rules.anyTypes, [{ path: 'engine/a.ts', text: 'const a: any = 1' }]],
  ['statuses in predicates are literals', rules.statusParameters, [{ path: 'engine/a.ts', text: 'sql`o.status = ${status}`' }]],
  [
    'the engine and the kernel name no kind',
    rules.names,
    [
      { path: 'engine/a.ts', text: "const table = 'venues'" },
      { path: 'kernel/b.ts', text: 'function event() {}' },
    ],
  ],
  [
    'folders and files have descriptive names',
    rules.rooms,
    [
      { path: 'engine/index.ts', text: '' },
      { path: 'utils/a.ts', text: '' },
      { path: 'kernel/SomeThing.ts', text: '' },
    ],
  ],
  ['files and the engine stay within their size limits', rules.sizes, [{ path: 'engine/a.ts', text: 'x\n'.repeat(301) }]],
  ['every file begins with a comment that states its responsibility', rules.headers, [{ path: 'engine/a.ts', text: 'export const a = 1' }]],
  [
    'folders import only the folders that the table allows',
    structure.folderDependencies,
    [
      { path: 'kernel/cache/a.ts', text: "import { b } from '../http/b.ts'" },
      { path: 'engine/definition/a.ts', text: "import type { B } from '../read/b.ts'" },
      { path: 'kernel/helpers/a.ts', text: '' },
    ],
  ],
  [
    'the kernel names no table of the domain',
    structure.kernelTables,
    [
      { path: 'kernel/database/a.ts', text: 'sql`select id from changes`' },
      { path: 'kernel/runtime/b.ts', text: 'sql`update "event_texts" set title = null`' },
    ],
  ],
  ['functions are short', structure.functionLengths, [{ path: 'a.ts', text: `function a() {\n${'b()\n'.repeat(80)}}` }]],
  [
    'at most 15 functions have five or more parameters',
    structure.parameters,
    [{ path: 'a.ts', text: Array.from({ length: 16 }, (_, i) => `const f${i} = (a, b, c, d, e) => a`).join('\n') }],
  ],
]
/** Rules that compare files with one another: each bad example is a set of files. */
const SET_CASES: readonly [name: string, rule: Rule, bad: readonly Source[]][] = [
  [
    'exported names are unique in the server',
    structure.uniqueExports,
    [
      { path: 'engine/a.ts', text: 'export const load = 1' },
      { path: 'kernel/b.ts', text: 'export interface load {}' },
    ],
  ],
  [
    'imports have no cycles, type imports included',
    structure.cycles,
    [
      { path: 'engine/a.ts', text: "import { b } from './b.ts'" },
      { path: 'engine/b.ts', text: "import { c } from './c.ts'" },
      { path: 'engine/c.ts', text: "import type { A } from './a.ts'" },
    ],
  ],
]
for (const [name, rule, bad] of SET_CASES) {
  test(`architecture: ${name}`, () => assert.deepEqual(rule(all), []))
  test(`architecture: the rule "${name}" can fail`, () => assert.notDeepEqual(rule(bad), []))
}
test('architecture: exported names are unique in the client', () => {
  const client = structure.allSources().filter(({ path }) => path.startsWith('client/src/'))
  assert.ok(client.length > 3)
  assert.deepEqual(structure.uniqueExports(client), [])
})
test('architecture: no sentence of a comment begins with What, Who or Of', () => {
  assert.deepEqual(structure.commentSentences(structure.allSources()), [])
  for (const text of ['// What is kept.', '// It is kept. Who asks, gets it.', '/**\n * Of a list:\n * its kind.\n */'])
    assert.notDeepEqual(structure.commentSentences([{ path: 'a.ts', text }]), [], text)
  assert.deepEqual(structure.commentSentences([{ path: 'a.ts', text: '// The client decides what is kept, and who asks for it.' }]), [])
})

for (const [name, rule, bad] of CASES) {
  test(`architecture: ${name}`, () => assert.deepEqual(rule(all), []))
  test(`architecture: the rule "${name}" can fail`, () => {
    for (const source of bad) assert.notDeepEqual(rule([source]), [], source.text)
  })
}
test('architecture: the rule on outbound connections accepts harmless imports', () => {
  const text =
    "import { isIP, type Socket } from 'node:net'\nimport type { Agent } from 'node:https'\nawait egress.fetch(url) // fetch(url)"
  assert.deepEqual(rules.connections([{ path: 'features/a.ts', text }]), [])
})
test('architecture: the rules check a plausible number of files', () => assert.ok(all.length > 40, `${all.length} files`))
