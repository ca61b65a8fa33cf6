// The size of the widget, as browsers load it.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../embed/', import.meta.url))
const files = globSync('**/*.js.gz', { cwd: FOLDER })
const kilobytesOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + readFileSync(`${FOLDER}/${name}`).length, 0) / 1_000

for (const [name, loaded, limit] of [
  ['a list', ['embed.js.gz'], 12],
  ['a list and a month', files, 25],
] as const)
  test(`${name} loads at most ${limit} kB of compressed scripts`, (t) => {
    const size = kilobytesOf(loaded)
    t.diagnostic(`${size.toFixed(2)} kB in ${loaded.length} files`)
    assert.ok(size > 5 && size <= limit, `${size.toFixed(2)} kB`)
  })
