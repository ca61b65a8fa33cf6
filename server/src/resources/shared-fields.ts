// Fields that several kinds have in common, and small things their declarations share.
import Type, { type Static } from 'typebox'
import { apiUrl } from '../engine/response/responses.ts'
import { localizedHtml, derived, computed, slugField } from '../engine/definition/fields.ts'
import type { Field, RequestContext, Filter, Kind, StoredRow } from '../engine/definition/kind.ts'
import { filter, param } from '../engine/definition/resource.ts'
import { outdatedTranslation, missingTranslation, localizedTextSql, textChanges, translationStatus } from '../engine/texts/texts.ts'
import { searchCondition } from '../engine/texts/search-text.ts'
import { visibleAndNotTrashed, STATUSES, notProtectedOrEditable } from '../engine/access/visibility.ts'
import { likePattern, searchTerms } from '../kernel/text/fold.ts'
import { formatInZone } from '../kernel/time/date-times.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { isLongEvent, LONG_EVENT_DAYS } from '../engine/list/time-window.ts'
import { and, raw, ref, sql, type Sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'
import type { ValueType } from '../kernel/validation/value-types.ts'

export const DATE_TIME = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })
const URI = Type.String({ format: 'uri' })
const ID = Type.Integer({ minimum: 1 })
/** A language. Texts may be in one that is no longer configured. */
const CODE = Type.String({ pattern: '^[a-z]{2,3}(-[a-z0-9]{2,8})*$' })

const globalId = (row: StoredRow, { site }: RequestContext): string => {
  const { host, pathname } = new URL(site.publicUrl)
  return `${host}${pathname.replace(/\/$/, '')}?id=${String(row['id'])}`
}
const self = (plural: string, row: StoredRow, ctx: RequestContext): string => apiUrl(ctx, `/${plural}/${String(row['id'])}`)
/** The page for people, where the operator has one; else the record's own address. */
const page = (name: string, plural: string, row: StoredRow, ctx: RequestContext): string => {
  const template = ctx.site.publicUrlTemplates[name]
  if (!template) return self(plural, row, ctx)
  const parts: Readonly<Record<string, string>> = {
    id: String(row['id']),
    slug: encodeURIComponent(String(row['slug'])),
    language: String(row['text_language']),
  }
  return template.replace(/\{(id|slug|language)\}/g, (_, part: string) => parts[part] ?? '')
}
const url = (name: string, plural: string) => computed('Public web page of the record.', URI, (row, ctx) => page(name, plural, row, ctx))

/** Of records that belong to an author. */
export const ownedFields = (name: string, plural: string) => ({
  id: computed('Record ID.', ID, (row) => row['id'] as number),
  global_id: computed('Globally unique identifier.', Type.String(), globalId),
  global_id_lineage: computed('Current and former globally unique identifiers.', Type.Array(Type.String(), { minItems: 1 }), (row, ctx) => [
    globalId(row, ctx),
  ]),
  author: derived('ID of the user who owns the record.', values.integer(1), ID, (row) => row['author_id'] as number),
  status: derived(
    'Status of the record. Default on creation: `publish` for callers who may publish, otherwise `draft`.',
    values.oneOf(STATUSES),
    Type.String({ enum: [...STATUSES] }),
    (row) => String(row['status']),
  ),
  date: derived('Publication time, in the time zone of the site.', values.dateTime, DATE_TIME, (row, ctx) =>
    formatInZone(String(row['published_at']), ctx.site.timeZone),
  ),
  date_utc: derived('Publication time, in UTC.', values.dateTime, DATE_TIME, (row) => formatInZone(String(row['published_at']), 'UTC')),
  modified: computed('Time of the last change, in the time zone of the site.', DATE_TIME, (row, ctx) =>
    formatInZone(String(row['modified_at']), ctx.site.timeZone),
  ),
  modified_utc: computed('Time of the last change, in UTC.', DATE_TIME, (row) => formatInZone(String(row['modified_at']), 'UTC')),
  url: url(name, plural),
  rest_url: computed('URL of the record in this API.', URI, (row, ctx) => self(plural, row, ctx)),
})

export const languageFields = (plural: string) => ({
  language: computed('Language of the returned title.', CODE, (row) => String(row['text_language'])),
  translations: computed('URLs of the translations, by language.', Type.Record(Type.String(), URI, { propertyNames: CODE }), (row, ctx) =>
    Object.fromEntries(
      Object.keys(textChanges(row))
        .filter((language) => ctx.site.languages.includes(language))
        .map((language) => [language, self(plural, row, { ...ctx, languagePrefix: `/${language}` })]),
    ),
  ),
  translation_status: computed(
    'Status of the translation into each language.',
    Type.Record(Type.String(), Type.String({ enum: ['current', 'outdated', 'missing'] }), { by_language: true }),
    (row, ctx) => translationStatus(row, ctx.site.languages),
    { onlyIn: 'single' },
  ),
})
const PIXELS = Type.Integer({ minimum: 1 })
const SIZE = Type.Object({ width: PIXELS, height: PIXELS, 'mime-type': Type.String({ enum: ['image/webp'] }), url: URI })
/** What is shown of a stored file. */
export const FILE = {
  url: URI,
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
const imageReference: ValueType<number | string> = {
  schema: Type.Union([Type.String(), Type.Integer(), Type.Object({ id: Type.Integer() }, { additionalProperties: true })]),
  parse: (value) => {
    const named = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    const read = typeof named === 'string' && !/^\d+$/.test(named) ? values.url.parse(named) : values.integer(1).parse(named)
    return read instanceof FieldError ? new FieldError('not_image') : read
  },
}
/** Columns of an image that say what is stored, and what is shown of them. */
export const FILE_COLUMNS = ['digest', 'extension', 'width', 'height', 'filesize', 'sizes'] as const
export function fileOf(row: StoredRow, { site }: RequestContext) {
  const folder = `${site.publicUrl}${site.restRoot}/media/${String(row['digest'])}`
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
export const textAndImageFields = (plural: string) => ({
  description: localizedHtml('Description as HTML.'),
  slug: slugField('URL slug. Generated from the title or name if it is not sent.'),
  ...languageFields(plural),
  image: {
    description: 'Image of the record. To set it, send the ID of a stored image or the URL of an image to import.',
    storage: { in: 'reference', to: 'image', column: 'image_id', shows: { columns: FILE_COLUMNS, texts: ['alt'] } },
    input: imageReference,
    output: IMAGE,
    serialize: (row, ctx) => {
      const image = row['image'] as StoredRow | null
      return image && { id: image['id'] as number, ...fileOf(image, ctx), alt: image['alt'] as string | null }
    },
    required: false,
    defaultValue: null,
    redactedValue: null,
  } satisfies Field as Field<number | string, Static<typeof IMAGE>>,
})

/** Of categories and tags alike. */
export const termFields = (name: string, plural: string, taxonomy: string) => ({
  id: computed('Term ID.', ID, (row) => row['id'] as number),
  slug: slugField('URL slug. Generated from the name if it is not sent.'),
  description: localizedHtml('Description as HTML.'),
  taxonomy: computed('Taxonomy of the term.', Type.String({ enum: [taxonomy] }), () => taxonomy),
  count: computed('Number of published events with this term.', Type.Integer({ minimum: 0 }), (row) => row['event_count'] as number, {
    onlyIn: 'unnested',
  }),
  ...languageFields(plural),
  url: url(name, plural),
})
export const termUrls = (plural: string, row: StoredRow, ctx: RequestContext) => ({
  self: self(plural, row, ctx),
  collection: apiUrl(ctx, `/${plural}`),
})
export { URI as ADDRESS, self }

/** `search`: every word occurs in what a reader of the asked language is shown. */
export const search = (texts: string, id: Sql, description: string) =>
  filter(
    { search: param(values.boundedText(200), description) },
    ({ search: sought }, ctx) => {
      const patterns = searchTerms(sought ?? '').map(likePattern)
      // A search that folding reduces to nothing matches nothing; a blank search is not applied.
      if (patterns.length === 0) return sought?.trim() ? sql`false` : null
      return searchCondition({ texts }, id, patterns, ctx)
    },
    { customPlan: true },
  )

const language: ValueType<string> = {
  schema: Type.String(),
  parse: (value) => (typeof value === 'string' ? value : new FieldError('not_text')),
}
/** What is still to be translated: an editor's list of work. */
export const translations = (texts: string, id: Sql) =>
  filter(
    {
      untranslated_in: param(language, 'Only records without a translation into this language.'),
      outdated_in: param(language, 'Only records whose translation into this language is older than the original.'),
    },
    ({ untranslated_in, outdated_in }) => {
      const wheres = [
        ...(untranslated_in ? [missingTranslation(texts, id, untranslated_in)] : []),
        ...(outdated_in ? [outdatedTranslation(texts, id, outdated_in)] : []),
      ]
      return wheres.length === 0 ? null : and(wheres)
    },
    {
      customPlan: true,
      check: (given, { site }) =>
        Object.fromEntries(
          Object.entries(given).flatMap(([name, value]) =>
            (name === 'untranslated_in' || name === 'outdated_in') && !site.languages.includes(value)
              ? [[name, new FieldError('not_choice', { words: site.languages.join(', ') })]]
              : [],
          ),
        ),
    },
  )

const eventParam = (description: string) => param(values.integer(1), description, { names: { kind: 'event' } })
/** Rows of a link table `l` whose event the caller may see. */
const seenEvent = (ctx: RequestContext): Sql => {
  const event = ctx.site.kinds.get('event')
  return event ? visibleAndNotTrashed(event, 'l', ctx.caller) : raw('false')
}
/** The same where the link itself is hidden in protected events. */
const openEvent = (ctx: RequestContext): Sql => {
  const event = ctx.site.kinds.get('event')
  return event ? and([visibleAndNotTrashed(event, 'l', ctx.caller), notProtectedOrEditable(event, 'l', ctx.caller)]) : raw('false')
}

/** Filters of records that events are linked to. */
export const eventFilters = (table: string): Readonly<Record<string, Filter>> => ({
  event: filter({ event: eventParam('Only records that are linked to this event.') }, ({ event }, ctx) =>
    event === undefined
      ? null
      : sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and l.event_id = any(${event}::bigint[]) and ${openEvent(ctx)})`,
  ),
  has_events: filter(
    {
      has_events: param(values.boolean, '`true` returns only records that are linked to an event, `false` only records that are not.'),
      only_with_upcoming: param(values.boolean, 'Only records with an event that has not ended.', { fallback: false }),
    },
    ({ has_events, only_with_upcoming }, ctx) => {
      const some = sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and ${openEvent(ctx)})`
      const upcoming = withUpcoming(table, ctx)
      const wheres = [
        ...(has_events === undefined ? [] : [has_events ? some : sql`not ${some}`]),
        ...(only_with_upcoming ? [upcoming] : []),
      ]
      return wheres.length === 0 ? null : and(wheres)
    },
    { cacheLifetime: ({ only_with_upcoming }) => (only_with_upcoming ? 'second' : 'always') },
  ),
})

/** Short events close to now, and long ones from their own index. `offset 0` lets the first that is found be enough, whatever the planner thinks. */
function withUpcoming(table: string, ctx: RequestContext): Sql {
  const [now, since] = [ctx.now.toString(), ctx.now.subtract({ hours: 24 * LONG_EVENT_DAYS }).toString()]
  const some = (where: Sql): Sql =>
    sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and ${where} and l.ends_at > ${now} and ${openEvent(ctx)} offset 0)`
  return sql`(${some(sql`l.starts_at > ${since}`)} or ${some(raw(isLongEvent('l')))})`
}

/** Filters of categories and tags. */
export const termFilters = (texts: string, table: string): Readonly<Record<string, Filter>> => {
  const assigned = (events: unknown, ctx: RequestContext): Sql =>
    sql`exists (select 1 from ${ref(table)} l where l.ref_id = o.id and l.event_id = any(${events}::bigint[]) and ${seenEvent(ctx)})`
  return {
    include: filter({ include: param(values.listOf(values.integer(1)), 'Only these IDs.') }, ({ include }) =>
      include ? sql`o.id = any(${include}::bigint[])` : null,
    ),
    exclude: filter({ exclude: param(values.listOf(values.integer(1)), 'Excludes these IDs.') }, ({ exclude }) =>
      exclude ? sql`o.id <> all(${exclude}::bigint[])` : null,
    ),
    hide_empty: filter(
      { hide_empty: param(values.boolean, 'Omits terms without published events.', { fallback: true }) },
      ({ hide_empty }) => (hide_empty === false ? null : sql`${eventCount('o')} > 0`),
    ),
    post: filter({ post: eventParam('Only terms that are assigned to this event.') }, ({ post }, ctx) =>
      post === undefined ? null : assigned(post, ctx),
    ),
    event: filter({ event: eventParam('Alias of `post`.') }, ({ event }, ctx) => (event === undefined ? null : assigned(event, ctx))),
    slug: filter({ slug: param(values.plainText(1_000), 'Only terms with this slug, in any language.') }, ({ slug: sought }) =>
      sought === undefined ? null : sql`o.id in (select x.id from ${ref(texts)} x where x.slug = ${sought} and x.slug_owner)`,
    ),
  }
}

/** What terms can be sorted by. Names go by an alphabet for people, in which case and accents do not part the letters. */
export const termOrders = (texts: string, parent: Sql = sql`o.id`): Kind['sorts'] => ({
  name: (ctx) => sql`${localizedTextSql({ texts }, 'name', sql`o.id`, ctx)} collate "und-x-icu"`,
  id: () => sql`o.id`,
  slug: (ctx) => localizedTextSql({ texts }, 'slug', sql`o.id`, ctx),
  count: () => eventCount('o'),
  description: (ctx) => sql`coalesce(${localizedTextSql({ texts }, 'description', sql`o.id`, ctx)}, '') collate "und-x-icu"`,
  parent: () => parent,
  include: (_, { include }) => sql`array_position(${include ?? []}::bigint[], o.id)`,
})

/** How many published events have a term. */
export const eventCount = (alias: string): Sql =>
  sql`(select coalesce(sum(c.n), 0)::int from day_counts c where c.ref_id = ${ref(`${alias}.id`)} and c.day = 'infinity')`
