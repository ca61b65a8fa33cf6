// Faults behind the published vulnerabilities: each is seeded into a copy of the server, where the test of that name must fail.

import type { Edit } from '../support/source-edits.ts'

export interface ReplayFault {
  /** Start of the name of the test. */
  readonly test: string
  readonly edits: readonly Edit[]
}

const [LIST, LISTS, LOOKUP, READ, SEARCH, PERMISSIONS, VISIBILITY, READ_HANDLERS, WRITE_HANDLERS, LIFECYCLE] = [
  'engine/list/list-query.ts',
  'engine/list/list-records.ts',
  'engine/input/resolve-references.ts',
  'engine/read/records.ts',
  'engine/texts/search-text.ts',
  'engine/access/permissions.ts',
  'engine/access/visibility.ts',
  'engine/read-handlers.ts',
  'engine/write-handlers.ts',
  'engine/write/lifecycle.ts',
]
const [EVENTS, LIST_FILTERS, FILTERS, HTTP, HTML, CALLER] = [
  'resources/events.ts',
  'resources/list-filters.ts',
  'resources/event-filters.ts',
  'kernel/http/server.ts',
  'kernel/text/html.ts',
  'kernel/security/caller.ts',
]
/** Sorts a list by unchecked text. */
const ORDERED: Edit = { file: LISTS, in: 'listParams.orderby', at: 'call 2', put: '$(callee.object).text(500)' }
/** Inserts the search terms into the text of the statement. */
const SEARCHED: Edit = {
  file: SEARCH,
  in: 'searchCondition',
  at: 'conditional 1.consequent',
  put: "sql([`t.search like '${$(quasi.1)}'`] as never)",
}
/** Inserts the name of a term into the text of the statement. */
const NAMED: Edit = { file: LOOKUP, in: 'bySlug', at: 'call 1', put: "sql([`array['${$(callee.object).join(\"','\")}']`] as never)" }
/** Returns a record without a check of the caller. */
const UNSEEN: Edit = { file: READ, in: 'findOne', at: 'call "r"', put: "raw('true')" }
/** Compares only the start of a media type. */
const LENIENT: Edit = {
  file: HTTP,
  in: 'checkRequests',
  at: 'property "x-request-id".value',
  put: "(($object.raw.headers['content-type'] = $object.raw.headers['content-type']?.trim().split(/[\\s,;]/)[0]), $$)",
}
/** Accepts dates unchecked and inserts them into the text of the statement. */
const dated = (name: string): readonly Edit[] => [
  { file: FILTERS, in: 'dates', at: `property "${name}", member 1`, put: '$object.text(500) as never' },
  { file: FILTERS, in: 'findDateErrors', at: 'return 1.argument', put: "$left && typeof $left !== 'string' && $right" },
  { file: FILTERS, in: 'instants', at: 'if 1.test', put: "$$ && typeof $$ !== 'string'" },
  {
    file: FILTERS,
    in: 'dates',
    at: 'conditional 1',
    put: `$test ? $consequent : $(test.object).${name} ? Object.assign(isSelectedDate([]), { strings: [\`o.ends_at > '\${$(test.object).${name} as never as string}'\`], values: [] }) : $alternate`,
  },
]

export const REPLAY_FAULTS: readonly ReplayFault[] = [
  { test: 'CVE-2024-8275', edits: [{ file: LISTS, in: 'listParams.order', at: 'call 2', put: '$(callee.object).text(500)' }] },
  { test: 'CVE-2025-6970', edits: [ORDERED] },
  { test: 'CVE-2022-46859', edits: [ORDERED] },
  { test: 'CVE-2025-9807', edits: [SEARCHED] },
  { test: 'CVE-2025-12197', edits: [SEARCHED] },
  { test: 'CVE-2026-9711', edits: [SEARCHED] },
  { test: 'CVE-2023-28660', edits: [SEARCHED] },
  {
    test: 'CVE-2024-11260',
    edits: [
      { file: LISTS, in: 'status', at: 'call 3', put: '$(callee.object).text(500)' },
      { file: LIST, in: 'statusOf', at: 'call 4', put: "raw(`'${$1}'`)" },
    ],
  },
  { test: 'CVE-2023-6360', edits: dated('from') },
  { test: 'CVE-2021-24946', edits: dated('ends_after') },
  {
    test: 'CVE-2021-4458',
    edits: [
      { file: FILTERS, in: 'dates', at: 'property "include", call 2', put: '$callee($(callee.object).text(500)) as never' },
      {
        file: FILTERS,
        in: 'dates',
        at: 'conditional 1.consequent',
        put: 'Object.assign(isSelectedDate([]), { strings: [`o.id in (${given.include.join()})`], values: [] })',
      },
    ],
  },
  {
    test: 'CVE-2015-2196',
    edits: [
      { file: EVENTS, in: 'events.filters.post_parent.post_parent', at: 'call 1', put: '$callee($(1.callee.object).text(500), $2)' },
      {
        file: EVENTS,
        in: 'events.filters.post_parent',
        at: 'tagged',
        put: '$tag`o.record_id in (select e.id from events e where e.post_parent in (${raw($(quasi.1))}))`',
      },
    ],
  },
  {
    test: 'CVE-2017-14760',
    edits: [
      { file: LIST_FILTERS, in: 'listFilters.exclude.exclude', at: 'call 2', put: '$(callee.object).text(500)' },
      {
        file: LIST_FILTERS,
        in: 'listFilters.exclude',
        at: 'tagged',
        put: 'sql([`o.id not in (${String($(quasi.2))})`] as never)',
      },
    ],
  },
  {
    test: 'CVE-2025-10586',
    edits: [{ file: 'resources/event-link-filters.ts', in: 'linkFilters.venue', at: 'call 5', put: '$(callee.object).text(500)' }, NAMED],
  },
  { test: 'CVE-2025-10587', edits: [NAMED] },
  {
    test: 'CVE-2022-1905',
    edits: [{ file: 'engine/definition/resource.ts', in: 'languageParam', at: 'call 2', put: '$(callee.object).text(500)' }],
  },
  { test: 'CVE-2023-35777', edits: [UNSEEN] },
  { test: 'CVE-2023-2796', edits: [UNSEEN] },
  {
    test: 'CVE-2026-11896',
    edits: [
      { file: READ, in: 'wasPublic', at: 'template "trashed_from"', replace: [" and r.trashed_from = 'publish'", ''] },
      { file: READ, in: 'findOne', at: 'if 2, string "trash"', put: "'none'" },
    ],
  },
  {
    test: 'CVE-2025-9808',
    edits: [
      {
        file: 'engine/read/nested-keys.ts',
        in: 'nestedKeyColumn',
        at: 'template "n.id = l.ref_id"',
        replace: [' and ${5}\nwhere', '\nwhere'],
      },
    ],
  },
  { test: 'CVE-2023-6203', edits: [{ file: 'engine/read/present.ts', in: 'presentRecord', at: 'conditional 1.test.left', put: 'false' }] },
  { test: 'CVE-2024-5333', edits: [{ file: EVENTS, in: 'events.passwordProtection.hiddenFields', at: 'string "cost"', put: '' }] },
  { test: 'CVE-2023-6557', edits: [{ file: LIST, in: 'statusOf', at: 'return 2.argument', put: '[]' }] },
  {
    test: 'CVE-2025-12175',
    edits: [{ file: VISIBILITY, in: 'visibleTo', at: 'conditional 2.alternate.quasi', replace: ['(${1} or', '(true or ${1} or'] }],
  },
  { test: 'CVE-2024-1295', edits: [{ file: LIST, in: 'statusOf', at: 'return 3.argument.2', put: '' }] },
  {
    test: 'CVE-2023-5561',
    edits: [{ file: SEARCH, in: 'searchText', at: 'conditional 1.test.right', put: "$(left.object)['id'] === null" }],
  },
  {
    test: 'CVE-2025-53640',
    edits: [{ file: 'features/auth/me.ts', in: 'meRoute.handle', at: 'property "login".value', put: "$$ ?? 'admin'" }],
  },
  { test: 'CVE-2024-1122', edits: [{ file: LISTS, in: 'listParams.per_page', at: 'call 2', put: '$callee($1)' }] },
  { test: 'CVE-2026-2694', edits: [{ file: VISIBILITY, in: 'isEditable', at: 'if 3', put: '' }] },
  {
    test: 'CVE-2026-13169',
    edits: [
      {
        file: WRITE_HANDLERS,
        in: 'handleUpdate',
        at: 'property "locator".value',
        put: "$callee($1, { ...$2, ...('id' in body && { id: String(body['id']) }) })",
      },
    ],
  },
  {
    test: 'CVE-2017-1001000',
    edits: [
      {
        file: READ_HANDLERS,
        in: 'respondWithRecord',
        at: 'call 2',
        put: "$callee($1, $2, $(3.callee)($(3.1), { ...$(3.2), ...(query['id'] !== undefined && { id: String(Number.parseInt(String(query['id']), 10)) }) }), { ...$4, caller: { ...$4.caller, role: 'editor' } })",
      },
    ],
  },
  { test: 'CVE-2026-7525', edits: [{ file: LIFECYCLE, in: 'nextStatus', at: 'if 2.test.left', put: '$(argument.1).id === null' }] },
  { test: 'CVE-2025-47539', edits: [{ file: LIFECYCLE, in: 'deriveLifecycle', at: 'if 1.test.right', put: '$(argument.1).id === null' }] },
  { test: 'CVE-2026-28352', edits: [{ file: 'request-context.ts', in: 'toHttpRoute.authorize', at: 'if 1', put: '' }] },
  {
    test: 'CVE-2025-15043',
    edits: [{ file: PERMISSIONS, in: 'MINIMUM_ROLES.owned.change', at: 'string "contributor"', put: "'subscriber'" }],
  },
  { test: 'CVE-2025-48246', edits: [{ file: PERMISSIONS, in: 'MINIMUM_ROLES.term.change', at: 'string "editor"', put: "'contributor'" }] },
  { test: 'release 6.15.19', edits: [{ file: LOOKUP, in: 'referenceQuery', at: 'call "r"', put: 'sql`true`' }] },
  {
    test: 'CVE-2025-12192',
    edits: [
      {
        file: READ_HANDLERS,
        in: 'checkPassword.isRight',
        at: 'return 1.argument',
        put: "$left && ($(right.1) === 'true' || (await $right))",
      },
    ],
  },
  {
    test: 'CVE-2026-13390',
    edits: [
      {
        file: CALLER,
        in: 'authenticate',
        at: 'if 1',
        put: "$$\n  if (/^Bearer ?$/.test($(test.left))) return { ...$(consequent.argument), id: 1, role: 'editor' }",
      },
    ],
  },
  {
    test: 'CVE-2024-4180',
    edits: [{ file: 'kernel/http/cached-responses.ts', in: 'renderAndCache', at: 'property "content-type".value', put: "'text/html'" }],
  },
  { test: 'CVE-2019-15109', edits: [{ file: 'engine/response/page-links.ts', in: 'toQueryString', at: 'template 2.2', put: '$1' }] },
  { test: 'CVE-2024-6931', edits: [{ file: HTML, in: 'RULES.allowedTags', at: 'string "a"', put: "$$, 'script'" }] },
  { test: 'CVE-2025-5144', edits: [{ file: HTML, in: 'RULES.allowedAttributes', at: 'string "class" 1', put: "$$, 'data-*'" }] },
  { test: 'CVE-2024-12118', edits: [{ file: HTML, in: 'RULES.allowedTags', at: 'string "a"', put: "$$, 'iframe'" }] },
  { test: 'CVE-2024-8493', edits: [{ file: HTML, in: 'RULES.allowedSchemes', at: 'string "tel"', put: "$$, 'javascript'" }] },
  {
    test: 'CVE-2024-31433',
    edits: [
      {
        file: 'features/auth/gate.ts',
        in: 'admitRequest',
        at: 'member "authorization"',
        put: "$$ ?? /authorization=([^;]*)/.exec($object['cookie'] ?? '')?.[1]",
      },
    ],
  },
  {
    test: 'CVE-2024-37518',
    edits: [
      {
        file: 'kernel/http/error-responses.ts',
        in: 'COMMON_HEADERS',
        at: 'property "access-control-allow-origin"',
        put: "$$,\n  'access-control-allow-credentials': 'true'",
      },
    ],
  },
  {
    test: 'CVE-2025-24537',
    edits: [
      {
        file: READ_HANDLERS,
        in: 'respondWithRecord',
        at: 'variable 1',
        put: "$$\n  if (query['_method'] === 'DELETE') await (await import('./write/delete-records.ts')).removeRecord(db, kind, { locator: recordLocator(kind, path), force: false }, ctx)",
      },
    ],
  },
  { test: 'release 6.16.4.1', edits: [{ file: 'kernel/http/header-values.ts', in: 'encodeName', at: '+ 1', put: '$left + $(right.1)' }] },
  { test: 'CVE-2025-32442', edits: [{ file: HTTP, in: 'addBodyParsers', at: 'string "application/json"', put: '/json/' }] },
  { test: 'CVE-2026-25223', edits: [LENIENT] },
  { test: 'CVE-2026-33806', edits: [LENIENT] },
  {
    test: 'CVE-2024-27982',
    edits: [{ file: HTTP, in: 'createFastify', at: 'property "requireHostHeader"', put: '$$,\n      insecureHTTPParser: true' }],
  },
  {
    test: 'CVE-2021-25028',
    edits: [
      {
        file: 'request-context.ts',
        in: 'requestContext',
        at: 'return 1, property "site"',
        put: "$key: { ...$value, publicUrl: `http://${request.headers['x-forwarded-host'] ?? request.headers['host']}` }",
      },
    ],
  },
  {
    test: 'CVE-2026-3585',
    edits: [{ file: 'kernel/validation/value-types.ts', in: 'HTTP_URL', at: 'regex', replace: ['https?:', '\\w+:'] }],
  },
  {
    test: 'CVE-2024-8016',
    edits: [
      { file: 'kernel/http/request-parsing.ts', in: 'Branch.toObject', at: 'as.expression', put: '{}' },
      {
        file: 'kernel/http/request-parsing.ts',
        in: 'Branch.toObject',
        at: '= 1',
        put: '$left = $(right.test) ? Object.assign(($left ?? {}) as object, $(right.consequent)) : $(right.alternate)',
      },
    ],
  },
]
