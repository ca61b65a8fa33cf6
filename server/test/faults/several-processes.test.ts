// Several processes on one port: the kernel distributes connections, all show each other's writes, and one survives the end of another.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { adminToken, launch, pause, until, untilReady } from './launch.ts'

const database = await freshDatabase()
const env = { DATABASE_URL: database.url, REUSE_PORT: 'true', METRICS_PORT: '0' }
const first = await launch(env)
await untilReady(first, 30_000)
const second = await launch({ ...env, PORT: String(first.port) })
after(async () => {
  await Promise.all([first.kill(), second.kill()])
  await database.drop()
})
await until('the second process prints its URLs', 30_000, () => second.stderr().includes('/subscribe'))

/** Each on a connection of its own, so that the kernel chooses. */
const sendRequest = (path: string): Promise<Response> => fetch(`${first.api}${path}`, { headers: { connection: 'close' } })

test('several: both answer on one port, and agree within the stated bound', async () => {
  const token = await adminToken(database.url)
  for (let i = 0; i < 40; i += 1) await (await sendRequest('/tags?hide_empty=false')).arrayBuffer()
  await until(
    'both have answered requests',
    10_000,
    () => first.stdout().includes('"request completed"') && second.stdout().includes('"request completed"'),
  )
  const made = await fetch(`${first.api}/tags`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Shared' }),
  })
  assert.equal(made.status, 201)
  await pause(2_000)
  for (let i = 0; i < 20; i += 1) assert.match(await (await sendRequest('/tags?hide_empty=false')).text(), /Shared/)
})
test('several: when one dies the other serves on', async () => {
  await second.kill()
  for (let i = 0; i < 20; i += 1) assert.equal((await sendRequest('/tags')).status, 200)
})
