// Holds the real server against the conformance suite: a fresh database, six callers, one server process, all files, and the list of expected failures.
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { recording } from '../server/test/support/answers.ts'
import { freePort, startServer } from '../server/test/support/process.ts'
import { freshDatabase } from '../server/test/support/database.ts'

const REASONS = ['categories', 'venues', 'events', 'languages', 'images'] as const
type Reason = (typeof REASONS)[number]
type Expected = Record<string, Record<string, Reason>>
interface Result {
  readonly file: string
  readonly name: string
  readonly ok: boolean
  readonly skipped: boolean
  readonly error: string | null
}

const folder = new URL('./', import.meta.url)
const listed = new URL('expected-failures.json', folder)
const wanted = process.argv.slice(2)
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.test.mjs') && (wanted.length === 0 || wanted.some((start) => name.startsWith(start))),
)

const database = await freshDatabase()
const answers = recording()
// The suite serves pictures from this machine: this one door is opened, and no other.
const images = String(await freePort())
const server = await startServer({
  DATABASE_URL: database.url,
  LOG_LEVEL: 'error',
  DATABASE_POOL_SIZE: '16',
  EGRESS_ALLOW: `127.0.0.1:${images}`,
  ...answers.env,
})
let code = 1
let isDescribed = false
try {
  const tokens = await server.makeCallers({
    admin: 'administrator',
    editor: 'editor',
    author: 'author',
    author2: 'author',
    contributor: 'contributor',
    subscriber: 'subscriber',
  })
  const results = await runSuite({
    BASE_URL: server.base,
    ALLOW_LOCAL_IMAGES: '1',
    IMAGE_PORT: images,
    ...Object.fromEntries(Object.entries(tokens).map(([name, token]) => [`${name.toUpperCase()}_TOKEN`, token])),
  })
  code = judge(results)
} finally {
  await server.stop()
  // The suite knows the operations of the contract; what this server has beside them is asked by its own tests.
  isDescribed = await answers.end(false)
  await database.drop()
}
process.exitCode = isDescribed ? code : 1

async function runSuite(env: Record<string, string>): Promise<Result[]> {
  const args = [
    '--test',
    '--test-concurrency=4',
    `--test-reporter=${new URL('reporter.mjs', folder).href}`,
    ...files.map((name) => new URL(name, folder).pathname),
  ]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const results: Result[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    results.push(JSON.parse(line) as Result)
    if (process.stderr.isTTY) process.stderr.write(`\r${results.length} tests`)
  }
  if (process.stderr.isTTY) process.stderr.write('\r')
  return results
}

/** Red: a failure that is not listed, a listed test that passes, a listed test that is gone. */
function judge(results: readonly Result[]): number {
  const expected = JSON.parse(readFileSync(listed, 'utf8')) as Expected
  const isExpected = ({ file, name }: Result): boolean => expected[file]?.[name] !== undefined
  const unexpected = results.filter((r) => !r.ok && !isExpected(r))
  const mended = results.filter((r) => r.ok && isExpected(r))
  const known = new Set(results.map(({ file, name }) => `${file} ${name}`))
  const gone = files.flatMap((file) => Object.keys(expected[file] ?? {}).filter((name) => !known.has(`${file} ${name}`)))
  for (const { file, name, error } of unexpected)
    console.log(`FAILED ${file}: ${name}\n  ${(error ?? '').slice(0, 600).replaceAll('\n', '\n  ')}`)
  for (const { file, name } of mended) console.log(`PASSES but is listed as expected to fail, ${file}: ${name}`)
  for (const name of gone) console.log(`LISTED but is no test: ${name}`)
  summary(results)
  const failed = unexpected.length + mended.length + gone.length
  console.log(`conformance: ${results.length - failed} passed, ${failed} failed`)
  return failed === 0 && results.length > 0 ? 0 : 1
}

function summary(results: readonly Result[]): void {
  const [passed, failed, skipped] = [
    results.filter((r) => r.ok && !r.skipped),
    results.filter((r) => !r.ok),
    results.filter((r) => r.skipped),
  ]
  console.log(`${results.length} tests: ${passed.length} pass, ${failed.length} fail, ${skipped.length} skipped`)
  for (const file of files) {
    const own = results.filter((r) => r.file === file)
    console.log(`  ${file}: ${own.filter((r) => r.ok).length} of ${own.length}`)
  }
}
