// Records the SQL statements that Kalends sends for a request, as pgbench scripts: the rate PostgreSQL reaches with them alone.
import { siteOf } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { newChangeId } from '../server/src/engine/changes/change-log.ts'
import { listRecords, listParams } from '../server/src/engine/list/list-records.ts'
import { findOne, presentOne } from '../server/src/engine/read/records.ts'
import type { RequestContext } from '../server/src/engine/definition/kind.ts'
import { ANONYMOUS } from '../server/src/kernel/security/caller.ts'
import type { Database, Db } from '../server/src/kernel/database/database.ts'
import { render } from '../server/src/kernel/database/sql.ts'
import { events } from '../server/src/resources/index.ts'
import type { CalendarFacts } from './scenarios.ts'

const REQUESTS = 8
/** Returns one script for each of some random requests. The record caches are warm, as in a server that has run for a while. */
export async function ownStatements(database: Database, facts: CalendarFacts, what: 'list' | 'event'): Promise<string[]> {
  const site = siteOf(readConfig({ DATABASE_URL: 'postgresql://none', PUBLIC_URL: 'https://calendar.example.org' }))
  const params = listParams(events, site.maxPerPage, site.languages)
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now())
  const ctx: RequestContext = {
    site,
    now,
    caller: ANONYMOUS,
    language: site.defaultLanguage,
    hasExplicitLanguage: false,
    languagePrefix: '',
    changeId: newChangeId(),
    strict: false,
  }
  const between = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from + 1))
  const work =
    what === 'list'
      ? async (db: Db, n: number): Promise<unknown> =>
          listRecords(db, events, { params, inputs: { page: String(n) }, pairs: [['page', String(n)]] }, ctx)
      : async (db: Db, n: number): Promise<unknown> =>
          presentOne(db, events, { row: await findOne(db, events, { id: n }, ctx), as: 'single' }, ctx)
  const scripts: string[] = []
  while (scripts.length < REQUESTS) {
    const n = what === 'list' ? between(1, 200) : between(facts.first_event, facts.last_event)
    await work(database, n).catch(() => null)
    const statements: string[] = []
    const db: Db = {
      poolKey: {},
      isTransaction: false,
      isRetry: false,
      query: (statement, more) => {
        statements.push(inlineParameters(statement))
        return database.query(statement, more)
      },
    }
    const exists = await work(db, n).then(
      () => true,
      () => false,
    )
    if (exists) scripts.push(statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};\n`).join(''))
  }
  return scripts
}

function inlineParameters(statement: Parameters<typeof render>[0]): string {
  const { text, values } = render(statement)
  const literal = (value: unknown): string => {
    if (value === null || value === undefined) return 'null'
    const plain = Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join(',')}}` : String(value)
    return `'${plain.replaceAll("'", "''")}'`
  }
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))
}
