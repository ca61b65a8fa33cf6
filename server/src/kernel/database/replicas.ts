// Standby servers that answer reads. A connection is used only if its server has replayed enough of the write-ahead log.
import type { Database, ReservedConnection } from './database.ts'
import { includesPosition, positionOf, READ_POSITION, type PositionRow, type ServerPosition, type WalPosition } from './wal-position.ts'

export interface ReplicaSettings {
  readonly database: Database
  /** A connection of its own, so that a busy pool does not look like a server that is down. */
  readonly probe: Database
}
export interface ReplicaOptions {
  /** A replica that is further behind the primary is not used. */
  readonly maxLagMs: number
  /** The position of the primary must not be older, unless the primary does not answer. */
  readonly maxAgeMs: number
  /** A connection of its own, so that a busy pool does not look like a primary that is down. */
  readonly primary: Database
  readonly now: () => number
}
export interface Replicas {
  /** Notes a position of the primary, which everything that was committed before the given time precedes. */
  readonly notePrimary: (position: WalPosition, at: number) => void
  /** Returns a connection to a replica that includes the position and is not too far behind, or null if there is none. */
  connect(position: WalPosition | null): Promise<ReplicaConnection | null>
  readonly states: () => readonly ReplicaState[]
  close(): Promise<void>
}
export interface ReplicaConnection extends ReservedConnection {
  /** Reads the position of the server again, unless the last known one includes the given one already. */
  position(wanted?: WalPosition | null): Promise<ServerPosition>
}
export interface ReplicaState {
  readonly isUp: boolean
  /** The time by which the replica is behind the primary, as far as it was measured. */
  readonly lagMs: number
}

/** Time that a read with a token waits for a replica, before it goes to the primary. */
const MAX_WAIT_MS = 100
const RECHECK_MS = 5
const PROBE_INTERVAL_MS = 1_000
/** A server that does not tell its position within this time is down, frozen or unreachable. */
const POSITION_TIMEOUT_MS = 1_000

export function openReplicas(settings: readonly ReplicaSettings[], options: ReplicaOptions): Replicas {
  const primary = createPositionHistory(options.maxLagMs)
  const refresh = createRefresher(primary, options)
  const replicas = settings.map((each) => createReplica(each, primary))
  const timer = setInterval(() => replicas.forEach((replica) => void replica.check()), PROBE_INTERVAL_MS).unref()
  for (const replica of replicas) void replica.check()
  let next = 0
  return {
    notePrimary: primary.add,
    async connect(position) {
      if (options.now() - primary.newestAt() > options.maxAgeMs) await refresh()
      const floor = primary.floor()
      if (floor === null) return null
      const deadline = options.now() + (position === null ? 0 : MAX_WAIT_MS)
      const wanted = position === null ? [floor] : [floor, position]
      next += 1
      for (let i = 0; i < replicas.length; i += 1) {
        const connection = (await replicas[(next + i) % replicas.length]?.connect()) ?? null
        if (connection !== null && (await waitFor(connection, wanted, () => options.now() < deadline))) return connection
      }
      return null
    },
    states: () => replicas.map((replica) => replica.state()),
    close: async () => {
      clearInterval(timer)
      await Promise.all(settings.flatMap(({ database, probe }) => [database.close(), probe.close()]))
    },
  }
}

/** Waits until the server of the connection includes all positions. Otherwise, returns the connection to its pool. */
async function waitFor(connection: ReplicaConnection, wanted: readonly WalPosition[], mayWait: () => boolean): Promise<boolean> {
  try {
    for (;;) {
      const missing: WalPosition[] = []
      for (const each of wanted) if (!includesPosition(await connection.position(each), each)) missing.push(each)
      if (missing.length === 0) return true
      if (!mayWait()) break
      await new Promise((resolve) => setTimeout(resolve, RECHECK_MS))
    }
    connection.release()
  } catch (error) {
    connection.release(error)
  }
  return false
}

/**
 * Asks the primary for its position. After a failure, reads do not wait for the next attempt: as long as the primary does not answer, replicas
 * serve what they have.
 */
function createRefresher(history: PositionHistory, { primary, now }: ReplicaOptions): () => Promise<void> {
  let running: Promise<void> | null = null
  let hasFailed = false
  const ask = async (): Promise<void> => {
    const at = now()
    try {
      const position = await withinTime(primary.query<PositionRow>(READ_POSITION).then(toPosition))
      hasFailed = position.isStandby
      if (!position.isStandby) history.add(position, at)
    } catch {
      hasFailed = true
    } finally {
      running = null
    }
  }
  return async () => {
    running ??= ask()
    if (!hasFailed) await running
  }
}

/** The positions that the primary had recently. They convert positions of replicas to times. */
interface PositionHistory {
  readonly add: (position: WalPosition, at: number) => void
  newestAt(): number
  /** The position that a replica must include, or null if nothing is known about the primary. */
  floor(): WalPosition | null
  lagMs(replica: ServerPosition): number
}
/** Positions at shorter intervals are not kept. */
const MIN_INTERVAL_MS = 50
function createPositionHistory(maxLagMs: number): PositionHistory {
  let history: { readonly position: WalPosition; readonly at: number }[] = []
  return {
    add(position, at) {
      const newest = history.at(-1)
      const before = history.at(-2)
      // The newest position is always kept, because the time refers to it.
      if (newest && before && newest.at - before.at < MIN_INTERVAL_MS) history.pop()
      history.push({ position, at })
      const firstNeeded = history.findIndex((each) => each.at >= at - maxLagMs)
      if (firstNeeded > 0) history = history.slice(firstNeeded)
    },
    newestAt: () => history.at(-1)?.at ?? -Infinity,
    floor: () => history[0]?.position ?? null,
    lagMs(replica) {
      const reached = history.findLast(({ position }) => includesPosition(replica, position))
      const newest = history.at(-1)
      return newest === undefined || reached === undefined ? maxLagMs : newest.at - reached.at
    },
  }
}

interface Replica {
  connect(): Promise<ReplicaConnection | null>
  /** Finds out whether the server answers, and how far it is behind. */
  check(): Promise<void>
  state(): ReplicaState
}
function createReplica({ database, probe }: ReplicaSettings, primary: PositionHistory): Replica {
  const used = new Set<ReservedConnection>()
  const known = new WeakMap<object, ServerPosition>()
  let isUp = false
  let isChecking = false
  let last: ServerPosition | null = null
  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    try {
      last = await withinTime(probe.query<PositionRow>(READ_POSITION).then(toPosition))
      isUp = true
    } catch {
      isUp = false
      // The statements of a server that is frozen would end at their timeout only.
      for (const connection of used) connection.release(new Error('The replica does not answer.'))
    } finally {
      isChecking = false
    }
  }
  return {
    check,
    state: () => ({ isUp, lagMs: last === null ? 0 : primary.lagMs(last) }),
    async connect() {
      if (!isUp) return null
      let reserved: ReservedConnection
      try {
        reserved = await database.reserve()
      } catch {
        void check()
        return null
      }
      used.add(reserved)
      return {
        ...reserved,
        release: (error) => {
          used.delete(reserved)
          reserved.release(error)
        },
        position: async (wanted = null) => {
          const before = known.get(reserved.server)
          if (before && wanted && includesPosition(before, wanted)) return before
          const now = await withinTime(reserved.query<PositionRow>(READ_POSITION).then(toPosition))
          known.set(reserved.server, now)
          return now
        },
      }
    },
  }
}

function toPosition([row]: readonly PositionRow[]): ServerPosition {
  if (!row) throw new Error('The server did not return its position.')
  return positionOf(row)
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The connection timed out.')), POSITION_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
