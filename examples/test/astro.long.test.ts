// Tests the static build of the Astro example: from the clone, and with the packed client.
import assert from 'node:assert/strict'
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { packClient } from '../../client/test/support/package.ts'
import { copyFromClone, installDependencies, runCommand, startDemoServer, temporaryFolder } from './support.ts'

const server = await startDemoServer()
const packed = packClient()
after(() => packed.remove())
// The copy has the folders of the clone, so that the relative path of the client in package.json is valid.
const folder = temporaryFolder()
copyFromClone(folder, 'examples/astro', 'client')
const example = join(folder, 'examples/astro')
await installDependencies(example)

const listed = async (): Promise<{ id: number; title: string }[]> => {
  const { json } = await server.get('/events?from=today&to=%2B30%20days&per_page=100')
  assert.equal(json['next_rest_url'], null)
  return json['events'] as { id: number; title: string }[]
}
const build = async (): Promise<void> => {
  rmSync(join(example, 'dist'), { recursive: true, force: true })
  await runCommand(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: example,
    env: { KALENDS_URL: server.base, ASTRO_TELEMETRY_DISABLED: '1' },
  })
}
const readPage = (path: string): string => readFileSync(join(example, 'dist', path), 'utf8')

for (const name of ['from the clone', 'with the packed client'])
  void test(`examples: the Astro build has a list and a page with JSON-LD for each demo event, ${name}`, async (t) => {
    if (name === 'with the packed client') {
      const installed = join(example, 'node_modules/@kalends/client')
      rmSync(installed, { recursive: true })
      cpSync(packed.folder, installed, { recursive: true })
    }
    await build()
    const events = await listed()
    const pages = globSync('events/*/index.html', { cwd: join(example, 'dist') })
    t.diagnostic(`${pages.length} pages`)
    assert.ok(events.length > 10)
    assert.equal(pages.length, events.length)
    const list = readPage('index.html')
    for (const path of pages) {
      const page = readPage(path)
      const event = events.find(({ id }) => path.startsWith(`events/${id}-`))
      const [, script = ''] = /<script type="application\/ld\+json">(.+?)<\/script>/s.exec(page) ?? []
      const data = JSON.parse(script) as Record<string, unknown>
      assert.deepEqual([data['@type'], data['name']], ['Event', event?.title])
      assert.ok(list.includes(`href="/${path.replace(/index\.html$/, '')}"`), path)
    }
  })
