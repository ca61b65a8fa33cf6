// What the matrix must notice: rights as someone might get them wrong.

import type { SeededFault } from '../support/copy.ts'

const [VISIBILITY, ROUTES, READ, LIFECYCLE] = ['engine/visibility.ts', 'engine/routes.ts', 'engine/read.ts', 'engine/lifecycle.ts']

/** One check less, or one that asks the wrong thing. */
export const MATRIX_FAULTS: readonly SeededFault[] = [
  {
    name: '8.2 a right of the kind, not of the record',
    file: VISIBILITY,
    find: "if (row['author_id'] !== caller.id) return false",
    put: '',
  },
  {
    name: '8.2 contributors change what is published',
    file: VISIBILITY,
    find: "`('draft', 'pending')`",
    put: "`('draft', 'pending', 'publish')`",
  },
  {
    name: '8.2 authors change terms',
    file: VISIBILITY,
    find: "create: 'author', change: 'editor'",
    put: "create: 'author', change: 'author'",
  },
  { name: '8.2 contributors publish', file: LIFECYCLE, find: '!mayPublish(ask.caller) &&', put: 'false &&' },
  { name: '8.2 anyone names another author', file: LIFECYCLE, find: '&& !rulesAll(caller)) throw', put: '&& false) throw' },
  {
    name: '8.3 private records are public',
    file: VISIBILITY,
    find: "`${alias}.status`)} = 'publish'`",
    put: "`${alias}.status`)} in ('publish', 'private')`",
  },
  {
    name: '8.3 what was a draft is gone, not missing',
    file: READ,
    find: "r.status = 'trash' and r.trashed_from = 'publish'",
    put: "r.status = 'trash'",
  },
  {
    name: '8.4 hidden venues are shown in events',
    file: 'engine/nested.ts',
    find: "n.id = l.ref_id and ${present(to, 'n', ask.caller)}",
    put: 'n.id = l.ref_id',
  },
  {
    name: '8.4 hidden venues may be linked',
    file: 'engine/lookup.ts',
    find: "const seen = present(kind, 'r', ask.caller)",
    put: 'const seen = sql`true`',
  },
  { name: '8.5 lists show what is protected', file: 'engine/present.ts', find: '!open && kind.guard', put: 'false && kind.guard' },
  { name: '8.5 any password opens', file: ROUTES, find: '&& isPassword(word, secret.digest)', put: '' },
  { name: '8.5 what was opened is kept by caches', file: ROUTES, find: 'row, ask, unlocked)', put: 'row, ask, false)' },
  {
    name: '8.1 wrong credentials are nobody',
    file: 'kernel/caller.ts',
    find: "if (!row) throw new Problem('rest_unauthorized')",
    put: 'if (!row) return ANONYMOUS',
  },
  { name: '8.1 a token that reads writes', file: VISIBILITY, find: " && (caller.scope !== 'read' || READING.includes(action))", put: '' },
  {
    name: '3.7 drafts are counted',
    file: 'resources/shared.ts',
    find: "row['event_count'] as number",
    put: "(row['event_count'] as number) + 1",
  },
  { name: '5.11 the trash is in any', file: 'engine/lists.ts', find: "STATUSES.filter((each) => each !== 'trash')", put: 'STATUSES' },
  {
    name: '1.7 an id in the body selects',
    file: ROUTES,
    find: 'change(db, kind, addressOf(kind, path), body,',
    put: "change(db, kind, body['id'] ? { id: Number(body['id']) } : addressOf(kind, path), body,",
  },
  {
    name: '1.7 an id in the query selects',
    file: ROUTES,
    find: 'const row = await findOne(db, kind, addressOf(kind, path), ask)',
    put: "const row = await findOne(db, kind, query['id'] ? { id: Number(query['id']) } : addressOf(kind, path), ask)",
  },
  {
    name: '7.4 contributors make terms along',
    file: 'engine/plan.ts',
    find: "!(kind && mayTry(ask.caller, kind, 'create'))",
    put: '!kind',
  },
  { name: '2.7 what is not known is not told', file: 'engine/input.ts', find: 'if (!COMMON.includes(name)) ignored.push(name)', put: '' },
  {
    name: '7.8 a contributor restores as published',
    file: LIFECYCLE,
    find: 'if (wanted === before &&',
    put: "if (before === 'trash' || wanted === before &&",
  },
  { name: '12.6 images are public, whatever shows them', file: VISIBILITY, find: 'usedBy(kind, alias, true)', put: "raw('true')" },
  {
    name: '12.6 what a protected event shows is public',
    file: VISIBILITY,
    find: '...(guard ? [sql`not ${ref(`u.${guard}`)}`] : [])',
    put: '...(guard ? [] : [])',
  },
  { name: '12.6 subscribers list images', file: VISIBILITY, find: "library: { list: 'contributor'", put: "library: { list: 'subscriber'" },
  {
    name: '12.6 contributors change images',
    file: VISIBILITY,
    find: "create: 'author', change: 'author', remove",
    put: "create: 'author', change: 'contributor', remove",
  },
  {
    name: '12.6 what is shown is removed',
    file: 'engine/remove.ts',
    find: 'if (kind.used && (await isUsed(db, kind, row))) throw',
    put: 'if (kind.used && (await isUsed(db, kind, row)) && force) throw',
  },
  {
    name: '12.5 contributors have pictures fetched',
    file: 'features/media/fetching.ts',
    find: "if (!atLeast(ask.caller, 'author')) throw",
    put: "if (!atLeast(ask.caller, 'contributor')) throw",
  },
  {
    name: '8.5 lists show the image of what is protected',
    file: 'resources/events.ts',
    find: "'description', 'excerpt', 'image',",
    put: "'description', 'excerpt',",
  },
]
