// Fields that several kinds have in common, and small things their declarations share.
import Type from 'typebox'
import { restUrl } from '../engine/answers.ts'
import { localizedHtml, settled, shown, slug } from '../engine/fields.ts'
import { filter, param, type Ask, type Filter, type Kind, type Stored } from '../engine/resource.ts'
import { foundWords, hasOldText, lacksText, shownText, textChanges, textStates } from '../engine/texts.ts'
import { present, STATUSES, unguarded } from '../engine/visibility.ts'
import type { Db } from '../kernel/database.ts'
import { likeWord, words } from '../kernel/fold.ts'
import { shownIn } from '../kernel/moments.ts'
import { Fault } from '../kernel/problems.ts'
import { all, raw, ref, sql, type Sql } from '../kernel/sql.ts'
import * as values from '../kernel/values.ts'
import type { Sort } from '../kernel/values.ts'

export const STAMP = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })
const ADDRESS = Type.String({ format: 'uri' })

const globalId = (row: Stored, { site }: Ask): string => {
  const { host, pathname } = new URL(site.public_url)
  return `${host}${pathname.replace(/\/$/, '')}?id=${String(row['id'])}`
}
const self = (plural: string, row: Stored, ask: Ask): string => restUrl(ask, `/${plural}/${String(row['id'])}`)
/** The page for people, where the operator has one; else the record's own address. */
const page = (name: string, plural: string, row: Stored, ask: Ask): string => {
  const template = ask.site.pages[name]
  if (!template) return self(plural, row, ask)
  const parts: Readonly<Record<string, string>> = {
    id: String(row['id']),
    slug: encodeURIComponent(String(row['slug'])),
    language: String(row['text_language']),
  }
  return template.replace(/\{(id|slug|language)\}/g, (_, part: string) => parts[part] ?? '')
}
const url = (name: string, plural: string) => shown('Page for people.', ADDRESS, (row, ask) => page(name, plural, row, ask))

/** Of records that belong to an author. */
export const record = (name: string, plural: string) => ({
  id: shown('Number of the record.', Type.Integer(), (row) => row['id'] as number),
  global_id: shown('Name of the record in the whole world.', Type.String(), globalId),
  global_id_lineage: shown('That name, and those it had before.', Type.Array(Type.String(), { minItems: 1 }), (row, ask) => [
    globalId(row, ask),
  ]),
  author: settled('User the record belongs to.', values.integer(1), Type.Integer(), (row) => row['author_id'] as number),
  status: settled(
    'Where the record stands between draft and trash.',
    values.choice(STATUSES),
    Type.String({ enum: [...STATUSES] }),
    (row) => String(row['status']),
  ),
  date: settled('Publication, in the zone of the site.', values.moment, STAMP, (row, ask) =>
    shownIn(String(row['published_at']), ask.site.zone),
  ),
  date_utc: settled('Publication, in UTC.', values.moment, STAMP, (row) => shownIn(String(row['published_at']), 'UTC')),
  modified: shown('Last change, in the zone of the site.', STAMP, (row, ask) => shownIn(String(row['modified_at']), ask.site.zone)),
  modified_utc: shown('Last change, in UTC.', STAMP, (row) => shownIn(String(row['modified_at']), 'UTC')),
  url: url(name, plural),
  rest_url: shown('Address of the record in this interface.', ADDRESS, (row, ask) => self(plural, row, ask)),
})

const languageFields = (plural: string) => ({
  language: shown('Language whose title is shown.', Type.String(), (row) => String(row['text_language'])),
  translations: shown('Languages that have a text of their own, and where it is read.', Type.Record(Type.String(), ADDRESS), (row, ask) =>
    Object.fromEntries(Object.keys(textChanges(row)).map((language) => [language, self(plural, row, { ...ask, root: `/${language}` })])),
  ),
  translation_status: shown(
    'State of the text in each language.',
    Type.Record(Type.String(), Type.String({ enum: ['current', 'outdated', 'missing'] })),
    (row, ask) => textStates(row, ask.site.languages),
    { only: 'single' },
  ),
})
const SIZE = Type.Object({ width: Type.Integer(), height: Type.Integer(), 'mime-type': Type.String(), url: ADDRESS })
const IMAGE = Type.Union([
  Type.Object({
    id: Type.Integer(),
    url: ADDRESS,
    extension: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    filesize: Type.Integer(),
    alt: Type.Union([Type.String(), Type.Null()]),
    sizes: Type.Record(Type.String(), SIZE),
  }),
  Type.Null(),
])
/** Texts and image of records that belong to an author. */
export const written = (plural: string) => ({
  description: localizedHtml('Description, in HTML.'),
  slug: slug('Name of the record in addresses.'),
  ...languageFields(plural),
  image: settled(
    'Image: its number, or an address to fetch it from.',
    { schema: Type.Union([Type.String(), Type.Integer()]), read: () => new Fault('not_image') },
    IMAGE,
    () => null,
  ),
})

/** Of categories and tags alike. */
export const term = (name: string, plural: string, taxonomy: string) => ({
  id: shown('Number of the term.', Type.Integer(), (row) => row['id'] as number),
  slug: slug('Name of the term in addresses.'),
  description: localizedHtml('Description, in HTML.'),
  taxonomy: shown('Sort of term.', Type.String({ enum: [taxonomy] }), () => taxonomy),
  count: shown('Published events it is assigned to.', Type.Integer({ minimum: 0 }), (row) => row['event_count'] as number, {
    only: 'unnested',
  }),
  ...languageFields(plural),
  url: url(name, plural),
})
export const termUrls = (plural: string, row: Stored, ask: Ask) => ({
  self: self(plural, row, ask),
  collection: restUrl(ask, `/${plural}`),
})
export { ADDRESS, self }

/** `search`: every word occurs in what a reader of the asked language is shown. */
export const search = (texts: string, id: Sql, description: string) =>
  filter(
    { search: param(values.text(200), description) },
    ({ search: sought }, ask) => {
      const patterns = words(sought ?? '').map(likeWord)
      return patterns.length === 0 ? null : foundWords({ texts }, id, patterns, ask)
    },
    { custom_plan: true },
  )

const language: Sort<string> = { schema: Type.String(), read: (value) => (typeof value === 'string' ? value : new Fault('not_text')) }
/** What is still to be translated: an editor's list of work. */
export const translations = (texts: string, id: Sql) =>
  filter(
    {
      untranslated_in: param(language, 'Without a text of their own in this language.'),
      outdated_in: param(language, 'With a text in this language that is older than the original.'),
    },
    ({ untranslated_in, outdated_in }) => {
      const wheres = [
        ...(untranslated_in ? [lacksText(texts, id, untranslated_in)] : []),
        ...(outdated_in ? [hasOldText(texts, id, outdated_in)] : []),
      ]
      return wheres.length === 0 ? null : all(wheres)
    },
    {
      check: (given, { site }) =>
        Object.fromEntries(
          Object.entries(given).flatMap(([name, value]) =>
            (name === 'untranslated_in' || name === 'outdated_in') && !site.languages.includes(value)
              ? [[name, new Fault('not_choice', { words: site.languages.join(', ') })]]
              : [],
          ),
        ),
    },
  )

const eventNamed = (description: string) => param(values.integer(1), description, { names: { kind: 'event' } })
/** Rows of a link table `l` whose event the caller may see. */
const seenEvent = (ask: Ask): Sql => {
  const event = ask.site.kinds.get('event')
  return event ? present(event, 'l', ask.caller) : raw('false')
}
/** The same where the link itself is hidden in protected events. */
const openEvent = (ask: Ask): Sql => {
  const event = ask.site.kinds.get('event')
  return event ? all([present(event, 'l', ask.caller), unguarded(event, 'l', ask.caller)]) : raw('false')
}

/** Filters of records that events are linked to. */
export const withEvents = (table: string): Readonly<Record<string, Filter>> => ({
  event: filter({ event: eventNamed('Linked to this event.') }, ({ event }, ask) =>
    event === undefined
      ? null
      : sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and l.event_id = any(${event}::bigint[]) and ${openEvent(ask)})`,
  ),
  has_events: filter(
    {
      has_events: param(values.boolean, 'With events, or without.'),
      only_with_upcoming: param(values.boolean, 'Only with an event that has not ended.', { fallback: false }),
    },
    ({ has_events, only_with_upcoming }, ask) => {
      const some = sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and ${openEvent(ask)})`
      const upcoming = sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and l.ends_at > ${ask.now.toString()} and ${openEvent(ask)})`
      const wheres = [
        ...(has_events === undefined ? [] : [has_events ? some : sql`not ${some}`]),
        ...(only_with_upcoming ? [upcoming] : []),
      ]
      return wheres.length === 0 ? null : all(wheres)
    },
  ),
})

/** Filters of categories and tags. */
export const termFilters = (texts: string, table: string): Readonly<Record<string, Filter>> => {
  const assigned = (events: unknown, ask: Ask): Sql =>
    sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and l.event_id = any(${events}::bigint[]) and ${seenEvent(ask)})`
  return {
    include: filter({ include: param(values.listOf(values.integer(1)), 'Only these.') }, ({ include }) =>
      include ? sql`o.id = any(${include}::bigint[])` : null,
    ),
    exclude: filter({ exclude: param(values.listOf(values.integer(1)), 'All but these.') }, ({ exclude }) =>
      exclude ? sql`o.id <> all(${exclude}::bigint[])` : null,
    ),
    hide_empty: filter(
      { hide_empty: param(values.boolean, 'Leave out what no published event has.', { fallback: true }) },
      ({ hide_empty }) => (hide_empty === false ? null : raw('o.event_count > 0')),
    ),
    post: filter({ post: eventNamed('Assigned to this event.') }, ({ post }, ask) => (post === undefined ? null : assigned(post, ask))),
    event: filter({ event: eventNamed('The same as `post`.') }, ({ event }, ask) => (event === undefined ? null : assigned(event, ask))),
    slug: filter({ slug: param(values.plain(1_000), 'With this slug, in any language.') }, ({ slug: sought }) =>
      sought === undefined ? null : sql`o.id in (select x.id from ${ref(texts)} x where x.slug = ${sought} and x.slug_owner)`,
    ),
  }
}

/** What terms can be sorted by. Names go by an alphabet for people, in which case and accents do not part the letters. */
export const termOrders = (texts: string, parent: Sql = sql`o.id`): Kind['orders'] => ({
  name: (ask) => sql`${shownText({ texts }, 'name', sql`o.id`, ask)} collate "und-x-icu"`,
  id: () => sql`o.id`,
  slug: (ask) => shownText({ texts }, 'slug', sql`o.id`, ask),
  count: () => sql`o.event_count`,
  description: (ask) => sql`coalesce(${shownText({ texts }, 'description', sql`o.id`, ask)}, '') collate "und-x-icu"`,
  parent: () => parent,
  include: (_, { include }) => sql`array_position(${include ?? []}::bigint[], o.id)`,
})

/** `event_count` of every term, counted afresh: for what goes round the triggers of the link tables. */
export async function recountTerms(db: Db): Promise<void> {
  for (const [terms, table] of [
    ['tags', 'event_tags'],
    ['categories', 'event_categories'],
  ] as const)
    await db.query(sql`
update ${ref(terms)} t set event_count = n.count
from (select t.id, count(distinct l.event_id) filter (where l.status = 'publish') as count from ${ref(terms)} t left join ${ref(table)} l on l.ref_id = t.id group by t.id) n
where n.id = t.id and t.event_count <> n.count`)
}
