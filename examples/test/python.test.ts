// Tests the Python example with the Python and the Requests library of the system.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { PYTHON, requiresTools } from '../../server/test/support/tools.ts'
import { nextWeekend, ROOT, runCommand, startDemoServer } from './support.ts'

const server = await startDemoServer()
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
  runCommand(PYTHON, ['events.py', ...args], {
    cwd: join(ROOT, 'examples/python'),
    env: { KALENDS_URL: server.base, TZ: 'UTC', ...env },
  })

void test('examples: the Python program lists the demo events of the weekend, across pages', requiresTools('requests'), async () => {
  const { saturday, sunday } = nextWeekend()
  for (let i = 0; i < 51; i += 1)
    await server.make('events', { title: `Concert ${i}`, start_date: `${saturday} 20:00`, end_date: `${saturday} 22:00` })
  const { json } = await server.get(`/events?from=${saturday}&to=${sunday}`)
  const lines = (await run(['weekend'])).trimEnd().split('\n')
  assert.ok(lines.length > 51)
  assert.equal(lines.length, json['total'])
  assert.equal(lines.filter((line) => line.startsWith(`${saturday} 20:00  Concert `)).length, 51)
})

void test('examples: the Python program creates an event, and lists it as the latest change', requiresTools('requests'), async () => {
  const since = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const input = ['add', 'Journée portes ouvertes', '2031-03-01 10:00', '2031-03-01 16:00']
  const [id = '', url = ''] = (await run(input, { KALENDS_TOKEN: server.tokens.author })).trim().split(' ')
  const event = (await (await fetch(url)).json()) as { title: string }
  assert.equal(event.title, 'Journée portes ouvertes')
  const [latest = ''] = (await run(['changes', '--since', since])).split('\n')
  assert.match(latest, new RegExp(`^[-0-9]{10} [:0-9]{8}  ${id}  Journée portes ouvertes$`))
  assert.equal(await run(['changes', '--since', '2100-01-01']), '')
})

void test('examples: the Python program prints the errors of the server', requiresTools('requests'), async () => {
  await assert.rejects(run(['add', 'x', '2031-03-01', '2031-03-02']), /rest_forbidden|rest_unauthorized/)
  await assert.rejects(
    run(['add', 'x', 'someday', '2031-03-02'], { KALENDS_TOKEN: server.tokens.author }),
    /start_date: .+\n[^\n]+rest_invalid_param/,
  )
})
