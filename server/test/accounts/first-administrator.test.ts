// Contract 15.2: the first start of an empty calendar prints a link, with which one person becomes the first administrator.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../faults/launch.ts'
import { freshDatabase } from '../support/database.ts'
import { startServer, type ServerProcess } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { PASSWORD } from './person.ts'

const LIMIT = { timeout: 120_000 }
const LINK = /Open this link to add the first administrator, until \S+:\n\s+(\S+)\/admin\/first-administrator#([\w-]{43})\n/
test('15.2 an empty calendar prints a link at each start, until one of them has added an administrator', LIMIT, async (t) => {
  const database = await freshDatabase()
  t.after(() => database.drop())
  const linkOf = (output: string): string => LINK.exec(output)?.[2] ?? ''
  const printed = async ({ output }: ServerProcess): Promise<string> => {
    await until('the link is printed', 10_000, () => linkOf(output()) !== '')
    return linkOf(output())
  }
  const first = await startServer({ DATABASE_URL: database.url })
  const one = await printed(first)
  assert.match(one, /^[\w-]{43}$/, first.output())
  await first.stop()
  const second = await startServer({ DATABASE_URL: database.url })
  const two = await printed(second)
  assert.notEqual(one, two)
  const add = async (token: string, login: string): Promise<{ status: number; json: Record<string, unknown>; cookies: string[] }> => {
    const response = await fetch(`${second.base}${NS}/first-administrator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token, login, password: PASSWORD, email: 'ada@example.org' }),
    })
    const json = (await response.json()) as Record<string, unknown>
    return { status: response.status, json, cookies: response.headers.getSetCookie() }
  }
  assert.equal((await add('x'.repeat(43), 'eve')).json['code'], 'rest_link_expired')
  // Both links are valid, but only one of two requests at the same time adds an administrator.
  const answers = await Promise.all([add(one, 'ada'), add(two, 'bob')])
  const added = answers.find(({ status }) => status === 201)
  const refused = answers.find(({ status }) => status !== 201)
  const { user } = (added?.json ?? {}) as { user?: { role: string } }
  assert.equal(user?.role, 'administrator')
  assert.match(added?.cookies[0] ?? '', /^kalends=/)
  assert.ok(['rest_link_expired', 'rest_calendar_has_users'].includes(String(refused?.json['code'])), JSON.stringify(refused?.json))
  assert.equal((await add(one, 'eve')).json['code'], 'rest_link_expired')
  await second.stop()
  const third = await startServer({ DATABASE_URL: database.url })
  await third.stop()
  assert.equal(linkOf(third.output()), '')
})
