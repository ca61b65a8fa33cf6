// The rules of the house hold, and each of them can fail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as rules from './rules.ts'
import type { Rule, Source } from './rules.ts'

const all = rules.sources()
/** For each rule, sources that break it. */
const CASES: readonly [name: string, rule: Rule, bad: readonly Source[]][] = [
  [
    'a room uses only what is below it',
    rules.imports,
    [
      { path: 'kernel/a.ts', text: "import { b } from '../engine/b.ts'" },
      { path: 'engine/a.ts', text: "import { readConfig } from '../config.ts'" },
      { path: 'config.ts', text: "import { b } from './engine/b.ts'" },
    ],
  ],
  ['slices do not know one another', rules.slices, [{ path: 'features/feeds/a.ts', text: "import { b } from '../auth/b.ts'" }]],
  ['the environment is read in one place', rules.environment, [{ path: 'engine/a.ts', text: 'process.env.PORT' }]],
  [
    'there is one clock',
    rules.clock,
    [
      { path: 'engine/a.ts', text: 'Date.now()' },
      { path: 'kernel/b.ts', text: 'Temporal.Now.instant()' },
    ],
  ],
  ['the pool is opened in one place', rules.pool, [{ path: 'engine/a.ts', text: 'openDatabase(settings)' }]],
  [
    'there is one door out',
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
  ['there is no any', rules.anyTypes, [{ path: 'engine/a.ts', text: 'const a: any = 1' }]],
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
    'rooms are called by what they are in charge of',
    rules.rooms,
    [
      { path: 'engine/index.ts', text: '' },
      { path: 'utils/a.ts', text: '' },
      { path: 'kernel/SomeThing.ts', text: '' },
    ],
  ],
  ['files are short, and the engine small', rules.sizes, [{ path: 'engine/a.ts', text: 'x\n'.repeat(301) }]],
  ['every file says what it is in charge of', rules.headers, [{ path: 'engine/a.ts', text: 'export const a = 1' }]],
]

for (const [name, rule, bad] of CASES) {
  test(`house: ${name}`, () => assert.deepEqual(rule(all), []))
  test(`house: the rule "${name}" can fail`, () => {
    for (const source of bad) assert.notDeepEqual(rule([source]), [], source.text)
  })
}
test('house: the rule of the one door knows what is harmless', () => {
  const text =
    "import { isIP, type Socket } from 'node:net'\nimport type { Agent } from 'node:https'\nawait egress.fetch(url) // fetch(url)"
  assert.deepEqual(rules.connections([{ path: 'features/a.ts', text }]), [])
})
test('house: there is something to look at', () => assert.ok(all.length > 40, `${all.length} files`))
