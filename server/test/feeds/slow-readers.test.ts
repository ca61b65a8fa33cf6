// A client that stops reading a long response is disconnected; a client that reads slowly receives all of it.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase } from '../support/database.ts'
import { startServer } from '../support/process.ts'
import { NS } from '../support/server.ts'

const LIMIT_MS = 1_500
const database = await freshDatabase()
// Answers are not recorded: that would keep the whole of them in memory.
const env = { DATABASE_URL: database.url, SOCKET_TIMEOUT_MS: String(LIMIT_MS), RECORD_ANSWERS: '', KEEP_ALIVE_MS: '120000' }
const server = await startServer(env)
after(async () => {
  await server.stop()
  await database.drop()
})
// More than all buffers on the way hold. They are written by a server with ordinary timeouts: on a busy machine, a body of this size can take
// longer than the short one.
const [events, letters] = [60, 190_000]
await addLongEvents()

/** Asks by a socket of its own, which reads as it is told; gives how much came, and whether it was all. */
async function read(
  path: string,
  how: (socket: ReturnType<typeof connect>) => Promise<void>,
): Promise<{ bytes: number; isWhole: boolean }> {
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1')
  let [bytes, end] = [0, '']
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    end = (end + chunk.toString('latin1', Math.max(0, chunk.length - 5))).slice(-5)
  })
  const closed = new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()))
  socket.write(`GET ${NS}${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  await how(socket)
  socket.resume()
  await closed
  return { bytes, isWhole: end === '0\r\n\r\n' || end.endsWith('}') }
}

for (const path of ['/events.ics', '/events.csv', `/events?starts_after=2031-01-01&per_page=50`])
  void test(`feeds: a client that stops reading ${path} is disconnected after SOCKET_TIMEOUT_MS, and a slow reader is not`, {
    timeout: 60_000,
  }, async (t) => {
    const whole = await read(path, async () => undefined)
    assert.ok(whole.isWhole && whole.bytes > 50 * letters, `${whole.bytes} bytes`)
    const began = performance.now()
    const slow = await read(path, async (socket) => {
      for (let i = 0; i < 8; i += 1) {
        socket.pause()
        await pause(LIMIT_MS / 3)
        const before = socket.bytesRead
        socket.resume()
        while (!socket.closed && socket.bytesRead - before < whole.bytes / 16) await pause(1)
      }
    })
    assert.ok(performance.now() - began > 2 * LIMIT_MS)
    assert.deepEqual(slow, whole)
    const stopped = await read(path, async (socket) => {
      socket.pause()
      await pause(2 * LIMIT_MS + 1_000)
    })
    t.diagnostic(`${stopped.bytes} of ${whole.bytes} bytes went out to who stopped reading`)
    assert.ok(!stopped.isWhole && stopped.bytes < whole.bytes, `${stopped.bytes} bytes`)
  })

async function addLongEvents(): Promise<void> {
  const writer = await startServer({ DATABASE_URL: database.url, RECORD_ANSWERS: '' })
  const { ada } = await writer.makeCallers({ ada: 'editor' })
  for (let i = 0; i < events; i += 1) {
    const body = {
      title: `Long ${i}`,
      start_date: '2031-05-06 07:08:09',
      end_date: '2031-05-06 09:00:00',
      description: 'a'.repeat(letters),
    }
    const headers = { authorization: `Bearer ${ada}`, 'content-type': 'application/json' }
    const response = await fetch(`${writer.base}${NS}/events`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(response.status, 201, await response.text())
  }
  await writer.stop()
}
