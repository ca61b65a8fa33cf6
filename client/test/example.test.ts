// The example application, as somebody would use it: the packed client installed without a network, compiled, run against the service.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { testServer } from '../../server/test/support/server.ts'
import { bin, packClient, ROOT, run } from './support/package.ts'

const server = await testServer()
const packed = packClient()
const folder = mkdtempSync(join(tmpdir(), 'kalends-example-'))
after(() => {
  packed.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** While the service in this very process answers. */
const start = async (env: Record<string, string>): Promise<string> => {
  const ran = await promisify(execFile)(process.execPath, ['weekend.ts'], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return ran.stdout
}
/** The Saturday to come, reckoned in another way than the example does. */
function saturday(): string {
  let day = Temporal.Now.plainDateISO('UTC').add({ days: 1 })
  while (day.dayOfWeek !== 6) day = day.add({ days: 1 })
  return day.toString()
}

void test('example: the weekend compiles against the packed client', () => {
  cpSync(join(ROOT, 'examples/weekend'), folder, { recursive: true })
  // Its tools are taken from here: there is no network.
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }))
  run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', packed.tarball], folder)
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  run(bin('tsc'), ['-p', '.'], folder)
  const text = readFileSync(join(folder, 'weekend.ts'), 'utf8')
  writeFileSync(join(folder, 'weekend.ts'), text.replace('title: ', 'titel: '))
  assert.throws(() => run(bin('tsc'), ['-p', '.'], folder), /titel/)
  writeFileSync(join(folder, 'weekend.ts'), text)
})

void test('example: it prints the weekend in French and adds one event, once', async (t) => {
  const day = saturday()
  const times = { start_date: `${day} 20:00`, end_date: `${day} 22:00`, timezone: 'Europe/Paris' }
  const concert = await server.make('events', { title: 'Concert', ...times, venue: { venue: 'Halle', city: 'Lyon' } })
  await server.patch(`/events/${concert.id}?i18n_language=fr`, { title: 'Concert d’été' })
  await server.make('events', { title: 'Long past', start_date: '2020-01-01', end_date: '2020-01-02' })
  const env = { KALENDS_URL: server.base }
  const read = await start(env)
  assert.match(read, /^samedi .+ 20:00 · Concert d’été · Halle, Lyon\n1 événement du \S+ au \S+\n$/)
  assert.match(read, new RegExp(`du ${day} au`))
  const writing = { ...env, KALENDS_TOKEN: server.tokens.author }
  const [first, second] = [await start(writing), await start(writing)]
  t.diagnostic(first.trim().split('\n').join(' | '))
  assert.match(first, /^Ajouté : Pique-nique au parc \(http.+\)\nsamedi .+ 12:00 · Pique-nique au parc · .+\nsamedi .+\n2 événements/)
  assert.equal(second, first)
  const refused = await start({ ...env, KALENDS_TOKEN: 'wrong' }).catch((error: { code: number; stderr: string }) => error)
  assert.ok(typeof refused === 'object' && refused.code === 1, String(refused))
  assert.match(refused.stderr, /rest_unauthorized/)
})
