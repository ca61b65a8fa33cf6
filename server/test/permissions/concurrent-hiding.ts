// Hides a record while a response is being built: a table lock holds the request, and is released after the record is hidden.
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { connected } from '../support/database.ts'

/** Sends a request that waits at `table`, makes an event private meanwhile, returns the response and publishes the event again. */
export const hidingMeanwhile = <T>(database_url: string, event: number, table: string, sendRequest: () => Promise<T>): Promise<T> =>
  connected(database_url, async (db) => {
    const become = async (status: string): Promise<void> => {
      await db.query('update events set status = $1 where id = $2', [status, event])
      await db.query('update occurrences set status = $1 where record_id = $2', [status, event])
      await db.query('select sync_listings(array[$1::bigint])', [event])
    }
    try {
      return await changingMeanwhile(db, table, () => become('private'), sendRequest)
    } finally {
      await become('publish')
    }
  })

/** The same with a venue that becomes a draft and that no cached response contains in its current version. */
export const draftingMeanwhile = <T>(database_url: string, venue: number, name: string, sendRequest: () => Promise<T>): Promise<T> =>
  connected(database_url, async (db) => {
    const become = async (status: string): Promise<void> => {
      await db.query('update venues set status = $1, version = version + 1 where id = $2', [status, venue])
    }
    const rewrite = async (): Promise<void> => {
      await db.query('update venue_texts set venue = $1 where id = $2', [name, venue])
      await become('draft')
    }
    await become('publish')
    try {
      return await changingMeanwhile(db, 'venue_texts', rewrite, sendRequest)
    } finally {
      await become('publish')
    }
  })

async function changingMeanwhile<T>(db: pg.Client, table: string, change: () => Promise<void>, sendRequest: () => Promise<T>): Promise<T> {
  await db.query('begin')
  await db.query(`lock table ${table} in access exclusive mode`)
  let isAnswered = false
  const answer = sendRequest().finally(() => {
    isAnswered = true
  })
  while (!isAnswered && !(await isWaitedFor(db, table))) await setTimeout(5)
  await change()
  await db.query('commit')
  return answer
}
async function isWaitedFor(db: pg.Client, table: string): Promise<boolean> {
  const { rows } = await db.query('select 1 from pg_locks where relation = $1::regclass and not granted', [table])
  return rows.length > 0
}
