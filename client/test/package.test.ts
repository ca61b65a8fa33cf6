// Tests the packed client: manifest, types, size, dependencies, and the globals that it needs.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { testServer } from '../../server/test/support/server.ts'
import { bin, packClient, run } from './support/package.ts'

const server = await testServer()
const packed = packClient()
after(() => packed.remove())
const SIZE_MAX = 8_500

void test('client: publint reports no problem', (t) => {
  const output = run(bin('publint'), ['run', packed.tarball, '--strict'], packed.folder)
  t.diagnostic(output.trim().split('\n').join(' | '))
  assert.match(output, /All good/)
})

void test('client: the types resolve with every module resolution of ES modules', (t) => {
  const output = run(bin('attw'), [packed.tarball, '--profile', 'esm-only', '--no-color', '--no-emoji', '--format', 'ascii'], packed.folder)
  t.diagnostic(output.replaceAll(/\s+/g, ' ').trim())
  assert.match(output, /node16 \(from ESM\): OK \(ESM\)\nbundler: OK/)
})

void test('client: the package has no dependencies and imports only its own files', () => {
  const manifest = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8')) as Record<string, unknown>
  assert.deepEqual([manifest['dependencies'], manifest['peerDependencies'], manifest['license']], [undefined, undefined, 'MIT'])
  const files = readdirSync(join(packed.folder, 'dist'))
  const external = files.flatMap((file) =>
    [...readFileSync(join(packed.folder, 'dist', file), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].filter(
      ([, from]) => !from?.startsWith('./'),
    ),
  )
  assert.deepEqual([files.includes('index.js'), external], [true, []])
})

const bundle = async (format: 'esm' | 'iife'): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@kalends/client'", resolveDir: packed.folder },
    alias: { '@kalends/client': join(packed.folder, 'dist/index.js') },
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    format,
    globalName: 'kalends',
  })
  return outputFiles[0]?.text ?? ''
}

void test('client: the bundle is small', async (t) => {
  const text = await bundle('esm')
  const size = gzipSync(text, { level: 9 }).length
  t.diagnostic(`${text.length} bytes minified, ${size} gzipped; at most ${SIZE_MAX}`)
  assert.ok(size > 500 && size < SIZE_MAX, `${size} bytes`)
})

/** Globals of every web runtime. Globals of Node are left out. */
const WEB_GLOBALS = [
  'AbortController AbortSignal Blob DOMException FormData Headers Request Response TextEncoder URL URLSearchParams btoa crypto',
  'clearTimeout fetch setTimeout',
]
  .join(' ')
  .split(' ')

void test('client: runs with web globals only', async () => {
  await server.make('events', { title: 'Soirée', start_date: '+1 day', end_date: '+1 day', timezone: 'UTC' })
  const context = vm.createContext(Object.fromEntries(WEB_GLOBALS.map((name) => [name, (globalThis as Record<string, unknown>)[name]])))
  const program = `(async () => {
    const client = kalends.createClient({ baseUrl: ${JSON.stringify(server.base)}, token: ${JSON.stringify(server.tokens.editor)}, cache: true })
    const made = await client.events.create({ title: 'Zweite', start_date: new Date(Date.now() + 2 * 86400000), end_date: new Date(Date.now() + 2 * 86400000) })
    const titles = []
    for await (const { title } of client.events.all()) titles.push(title)
    const wrong = await client.events.get(999999).catch((error) => error.code)
    return [titles, wrong, typeof process, typeof require, made.title].flat().join()
  })()`
  const result: unknown = await vm.runInContext(`${await bundle('iife')};${program}`, context)
  assert.equal(result, 'Soirée,Zweite,rest-event-not-found,undefined,undefined,Zweite')
})
