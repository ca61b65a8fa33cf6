// Faults of imports: each takes away the guard against one complaint about importers. The test named by `title` must notice it.
import type { Edit } from '../support/source-edits.ts'

const sources = (path: string): string => `features/sources/${path}.ts`
export interface ImportFault {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly by: 'runs' | 'icalendar' | 'hostile-documents' | 'csv' | 'limits' | 'tec' | 'jsonld' | 'kalends' | 'kills' | 'round-trip'
  readonly title: string
}
export const IMPORT_FAULTS: readonly ImportFault[] = [
  {
    name: 'events with new UIDs are new events',
    edits: [{ file: sources('match-items'), in: 'matchItems', at: 'if 1.test', put: 'false' }],
    by: 'runs',
    title: '19.3 new UIDs',
  },
  {
    name: 'a changed date has the ID of its series',
    edits: [{ file: sources('icalendar/read-calendar'), in: 'toItem.identity', at: 'conditional 1', put: 'uid' }],
    by: 'icalendar',
    title: '19.6 a series and its changed dates',
  },
  {
    name: 'any number of records may vanish',
    edits: [{ file: sources('match-items'), in: 'matchItems', at: '> 1', put: 'false' }],
    by: 'runs',
    title: '19.3 more than 30 %',
  },
  {
    name: 'records that vanished stay',
    edits: [{ file: sources('apply-gone'), in: 'applyGone', at: '=== "keep"', put: 'true' }],
    by: 'runs',
    title: '19.3 records that vanish: trash',
  },
  {
    name: 'a second run does not find the records of the first one',
    edits: [
      { file: sources('apply-item'), in: 'applyItem.known', at: 'call 1', put: 'null' },
      { file: sources('apply-item'), in: 'applyItem.target', at: 'call 2', put: 'null' },
    ],
    by: 'runs',
    title: '19.3 a file that is imported three times',
  },
  {
    name: 'a source changes the records of another source',
    edits: [{ file: sources('source-records'), in: 'loadStoredRecords', at: 'template 1', replace: ['x.source_id = ${4}', '${4} = ${4}'] }],
    by: 'runs',
    title: '19.3 the same document in two sources',
  },
  {
    name: 'a document may take any time',
    edits: [{ file: sources('read-document'), in: 'readDocument.timer', at: 'call 1', put: 'null' }],
    by: 'hostile-documents',
    title: '19.2.2',
  },
  {
    name: 'an event may have any number of lines',
    edits: [{ file: sources('icalendar/components'), in: 'addLine', at: '< 1', put: 'true' }],
    by: 'hostile-documents',
    title: '19.6 an event',
  },
  {
    name: 'a recurrence may have any number of dates',
    edits: [{ file: 'kernel/recurrence/limits.ts', in: 'DEFAULT_LIMITS', at: 'property "maxDates".value', put: '10_000' }],
    by: 'icalendar',
    title: '19.6 a recurrence bomb',
  },
  {
    name: 'a faulty row fails the whole table',
    edits: [{ file: sources('csv/read-table'), in: 'tryFields', at: 'if 1.test', put: 'false' }],
    by: 'csv',
    title: '19.8 the good rows',
  },
  {
    name: 'any number of items may fail',
    edits: [{ file: sources('process-run'), in: 'continueRun', at: 'if 1.test', put: 'false' }],
    by: 'limits',
    title: '19.2.4 a run stops',
  },
  {
    name: 'a list that changed while it was read is imported',
    edits: [{ file: sources('tec/fetch-site'), in: 'checkReading', at: '&& 1', put: 'true' }],
    by: 'tec',
    title: '19.7.2 a list that changes',
  },
  {
    name: 'events in a graph are not found',
    edits: [{ file: sources('jsonld/nodes'), in: 'CONTAINERS', at: 'string "@graph"', put: '"graph"' }],
    by: 'jsonld',
    title: '19.9.1 events are found',
  },
  {
    name: 'the offset of a time is ignored',
    edits: [
      { file: sources('jsonld/event-times'), in: 'readLdMoment', at: 'return 3, call 1', put: 'local' },
      { file: sources('jsonld/event-times'), in: 'format', at: 'conditional 1.test', put: 'true' },
    ],
    by: 'jsonld',
    title: '19.9.2',
  },
  {
    name: 'the address of a person is published',
    edits: [{ file: sources('jsonld/event-fields'), in: 'organizersOf', at: 'conditional 1.test', put: 'false' }],
    by: 'jsonld',
    title: '19.9.3 places',
  },
  {
    name: 'the name of a blank node is an ID',
    edits: [{ file: sources('jsonld/read-page'), in: 'idOf', at: '&& 1.right', put: 'true' }],
    by: 'jsonld',
    title: '19.9.4',
  },
  {
    name: 'a script that is not JSON is not reported',
    edits: [{ file: sources('jsonld/read-page'), in: 'readPage.broken', at: '&& 1', put: 'false' }],
    by: 'jsonld',
    title: '19.9.5 an event',
  },
  {
    name: 'a mirror does not read a failed change again',
    edits: [{ file: sources('prepare-run'), in: 'moveCursor', at: 'template 1', replace: ["i.outcome = 'failed' or ", ''] }],
    by: 'kalends',
    title: '19.10.2 a dry run',
  },
  {
    name: 'a mirror fails when its cursor has expired',
    edits: [{ file: sources('kalends/read-feed'), in: 'readChangesSince', at: 'if 1.test', put: 'false' }],
    by: 'kalends',
    title: '19.10.2 a dry run',
  },
  {
    name: 'a mirror keeps what the other calendar removed',
    edits: [{ file: sources('kalends/fetch-copy'), in: 'findGone', at: '|| 1', put: 'true' }],
    by: 'kalends',
    title: '19.10.1 19.10.5',
  },
  {
    name: 'a mirror shows dates that the other calendar hides',
    edits: [{ file: sources('kalends/record-inputs'), in: 'recurrenceOf', at: 'spread 3', put: '' }],
    by: 'kalends',
    title: '19.10.2 a mirror',
  },
  {
    name: 'a changed date of a mirror keeps fields that it no longer has',
    edits: [{ file: sources('kalends/copy'), in: 'externalIdOf', at: 'call 2', put: '""' }],
    by: 'kalends',
    title: '19.10.2 a mirror',
  },
  {
    name: 'changes of editors are overwritten',
    edits: [{ file: sources('imported-fields'), in: 'chooseFields', at: 'if 1.test', put: 'false' }],
    by: 'runs',
    title: '19.4 a value that an editor changed',
  },
  {
    name: 'likely duplicates are not listed',
    edits: [{ file: sources('apply-item'), in: 'createItem', at: 'property "duplicates".value', put: '[]' }],
    by: 'runs',
    title: '19.3 the same document in two sources',
  },
  {
    name: 'one record that was changed since keeps others from being undone',
    edits: [{ file: sources('undo-run'), in: 'undoSkippingChanged', at: 'property "skipChanged".value', put: 'false' }],
    by: 'runs',
    title: '19.5',
  },
  {
    name: 'a killed run has items without records',
    edits: [{ file: sources('process-run'), in: 'processRun', at: 'call 19.1', put: 'database' }],
    by: 'kills',
    title: '19.2 a killed run',
  },
  {
    name: 'excluded dates of a series are imported',
    edits: [{ file: sources('icalendar/read-calendar'), in: 'timesOf', at: 'property "excluded".value', put: '[]' }],
    by: 'round-trip',
    title: '19.6 export',
  },
]
