// Readers that wait for changes: streams and long polls (contract 14.2). After each write, one query serves all readers of the same feed.
import { createSemaphore, type Semaphore } from '../../kernel/concurrency/semaphore.ts'
import type { Client } from '../../kernel/concurrency/admission.ts'
import type { Database, Db } from '../../kernel/database/database.ts'
import { overloaded, Problem } from '../../kernel/errors/problems.ts'
import type { Logger } from '../../kernel/runtime/logger.ts'
import { tooManyRequests } from '../../kernel/security/rate-limiter.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { FeedPage } from './read-changes.ts'

/** A feed with its filters, as one caller sees it. */
export interface LiveFeed {
  /** Feeds with the same key have the same pages. */
  readonly key: string
  read(db: Db, cursor: string, now: Temporal.Instant): Promise<FeedPage>
}
export interface LiveReader {
  receive(page: FeedPage): void
  /** Whether the client has read the pages that it received. */
  isReady(): boolean
  /** Calls the function once, when the client has read them. */
  onceReady(run: () => void): void
  /** Shows the client that the connection is alive. */
  beat(): void
  /** Called once, if the server ends the reader. Without an error, the client may connect again at once. */
  end(error?: unknown): void
}
/** The position from which a new reader continues. */
export interface LivePosition {
  readonly cursor: string
  /** Whether there were further changes at the cursor. */
  readonly more: boolean
  /** When the read that returned the cursor began, in milliseconds of the performance clock. */
  readonly startedAt: number
}
export interface LiveClient {
  readonly client: Client
  /** Whether the credentials of the client are still valid and have the same rights. */
  isStillAllowed(): Promise<boolean>
}
export interface LiveReaders {
  /** Throws 429 or 503 if the client or the process has too many readers. */
  requireRoom(client: Client): void
  /** Adds a reader until the returned function is called, or the server ends it. */
  add(feed: LiveFeed, reader: LiveReader, position: LivePosition, owner: LiveClient): () => void
  /** Reads the changes for all readers. */
  readonly wake: () => void
  readonly count: number
  /** Ends all readers, and refuses new ones. */
  close(): void
}
export interface LiveReaderSettings {
  readonly maxReaders: number
  /** 0 is no limit. */
  readonly maxPerCaller: number
  /** 0 is no limit. */
  readonly maxPerAddress: number
  /** Time after which the server ends a reader. */
  readonly maxMs: number
  readonly beatMs: number
}
export interface LiveReaderServices {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

interface OpenReader {
  readonly feed: LiveFeed
  readonly reader: LiveReader
  readonly owner: LiveClient
  readonly endsAt: number
  /** Null while the client has not read the pages that it received. */
  cohort: Cohort | null
}
/** Readers of a feed at the same position. */
interface Cohort {
  cursor: string
  more: boolean
  /** When the last read ended. A reader whose read began later has seen all that this cohort has seen. */
  readAt: number
  readonly readers: Set<OpenReader>
}
interface FeedState {
  readonly feed: LiveFeed
  readonly cohorts: Set<Cohort>
  isRunning: boolean
  runAgain: boolean
}

/** Feeds that are read at the same time. The other connections of the pool are for requests. */
const CONCURRENT_READS = 2
const RETRY_MS = 1_000
const RETRY_AFTER_SECONDS = 30
/** Credentials are checked at every second beat, so that a stream ends within a minute of their end. */
const CHECK_EVERY_BEATS = 2

interface Hub extends LiveReaderServices {
  readonly feeds: Map<string, FeedState>
  readonly readers: Set<OpenReader>
  readonly permits: Semaphore
}

export function createLiveReaders(settings: LiveReaderSettings, services: LiveReaderServices): LiveReaders {
  const permits = createSemaphore({ limit: CONCURRENT_READS, queue: Number.POSITIVE_INFINITY, waitMs: 2 ** 31 - 1 })
  const hub: Hub = { ...services, feeds: new Map(), readers: new Set(), permits }
  const { readers } = hub
  const beats = startBeats(hub, settings.beatMs)
  let isClosed = false
  return {
    requireRoom: (client) => requireRoom(settings, isClosed, [...readers], client),
    add: (feed, reader, position, owner) => {
      const open: OpenReader = { feed, reader, owner, endsAt: performance.now() + settings.maxMs, cohort: null }
      readers.add(open)
      if (isClosed || readers.size > settings.maxReaders) endReader(hub, open)
      else placeReader(hub, open, position)
      return () => removeReader(hub, open)
    },
    wake: () => {
      for (const state of hub.feeds.values()) void readFeed(hub, state)
    },
    get count() {
      return readers.size
    },
    close: () => {
      isClosed = true
      clearInterval(beats)
      for (const open of readers) endReader(hub, open)
    },
  }
}

/** Reads until no cohort has more changes. A call during a run causes another round. */
async function readFeed(hub: Hub, state: FeedState): Promise<void> {
  state.runAgain = true
  if (state.isRunning) return
  state.isRunning = true
  try {
    while (state.runAgain) {
      state.runAgain = false
      const release = await hub.permits.acquire()
      await readRound(hub, state).finally(release)
    }
  } catch (error) {
    hub.log.warn({ err: error }, 'failed to read changes for streams; trying again')
    setTimeout(() => void readFeed(hub, state), RETRY_MS).unref()
  } finally {
    state.isRunning = false
    if (state.cohorts.size === 0) hub.feeds.delete(state.feed.key)
  }
}
/** Reads one page for each cohort, and merges the cohorts that have no more changes. */
async function readRound(hub: Hub, state: FeedState): Promise<void> {
  for (const cohort of state.cohorts) {
    for (const open of cohort.readers) if (!open.reader.isReady()) setAside(hub, open, cohort)
    if (cohort.readers.size === 0) state.cohorts.delete(cohort)
    else await readPage(hub, state, cohort)
  }
  mergeCohorts(state.cohorts)
  if ([...state.cohorts].some(({ more }) => more)) state.runAgain = true
}
async function readPage(hub: Hub, { feed, cohorts }: FeedState, cohort: Cohort): Promise<void> {
  const { cursor } = cohort
  try {
    const page = await feed.read(hub.database, cursor, hub.clock.now())
    Object.assign(cohort, { cursor: page.next, more: page.more, readAt: performance.now() })
    // A page without visible changes does not show that there were others.
    if (page.changes.length > 0 || page.next !== cursor) for (const { reader } of cohort.readers) reader.receive(page)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    cohorts.delete(cohort)
    for (const open of cohort.readers) endReader(hub, open, error)
  }
}
/** A reader whose client is slow does not delay the others. It continues from its own position later. */
function setAside(hub: Hub, open: OpenReader, { cursor }: Cohort): void {
  leaveCohort(open)
  open.reader.onceReady(() => {
    if (hub.readers.has(open)) placeReader(hub, open, { cursor, more: true, startedAt: 0 })
  })
}
/** A reader that has seen all that a cohort has seen joins it. Any other reader reads from its own position first. */
function placeReader(hub: Hub, open: OpenReader, { cursor, more, startedAt }: LivePosition): void {
  const { feed } = open
  const state = hub.feeds.get(feed.key) ?? { feed, cohorts: new Set(), isRunning: false, runAgain: false }
  hub.feeds.set(feed.key, state)
  const known = more ? undefined : [...state.cohorts].find((cohort) => !cohort.more && cohort.readAt <= startedAt)
  const cohort = known ?? { cursor, more, readAt: Number.POSITIVE_INFINITY, readers: new Set<OpenReader>() }
  joinCohort(open, cohort)
  if (known) return
  state.cohorts.add(cohort)
  void readFeed(hub, state)
}
function removeReader({ readers }: Hub, open: OpenReader): void {
  readers.delete(open)
  leaveCohort(open)
}
function endReader(hub: Hub, open: OpenReader, error?: unknown): void {
  if (!hub.readers.has(open)) return
  removeReader(hub, open)
  open.reader.end(error)
}

function joinCohort(open: OpenReader, cohort: Cohort): void {
  open.cohort = cohort
  cohort.readers.add(open)
}
function leaveCohort(open: OpenReader): void {
  open.cohort?.readers.delete(open)
  open.cohort = null
}
/** The first cohort was read first, so it has seen the least. The readers of the others may get a change twice, and miss none. */
function mergeCohorts(cohorts: Set<Cohort>): void {
  const [first, ...others] = [...cohorts].filter(({ more }) => !more)
  for (const other of others) {
    cohorts.delete(other)
    for (const open of other.readers) {
      leaveCohort(open)
      if (first) joinCohort(open, first)
    }
  }
}

function requireRoom(settings: LiveReaderSettings, isClosed: boolean, readers: readonly OpenReader[], client: Client): void {
  if (isClosed || readers.length >= settings.maxReaders) throw overloaded('live_readers')
  const limit = client.isCaller ? settings.maxPerCaller : settings.maxPerAddress
  const own = readers.filter(({ owner }) => owner.client.key === client.key && owner.client.isCaller === client.isCaller)
  if (limit > 0 && own.length >= limit) throw tooManyRequests('live_readers', RETRY_AFTER_SECONDS)
}

function startBeats(hub: Hub, beatMs: number): NodeJS.Timeout {
  let beats = 0
  return setInterval(() => {
    beats += 1
    const now = performance.now()
    for (const open of hub.readers) {
      if (now >= open.endsAt) endReader(hub, open)
      else if (open.reader.isReady()) open.reader.beat()
    }
    if (beats % CHECK_EVERY_BEATS === 0) void endForbidden(hub)
  }, beatMs).unref()
}
/** Ends the readers whose credentials were revoked or have other rights now. If the database is unavailable, the next check decides. */
async function endForbidden(hub: Hub): Promise<void> {
  for (const open of hub.readers)
    if (open.owner.client.isCaller && !(await open.owner.isStillAllowed().catch(() => true))) endReader(hub, open)
}
