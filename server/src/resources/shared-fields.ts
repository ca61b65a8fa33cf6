// Fields that several kinds have in common, and small things their declarations share.
import Type, { type Static } from 'typebox'
import { restUrl } from '../engine/response/responses.ts'
import { localizedHtml, settled, shown, slug, type Field } from '../engine/definition/fields.ts'
import { filter, param, type Ask, type Filter, type Kind, type Stored } from '../engine/definition/resource.ts'
import { foundWords, hasOldText, lacksText, shownText, textChanges, textStates } from '../engine/texts/texts.ts'
import { present, STATUSES, unguarded } from '../engine/access/visibility.ts'
import { likeWord, words } from '../kernel/text/fold.ts'
import { shownIn } from '../kernel/time/date-times.ts'
import { Fault } from '../kernel/errors/problems.ts'
import { isLong, LONG_DAYS } from '../engine/list/time-window.ts'
import { all, raw, ref, sql, type Sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import type { Sort } from '../kernel/validation/value-types.ts'

export const STAMP = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })
const ADDRESS = Type.String({ format: 'uri' })
const ID = Type.Integer({ minimum: 1 })
/** A language. Texts may be in one that is no longer configured. */
const CODE = Type.String({ pattern: '^[a-z]{2,3}(-[a-z0-9]{2,8})*$' })

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
  id: shown('Number of the record.', ID, (row) => row['id'] as number),
  global_id: shown('Name of the record in the whole world.', Type.String(), globalId),
  global_id_lineage: shown('That name, and those it had before.', Type.Array(Type.String(), { minItems: 1 }), (row, ask) => [
    globalId(row, ask),
  ]),
  author: settled('User the record belongs to.', values.integer(1), ID, (row) => row['author_id'] as number),
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

export const languageFields = (plural: string) => ({
  language: shown('Language whose title is shown.', CODE, (row) => String(row['text_language'])),
  translations: shown(
    'Languages that have a text of their own, and where it is read.',
    Type.Record(Type.String(), ADDRESS, { propertyNames: CODE }),
    (row, ask) =>
      Object.fromEntries(
        Object.keys(textChanges(row))
          .filter((language) => ask.site.languages.includes(language))
          .map((language) => [language, self(plural, row, { ...ask, root: `/${language}` })]),
      ),
  ),
  translation_status: shown(
    'State of the text in each language.',
    Type.Record(Type.String(), Type.String({ enum: ['current', 'outdated', 'missing'] }), { by_language: true }),
    (row, ask) => textStates(row, ask.site.languages),
    { only: 'single' },
  ),
})
const PIXELS = Type.Integer({ minimum: 1 })
const SIZE = Type.Object({ width: PIXELS, height: PIXELS, 'mime-type': Type.String({ enum: ['image/webp'] }), url: ADDRESS })
/** What is shown of a stored file. */
export const FILE = {
  url: ADDRESS,
  extension: Type.String({ enum: ['jpg', 'png'] }),
  width: PIXELS,
  height: PIXELS,
  filesize: PIXELS,
  sizes: Type.Record(Type.String(), SIZE),
}
const IMAGE = Type.Union([
  Type.Object({
    id: ID,
    ...FILE,
    alt: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
  }),
  Type.Null(),
])
/** A number, an object with one, or an address. */
const imageNamed: Sort<number | string> = {
  schema: Type.Union([Type.String(), Type.Integer(), Type.Object({ id: Type.Integer() }, { additionalProperties: true })]),
  read: (value) => {
    const named = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    const read = typeof named === 'string' && !/^\d+$/.test(named) ? values.url.read(named) : values.integer(1).read(named)
    return read instanceof Fault ? new Fault('not_image') : read
  },
}
/** Columns of an image that say what is stored, and what is shown of them. */
export const FILE_COLUMNS = ['digest', 'extension', 'width', 'height', 'filesize', 'sizes'] as const
export function fileOf(row: Stored, { site }: Ask) {
  const folder = `${site.public_url}${site.rest_root}/media/${String(row['digest'])}`
  const sizes = Object.entries(row['sizes'] as Readonly<Record<string, { readonly width: number; readonly height: number }>>)
  return {
    url: `${folder}/full.${String(row['extension'])}`,
    extension: String(row['extension']),
    width: row['width'] as number,
    height: row['height'] as number,
    filesize: row['filesize'] as number,
    sizes: Object.fromEntries(
      sizes.map(([name, { width, height }]) => [name, { width, height, 'mime-type': 'image/webp', url: `${folder}/${name}.webp` }]),
    ),
  }
}
/** Texts and image of records that belong to an author. */
export const written = (plural: string) => ({
  description: localizedHtml('Description, in HTML.'),
  slug: slug('Name of the record in addresses.'),
  ...languageFields(plural),
  image: {
    description: 'Image: its number, or an address to fetch it from.',
    place: { in: 'reference', to: 'image', column: 'image_id', shows: { columns: FILE_COLUMNS, texts: ['alt'] } },
    sort: imageNamed,
    output: IMAGE,
    show: (row, ask) => {
      const image = row['image'] as Stored | null
      return image && { id: image['id'] as number, ...fileOf(image, ask), alt: image['alt'] as string | null }
    },
    required: false,
    initial: null,
    empty: null,
  } satisfies Field as Field<number | string, Static<typeof IMAGE>>,
})

/** Of categories and tags alike. */
export const term = (name: string, plural: string, taxonomy: string) => ({
  id: shown('Number of the term.', ID, (row) => row['id'] as number),
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
      // A search that folding reduces to nothing matches nothing; a blank search is not applied.
      if (patterns.length === 0) return sought?.trim() ? sql`false` : null
      return foundWords({ texts }, id, patterns, ask)
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
      custom_plan: true,
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
      const upcoming = withUpcoming(table, ask)
      const wheres = [
        ...(has_events === undefined ? [] : [has_events ? some : sql`not ${some}`]),
        ...(only_with_upcoming ? [upcoming] : []),
      ]
      return wheres.length === 0 ? null : all(wheres)
    },
    { stays: ({ only_with_upcoming }) => (only_with_upcoming ? 'second' : 'always') },
  ),
})

/** Short events close to now, and long ones from their own index. `offset 0` lets the first that is found be enough, whatever the planner thinks. */
function withUpcoming(table: string, ask: Ask): Sql {
  const [now, since] = [ask.now.toString(), ask.now.subtract({ hours: 24 * LONG_DAYS }).toString()]
  const some = (where: Sql): Sql =>
    sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and ${where} and l.ends_at > ${now} and ${openEvent(ask)} offset 0)`
  return sql`(${some(sql`l.starts_at > ${since}`)} or ${some(raw(isLong('l')))})`
}

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
      ({ hide_empty }) => (hide_empty === false ? null : sql`${eventCount('o')} > 0`),
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
  count: () => eventCount('o'),
  description: (ask) => sql`coalesce(${shownText({ texts }, 'description', sql`o.id`, ask)}, '') collate "und-x-icu"`,
  parent: () => parent,
  include: (_, { include }) => sql`array_position(${include ?? []}::bigint[], o.id)`,
})

/** How many published events have a term. */
export const eventCount = (alias: string): Sql =>
  sql`(select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = ${ref(`${alias}.id`)} and c.day = 'infinity')`
