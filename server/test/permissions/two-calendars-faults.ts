// Faults that the two-calendars test must detect: the server skips a visibility check.

import type { SeededFault } from '../support/copy.ts'

const [READ, SHARED, FILTERS] = ['engine/read/records.ts', 'resources/shared-filters.ts', 'resources/place-filters.ts']

/** Each fault removes one visibility check. */
export const WORLDS_FAULTS: readonly SeededFault[] = [
  { name: 'a single read', file: READ, in: 'findOne', at: 'call "r"', put: "raw('true')" },
  {
    name: 'a nested record',
    file: 'engine/read/nested-keys.ts',
    in: 'nestedKeyColumn',
    at: 'template "n.id = l.ref_id"',
    replace: [' and ${5}\nwhere', '\nwhere'],
  },
  { name: 'the parent of an event', file: 'engine/read/select-rows.ts', in: 'selectRowsFrom', at: 'call "p"', put: 'sql`true`' },
  { name: 'a name in a filter', file: 'engine/input/resolve-references.ts', in: 'referenceQuery', at: 'call "r"', put: 'sql`true`' },
  {
    name: 'inline records that are reused',
    file: 'engine/write/reuse-records.ts',
    in: 'findMatches',
    at: 'call "r"',
    put: 'sql`true`',
  },
  { name: 'statuses that are asked for', file: 'engine/list/list-query.ts', in: 'statusOf', at: 'return 3.argument.2', put: '' },
  { name: 'events of a venue', file: SHARED, in: 'visibleEventLink', at: 'array 1.1', put: '' },
  { name: 'protected events of a venue', file: SHARED, in: 'visibleEventLink', at: 'array 1.2', put: '' },
  { name: 'places of hidden venues', file: FILTERS, in: 'conditionsOn', at: 'call "v"', put: '' },
  { name: 'places of protected events', file: FILTERS, in: 'conditionsOn', at: 'call "o"', put: "raw('true')" },
  { name: 'external ids in a filter', file: SHARED, in: 'externalIdFilter', at: 'call "o"', put: "raw('true')" },
  { name: 'external ids of a record', file: 'engine/read/select-rows.ts', in: 'externalIdsColumn', at: 'call "r"', put: 'sql`true`' },
  {
    name: 'venues of protected events',
    file: 'engine/list/list-conditions.ts',
    in: 'isLinkedToAny',
    at: 'conditional 1',
    put: '$alternate',
  },
  {
    name: 'words of protected events',
    file: 'engine/texts/search-text.ts',
    in: 'searchText',
    at: 'conditional 1',
    put: '$(test.left) && false ? [] : $alternate',
  },
  { name: 'fields of protected events', file: 'engine/read/present.ts', in: 'presentRecord', at: 'conditional 1.test.left', put: 'false' },
  { name: 'events that are in no list', file: 'engine/list/list-query.ts', in: 'hidden', at: 'conditional 1.test.right', put: '!$$' },
  {
    name: 'what contributors own',
    file: 'engine/access/visibility.ts',
    in: 'editable',
    at: 'conditional 1',
    put: '$consequent ? $consequent : $alternate',
  },
]
