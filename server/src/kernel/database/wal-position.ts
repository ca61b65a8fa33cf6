// Positions in the write-ahead log: they tell whether a server has replayed a write. `X-Consistency-Token` is one (contract 20).
import { raw } from './sql.ts'

export interface WalPosition {
  /** All servers of a cluster have the same identifier. */
  readonly system: string
  /** Every promotion of a standby starts a new timeline. */
  readonly timeline: number
  readonly lsn: bigint
}
/** How far a server has come. */
export interface ServerPosition extends WalPosition {
  readonly isStandby: boolean
  /** A timeline that the server has certainly replayed a part of. `timeline` is the one that it receives. */
  readonly replayedTimeline: number
}

export interface PositionRow {
  readonly system: string
  readonly timeline: number
  readonly replayed: number
  readonly lsn: string
  readonly standby: boolean
}
/**
 * The position of the server that runs the statement. A later statement on the same connection sees everything up to it. All roles may call
 * these functions; only the timeline that a standby receives needs the role `pg_read_all_stats`, and is null otherwise.
 */
export const READ_POSITION = raw(`
select s.system_identifier::text as system, p.standby,
  case when p.standby then greatest(c.timeline_id, r.min_recovery_end_timeline, w.received_tli) else p.own end as timeline,
  case when p.standby then greatest(c.timeline_id, r.min_recovery_end_timeline) else p.own end as replayed,
  p.lsn::text as lsn
from pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r, pg_stat_get_wal_receiver() w,
  lateral (
    select i.standby, case when i.standby then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end as lsn,
      case when not i.standby then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as own
    from (select pg_is_in_recovery() as standby offset 0) i offset 0
  ) p`)

export const positionOf = ({ system, timeline, replayed, lsn, standby }: PositionRow): ServerPosition => ({
  system,
  timeline,
  lsn: parseLsn(lsn),
  isStandby: standby,
  replayedTimeline: replayed,
})

/**
 * Whether a server has everything up to a position. A server that has replayed a later timeline has all that is left of an earlier one,
 * whatever its position there. On a timeline that it does not know, positions mean something else.
 */
export const includesPosition = (server: ServerPosition, { system, timeline, lsn }: WalPosition): boolean =>
  server.system === system && (server.replayedTimeline > timeline || (server.timeline >= timeline && server.lsn >= lsn))

export const formatToken = ({ system, timeline, lsn }: WalPosition): string =>
  `${system}.${timeline}.${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`

const TOKEN = /^(\d{1,20})\.([1-9]\d{0,9})\.([\dA-F]{1,8}\/[\dA-F]{1,8})$/
/** Returns null if the text is not a token. */
export function parseToken(text: string): WalPosition | null {
  const [, system, timeline, lsn] = TOKEN.exec(text) ?? []
  return system === undefined || timeline === undefined || lsn === undefined
    ? null
    : { system, timeline: Number(timeline), lsn: parseLsn(lsn) }
}

function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
