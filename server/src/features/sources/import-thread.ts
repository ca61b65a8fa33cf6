// The worker thread that reads a document: it gets the document with the options, and sends the items or the code of an error.
import { parentPort, workerData } from 'node:worker_threads'
import { MAX_ITEMS_OF_RUN, UnreadableDocument, type Importer, type ImportOptions, type ReadItems, type SourceType } from './importer.ts'
import { readTable } from './csv/read-table.ts'
import { readCalendar } from './icalendar/read-calendar.ts'
import { readPage } from './jsonld/read-page.ts'
import { readMirror } from './kalends/read-copy.ts'
import { readSite } from './tec/read-site.ts'

export interface ThreadInput {
  readonly type: SourceType
  readonly document: Uint8Array
  readonly options: ImportOptions
}
export type ThreadOutput = ReadItems | { readonly error: string; readonly columns: ReadItems['columns'] }

const IMPORTERS: Readonly<Record<SourceType, Importer>> = {
  icalendar: (document, options) => ({ items: readCalendar(document, options), columns: null }),
  csv: readTable,
  tec: (document, options) => ({ items: readSite(document, options), columns: null }),
  jsonld: (document, options) => ({ items: readPage(document, options), columns: null }),
  kalends: readMirror,
}

function run({ type, document, options }: ThreadInput): ThreadOutput {
  try {
    const read = IMPORTERS[type](document, options)
    return read.items.length > MAX_ITEMS_OF_RUN ? { error: 'too_many_items', columns: null } : read
  } catch (error) {
    return error instanceof UnreadableDocument ? { error: error.message, columns: error.columns } : { error: 'not_readable', columns: null }
  }
}
parentPort?.postMessage(run(workerData as ThreadInput))
