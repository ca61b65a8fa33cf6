// The size of the admin: the scripts and styles of the first screen, and of the editor.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const FOLDER = new URL('../../admin/', import.meta.url)
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8')) as Readonly<Record<string, Chunk>>

/** The files that the browser loads for these modules, with everything that they import statically. */
function filesOf(modules: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of modules) {
    const chunk = manifest[name]
    assert.ok(chunk, `${name} is not in the manifest`)
    if (seen.has(chunk.file)) continue
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
    filesOf(chunk.imports ?? [], seen)
  }
  return seen
}
const gzippedKilobytes = (modules: readonly string[]): number =>
  [...filesOf(modules)].reduce((sum, file) => sum + readFileSync(new URL(`${file}.gz`, FOLDER)).length, 0) / 1_000

const SCREENS: readonly (readonly [name: string, modules: readonly string[], limit: number])[] = [
  ['the sign-in', ['index.html', 'src/screens/sign-in.tsx', 'locales/ar.json'], 230],
  ['the account', ['index.html', 'src/screens/frame.tsx', 'src/screens/account.tsx', 'locales/ar.json'], 230],
]
for (const [name, modules, limit] of SCREENS)
  test(`${name} loads at most ${limit} kB of compressed scripts and styles`, (t) => {
    const size = gzippedKilobytes(modules)
    t.diagnostic(`${size.toFixed(1)} kB`)
    assert.ok(size > 50 && size <= limit, `${size.toFixed(1)} kB`)
  })
