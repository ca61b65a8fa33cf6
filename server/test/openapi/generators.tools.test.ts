// Code generators of other projects read docs/openapi.json, their TypeScript compiles, and each generated client lists events of a real server.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Schema } from '../support/document.ts'
import { testServer } from '../support/server.ts'
import { DOCUMENT, GENERATORS, run, temporaryFolder, type Outcome } from './tools.ts'

const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
/**
 * Programs that use the generated code. Each takes the URL of a server and returns the titles of the events on the first page. Each also uses
 * a title as a number: if the compiler accepted that, because the generated type were `any`, the directive above it would be an error.
 */
const PROGRAMS: Readonly<Record<string, string>> = {
  'openapi-typescript': `import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript/schema.ts'
export async function titles(url: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl: url })
  const { data } = await client.GET('/calendar/events/v1/events', { params: { query: { per_page: 2 } } })
  if (!data) throw new Error('no data')
  // @ts-expect-error
  const wrong: number[] = data.events.map(({ title }) => title)
  return data.events.map(({ title }) => title)
}`,
  'hey-api': `import { listEvents } from './hey-api/index.ts'
import { client } from './hey-api/client.gen.ts'
export async function titles(url: string): Promise<string[]> {
  client.setConfig({ baseUrl: url })
  const { data } = await listEvents({ query: { per_page: 2 }, throwOnError: true })
  // @ts-expect-error
  const wrong: number[] = data.events.map(({ title }) => title)
  return data.events.map(({ title }) => title)
}`,
  orval: `import { listEvents } from './orval/client.ts'
export async function titles(url: string): Promise<string[]> {
  Reflect.set(globalThis, 'calendarUrl', url)
  const answer = await listEvents({ per_page: 2 })
  if (answer.status !== 200) throw new Error(String(answer.status))
  // @ts-expect-error
  const wrong: number[] = answer.data.events.map(({ title }) => title)
  return answer.data.events.map(({ title }) => title)
}`,
}
const server = await testServer()
await server.make('events', { title: 'Open day', start_date: '+1 days', end_date: '+2 days' })
await server.make('events', { title: 'Jazz night', start_date: '+3 days', end_date: '+4 days' })
await server.make('events', { title: 'Flea market', start_date: '+5 days', end_date: '+6 days' })

/** Generates code from a document, and compiles it together with the program that uses it. */
async function generate(name: string, document: Schema, folder: string): Promise<Outcome> {
  const generated = await GENERATORS[name]?.(document, folder)
  if (!generated?.accepted) return generated ?? { accepted: false, output: 'no such generator' }
  writeFileSync(join(folder, 'program.ts'), PROGRAMS[name] ?? '')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['**/*.ts'] }))
  return run(TSC, ['--project', folder], folder)
}
const COMPILER = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
}

for (const name of Object.keys(GENERATORS)) {
  void test(`10.2 the client that ${name} generates compiles and lists events`, async () => {
    const folder = temporaryFolder()
    const { accepted, output } = await generate(name, DOCUMENT, folder)
    assert.ok(accepted, output)
    const outfile = join(folder, 'program.mjs')
    await build({ entryPoints: [join(folder, 'program.ts')], outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' })
    const { titles } = (await import(pathToFileURL(outfile).href)) as { titles(url: string): Promise<string[]> }
    assert.deepEqual(await titles(server.base), ['Open day', 'Jazz night'])
  })
  void test(`10.2 ${name} rejects a document with a broken reference`, async () => {
    const copy = structuredClone(DOCUMENT)
    const list = copy.components.schemas['event_list'] as { properties: { events: { items: Schema } } }
    list.properties.events.items['$ref'] = '#/components/schemas/nothing'
    assert.equal((await generate(name, copy, temporaryFolder())).accepted, false)
  })
}
