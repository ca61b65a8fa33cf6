// Contract 14.1.4: a crash of PostgreSQL gives the IDs of transactions that it forgot to new ones. The feed has the changes of these, too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../faults/launch.ts'
import { unique } from '../support/server.ts'
import { ServerProcesses } from './server-processes.ts'

/** Transactions that are rolled back. Nothing waits until they are flushed. */
const FORGOTTEN = 'begin; select pg_current_xact_id(); rollback;'.repeat(200)

const DATES = { start_date: '2027-05-05 10:00', end_date: '2027-05-05 11:00' }

void test('14.1.4 after a crash, a cursor does not miss changes of transactions with IDs that were used before', async () => {
  const processes = await ServerProcesses.start(1, [], { WORKER: 'false' })
  try {
    const { api } = processes
    // Neither the background writers nor jobs flush the write-ahead log.
    const writers = await processes.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type in ('walwriter', 'background writer', 'checkpointer')`,
    )
    for (const { pid } of writers) process.kill(pid, 'SIGSTOP')
    await processes.query(FORGOTTEN)
    const [{ xmax } = { xmax: '0' }] = await processes.query<{ xmax: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as xmax',
    )
    const { json: before } = await api.get('/changes?since=now')
    processes.killDatabase()
    const title = unique()
    // The server connects again.
    await until('an event is made', 30_000, async () => (await api.post('/events', { title, ...DATES })).status === 201)
    const { json: after } = await api.get(`/changes?since=${String(before['next'])}`)
    const changes = after['changes'] as { record: { title: string } | null }[]
    assert.deepEqual(
      changes.map(({ record }) => record?.title),
      [title],
      `The transactions before the crash ended at ${xmax}.`,
    )
  } finally {
    await processes.close()
  }
})

void test('14.1.4 polls of a calendar that does not change write nothing to the write-ahead log', async () => {
  const processes = await ServerProcesses.start(1, [], { WORKER: 'false' })
  try {
    const { api, query } = processes
    const position = async (): Promise<string | undefined> =>
      (await query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position'))[0]?.position
    let { next } = (await api.get('/changes?since=now')).json
    // PostgreSQL itself writes now and then.
    await until('polls that write nothing', 20_000, async () => {
      const before = await position()
      for (let i = 0; i < 5; i += 1) next = (await api.get(`/changes?since=${String(next)}`)).json['next']
      return (await position()) === before
    })
  } finally {
    await processes.close()
  }
})
