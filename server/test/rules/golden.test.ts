// Every list statement, shown: a change of the engine is a change of SQL in review. UPDATE_GOLDEN=1 writes the files anew.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { newChangeId } from '../../src/engine/changes/change-log.ts'
import { parseQuery } from '../../src/engine/input/parse-input.ts'
import { facetStatement } from '../../src/engine/list/facet-statement.ts'
import { inventoryStatement } from '../../src/engine/list/inventory.ts'
import { listStatement, type ListRequest } from '../../src/engine/list/list-query.ts'
import { listParams } from '../../src/engine/list/list-records.ts'
import { selectRows } from '../../src/engine/read/select-rows.ts'
import type { RequestContext, Kind } from '../../src/engine/definition/kind.ts'
import type { Status } from '../../src/engine/access/visibility.ts'
import { ANONYMOUS, type Caller } from '../../src/kernel/security/caller.ts'
import { render, sql } from '../../src/kernel/database/sql.ts'
import { kinds } from '../../src/resources/index.ts'

const site = siteOf(readConfig({}))
const CALLERS: Readonly<Record<string, Caller>> = {
  anonymous: ANONYMOUS,
  contributor: { id: 6, login: 'c', role: 'contributor', scope: 'admin' },
  author: { id: 7, login: 'a', role: 'author', scope: 'admin' },
  editor: { id: 8, login: 'e', role: 'editor', scope: 'admin' },
}
const askOf = (caller: Caller): RequestContext => ({
  site,
  caller,
  now: Temporal.Instant.from('2026-11-15T08:30:00Z'),
  language: 'fr',
  hasExplicitLanguage: true,
  languagePrefix: '',
  changeId: newChangeId(),
  strict: false,
})

/** One value for each parameter. */
const SAMPLE: Readonly<Record<string, unknown>> = {
  search: 'été jazz',
  event: 5,
  post: 5,
  has_events: 'true',
  only_with_upcoming: 'true',
  include: '1,2',
  exclude: '3',
  modified_after: '2026-11-01',
  modified_before: '2026-11-10 12:00',
  author: 7,
  relative: 'running',
  relative_to: '2026-11-15 09:00',
  open_on: '2026-12-01',
  open_at: '2026-12-01 10:00',
  hide_empty: 'false',
  slug: 'jazz',
  parent: 4,
  missing_translation: 'sw',
  outdated_translation: 'sw',
  start_date: '2026-12-01',
  end_date: '2026-12-31',
  starts_before: '2026-12-31',
  starts_after: '2026-12-01',
  ends_before: '2026-12-31',
  ends_after: '2026-12-01',
  from: '2026-12-01',
  to: '2026-12-31',
  strict_dates: 'true',
  categories: '1,2',
  tags: '3',
  venue: '4,5',
  organizer: '6',
  featured: 'true',
  ticketed: 'false',
  post_parent: 9,
  geoloc: 'true',
  geoloc_lat: '10',
  geoloc_lng: '20',
  geoloc_radius: '30',
  bbox: '19,9,21,11',
  external_id: 'ticketing:47,11',
  event_status: 'cancelled,postponed',
  attendance: 'online,mixed',
  series: 9,
  recurring: 'true',
  type: 'single,exception',
  inventory: 'true',
}
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  relative_to: ['relative', 'relative_to'],
  geoloc_lat: ['geoloc_lat', 'geoloc_lng'],
  geoloc_lng: ['geoloc_lat', 'geoloc_lng'],
  geoloc_radius: ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'],
}
/** Filters that select records by id, whatever their dates. */
const BY_ID = ['include', 'external_id']
const SORT_VALUES = { moment: '2026-12-01 18:00:00+00', text: 'Jazz', integer: '7' } as const
const ORDER = [
  'collapse',
  'records',
  'dates',
  'facets',
  'highlight',
  'inventory',
  'page',
  'cursor',
  'per_page',
  'status',
  'orderby',
  'order',
  'i18n_language',
  '_fields',
]

function statement(
  kind: Kind,
  names: readonly string[],
  caller: Caller,
  more: { statuses?: Status[]; order?: string; way?: 'asc' | 'desc'; page?: number } & Pick<
    ListRequest,
    'after' | 'excluded' | 'collapse' | 'records'
  > = {},
  build = listStatement,
): string {
  const { values, fieldErrors } = parseQuery(
    listParams(kind, 100, site.languages),
    Object.fromEntries(names.map((name) => [name, SAMPLE[name]])),
  )
  assert.deepEqual(Object.keys(fieldErrors), [])
  const ids = Object.fromEntries(
    Object.entries(listParams(kind, 100, site.languages)).flatMap(([name, { names: named }]) =>
      named && name in values ? [[name, [values[name]].flat()]] : [],
    ),
  )
  const request = {
    values: { ...values, ...ids },
    statuses: more.statuses ?? ['publish' as const],
    order: more.order ?? kind.defaultSort.by,
    direction: more.way ?? kind.defaultSort.direction,
    page: more.page ?? 2,
    perPage: 10,
    ...(more.after && { after: more.after }),
    ...(more.excluded && { excluded: more.excluded }),
    ...(more.collapse && { collapse: true }),
    ...(more.records && { records: more.records }),
  }
  const { statement: made } = build(kind, request, askOf(caller))
  const { text, values: parameters } = render(made)
  return `${text}\n-- ${JSON.stringify(parameters, shortText)}`
}
/** The clocks of all time zones are too many, and their names depend on the version of Node. */
const shortText = (_: string, value: unknown): unknown => (typeof value === 'string' && value.length > 5_000 ? 'all time zones' : value)

function golden(kind: Kind): string {
  const filters = Object.keys(listParams(kind, 100, site.languages)).filter((name) => !ORDER.includes(name))
  const cases: [string, string][] = [
    ...Object.entries(CALLERS).map(([name, caller]): [string, string] => [`no filters, ${name}`, statement(kind, [], caller)]),
    ...(kind.access === 'owned'
      ? Object.entries(CALLERS)
          .slice(1)
          .map(([name, caller]): [string, string] => [
            `status draft and private, ${name}`,
            statement(kind, [], caller, { statuses: ['draft', 'private'] }),
          ])
      : []),
    ...filters.map((name): [string, string] => [`${name}, anonymous`, statement(kind, PAIRS[name] ?? [name], ANONYMOUS)]),
    ...(filters.includes('external_id')
      ? Object.entries(CALLERS)
          .slice(1)
          .map(([name, caller]): [string, string] => [`external_id, ${name}`, statement(kind, ['external_id'], caller)])
      : []),
    ...Object.entries(kind.sorts).map(([order, { requires = [] }]): [string, string] => [
      `orderby ${order} desc, anonymous`,
      statement(kind, requires, ANONYMOUS, { order, way: 'desc' }),
    ]),
    ...Object.entries(kind.sorts).map(([order, { type, requires = [] }]): [string, string] => [
      `after a cursor, orderby ${order}, anonymous`,
      statement(kind, requires, ANONYMOUS, { order, way: 'asc', after: { at: SORT_VALUES[type], id: 12 } }),
    ]),
    ...Object.entries(kind.filters).flatMap(([name, filter]): [string, string][] =>
      'linked' in filter
        ? Object.entries(CALLERS).map(([caller, who]) => [
            `without ${name}, ${caller}`,
            statement(kind, [], who, { excluded: { [name]: [4, 5] } }),
          ])
        : [],
    ),
    ...inventories(kind),
    ...(kind.facets ? facets(kind) : []),
    ...(kind.listing
      ? ([
          ['after a cursor in a window, anonymous', statement(kind, ['from'], ANONYMOUS, { after: { at: SORT_VALUES.moment, id: 12 } })],
          [
            'after a cursor in several categories, orderby modified, anonymous',
            statement(kind, ['categories', 'modified_after'], ANONYMOUS, { order: 'modified', after: { at: SORT_VALUES.moment, id: 12 } }),
          ],
          ['nearby, in a period, anonymous', statement(kind, ['from', 'bbox'], ANONYMOUS)],
          ['nearby, contributor', statement(kind, ['bbox'], CALLERS['contributor'] ?? ANONYMOUS)],
          ['collapsed, anonymous', statement(kind, [], ANONYMOUS, { collapse: true })],
          [
            'records with exceptions, categories, author',
            statement(kind, ['categories'], CALLERS['author'] ?? ANONYMOUS, { records: { withExceptions: true } }),
          ],
          ['records, include, anonymous', statement(kind, ['include'], ANONYMOUS, { records: { withExceptions: false } })],
          ['collapsed, one tag, anonymous', statement(kind, ['tags'], ANONYMOUS, { collapse: true })],
          ['collapsed, in a period, anonymous', statement(kind, ['from', 'to'], ANONYMOUS, { collapse: true })],
          ['collapsed, several categories, anonymous', statement(kind, ['categories'], ANONYMOUS, { collapse: true })],
          [
            'collapsed, featured, orderby title desc after a cursor, anonymous',
            statement(kind, ['featured'], ANONYMOUS, { collapse: true, order: 'title', way: 'desc', after: { at: 'Jazz', id: 12 } }),
          ],
        ] satisfies [string, string][])
      : []),
    [
      'all filters, anonymous',
      statement(
        kind,
        filters.filter((name) => !BY_ID.includes(name)),
        ANONYMOUS,
      ),
    ],
    [
      'all filters, contributor',
      statement(
        kind,
        filters.filter((name) => !BY_ID.includes(name)),
        CALLERS['contributor'] ?? ANONYMOUS,
      ),
    ],
    ...(kind.listing
      ? (['asc', 'desc'] as const).map((way): [string, string] => [
          `a far page, ${way}, anonymous`,
          statement(kind, [], ANONYMOUS, { page: 1_000, way }),
        ])
      : []),
    ['rows, anonymous', render(sql`${selectRows(kind, askOf(ANONYMOUS))}\nwhere r.id = any(${[1, 2]}::bigint[])`).text],
  ]
  return cases.map(([name, text]) => `-- ${name}\n${text}\n`).join('\n')
}

function inventories(kind: Kind): [string, string][] {
  const [author, after] = [CALLERS['author'] ?? ANONYMOUS, { after: { at: '12', id: 12 } }]
  const records = { records: { withExceptions: true, isInventory: true } }
  const of = (names: readonly string[], caller: Caller, more: Pick<ListRequest, 'after' | 'records'> & { statuses?: Status[] } = {}) =>
    statement(kind, ['inventory', ...names], caller, more, inventoryStatement)
  const first: [string, string] = ['inventory, anonymous', of([], ANONYMOUS, kind.listing ? records : {})]
  if (!kind.listing) return [first]
  return [
    first,
    ['inventory of drafts after a cursor, author', of([], author, { ...records, ...after, statuses: ['draft'] })],
    ['inventory in a period and in categories, anonymous', of(['from', 'categories'], ANONYMOUS, records)],
    ['inventory of the dates of a series, author', of(['series'], author, after)],
  ]
}

function facets(kind: Kind): [string, string][] {
  const of = (names: readonly string[], filters: readonly string[], caller: Caller = ANONYMOUS, more: Pick<ListRequest, 'collapse'> = {}) =>
    statement(kind, filters, caller, more, (each, request: ListRequest, ctx) => facetStatement(each, { request, names }, ctx))
  return [
    ['facets, anonymous', of(['categories', 'venue', 'month'], [])],
    ['facets of the venue in a period, contributor', of(['venue'], ['from', 'to'], CALLERS['contributor'])],
    ['facets of featured events, contributor', of(['venue', 'month'], ['featured'], CALLERS['contributor'])],
    ['facets of a collapsed list, anonymous', of(['tags', 'month'], [], ANONYMOUS, { collapse: true })],
    ['months of a venue, anonymous', of(['month'], ['venue'])],
  ]
}

for (const kind of kinds) {
  test(`golden: the list statements of ${kind.plural}`, () => {
    const file = new URL(`../golden/${kind.plural}.sql`, import.meta.url)
    const made = golden(kind)
    if (process.env['UPDATE_GOLDEN']) writeFileSync(file, made)
    assert.equal(made, readFileSync(file, 'utf8'), 'a statement changed; look at it, then write the files anew with UPDATE_GOLDEN=1')
  })
}
