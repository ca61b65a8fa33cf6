// A database that is there and says nothing: statements end in time, their connections with them, and the pool goes on when it speaks again.
import assert from 'node:assert/strict'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { errorCode } from '../../src/kernel/database/database-errors.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { ADMIN_URL, LOOSE, portOf, throughPort } from '../support/database.ts'

const sockets = new Set<Socket>()
let isSilent = false
/** A line to the database on which answers stay away. */
const line = createServer((client) => {
  const server = connect(portOf(ADMIN_URL), '127.0.0.1')
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(one)
    one.on('data', (bytes) => void (isSilent || other.write(bytes)))
    one.on('error', () => undefined).on('close', () => other.destroy())
  }
})
await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
const url = throughPort(ADMIN_URL, (line.address() as AddressInfo).port)
const database = openDatabase({ ...LOOSE, url, poolSize: 2, statementTimeoutMs: 500, lockTimeoutMs: 500 })
after(async () => {
  await database.close()
  for (const socket of sockets) socket.destroy()
  line.close()
})
const one = sql`select 1 as n`

void test('a statement without a response times out, also in a transaction, and the pool continues to work', async () => {
  assert.deepEqual(await database.query(one), [{ n: 1 }])
  const silence = async (work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    await assert.rejects(work, /terminated/)
    const took = performance.now() - began
    assert.ok(took >= 1_400 && took < 6_000, `${took} ms`)
    isSilent = false
    assert.deepEqual(await database.query(one), [{ n: 1 }])
    assert.equal(database.pool.waiting, 0)
  }
  isSilent = true
  await silence(() => database.query(one))
  await silence(() =>
    database.transaction(async (db) => {
      await db.query(one)
      isSilent = true
      await db.query(one)
    }),
  )
  await silence(() =>
    database.transaction(async () => {
      isSilent = true
      // The commit is lost, and the query for its outcome is answered.
      setTimeout(() => void (isSilent = false), 1_000)
    }),
  )
})
void test('a statement that takes too long is ended by the database, which keeps the connection', async () => {
  const [before] = await database.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  await assert.rejects(database.query(sql`select pg_sleep(5)`), (error) => errorCode(error) === '57014')
  const [behind] = await database.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  assert.equal(behind?.pid, before?.pid)
})
