// The matrix of series: a series, a date of it and an exception in every status, read and written by every caller (contract 8, 13).
// A date has the rights of its series, and an exception those of a record in its own status. So the table of singles applies to all of them.
import { sql } from '../../../src/kernel/database/sql.ts'
import { unique, inDays, type Json, type TestServer } from '../../support/server.ts'
import type { Answer } from './judge.ts'
import { send } from './run.ts'
import { inTurn, RIGHT, type Callers, type Owner } from './stage.ts'
import * as table from './table.ts'
import type { Caller, State, Verdict, Whose } from './table.ts'

const SERIES_STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'protected', 'trash-draft', 'draft-protected'] as const
/** Exceptions: the state of the series, the status that is written to the date, and the state that callers must find. */
const EXCEPTIONS: readonly (readonly [series: State, status: string, state: State])[] = [
  ['publish', 'publish', 'publish'],
  ['publish', 'draft', 'draft'],
  ['publish', 'pending', 'pending'],
  ['publish', 'private', 'private'],
  ['protected', 'publish', 'protected'],
  ['protected', 'draft', 'draft-protected'],
  ['draft', 'publish', 'draft'],
  ['private', 'publish', 'private'],
  ['trash', 'publish', 'trash'],
  ['trash', 'draft', 'trash-draft'],
]
const OWNERS: readonly Owner[] = ['stranger', 'subscriber', 'contributor', 'author', 'editor', 'administrator']

interface SeriesTarget {
  readonly what: 'series' | 'occurrence' | 'exception'
  readonly owner: Owner
  /** ID of the entry that is addressed, and of its series. */
  readonly id: number
  readonly series: number
  /** The state of the entry, and that of its series. */
  readonly state: State
  readonly seriesState: State
  /** A word of the title, a word of a protected field, and a word that only the series has. */
  readonly title: string
  readonly inside: string
  readonly ownTitle: string
}

/** The status under which a state is stored. */
const STATUS: Readonly<Partial<Record<State, string>>> = {
  protected: 'publish',
  trash: 'publish',
  'trash-draft': 'draft',
  'draft-protected': 'draft',
}
async function makeSeries(server: TestServer, author: number, state: State): Promise<SeriesTarget> {
  const [title, inside] = [unique(), unique()]
  const status = STATUS[state] ?? state
  const { id } = await server.make('events', {
    title,
    description: inside,
    author,
    status,
    start_date: inDays(3),
    end_date: inDays(3),
    recurrence: 'FREQ=WEEKLY;COUNT=3',
    ...(status === 'future' && { date: inDays(9) }),
    ...(/protected/.test(state) && { password: RIGHT }),
  })
  return { what: 'series', owner: 'stranger', id, series: id, state, seriesState: state, title, inside, ownTitle: title }
}
async function secondDate({ app }: TestServer, series: number): Promise<number> {
  const [date] = await app.database.query<{ id: number }>(
    sql`select id from occurrences where series_id = ${series} order by original_start offset 1 limit 1`,
  )
  return date?.id ?? 0
}
async function makeTargets(stage: Callers, owners: readonly Owner[]): Promise<SeriesTarget[]> {
  const { server, users } = stage
  const targets: SeriesTarget[] = []
  const ofSeries = owners.flatMap((owner) => SERIES_STATES.map((state) => ({ owner, state })))
  await inTurn(ofSeries, 6, async ({ owner, state }) => {
    const series = { ...(await makeSeries(server, users[owner], state)), owner }
    targets.push(series, { ...series, what: 'occurrence', id: await secondDate(server, series.id) })
    if (state === 'trash' || state === 'trash-draft') await server.remove(`/events/${series.id}`)
  })
  const ofExceptions = owners.flatMap((owner) => EXCEPTIONS.map((exception) => ({ owner, exception })))
  await inTurn(ofExceptions, 6, async ({ owner, exception: [seriesState, status, state] }) => {
    const series = await makeSeries(server, users[owner], seriesState)
    const id = await secondDate(server, series.id)
    const [title, inside] = [unique(), unique()]
    const written = await server.patch(`/events/${id}`, { title, description: inside, status })
    if (written.status !== 200) throw new Error(written.text)
    if (seriesState === 'trash') await server.remove(`/events/${series.id}`)
    targets.push({ ...series, what: 'exception', owner, id, state, title, inside })
  })
  // The reduced run plays the same cells each time.
  const nameOf = ({ what, owner, state, seriesState }: SeriesTarget): string => [what, owner, state, seriesState].join(' ')
  return targets.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
}

interface Operation {
  readonly name: string
  readonly method: 'GET' | 'PATCH' | 'DELETE'
  readonly path: (target: SeriesTarget) => string
  readonly expected: (caller: Caller, whose: Whose, target: SeriesTarget) => Verdict
  readonly of?: readonly SeriesTarget['what'][]
}
const statusOf = ({ state }: SeriesTarget): string => (state.startsWith('trash') ? 'trash' : (STATUS[state] ?? state))
const read = (suffix: string): Operation => ({
  name: `read${suffix}`,
  method: 'GET',
  path: ({ id }) => `/events/${id}${suffix}`,
  expected: (caller, whose, { state }) => table.READ(caller, whose, state, 'none'),
})
const list = (name: string, query: (target: SeriesTarget) => string, format = '', of?: Operation['of']): Operation => ({
  name,
  method: 'GET',
  path: (target) => `/events${format}?${query(target)}&status=${statusOf(target)}`,
  expected: (caller, whose, { state }) => table.LIST(caller, whose, state, 'none'),
  ...(of && { of }),
})
/** The series of an exception: its summary, and its calendar, in which dates that the caller may not see are excluded. */
const whole = (suffix: string): Operation => ({
  name: `series of the exception${suffix}`,
  method: 'GET',
  path: ({ series }) => `/events/${series}${suffix}`,
  expected: (caller, whose, { seriesState }) => table.READ(caller, whose, seriesState, 'none'),
  of: ['exception'],
})
const [SUMMARY, CALENDAR] = [whole(''), whole('.ics')]
/** A filter by the series of a hidden or trashed date finds nothing, and that of a visible date all public dates of its series. */
const bySeries: Operation = {
  name: 'series of the date',
  method: 'GET',
  path: ({ id }) => `/events?series=${id}`,
  expected: (caller, whose, { state, seriesState }) => {
    const seen = table.READ(caller, whose, state, 'right')
    if (seen === 'wrong') return 'wrong'
    return seen !== 'ok' || state.startsWith('trash') ? 'absent' : table.LIST_DEFAULT(caller, whose, seriesState, 'none')
  },
}
/** Writes to a date with this scope: the caller must find the date, and may edit it, or its series for other scopes. */
const write = (method: 'PATCH' | 'DELETE', scope: 'this' | 'following' | 'all'): Operation => ({
  name: `${method} ${scope}`,
  method,
  path: ({ id }) => `/events/${id}?scope=${scope}`,
  expected: (caller, whose, { state, seriesState, what }) => {
    const own = table.CHANGE(caller, whose, state, 'none')
    if (own !== 'ok' || what === 'series') return own
    const isOwnRecord = method === 'PATCH' && scope === 'this'
    return isOwnRecord ? own : (method === 'DELETE' ? table.REMOVE : table.CHANGE)(caller, whose, seriesState, 'none')
  },
  of: ['occurrence', 'exception'],
})
const SERIES_OPERATIONS: readonly Operation[] = [
  read(''),
  read('.ics'),
  read('.jsonld'),
  list('include', ({ id }) => `include=${id}`),
  list('collapse', ({ id }) => `include=${id}&collapse=series`),
  list('feed', ({ id }) => `include=${id}`, '.ics'),
  list('feed of dates', ({ id }) => `include=${id}&expand=true`, '.ics'),
  list('rss', ({ id }) => `include=${id}`, '.rss'),
  list('records', ({ id }) => `include=${id}&records=true&type=series,exception`, '', ['series', 'exception']),
  bySeries,
  SUMMARY,
  CALENDAR,
  write('PATCH', 'this'),
  write('PATCH', 'following'),
  write('PATCH', 'all'),
  write('DELETE', 'this'),
  write('DELETE', 'all'),
  { ...write('PATCH', 'this'), name: 'PATCH series', of: ['series'], path: ({ id }) => `/events/${id}` },
]

export interface SeriesCell {
  readonly operation: Operation
  readonly target: SeriesTarget
  readonly caller: Caller
  readonly whose: Whose
}
/** Whose a record is to a caller; to callers without an account, records of the author count as their own, which must change nothing. */
const whoseOf = (caller: Caller, owner: Owner): Whose | null => {
  if (owner === 'stranger') return 'other'
  return owner === (caller === 'anonymous' || caller === 'bad' ? 'author' : caller) ? 'own' : null
}
function cellsOf(targets: readonly SeriesTarget[]): SeriesCell[] {
  return SERIES_OPERATIONS.flatMap((operation) =>
    targets
      .filter(({ what }) => !operation.of || operation.of.includes(what))
      .flatMap((target) =>
        table.CALLERS.flatMap((caller): SeriesCell[] => {
          const whose = whoseOf(caller, target.owner)
          return whose ? [{ operation, target, caller, whose }] : []
        }),
      ),
  )
}

const CODES: Readonly<Partial<Record<Verdict, number>>> = { login: 401, wrong: 401, forbidden: 403, locked: 403, missing: 404, gone: 410 }
function faultsOf({ operation, target, caller, whose }: SeriesCell, { status, text, headers }: Answer): string[] {
  const verdict = operation.expected(caller, whose, target)
  const says: string[] = []
  const wanted = CODES[verdict] ?? 200
  if (status !== wanted) says.push(`status ${status}, not ${wanted}`)
  if (operation.method !== 'GET') return says
  const unfolded = text.replaceAll('\r\n ', '')
  const isShown = verdict === 'ok' || verdict === 'listed' || verdict === 'masked'
  const word = (what: string, sought: string, isWanted: boolean): void => {
    if (unfolded.includes(sought) !== isWanted) says.push(`${what} is ${isWanted ? 'not ' : ''}shown`)
  }
  if (operation === SUMMARY || operation === CALENDAR) {
    const isDateShown = verdict === 'ok' && table.READ(caller, whose, target.state, 'right') === 'ok'
    word('the series', target.ownTitle, isShown)
    if (operation === CALENDAR) word('the exception', target.title, isDateShown)
    if (verdict === 'ok' && operation === CALENDAR) word('an excluded date', 'EXDATE', !isDateShown)
    if (verdict === 'ok' && operation === SUMMARY) word('the number of dates', `"total":${isDateShown ? 3 : 2},"first"`, true)
    return says
  }
  if (operation === bySeries) {
    word('the series', target.ownTitle, isShown)
    if (target.what === 'exception' && target.state !== 'publish' && target.state !== 'protected')
      word('the exception', target.title, false)
    return says
  }
  word('the title', target.title, isShown)
  word('its inside', target.inside, verdict === 'ok' || verdict === 'listed')
  if (isShown && operation.name !== 'read' && headers['x-total'] === '0') says.push('total 0')
  if (verdict === 'absent' && headers['x-total'] !== '0') says.push(`total ${String(headers['x-total'])}, not 0`)
  return says
}

/** MATRIX_FIRST: whether to end with the first wrong cell, among the records of strangers. */
const FIRST = process.env['MATRIX_FIRST'] !== undefined
export interface SeriesFigures {
  readonly cells: number
  readonly wrong: readonly string[]
}
/** Plays every `every`th cell. A write that the table allows is sent as a dry run, so that all cells find the records as they were made. */
export async function playSeries(
  stage: Callers,
  { owners = OWNERS, every = 1 }: { owners?: readonly Owner[]; every?: number },
): Promise<SeriesFigures> {
  const targets = await makeTargets(stage, FIRST ? ['stranger'] : owners)
  const cells = cellsOf(targets).filter((_, i) => i % every === 0)
  const before = await versions(stage)
  const wrong: string[] = []
  await inTurn(cells, 8, async (cell) => {
    if (FIRST && wrong.length > 0) return
    const { operation, target, caller, whose } = cell
    const verdict = operation.expected(caller, whose, target)
    const path = operation.path(target)
    const dry = operation.method !== 'GET' && verdict === 'ok' ? `${path.includes('?') ? '&' : '?'}dry_run=true` : ''
    const body: Json | null = operation.method === 'PATCH' ? { website: 'https://example.org/matrix' } : null
    const answer = await send({
      method: operation.method,
      url: `${stage.server.base}/calendar/events/v1${path}${dry}`,
      headers: { ...stage.credentials[caller], ...(body && { 'content-type': 'application/json' }) },
      body,
    })
    const says = faultsOf(cell, answer)
    if (says.length > 0)
      wrong.push(
        `${operation.name} of ${whose} ${target.what} ${target.state} in series ${target.seriesState} by ${caller}: wanted ${verdict}: ${says.join('; ')} ${answer.text.slice(0, 200)}`,
      )
  })
  if ((await versions(stage)) !== before) wrong.push('a refused write or a dry run changed a record')
  return { cells: cells.length, wrong }
}
/** Versions and dates of all events. */
async function versions({ db }: Callers): Promise<string> {
  const { rows } = await db.query<{ text: string }>(
    `select md5(string_agg(concat_ws(' ', r.id, r.version, r.status), ',' order by r.id)) || (select count(*) from occurrences) as text
from events r where r.recurrence is not null or r.series_id is not null`,
  )
  return rows[0]?.text ?? ''
}
