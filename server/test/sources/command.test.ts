// `kalends import`: imports files from the shell, continues interrupted imports, and reports failures (contract 19.2).
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testServer } from '../support/server.ts'
import { recordedSite } from './recorded-site.ts'
import { calendarFile, simpleEvent, sourceServer } from './setup.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'

const folder = await mkdtemp(join(tmpdir(), 'import-command-'))
after(() => rm(folder, { recursive: true, force: true }))
const site = await recordedSite()
const partner = await testServer()
const server = await sourceServer({ MEDIA_DIR: join(folder, 'media') }, systemClock, false)
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
interface Output {
  readonly code: number
  readonly out: string
  readonly err: string
}
const kalends = (...args: readonly string[]): Promise<Output> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      DATABASE_URL: server.database_url,
      MEDIA_DIR: join(folder, 'media'),
      PUBLIC_URL: server.base,
      EGRESS_ALLOW: `127.0.0.1:${site.port},${new URL(partner.base).host}`,
    }
    execFile(process.execPath, [main, ...args], { env }, (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }))
  })

test('19.2 the command imports a file with plain lines of progress, and the second import changes nothing', async () => {
  const file = join(folder, 'club.ics')
  await writeFile(file, calendarFile([simpleEvent('a', 'One'), simpleEvent('b', 'Two', 2), ['UID:c', 'SUMMARY:Bad']]))
  const dry = await kalends('import', 'ical', file, '--user', 'editor', '--dry-run', '--json')
  assert.deepEqual([dry.code, (JSON.parse(dry.out) as { counts: { new: number } }).counts.new], [0, 2], dry.err)
  const first = await kalends('import', 'ical', file, '--user', 'editor')
  assert.equal(first.code, 0, first.err)
  assert.match(first.out, /finished/)
  assert.match(first.out, /^Bad: The event has no start\.$/m)
  assert.match(first.err, /^items .*3 of 3/m)
  assert.doesNotMatch(first.err, /\r/)
  const second = await kalends('import', 'ical', file, '--user', 'editor', '--json')
  const { counts } = JSON.parse(second.out) as { counts: Record<string, number> }
  assert.deepEqual([counts['new'], counts['unchanged'], counts['failed']], [0, 2, 1])
  const listed = (await server.get('/sources', { as: 'editor' })).json['sources'] as { name: string }[]
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['club.ics'],
  )
})

test('19.2 the command continues a run that has not ended', async () => {
  const source = await server.createSource({ name: 'waiting.ics' })
  const started = await server.startRun(source, calendarFile([simpleEvent('w', 'Waiting')]))
  const file = join(folder, 'waiting.ics')
  await writeFile(file, calendarFile([]))
  const output = await kalends('import', 'ical', file, '--user', 'editor')
  assert.equal(output.code, 0, output.err)
  assert.match(output.err, /Continuing/)
  assert.equal((await server.ended(source, Number(started.json['id']))).counts['new'], 1)
})

test('19.7.1 the command imports a site from its address', async () => {
  const output = await kalends('import', 'tec', site.base, '--user', 'editor', '--json')
  assert.equal(output.code, 0, output.err)
  const { state, counts } = JSON.parse(output.out) as { state: string; counts: Record<string, number> }
  assert.deepEqual([state, counts['failed']], ['finished', 0])
  assert.equal((await server.get('/events?search=past+event&start_date=2019-01-01')).json['total'], 1)
})

test('19.9 19.10 the command imports a web page, and copies another calendar', async () => {
  const file = join(folder, 'page.html')
  await writeFile(file, '<script type="application/ld+json">{"@type":"Event","name":"Page","startDate":"2028-01-01"}</script>')
  const page = await kalends('import', 'jsonld', file, '--user', 'editor', '--json')
  assert.deepEqual([page.code, (JSON.parse(page.out) as { counts: { new: number } }).counts.new], [0, 1], page.err)
  await partner.make('events', { title: 'Partner', start_date: '2028-01-01', end_date: '2028-01-02' })
  const copy = await kalends('import', 'kalends', partner.base, '--user', 'editor', '--json')
  assert.deepEqual([copy.code, (JSON.parse(copy.out) as { counts: { new: number } }).counts.new], [0, 1], copy.err)
})

test('19.2 wrong arguments are exit code 2, and a document that cannot be read is exit code 1', async () => {
  const file = join(folder, 'page.ics')
  await writeFile(file, '<html></html>')
  assert.equal((await kalends('import', 'ical', file, '--user', 'author')).code, 2)
  assert.equal((await kalends('import', 'xml', file, '--user', 'editor')).code, 2)
  const output = await kalends('import', 'ical', file, '--user', 'editor')
  assert.deepEqual([output.code, /not_icalendar/.test(output.out)], [1, true])
})
