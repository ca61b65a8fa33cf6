// Faults in dry runs. The tests in this folder must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const VIEWS = 'kernel/database/database-views.ts'
/** A fault that the random writes notice by a difference that no other fault causes. */
interface WriteFault extends Pick<SeededFault, 'name'> {
  readonly difference: RegExp
}
export const COMMIT_FAULT: SeededFault & WriteFault = {
  name: 'the transaction is committed',
  file: VIEWS,
  in: 'inRolledBackTransaction',
  at: 'throw 1',
  put: 'return outcome.result',
  difference: /changed changes/,
}
export const WRITE_FAULTS: readonly (SeededFault & WriteFault)[] = [
  {
    name: 'deferred constraints are not checked',
    file: VIEWS,
    in: 'inRolledBackTransaction',
    at: 'await 4',
    put: 'void 0',
    difference: /(?:venues|organizers)\S* by \w+: status: dry 200, real 500/,
  },
  {
    name: 'the files of an upload are stored',
    file: 'features/media/upload.ts',
    in: 'uploadImage',
    at: 'conditional 1',
    put: 'media',
    difference: /\/media by \w+: changed files/,
  },
  {
    name: 'the files of an image that was fetched are stored',
    file: 'features/media/import-by-url.ts',
    in: 'storeFetched',
    at: 'conditional 1',
    put: 'media',
    difference: /(?:events|venues|organizers)\S* by \w+: changed files/,
  },
  {
    name: 'the Idempotency-Key is read',
    file: 'request-context.ts',
    in: 'handleWrite.headers',
    at: 'conditional 1',
    put: 'request.headers',
    difference: /rest_idempotency_conflict/,
  },
]
/** The tests of isolation notice these faults. Each has the beginning of the title of the test as its name. */
export const ISOLATION_FAULTS: readonly SeededFault[] = [
  {
    name: 'the cache of nested records',
    file: 'engine/read/nested-records.ts',
    in: 'loadByKey',
    at: 'if 4.test',
    put: 'true',
  },
  { name: 'a dry run leaves cached responses valid', file: 'request-context.ts', in: 'handleRequest', at: 'if 1.test', put: 'isWrite' },
  { name: 'a dry run that waits', file: VIEWS, in: 'inRolledBackTransaction', at: 'await 2', put: 'void 0' },
]
