// Tests the module of the Astro example that loads the events: from the clone, and with the packed client.
// The build itself needs more than 200 packages, so astro.long.test.ts tests it.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { packClient } from '../../client/test/support/package.ts'
import { copyFromClone, ROOT, runCommand, startDemoServer, temporaryFolder } from './support.ts'

const server = await startDemoServer()
const packed = packClient()
after(() => packed.remove())
const copy = join(temporaryFolder(), 'examples/astro')
copyFromClone(join(copy, '../..'), 'examples/astro')
mkdirSync(join(copy, 'node_modules/@kalends'), { recursive: true })
cpSync(packed.folder, join(copy, 'node_modules/@kalends/client'), { recursive: true })

const PROGRAM = `
import { eventPath, formatDate, getEvents, serializeJsonLd } from './src/calendar.ts'
const events = await getEvents()
console.log(JSON.stringify(events.map((event) => ({
  id: event.id, path: eventPath(event), date: formatDate(event), script: serializeJsonLd(event), isShared: getEvents() === getEvents(),
}))))`

/** Series have several dates within the days that the site shows, so the list has several pages. */
async function listIds(): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { json } = await server.get(`/events?from=today&to=%2B30%20days&per_page=100&page=${page}`)
    ids.push(...(json['events'] as { id: number }[]).map(({ id }) => id))
    if (ids.length >= Number(json['total'])) return ids
  }
}

for (const [name, folder] of [
  ['from the clone', join(ROOT, 'examples/astro')],
  ['with the packed client', copy],
] as const)
  void test(`examples: the Astro site loads the demo events and their JSON-LD, ${name}`, async () => {
    const output = await runCommand(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: folder,
      env: { KALENDS_URL: server.base },
    })
    const loaded = JSON.parse(output) as { id: number; path: string; date: string; script: string; isShared: boolean }[]
    assert.deepEqual(
      loaded.map(({ id }) => id),
      await listIds(),
    )
    assert.ok(loaded.length > 10)
    for (const { id, path, date, script, isShared } of loaded) {
      assert.match(path, new RegExp(`^${id}-.+`))
      assert.match(date, /\d/)
      assert.equal((JSON.parse(script) as Record<string, unknown>)['@type'], 'Event')
      assert.ok(isShared && !script.includes('<'))
    }
  })
