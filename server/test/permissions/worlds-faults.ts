// What two worlds must notice: a server that does not ask whether something may be seen.

import type { SeededFault } from '../support/copy.ts'

const [READ, SHARED, FILTERS] = ['engine/read.ts', 'resources/shared.ts', 'resources/event-filters.ts']

/** One check less, in each of the places that ask for one. */
export const WORLDS_FAULTS: readonly SeededFault[] = [
  { name: 'a single read', file: READ, find: "const seen = visible(kind, 'r', ask.caller)", put: "const seen = raw('true')" },
  {
    name: 'a nested record',
    file: 'engine/nested.ts',
    find: "n.id = l.ref_id and ${present(to, 'n', ask.caller)}",
    put: 'n.id = l.ref_id',
  },
  { name: 'the parent of an event', file: READ, find: "const seen = present(to, 'p', ask.caller)", put: "const seen = raw('true')" },
  { name: 'a name in a filter', file: 'engine/lookup.ts', find: "= present(kind, 'r', ask.caller)", put: '= sql`true`' },
  { name: 'statuses that are asked for', file: 'engine/list.ts', find: ", visible(kind, 'o', ask.caller)]", put: ']' },
  { name: 'events of a venue', file: SHARED, find: "all([present(event, 'l', ask.caller), ", put: 'all([' },
  { name: 'protected events of a venue', file: SHARED, find: ", unguarded(event, 'l', ask.caller)])", put: '])' },
  { name: 'places of hidden venues', file: FILTERS, find: "present(venue, 'v', ask.caller), has", put: 'has' },
  { name: 'places of protected events', file: FILTERS, find: "link: unguarded(event, 'l', ask.caller)", put: "link: raw('true')" },
  { name: 'venues of protected events', file: 'engine/list.ts', find: '? [unguarded(kind, alias, ask.caller)] : []', put: '? [] : []' },
  { name: 'words of protected events', file: 'engine/texts.ts', find: 'row[kind.guard.by] === true ? [kind.title]', put: 'false ? []' },
  { name: 'fields of protected events', file: 'engine/present.ts', find: '!open && kind.guard', put: 'false && kind.guard' },
  { name: 'events that are in no list', file: 'engine/list.ts', find: '(listing && window ? [', put: '(listing && !window ? [' },
  { name: 'what contributors own', file: 'engine/visibility.ts', find: 'return mayPublish(caller) ? own :', put: 'return own ? own :' },
]
