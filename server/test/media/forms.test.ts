// Malformed multipart forms over real HTTP: each gets a response at once, and no temporary folder stays behind.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../faults/launch.ts'
import { testServer } from '../support/server.ts'

const folder = join(tmpdir(), `media-forms-${randomUUID()}`)
after(() => rm(folder, { recursive: true, force: true }))
const server = await testServer({ MEDIA_DIR: folder })

const PART = 'Content-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png'
const FORM = `--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nhello\r\n--B\r\n${PART}\r\n\r\nDATA\r\n--B--\r\n`

/** Sends the bytes as a multipart form and returns the status; fails unless a response comes within the limit. */
async function sendForm(body: string, limit_ms = 5_000): Promise<number> {
  const response = await fetch(`${server.base}/calendar/events/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.tokens.author}`, 'content-type': 'multipart/form-data; boundary=B' },
    body,
    signal: AbortSignal.timeout(limit_ms),
  })
  await response.arrayBuffer()
  return response.status
}

const listWork = (): Promise<string[]> => readdir(join(folder, 'work'))

const MALFORMED: readonly (readonly [name: string, body: string])[] = [
  ['a part of 24 bytes without a delimiter before the last', '--B\r\nX: y\r\n\r\n--B--\r\n'],
  ['a part without a name', '--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--\r\n'],
  ['a file without a name', '--B\r\nContent-Disposition: form-data; filename="x"\r\n\r\nx\r\n--B--\r\n'],
  ['a file that ends in its headers', `--B\r\n${PART}\r\n\r\n--B--\r\n`],
  ['a form that ends early', FORM.slice(0, -12)],
  ['no form at all', 'x'],
]
for (const [name, body] of MALFORMED)
  void test(`media: ${name} is 400 at once`, async () => {
    assert.equal(await sendForm(body), 400)
  })

void test('media: a client that disconnects during an upload leaves no temporary file', async () => {
  const head = `POST /calendar/events/v1/media HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.tokens.author}\r\n`
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1')
  socket.write(
    `${head}content-type: multipart/form-data; boundary=B\r\ncontent-length: 90000\r\n\r\n--B\r\n${PART}\r\n\r\n${'x'.repeat(20_000)}`,
  )
  await until('the upload has begun', 30_000, async () => (await listWork()).length > 0)
  socket.destroy()
  await until('the temporary folder is removed', 5_000, async () => (await listWork()).length === 0)
})

void test('media: every mutated form gets a response and leaves no temporary file', async () => {
  const bodies: string[] = []
  for (let at = 0; at < FORM.length; at += 7)
    bodies.push(
      FORM.slice(0, at),
      FORM.slice(0, at) + FORM.slice(at + 1),
      `${FORM.slice(0, at)}--B--\r\n`,
      `${FORM.slice(0, at)}\r\n--B\r\n`,
    )
  for (let at = 0; at < bodies.length; at += 16) {
    const some = bodies.slice(at, at + 16)
    const statuses = await Promise.all(some.map((body) => sendForm(body, 30_000)))
    assert.deepEqual([...new Set(statuses)], [400], JSON.stringify(some))
  }
  assert.deepEqual(await listWork(), [])
})
