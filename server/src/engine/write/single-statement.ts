// Creates a record with one statement and without a transaction, and finds out whether it was stored if the answer is lost (contract 21).
import { findStored, StatementInterrupted } from '../../kernel/database/commit-outcome.ts'
import type { Database } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { outcomeUnknown } from '../../kernel/errors/problems.ts'
import { toProblem } from '../../kernel/http/error-responses.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import type { WriteResult } from './write-records.ts'

/** The context of an operation of a batch, which has the change ID of the batch. */
export interface BatchedContext extends RequestContext {
  readonly isBatched?: boolean
}
interface Create<T> {
  readonly ignored: readonly string[]
  readonly insert: () => Promise<WriteResult>
  readonly present: (written: WriteResult) => Promise<T>
}
export async function createAlone<T>(
  database: Database,
  kind: Kind,
  { ignored, insert, present }: Create<T>,
  ctx: BatchedContext,
): Promise<T> {
  const written = await insert().catch(async (error: unknown) => {
    // The change ID is known before the statement is sent. Operations of a batch share it, so it does not tell which of them was stored.
    if (!(error instanceof StatementInterrupted) || ctx.isBatched) throw error
    const [stored] = await findStored<{ id: number }>(
      database.runConfirmed,
      sql`select record_id as id from changes where change_id = ${ctx.changeId} and kind = ${kind.name} and action = 'create'`,
      error.cause,
    )
    return { ...storedAlone(stored?.id ?? 0), ignored }
  })
  // The record exists from here on, and `rest_overloaded` says that nothing was stored.
  return present(written).catch((error: unknown) => {
    throw toProblem(error).code === 'rest_overloaded' ? outcomeUnknown(error) : error
  })
}
/** One statement creates neither dates of a series nor linked records. */
const storedAlone = (id: number): Omit<WriteResult, 'ignored'> => ({
  id,
  version: 1,
  isLogged: true,
  isSubmitted: false,
  dates: null,
  reused: [],
  possibleDuplicates: [],
})
