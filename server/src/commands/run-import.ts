// Runs `kalends import`: imports a document from the shell, as a run of a source that is found by its URL or its name, or added.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { siteOf } from '../app.ts'
import type { Config } from '../config.ts'
import { importServices } from '../configured-imports.ts'
import { UsageError } from '../features/accounts/users.ts'
import { describeErrors } from '../features/sources/failed-rows.ts'
import { addRun, runImport } from '../features/sources/import-worker.ts'
import { checkMapping } from '../features/sources/mappings.ts'
import { showRuns, type ReportedItem } from '../features/sources/source-representation.ts'
import { findRun, NEW_STATUSES, VANISHED, type Run } from '../features/sources/source.ts'
import type { Database } from '../kernel/database/database.ts'
import { raw, sql } from '../kernel/database/sql.ts'
import { translateFieldError, translator } from '../kernel/text/messages.ts'
import { createLogger } from '../kernel/runtime/logger.ts'
import { createProgress } from '../kernel/runtime/progress.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { openMedia } from '../media.ts'
import { ImportFailedError, TYPES, type ImportCommandOptions } from './import.ts'
import { print, printTable, type OutputOptions } from './output.ts'

interface ImportRequest {
  readonly type: string
  readonly document: string
  readonly options: ImportCommandOptions
}
export async function runImportCommand(database: Database, config: Config, request: ImportRequest): Promise<void> {
  const site = siteOf(config)
  const { run, isNew } = await prepare(database, request, site.defaultLanguage)
  if (!isNew) process.stderr.write('Continuing the run that has not ended.\n')
  const log = createLogger('silent')
  const media = await openMedia(config, database, log)
  try {
    await withProgress(database, run, () => runImport(importServices({ site, database, media, clock: systemClock, log }), run))
  } finally {
    media.encoder.close()
  }
  await report(database, run, request.options)
}

/** Returns the ID of a new run, or of the run of the source that has not ended. */
async function prepare(
  database: Database,
  { type: typeName, document, options }: ImportRequest,
  language: string,
): Promise<{ run: number; isNew: boolean }> {
  const type = TYPES[typeName]
  if (!type) throw new UsageError(`Unknown type "${typeName}". Valid types: ${Object.keys(TYPES).join(', ')}.`)
  const status = choice('--status', options.status, NEW_STATUSES)
  const vanished = choice('--vanished', options.vanished, VANISHED)
  const mappingError = checkMapping(type, options.map)
  if (mappingError) throw new UsageError(`--map: ${translateFieldError(mappingError, translator('en'))}`)
  const mapping = JSON.stringify(options.map)
  const url = /^https?:\/\//i.test(document) ? document : null
  const bytes = url === null ? await readFile(document) : null
  const name = options.name ?? url ?? basename(document)
  const now = systemClock.now()
  return database.transaction(async (db) => {
    const [user] = await db.query<{ id: number }>(
      sql`select id from users where login = ${options.user} and disabled_at is null and role in ('editor', 'administrator') for no key update`,
    )
    if (!user) throw new UsageError(`No editor or administrator has the login "${options.user}".`)
    const [found] = await db.query<{ id: number }>(
      sql`select id from sources where owner_id = ${user.id} and type = ${type} and name = ${name.slice(0, 200)} and url is not distinct from ${url} order by id limit 1 for update`,
    )
    const [source] = found
      ? [found]
      : await db.query<{ id: number }>(sql`
insert into sources (owner_id, scope, name, type, url, mapping, language, status, vanished, precedence, created_at, modified_at)
values (${user.id}, 'admin', ${name.slice(0, 200)}, ${type}, ${url}, ${mapping}::jsonb, ${language}, ${status}, ${vanished}, 'editors', ${now.toString()}, ${now.toString()}) returning id`)
    if (!source) throw new Error('The source was not stored.')
    const [active] = await db.query<{ id: number }>(
      sql`select id from source_runs where source_id = ${source.id} and state in ('waiting', 'running', 'undoing')`,
    )
    if (active) return { run: active.id, isNew: false }
    if (Object.keys(options.map).length > 0) await db.query(sql`update sources set mapping = ${mapping}::jsonb where id = ${source.id}`)
    const requested = { isDryRun: options.dryRun === true, acceptsGone: options.acceptGone === true, document: bytes, now }
    const run = await addRun(db, { sourceId: source.id, requestedBy: user.id, ...requested })
    if (run === null) throw new Error('The run was not stored.')
    return { run, isNew: true }
  })
}
function choice<const T extends readonly string[]>(option: string, value: string, choices: T): T[number] {
  if (!choices.includes(value)) throw new UsageError(`${option} must be one of: ${choices.join(', ')}.`)
  return value
}

const POLL_MS = 200
/** Shows how many items are processed, until the work ends. */
async function withProgress(database: Database, run: number, work: () => Promise<void>): Promise<void> {
  const started = await database.query<{ total: number }>(sql`select total from source_runs where id = ${run}`)
  let progress = started[0]?.total ? createProgress('items', started[0].total, milliseconds) : null
  const pollProgress = async (): Promise<void> => {
    const [row] = await database.query<{ total: number; done: number }>(sql`
select x.total, (select count(*)::int from source_items i where i.run_id = x.id and i.outcome is not null) as done from source_runs x where x.id = ${run}`)
    if (!row || row.total === 0) return
    progress ??= createProgress('items', row.total, milliseconds)
    progress.step(row.done)
  }
  let polling = Promise.resolve()
  const timer = setInterval(() => {
    polling = polling.then(pollProgress).catch(() => undefined)
  }, POLL_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
    await polling
    await pollProgress()
    progress?.end()
  }
}
const milliseconds = (): number => systemClock.now().epochMilliseconds

const FAILURES_SHOWN = 20
async function report(database: Database, id: number, options: OutputOptions): Promise<void> {
  const run: Run | null = await findRun(database, id, raw('true'))
  if (!run) throw new Error('The run was deleted.')
  const [shown] = await showRuns(database, [run])
  const failed = await database.query<ReportedItem>(sql`
select title, external_id, errors from source_items where run_id = ${id} and outcome = 'failed' order by position limit ${FAILURES_SHOWN}`)
  if (options.json) print(JSON.stringify(shown, null, 2))
  else {
    printTable([{ run: id, source: run.source_id, state: run.state, reason: run.reason ?? '', ...shown?.counts }])
    for (const { title, external_id: externalId, errors } of failed) print(`${title || externalId || ''}: ${describeErrors(errors)}`)
  }
  if (run.state !== 'finished') throw new ImportFailedError(run.reason ?? run.state)
}
