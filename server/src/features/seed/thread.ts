// The thread that makes demo events: a batch for each word it is sent, ready for the database.
import { parentPort, workerData } from 'node:worker_threads'
import { copyLines } from '../../kernel/database/copy-format.ts'
import { toDatabase } from '../../kernel/time/date-times.ts'
import type { Batch, BatchSettings } from './batches.ts'
import { knownBy, makeWorld, type MadeEvent } from './generate.ts'
import { eventRows } from './rows.ts'

const BATCH = 2_000

function* batchesOf({ known, zone, now: then, owned, events, ...wished }: BatchSettings): Generator<Batch> {
  const now = Temporal.Instant.from(then)
  const asking = { now, site: { zone } }
  const made = makeWorld({ ...wished, known: knownBy(new Map(known)) }).events(events)
  for (let batch = next(made); batch.length > 0; batch = next(made)) {
    const tables = eventRows(batch, owned, asking, toDatabase(now))
    yield {
      count: batch.length,
      tables: tables.map(({ table, columns, rows }) => ({ table, columns, text: [...copyLines(rows)].join('') })),
    }
  }
}

function next(made: Generator<MadeEvent>): MadeEvent[] {
  const batch: MadeEvent[] = []
  for (let each = made.next(); !each.done; each = made.next()) {
    batch.push(each.value)
    if (batch.length === BATCH) break
  }
  return batch
}

const batches = batchesOf(workerData as BatchSettings)
parentPort?.on('message', () => {
  parentPort?.postMessage(batches.next().value ?? null)
})
