// Faults of reads from replicas. The test whose name begins with `by` must notice each of them.
import type { SeededFault } from '../support/copy.ts'

export const REPLICA_FAULTS: readonly (SeededFault & { readonly by: string })[] = [
  {
    name: 'a replica is used before it has replayed the write of the token',
    file: 'kernel/database/replica-reader.ts',
    in: 'openReader.connect',
    at: 'call 1',
    put: 'replicas.connect(null)',
    by: '20.3 a read',
  },
  {
    name: 'a response is cached although the replica had not replayed the last writes',
    file: 'request-context.ts',
    in: 'handleRequest.isCurrent',
    at: 'call 1',
    put: 'true',
    by: '20.5 without tokens',
  },
  {
    name: 'a read with a token is served from the response cache',
    file: 'kernel/http/cached-responses.ts',
    in: 'BYPASS_HEADERS',
    at: 'string "x-consistency-token"',
    put: '',
    by: '20.3 a cached',
  },
  {
    name: 'a replica is used however far it is behind',
    file: 'kernel/database/replicas.ts',
    in: 'openReplicas.connect.wanted',
    at: 'array 1',
    put: '[]',
    by: '20.5 a replica',
  },
]
