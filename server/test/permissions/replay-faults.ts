// The faults behind the published vulnerabilities, as someone might make them here: each is put into a copy, where the test of that name must go red.

import type { Edit } from '../support/copy.ts'

export interface ReplayFault {
  /** How the name of the test begins. */
  readonly test: string
  readonly edits: readonly Edit[]
}

const [LIST, LISTS, LOOKUP, READ, TEXTS, VISIBILITY, ROUTES, LIFECYCLE] = [
  'engine/list.ts',
  'engine/lists.ts',
  'engine/lookup.ts',
  'engine/read.ts',
  'engine/texts.ts',
  'engine/visibility.ts',
  'engine/routes.ts',
  'engine/lifecycle.ts',
]
const [EVENTS, SHARED, FILTERS, HTTP, HTML, CALLER] = [
  'resources/events.ts',
  'resources/shared.ts',
  'resources/event-filters.ts',
  'kernel/http.ts',
  'kernel/html.ts',
  'kernel/caller.ts',
]
const edit = (file: string, find: string, put: string): Edit => ({ file, find, put })

/** The words of a search, in the text of the statement. */
const SEARCHED = edit(TEXTS, 'sql`t.search like ${pattern}`', "raw(`t.search like '${pattern}'`)")
/** What names a term, in the text of the statement. */
const NAMED = edit(
  LOOKUP,
  "from unnest(${values.map((value) => String(value).normalize('NFC'))}::text[]) v(value)",
  "from unnest(${raw(`array['${values.join(\"','\")}']`)}::text[]) v(value)",
)
/** A type of which only the beginning counts. */
const LENIENT = edit(
  HTTP,
  '    refuseUnread(request, reply)\n',
  "    request.raw.headers['content-type'] = request.raw.headers['content-type']?.trim().split(/[\\s,;]/)[0]\n    refuseUnread(request, reply)\n",
)
/** Dates that are taken as they come, and put into the text of the statement. */
const dated = (name: string, sentence: string): readonly Edit[] => [
  edit(FILTERS, `${name}: param(values.moment, '${sentence}')`, `${name}: param(values.text(500) as never, '${sentence}')`),
  edit(FILTERS, 'return moment && !isWithin(', "return moment && typeof moment !== 'string' && !isWithin("),
  edit(FILTERS, 'if (moment) found[name] =', "if (moment && typeof moment !== 'string') found[name] ="),
  edit(
    FILTERS,
    '(given) => (given.include ? sql`o.event_id = any(${given.include}::bigint[])` : null),',
    `(given) => (given.include ? sql\`o.event_id = any(\${given.include}::bigint[])\` : given.${name} ? raw(\`o.ends_at > '\${given.${name} as never as string}'\`) : null),`,
  ),
]

export const REPLAY_FAULTS: readonly ReplayFault[] = [
  { test: 'CVE-2024-8275', edits: [edit(LISTS, "order: param(values.choice(['asc', 'desc'])", 'order: param(values.text(500)')] },
  {
    test: 'CVE-2025-6970',
    edits: [edit(LISTS, 'orderby: param(values.choice(Object.keys(kind.orders))', 'orderby: param(values.text(500)')],
  },
  {
    test: 'CVE-2022-46859',
    edits: [edit(LISTS, 'orderby: param(values.choice(Object.keys(kind.orders))', 'orderby: param(values.text(500)')],
  },
  { test: 'CVE-2025-9807', edits: [SEARCHED] },
  { test: 'CVE-2025-12197', edits: [SEARCHED] },
  { test: 'CVE-2026-9711', edits: [SEARCHED] },
  { test: 'CVE-2023-28660', edits: [SEARCHED] },
  {
    test: 'CVE-2024-11260',
    edits: [
      edit(LISTS, "...values.listOf(values.choice([...STATUSES, 'any'])),", '...values.listOf(values.text(500)),'),
      edit(LIST, 'request.statuses.map((status) => literal(status))', "request.statuses.map((status) => raw(`'${status}'`))"),
    ],
  },
  { test: 'CVE-2023-6360', edits: dated('from', 'Touches the time from this date on.') },
  { test: 'CVE-2021-24946', edits: dated('ends_after', 'Ends after this date.') },
  {
    test: 'CVE-2021-4458',
    edits: [
      edit(FILTERS, 'include: param(values.listOf(values.integer(1))', 'include: param(values.listOf(values.text(500)) as never'),
      edit(FILTERS, 'sql`o.event_id = any(${given.include}::bigint[])`', 'raw(`o.event_id in (${given.include.join()})`)'),
    ],
  },
  {
    test: 'CVE-2015-2196',
    edits: [
      edit(
        EVENTS,
        "param(values.integer(1), 'Parts of this event.', { names: { kind: 'event' } })",
        "param(values.text(500), 'Parts of this event.')",
      ),
      edit(EVENTS, 'where e.post_parent = any(${post_parent}::bigint[]))`', 'where e.post_parent in (${raw(post_parent)}))`'),
    ],
  },
  {
    test: 'CVE-2017-14760',
    edits: [
      edit(
        SHARED,
        "exclude: param(values.listOf(values.integer(1)), 'All but these.')",
        "exclude: param(values.text(500), 'All but these.')",
      ),
      edit(SHARED, 'sql`o.id <> all(${exclude}::bigint[])`', 'raw(`o.id not in (${exclude})`)'),
    ],
  },
  {
    test: 'CVE-2025-10586',
    edits: [
      edit(
        EVENTS,
        "param(values.listOf(values.integer(1)), 'At any of these venues.'",
        "param(values.listOf(values.text(500)), 'At any of these venues.'",
      ),
      NAMED,
    ],
  },
  { test: 'CVE-2025-10587', edits: [NAMED] },
  {
    test: 'CVE-2022-1905',
    edits: [edit(LISTS, 'param(values.choice(languages), ', 'param(values.text(500), ')],
  },
  { test: 'CVE-2023-35777', edits: [edit(READ, "const seen = visible(kind, 'r', ask.caller)", "const seen = raw('true')")] },
  { test: 'CVE-2023-2796', edits: [edit(READ, "const seen = visible(kind, 'r', ask.caller)", "const seen = raw('true')")] },
  {
    test: 'CVE-2026-11896',
    edits: [
      edit(READ, "r.status = 'trash' and r.trashed_from = 'publish'", "r.status = 'trash'"),
      edit(READ, "if (row['status'] === 'trash' && !isVisible(", "if (row['status'] === 'none' && !isVisible("),
    ],
  },
  {
    test: 'CVE-2025-9808',
    edits: [edit('engine/nested.ts', "on n.id = l.ref_id and ${present(to, 'n', ask.caller)}", 'on n.id = l.ref_id')],
  },
  { test: 'CVE-2023-6203', edits: [edit('engine/present.ts', '!open && kind.guard', 'false && kind.guard')] },
  {
    test: 'CVE-2024-5333',
    edits: [edit(EVENTS, "hides: ['description', 'excerpt', 'image', 'cost',", "hides: ['description', 'excerpt', 'image',")],
  },
  { test: 'CVE-2023-6557', edits: [edit(LIST, "return [sql`o.status = 'publish'`]", 'return []')] },
  {
    test: 'CVE-2025-12175',
    edits: [
      edit(
        VISIBILITY,
        'return caller.id === null ? isPublic(alias) : sql`(',
        'return caller.id === null ? isPublic(alias) : sql`(true or ',
      ),
    ],
  },
  { test: 'CVE-2024-1295', edits: [edit(LIST, ", visible(kind, 'o', ask.caller)]", ']')] },
  { test: 'CVE-2023-5561', edits: [edit(TEXTS, 'row[kind.guard.by] === true ? [kind.title]', "row['id'] === null ? [kind.title]")] },
  { test: 'CVE-2025-53640', edits: [edit('features/auth/me.ts', 'login: caller.login,', "login: caller.login ?? 'admin',")] },
  { test: 'CVE-2024-1122', edits: [edit(LISTS, 'per_page: param(values.integer(1, perPageMax)', 'per_page: param(values.integer(1)')] },
  { test: 'CVE-2026-2694', edits: [edit(VISIBILITY, "if (row['author_id'] !== caller.id) return false", '')] },
  {
    test: 'CVE-2026-13169',
    edits: [
      edit(
        ROUTES,
        'change(db, kind, addressOf(kind, path), body,',
        "change(db, kind, addressOf(kind, { ...path, ...('id' in body && { id: String(body['id']) }) }), body,",
      ),
    ],
  },
  {
    test: 'CVE-2017-1001000',
    edits: [
      edit(
        ROUTES,
        'const row = await findOne(db, kind, addressOf(kind, path), ask)',
        "const row = await findOne(db, kind, addressOf(kind, { ...path, ...(query['id'] !== undefined && { id: String(Number.parseInt(String(query['id']), 10)) }) }), { ...ask, caller: { ...ask.caller, role: 'editor' } })",
      ),
    ],
  },
  { test: 'CVE-2026-7525', edits: [edit(LIFECYCLE, 'if (!mayPublish(ask.caller) && (', 'if (ask.caller.id === null && (')] },
  { test: 'CVE-2025-47539', edits: [edit(LIFECYCLE, '&& !rulesAll(caller)) throw', '&& caller.id === null) throw')] },
  { test: 'CVE-2026-28352', edits: [edit('app.ts', 'if (!mayUse(caller, route)) throw forbidden(caller.id === null)', '')] },
  {
    test: 'CVE-2025-15043',
    edits: [edit(VISIBILITY, "create: 'contributor', change: 'contributor',", "create: 'contributor', change: 'subscriber',")],
  },
  { test: 'CVE-2025-48246', edits: [edit(VISIBILITY, "create: 'author', change: 'editor'", "create: 'author', change: 'contributor'")] },
  { test: 'release 6.15.19', edits: [edit(LOOKUP, "const seen = present(kind, 'r', ask.caller)", 'const seen = sql`true`')] },

  {
    test: 'CVE-2025-12192',
    edits: [
      edit(
        ROUTES,
        'secret !== undefined && isPassword(word, secret.digest)',
        "secret !== undefined && (word === 'true' || (await isPassword(word, secret.digest)))",
      ),
    ],
  },
  {
    test: 'CVE-2026-13390',
    edits: [
      edit(
        CALLER,
        'if (header === undefined) return ANONYMOUS',
        "if (header === undefined) return ANONYMOUS\n  if (/^Bearer ?$/.test(header)) return { ...ANONYMOUS, id: 1, role: 'editor' }",
      ),
    ],
  },
  {
    test: 'CVE-2024-4180',
    edits: [edit('kernel/ready.ts', "vary: VARY, 'content-type': JSON_TYPE,", "vary: VARY, 'content-type': 'text/html',")],
  },
  { test: 'CVE-2019-15109', edits: [edit('kernel/paging.ts', '=${encodeURIComponent(value)}`).join', '=${value}`).join')] },
  { test: 'CVE-2024-6931', edits: [edit(HTML, "    'a',\n", "    'a',\n    'script',\n")] },
  { test: 'CVE-2025-5144', edits: [edit(HTML, "['dir', 'lang', 'title', 'class']", "['dir', 'lang', 'title', 'class', 'data-*']")] },
  { test: 'CVE-2024-12118', edits: [edit(HTML, "    'a',\n", "    'a',\n    'iframe',\n")] },
  { test: 'CVE-2024-8493', edits: [edit(HTML, "'mailto', 'tel']", "'mailto', 'tel', 'javascript']")] },
  {
    test: 'CVE-2024-31433',
    edits: [
      edit(
        'features/auth/gate.ts',
        "const header = headers['authorization']",
        "const header = headers['authorization'] ?? /authorization=([^;]*)/.exec(headers['cookie'] ?? '')?.[1]",
      ),
    ],
  },
  {
    test: 'CVE-2024-37518',
    edits: [
      edit(
        'kernel/http-errors.ts',
        "'access-control-allow-origin': '*',",
        "'access-control-allow-origin': '*',\n  'access-control-allow-credentials': 'true',",
      ),
    ],
  },
  {
    test: 'CVE-2025-24537',
    edits: [
      edit(
        ROUTES,
        'const { ask, path, query } = asked\n',
        "const { ask, path, query } = asked\n  if (query['_method'] === 'DELETE') await remove(db, kind, addressOf(kind, path), false, ask, () => undefined)\n",
      ),
    ],
  },
  {
    test: 'release 6.16.4.1',
    edits: [edit('kernel/header-values.ts', 'encoded + encodeURIComponent(character)', 'encoded + character')],
  },
  { test: 'CVE-2025-32442', edits: [edit(HTTP, "app.addContentTypeParser('application/json',", 'app.addContentTypeParser(/json/,')] },
  { test: 'CVE-2026-25223', edits: [LENIENT] },
  { test: 'CVE-2026-33806', edits: [LENIENT] },
  {
    test: 'CVE-2024-27982',
    edits: [edit(HTTP, 'requireHostHeader: false,', 'requireHostHeader: false,\n      insecureHTTPParser: true,')],
  },
  {
    test: 'CVE-2021-25028',
    edits: [
      edit(
        'app.ts',
        '    site,\n    caller,\n',
        "    site: { ...site, public_url: `http://${request.headers['x-forwarded-host'] ?? request.headers['host']}` },\n    caller,\n",
      ),
    ],
  },
  { test: 'CVE-2026-3585', edits: [edit('kernel/values.ts', 'HTTP_URL = /^https?:', 'HTTP_URL = /^\\w+:')] },
  {
    test: 'CVE-2024-8016',
    edits: [
      edit(
        'kernel/bodies.ts',
        'const object = Object.create(null) as Record<string, unknown>',
        'const object: Record<string, unknown> = {}',
      ),
      edit(
        'kernel/bodies.ts',
        'object[name] = value instanceof Branch ? value.#toValue() : value',
        'object[name] = value instanceof Branch ? Object.assign((object[name] ?? {}) as object, value.#toValue()) : value',
      ),
    ],
  },
]
