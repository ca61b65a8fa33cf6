// Runs the linters and code generators of tools/openapi on an OpenAPI document.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Document, Schema } from '../support/document.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TOOLS = join(ROOT, 'tools/openapi')
export const DOCUMENT = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as Document & Schema

export interface Outcome {
  readonly accepted: boolean
  readonly output: string
}

/** A temporary folder in which the packages of tools/openapi can be imported. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-openapi-'))
  symlinkSync(join(TOOLS, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

export const run = async (program: string, args: readonly string[], cwd: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      CI: '1',
      NO_COLOR: '1',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    }
    execFile(process.execPath, [program, ...args], { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ accepted: error === null, output: `${stdout}${stderr}` }),
    )
  })
const tool = async (name: string, args: readonly string[], cwd = TOOLS): Promise<Outcome> =>
  run(join(TOOLS, 'node_modules/.bin', name), args, cwd)

/** The linters and parsers. Warnings count as errors. */
export const LINTERS: Readonly<Record<string, (document: Schema, folder: string) => Promise<Outcome>>> = {
  async redocly(document, folder) {
    const found = await tool('redocly', ['lint', written(document, folder), '--config', join(TOOLS, 'redocly.yaml'), '--format', 'json'])
    const report = /\{[\s\S]*"totals": \{\s*"errors": 0,\s*"warnings": 0,/.test(found.output)
    return { ...found, accepted: found.accepted && report }
  },
  spectral: async (document, folder) =>
    tool('spectral', ['lint', written(document, folder), '--ruleset', join(TOOLS, 'spectral.yaml'), '--fail-severity', 'hint']),
  async seriousme(document) {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    return { accepted: valid, output: JSON.stringify(errors ?? []) }
  },
  scalar: async (document, folder) => {
    const program = join(folder, 'scalar.mjs')
    writeFileSync(program, SCALAR)
    return run(program, [written(document, folder)], folder)
  },
}
const SCALAR = `import { readFileSync } from 'node:fs'
import { dereference, validate } from '@scalar/openapi-parser'
const text = readFileSync(process.argv[2], 'utf8')
const { valid, errors } = await validate(text)
const { schema } = dereference(JSON.parse(text))
console.log(JSON.stringify(errors))
process.exitCode = valid && schema?.paths ? 0 : 1`

/** The code generators. Each writes TypeScript into a folder of its own below the given one. */
export const GENERATORS: Readonly<Record<string, (document: Schema, folder: string) => Promise<Outcome>>> = {
  'openapi-typescript': async (document, folder) =>
    tool('openapi-typescript', [written(document, folder), '--output', join(folder, 'openapi-typescript/schema.ts')]),
  async 'hey-api'(document, folder) {
    const args = ['--input', written(document, folder), '--output', join(folder, 'hey-api'), '--no-log-file']
    const found = await tool('openapi-ts', args)
    // It leaves out what it cannot resolve, and reports success.
    return { ...found, accepted: found.accepted && !/unresolvable/i.test(found.output) }
  },
  async orval(document, folder) {
    const config = join(folder, 'orval.config.mjs')
    // The fetch client of orval has one body type per operation, so the upload is generated as a form.
    const output = {
      target: join(folder, 'orval/client.ts'),
      client: 'fetch',
      baseUrl: { runtime: "String(Reflect.get(globalThis, 'calendarUrl'))" },
      override: { contentType: { include: ['application/json', 'multipart/form-data'] } },
    }
    writeFileSync(config, `export default ${JSON.stringify({ calendar: { input: written(document, folder), output } })}`)
    return tool('orval', ['--config', config], folder)
  },
}

let count = 0
function written(document: Schema, folder: string): string {
  const path = join(folder, `document-${String((count += 1))}.json`)
  writeFileSync(path, JSON.stringify(document))
  return path
}
