// What is hidden while an answer is on its way: the request is held at a locked table, and goes on once something is hidden.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** The answer to what is asked while something changes, after the statements before the one that reads `table`. */
export async function changingMeanwhile<T>(db: pg.Client, table: string, change: () => Promise<void>, ask: () => Promise<T>): Promise<T> {
  await db.query('begin')
  await db.query(`lock table ${table} in access exclusive mode`)
  let isAnswered = false
  const answer = ask().finally(() => {
    isAnswered = true
  })
  while (!isAnswered && !(await isWaitedFor(db, table))) await setTimeout(5)
  await change()
  await db.query('commit')
  return answer
}

/** The same while an event becomes private; then it is public again. */
export async function hidingMeanwhile<T>(database_url: string, event: number, table: string, ask: () => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: database_url })
  await db.connect()
  const become = async (status: string): Promise<void> => {
    await db.query('update events set status = $1 where id = $2', [status, event])
    for (const name of ['occurrences', 'event_tags']) await db.query(`update ${name} set status = $1 where event_id = $2`, [status, event])
  }
  try {
    return await changingMeanwhile(db, table, () => become('private'), ask)
  } finally {
    await become('publish')
    await db.end()
  }
}
async function isWaitedFor(db: pg.Client, table: string): Promise<boolean> {
  const { rows } = await db.query('select 1 from pg_locks where relation = $1::regclass and not granted', [table])
  return rows.length > 0
}
