// `kalends serve --no-auth`: requests without credentials act as an administrator, so only the server's own origin may send them.
import type { Caller } from './kernel/security/caller.ts'
import type { Database } from './kernel/database/database.ts'
import { Problem } from './kernel/errors/problems.ts'
import { sql } from './kernel/database/sql.ts'

/** No user can have this login: `kalends user add` refuses colons, and so does HTTP Basic. */
const LOGIN = ':no-auth'
export const OTHER_ORIGIN = 'This server runs without authentication and accepts only requests to {origin}.'

/** Returns the caller of all requests without credentials. Records refer to its row as their author; the role in the row is never used. */
export async function loadNoAuthCaller(database: Database): Promise<Caller> {
  const [row] = await database.query<{ id: number }>(sql`
insert into users (login, role, name) values (${LOGIN}, 'subscriber', 'kalends serve --no-auth')
on conflict (login) do update set login = excluded.login
returning id`)
  return { id: row?.id ?? null, login: LOGIN, role: 'administrator', scope: 'admin' }
}

/** Refuses requests that a page of another origin may have sent. Another port of this machine is another origin. */
export function requireOwnOrigin(headers: Readonly<Record<string, string | undefined>>, listeningOrigin: string): void {
  const { origin, host } = new URL(listeningOrigin)
  // A request without Origin may still come from a page, such as an image or a link; browsers then set Sec-Fetch-Site.
  const site = headers['sec-fetch-site'] ?? 'none'
  const isOwn = headers['host'] === host && (headers['origin'] ?? origin) === origin && (site === 'none' || site === 'same-origin')
  if (!isOwn) throw new Problem('rest_forbidden', { text: OTHER_ORIGIN, values: { origin } })
}
