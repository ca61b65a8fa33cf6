// Tests the command-line example: from the clone, and as a copy with the packed client.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bin, packClient } from '../../client/test/support/package.ts'
import { copyFromClone, nextWeekend, ROOT, runCommand, startDemoServer, temporaryFolder } from './support.ts'

const server = await startDemoServer()
const packed = packClient()
after(() => packed.remove())
const { saturday, sunday } = nextWeekend()
const run = (cwd: string, env: Record<string, string> = {}): Promise<string> =>
  runCommand(process.execPath, ['weekend.ts'], { cwd, env: { KALENDS_URL: server.base, ...env } })
const countEvents = async (): Promise<number> => Number((await server.get(`/events?from=${saturday}&to=${sunday}`)).json['total'])

const clone = join(ROOT, 'examples/weekend')
const copy = join(temporaryFolder(), 'examples/weekend')
copyFromClone(join(copy, '../..'), 'examples/weekend')
mkdirSync(join(copy, 'node_modules/@kalends'), { recursive: true })
cpSync(packed.folder, join(copy, 'node_modules/@kalends/client'), { recursive: true })
mkdirSync(join(copy, 'node_modules/@types'))
for (const name of ['@types/node', 'undici-types']) symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))

for (const [name, folder] of [
  ['from the clone', clone],
  ['with the packed client', copy],
] as const)
  void test(`examples: the command-line program lists the demo events of the weekend, ${name}`, async () => {
    await runCommand(bin('tsc'), ['-p', '.'], { cwd: folder })
    const count = await countEvents()
    assert.ok(count > 0)
    const lines = (await run(folder)).trimEnd().split('\n')
    assert.equal(lines.length, count + 1)
    assert.equal(lines.at(-1), `Events from ${saturday} to ${sunday}: ${count}`)
    for (const line of lines.slice(0, -1)) assert.match(line, /^\w+day, \w+ \d+, \d{4}.* · .+/)
  })

void test('examples: the packed client makes a wrong field of the program a type error', async () => {
  const text = readFileSync(join(copy, 'weekend.ts'), 'utf8')
  writeFileSync(join(copy, 'weekend.ts'), text.replace("title: 'Picnic", "titel: 'Picnic"))
  await assert.rejects(runCommand(bin('tsc'), ['-p', '.'], { cwd: copy }), /titel/)
  writeFileSync(join(copy, 'weekend.ts'), text)
})

void test('examples: the command-line program creates the picnic once, and prints in the selected language', async () => {
  const count = await countEvents()
  const env = { KALENDS_TOKEN: server.tokens.author, KALENDS_LANGUAGE: 'fr' }
  const [first, second] = [await run(clone, env), await run(clone, env)]
  assert.match(first, /^Created: Picnic in the park \(http.+\)\n/)
  assert.match(first, /\nsamedi \d+ .+ 12:00 · Picnic in the park · .+\n/)
  assert.equal(second, first)
  assert.equal(await countEvents(), count + 1)
  await assert.rejects(run(clone, { KALENDS_TOKEN: 'wrong' }), /rest_unauthorized/)
})
