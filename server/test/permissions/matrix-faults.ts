// What the matrix must notice: rights as someone might get them wrong.

import type { SeededFault } from '../support/copy.ts'

const [VISIBILITY, ROUTES, READ, LIFECYCLE] = ['engine/visibility.ts', 'engine/routes.ts', 'engine/read.ts', 'engine/lifecycle.ts']

/** One check less, or one that asks the wrong thing. */
export const MATRIX_FAULTS: readonly SeededFault[] = [
  { name: '8.2 a right of the kind, not of the record', file: VISIBILITY, in: 'isEditable', at: 'if 3', put: '' },
  {
    name: '8.2 contributors change what is published',
    file: VISIBILITY,
    in: 'UNPUBLISHED',
    at: 'template',
    replace: ["'pending'", "'pending', 'publish'"],
  },
  { name: '8.2 authors change terms', file: VISIBILITY, in: 'RIGHTS.term.change', at: 'string "editor"', put: "'author'" },
  { name: '8.2 contributors publish', file: LIFECYCLE, in: 'allowed', at: 'if 2.test.left', put: 'false' },
  { name: '8.2 anyone names another author', file: LIFECYCLE, in: 'settleLifecycle', at: 'if 1.test.right', put: 'false' },
  {
    name: '8.3 private records are public',
    file: VISIBILITY,
    in: 'isPublic',
    at: 'template 1',
    replace: ["= 'publish'", "in ('publish', 'private')"],
  },
  {
    name: '8.3 what was a draft is gone, not missing',
    file: READ,
    in: 'findOne',
    at: 'template "trashed_from"',
    replace: [" and r.trashed_from = 'publish'", ''],
  },
  {
    name: '8.4 hidden venues are shown in events',
    file: 'engine/nested.ts',
    in: 'nestedNames',
    at: 'template "n.id = l.ref_id"',
    replace: [' and ${5}\nwhere', '\nwhere'],
  },
  { name: '8.4 hidden venues may be linked', file: 'engine/lookup.ts', in: 'armOf', at: 'call "r"', put: 'sql`true`' },
  { name: '8.5 lists show what is protected', file: 'engine/present.ts', in: 'presentRecord', at: 'conditional 1.test.left', put: 'false' },
  { name: '8.5 any password opens', file: ROUTES, in: 'unlock.isRight', at: 'return 1.argument', put: '$left' },
  { name: '8.5 what was opened is kept by caches', file: ROUTES, in: 'readAs', at: 'call 7.4', put: 'false' },
  { name: '8.1 wrong credentials are nobody', file: 'kernel/caller.ts', in: 'identify', at: 'throw 1', put: 'return ANONYMOUS' },
  { name: '8.1 a token that reads writes', file: VISIBILITY, in: 'mayTry', at: '&& 1', put: '$left' },
  { name: '3.7 drafts are counted', file: 'resources/shared.ts', in: 'term.count', at: 'as', put: '($$) + 1' },
  { name: '5.11 the trash is in any', file: 'engine/lists.ts', in: 'statusesOf', at: 'conditional 2.consequent', put: '$(callee.object)' },
  {
    name: '1.7 an id in the body selects',
    file: ROUTES,
    in: 'changeRecord',
    at: 'call 4',
    put: "$callee($1, $2, $4['id'] ? { id: Number($4['id']) } : $3, $4, $5, $6)",
  },
  {
    name: '1.7 an id in the query selects',
    file: ROUTES,
    in: 'readAs',
    at: 'call 2.3',
    put: "query['id'] ? { id: Number(query['id']) } : $$",
  },
  {
    name: '7.4 contributors make terms along',
    file: 'engine/plan.ts',
    in: 'targetsOf',
    at: 'if 5.test.right',
    put: '!$(argument.expression.left)',
  },
  { name: '2.7 what is not known is not told', file: 'engine/input.ts', in: 'readBody', at: 'if 2', put: '' },
  {
    name: '7.8 a contributor restores as published',
    file: LIFECYCLE,
    in: 'allowed',
    at: 'if 1.test',
    put: "$(left.left.right) === 'trash' || $$",
  },
  {
    name: '12.6 images are public, whatever shows them',
    file: VISIBILITY,
    in: 'visible',
    at: 'conditional 1',
    put: '$test ? $consequent : $consequent',
  },
  { name: '12.6 what a protected event shows is public', file: VISIBILITY, in: 'usedBy', at: 'conditional 1.consequent', put: '[]' },
  { name: '12.6 subscribers list images', file: VISIBILITY, in: 'RIGHTS.library.list', at: 'string "contributor"', put: "'subscriber'" },
  { name: '12.6 contributors change images', file: VISIBILITY, in: 'RIGHTS.library.change', at: 'string "author"', put: "'contributor'" },
  { name: '12.6 what is shown is removed', file: 'engine/remove.ts', in: 'remove', at: 'if 2.test', put: '$$ && force' },
  {
    name: '12.5 contributors have pictures fetched',
    file: 'features/media/fetching.ts',
    in: 'bring',
    at: 'if 4, string "author"',
    put: "'contributor'",
  },
  {
    name: '8.5 lists show the image of what is protected',
    file: 'resources/events.ts',
    in: 'events.guard.hides',
    at: 'string "image"',
    put: '',
  },
]
