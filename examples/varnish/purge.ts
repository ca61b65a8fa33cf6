// Purges Varnish by surrogate key as soon as records change.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const { DATABASE_URL, VARNISH_URL = 'http://127.0.0.1:6081' } = process.env
/** Varnish limits the length of a header. */
const KEYS_PER_REQUEST = 200
const POLL_MS = 100
/** A response that was computed before the write may reach Varnish after the first purge, so each key is purged twice. */
const REPEAT_MS = 500
const KEYS = readFileSync(new URL('keys.sql', import.meta.url), 'utf8')
const EARLIEST = 'select pg_snapshot_xmin(pg_current_snapshot())::text as xact'

async function purge(keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += KEYS_PER_REQUEST) {
    const headers = { 'xkey-purge': keys.slice(i, i + KEYS_PER_REQUEST).join(' ') }
    const response = await fetch(VARNISH_URL, { method: 'PURGE', headers })
    if (!response.ok) throw new Error(`Varnish answers ${response.status}.`)
  }
}

const database = new pg.Client({ connectionString: DATABASE_URL })
await database.connect()
const earliest = async (): Promise<string> => (await database.query<{ xact: string }>(EARLIEST)).rows[0]?.xact ?? '0'
/** Keys that were purged once, and the time of their second purge. */
const repeats: { readonly keys: readonly string[]; readonly at: number }[] = []
// Varnish may have responses from before the changes that this program did not see.
await purge(['*'])
for (let since = await earliest(); ; await wait(POLL_MS)) {
  // Transactions that are open now are read again next time, because they become visible when they end.
  const next = await earliest()
  const { rows } = await database.query<{ key: string }>(KEYS, [since])
  since = next
  const keys = rows.map(({ key }) => key)
  await purge(keys)
  if (keys.length > 0) repeats.push({ keys, at: Date.now() + REPEAT_MS })
  while (repeats[0] && repeats[0].at <= Date.now()) await purge(repeats.shift()?.keys ?? [])
}
