// Faults of change feeds that users of other systems complained about. The test named by `by` must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const [FEED, STATES] = ['engine/change-feed/read-changes.ts', 'engine/change-feed/record-states.ts']
export const FEED_FAULTS: readonly (SeededFault & { readonly by: 'feed' | 'mirror' })[] = [
  {
    name: '14.1.4 changes that commit late are lost',
    file: 'engine/change-feed/log-reader.ts',
    in: 'readLog',
    at: 'template 1',
    replace: ['and not pg_visible_in_snapshot(c.xact, ', 'and c.xact >= pg_snapshot_xmax('],
    by: 'feed',
  },
  {
    name: '14.1.3 removals of records that were never visible',
    file: STATES,
    in: 'wasVisible.isSeen',
    at: 'call 1',
    put: 'true',
    by: 'mirror',
  },
  {
    name: '14.1.3 a record that was visible between two requests stays in the copy',
    file: STATES,
    in: 'wasVisible',
    at: 'if 1.test',
    put: 'false',
    by: 'feed',
  },
  {
    name: '14.1.7 exceptions do not follow their series',
    file: FEED,
    in: 'changesOfKind.members',
    at: 'call 1',
    put: 'new Map<number, number>()',
    by: 'mirror',
  },
  {
    name: '14.1.7 exceptions of a deleted series stay in the copy',
    file: 'engine/write/delete-records.ts',
    in: 'deletePermanently.states',
    at: 'call 1',
    put: '{}',
    by: 'mirror',
  },
]
