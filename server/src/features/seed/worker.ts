// Worker thread that generates demo events. For each message it returns one batch, encoded for COPY.
import { parentPort, workerData } from 'node:worker_threads'
import { encodeCopyRows } from '../../kernel/database/copy-format.ts'
import { HIGHEST_LIMITS } from '../../kernel/recurrence/limits.ts'
import { toDatabase } from '../../kernel/time/date-times.ts'
import type { Batch, BatchSettings } from './batches.ts'
import { findExistingTerm, generateDemo, type DemoEvent } from './generate.ts'
import { eventRows } from './table-rows.ts'

const BATCH_SIZE = 2_000

function* generateBatches({ terms, timeZone, now: nowText, owned, ...settings }: BatchSettings): Generator<Batch> {
  const now = Temporal.Instant.from(nowText)
  // Demo series are within the default limits, and an operator who set lower ones can create demo data too.
  const context = { now, site: { timeZone, recurrenceHorizonMonths: settings.horizonMonths, recurrenceLimits: HIGHEST_LIMITS } }
  const demo = generateDemo({ ...settings, existingTerm: findExistingTerm(terms) })
  const demoEvents = demo.events()
  let dateId = demo.firstDateId
  const rowSettings = { owned, context, createdAt: toDatabase(now), nextDateId: () => dateId++ }
  for (let batch = takeBatch(demoEvents); batch.length > 0; batch = takeBatch(demoEvents)) {
    const { tables, series } = eventRows(batch, rowSettings)
    yield {
      count: batch.length,
      series,
      lastId: dateId - 1,
      tables: tables.map(({ table, columns, rows }) => ({ table, columns, text: [...encodeCopyRows(rows)].join('') })),
    }
  }
}

function takeBatch(demoEvents: Generator<DemoEvent>): DemoEvent[] {
  const batch: DemoEvent[] = []
  for (let next = demoEvents.next(); !next.done; next = demoEvents.next()) {
    batch.push(next.value)
    if (batch.length === BATCH_SIZE) break
  }
  return batch
}

const batches = generateBatches(workerData as BatchSettings)
parentPort?.on('message', () => {
  parentPort?.postMessage(batches.next().value ?? null)
})
