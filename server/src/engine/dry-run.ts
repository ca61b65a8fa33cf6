// The response to a dry run: a write with `dry_run=true` is processed in a transaction that is rolled back (contract 7.18).
import { NO_STORE } from './response/responses.ts'
import type { RouteResponse } from './route.ts'

/** Headers that would name a record, a version or a change that does not exist. */
const PROMISES = ['location', 'x-record-version', 'x-change-id']
/** The response to a dry run contains the status and the record that the write would have returned. */
export function dryRunResponse({ status, headers, body, ignored, reused = [], effect, series }: RouteResponse): RouteResponse {
  const kept = Object.entries(headers).filter(([name]) => !PROMISES.includes(name))
  const record = typeof body === 'string' ? body : 'null'
  return {
    status: 200,
    headers: { ...Object.fromEntries(kept), 'cache-control': NO_STORE, 'x-dry-run': 'true' },
    body: `{"dry_run":true,"status":${status},"record":${record},"reused":${JSON.stringify(reused.map(({ kind, id }) => ({ kind, id })))},"occurrences":${JSON.stringify(effect ?? null)},"series":${JSON.stringify(series ?? null)}}`,
    ...(ignored && { ignored }),
  }
}
