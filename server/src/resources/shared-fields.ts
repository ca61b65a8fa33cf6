// Fields that several resource types have in common.
import Type, { type Static } from 'typebox'
import { apiUrl } from '../engine/response/responses.ts'
import { localizedHtml, derived, computed, externalIdsField, nullable, slugField } from '../engine/definition/fields.ts'
import type { Field, RequestContext, StoredRow } from '../engine/definition/kind.ts'
import { textChanges, translationStatus } from '../engine/texts/texts.ts'
import { translationFields } from '../engine/texts/translation-fields.ts'
import { STATUSES } from '../engine/access/visibility.ts'
import { memoize } from '../kernel/cache/memoize.ts'
import { formatInZone } from '../kernel/time/date-times.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import * as values from '../kernel/validation/value-types.ts'
import type { ValueType } from '../kernel/validation/value-types.ts'
import { FOCAL_POINT, type FocalPoint } from './focal-point.ts'

export const DATE_TIME = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })
export const NULLABLE_DATE_TIME = Type.Union([DATE_TIME, Type.Null()])
export const URI = Type.String({ format: 'uri' })
const ID = Type.Integer({ minimum: 1 })
/** A language code. Stored texts may be in a language that is no longer configured. */
const LANGUAGE_CODE = Type.String({ pattern: '^[a-z]{2,3}(-[a-z0-9]{2,8})*$' })

const globalId = (row: StoredRow, { site }: RequestContext): string => `${globalIdBase(site.publicUrl)}?id=${String(row['id'])}`
/** A process has one public URL, and parsing it for each record would cost more than all other URLs of the record. */
const globalIdBase = memoize(100, (publicUrl): string => {
  const { host, pathname } = new URL(publicUrl)
  return `${host}${pathname.replace(/\/$/, '')}`
})
/** URL of a record in the API. */
export const recordUrl = (plural: string, row: StoredRow, ctx: RequestContext): string => apiUrl(ctx, `/${plural}/${String(row['id'])}`)
/** Returns the URL of the public web page: from the template of the operator, else the page of this server, else the URL in the API. */
export const publicUrl = (name: string, plural: string, row: StoredRow, ctx: RequestContext): string => {
  const template = ctx.site.publicUrlTemplates[name]
  if (!template) return pageUrl(plural, row, ctx) ?? recordUrl(plural, row, ctx)
  const parts: Readonly<Record<string, string>> = {
    id: String(row['id']),
    slug: encodeURIComponent(String(row['slug'])),
    language: String(row['text_language']),
    date: dayOf(row),
  }
  return template.replace(/\{(id|slug|language|date)\}/g, (_, part: string) => parts[part] ?? '')
}
/** A date keeps its URL when it is moved on its own. */
const dayOf = (row: StoredRow): string => String(row['original_start'] ?? row['starts_local']).slice(0, 10)
/** Returns the URL of the page of this server, or null if it is off. Tags have no page; their URL is the list of their events. */
function pageUrl(plural: string, row: StoredRow, { site, languagePrefix }: RequestContext): string | null {
  const slug = encodeURIComponent(String(row['slug']))
  const base = `${site.publicUrl}${languagePrefix}`
  if (plural === 'tags') return site.pages.includes('events') ? `${base}/events?tags=${slug}` : null
  if (!site.pages.includes(plural)) return null
  return `${base}/${plural}/${slug}${row['original_start'] ? `/${dayOf(row)}` : ''}`
}
const urlOfPage = (name: string, plural: string) =>
  computed('URL of the public web page of the record.', URI, (row, ctx) => publicUrl(name, plural, row, ctx))

/** Fields of records that have an author. */
export const ownedFields = (name: string, plural: string) => ({
  id: computed('Record ID.', ID, (row) => row['id'] as number),
  global_id: computed('Globally unique identifier.', Type.String(), globalId),
  global_id_lineage: computed('Current and former globally unique identifiers.', Type.Array(Type.String(), { minItems: 1 }), (row, ctx) => [
    globalId(row, ctx),
  ]),
  author: derived('ID of the user who owns the record.', { input: values.integer(1), output: ID }, (row) => row['author_id'] as number),
  status: derived(
    'Status of the record. Default on creation: `publish` for callers who may publish, otherwise `draft`.',
    { input: values.oneOf(STATUSES), output: Type.String({ enum: [...STATUSES] }) },
    (row) => String(row['status']),
  ),
  date: derived('Publication time, in the time zone of the site.', { input: values.dateTime, output: DATE_TIME }, (row, ctx) =>
    formatInZone(String(row['published_at']), ctx.site.timeZone),
  ),
  date_utc: derived('Publication time, in UTC.', { input: values.dateTime, output: DATE_TIME }, (row) =>
    formatInZone(String(row['published_at']), 'UTC'),
  ),
  modified: computed('Time of the last change, in the time zone of the site.', DATE_TIME, (row, ctx) =>
    formatInZone(String(row['modified_at']), ctx.site.timeZone),
  ),
  modified_utc: computed('Time of the last change, in UTC.', DATE_TIME, (row) => formatInZone(String(row['modified_at']), 'UTC')),
  url: urlOfPage(name, plural),
  rest_url: computed('URL of the record in this API.', URI, (row, ctx) => recordUrl(plural, row, ctx)),
})

const TRANSLATION_STATE = Type.String({ enum: ['current', 'outdated', 'missing'] })
/** `texts` are the fields that have a text in each language, without the slug. */
export const languageFields = (plural: string, texts: readonly string[]) => ({
  language: computed('Language of the returned title.', LANGUAGE_CODE, (row) => String(row['text_language'])),
  translations: computed(
    'URLs of the translations, by language.',
    Type.Record(Type.String(), URI, { propertyNames: LANGUAGE_CODE }),
    (row, ctx) =>
      Object.fromEntries(
        Object.keys(textChanges(row))
          .filter((language) => ctx.site.languages.includes(language))
          .map((language) => [language, recordUrl(plural, row, { ...ctx, languagePrefix: `/${language}` })]),
      ),
  ),
  translation_status: computed(
    'Status of the translation into each language.',
    Type.Record(Type.String(), TRANSLATION_STATE, { by_language: true }),
    (row, ctx) => translationStatus(row, ctx.site.languages),
    { onlyIn: 'named' },
  ),
  translation_fields: computed(
    'Status of the translation of each field that the original has, by language. The original language is left out.',
    Type.Record(Type.String(), Type.Object(Object.fromEntries(texts.map((name) => [name, Type.Optional(TRANSLATION_STATE)]))), {
      propertyNames: LANGUAGE_CODE,
    }),
    (row, ctx, record) => translationFields(row, ctx.site.languages, record),
    { onlyIn: 'named' },
  ),
})
const PIXELS = Type.Integer({ minimum: 1 })
const SIZE = Type.Object({ width: PIXELS, height: PIXELS, 'mime-type': Type.String({ enum: ['image/webp'] }), url: URI })
/** Schema of a stored file in responses. */
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
    decorative: Type.Boolean(),
    focal_point: Type.Union([FOCAL_POINT, Type.Null()]),
  }),
  Type.Null(),
])
/** Accepts the id of an image, an object with the id, or a URL. */
const imageReference: ValueType<number | string> = {
  schema: Type.Union([Type.String(), Type.Integer(), Type.Object({ id: Type.Integer() }, { additionalProperties: true })]),
  parse: (value) => {
    const idOrUrl = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    const parsed = typeof idOrUrl === 'string' && !/^\d+$/.test(idOrUrl) ? values.url.parse(idOrUrl) : values.integer(1).parse(idOrUrl)
    return parsed instanceof FieldError ? new FieldError('not_image') : parsed
  },
}
/** Columns of an image that describe its stored files. */
export const FILE_COLUMNS = ['digest', 'extension', 'width', 'height', 'filesize', 'sizes'] as const
/** Builds the file properties of an image from its columns. */
export function presentFile(row: StoredRow, { site }: RequestContext) {
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
/** Description, slug, languages, external ids and image of records that have an author. */
export const textAndImageFields = (plural: string, texts: readonly string[]) => ({
  description: localizedHtml('Description as HTML.'),
  slug: slugField('URL slug. If it is omitted, the server generates it from the title or name.'),
  ...languageFields(plural, texts),
  external_ids: externalIdsField(),
  image: {
    description: 'Image of the record. To set it, send the ID of a stored image or the URL of an image to import.',
    storage: {
      in: 'reference',
      to: 'image',
      column: 'image_id',
      shows: { columns: [...FILE_COLUMNS, 'decorative', 'focal_point'], texts: ['alt'] },
    },
    input: imageReference,
    output: IMAGE,
    serialize: (row, ctx) => {
      const image = row['image'] as StoredRow | null
      return (
        image && {
          id: image['id'] as number,
          ...presentFile(image, ctx),
          alt: image['alt'] as string | null,
          decorative: image['decorative'] === true,
          focal_point: image['focal_point'] as FocalPoint | null,
        }
      )
    },
    required: false,
    defaultValue: null,
    redactedValue: null,
  } satisfies Field as Field<number | string, Static<typeof IMAGE>>,
})

/** Fields of categories and tags. */
export const termFields = (name: string, plural: string, taxonomy: string) => ({
  id: computed('Term ID.', ID, (row) => row['id'] as number),
  slug: slugField('URL slug. If it is omitted, the server generates it from the name.'),
  description: localizedHtml('Description as HTML.'),
  taxonomy: computed('Taxonomy of the term.', Type.String({ enum: [taxonomy] }), () => taxonomy),
  count: computed('Number of published events with this term.', Type.Integer({ minimum: 0 }), (row) => row['event_count'] as number, {
    onlyIn: 'unnested',
  }),
  ...languageFields(plural, ['name', 'description']),
  external_ids: externalIdsField(),
  url: urlOfPage(name, plural),
})
export const termUrls = (plural: string, row: StoredRow, ctx: RequestContext) => ({
  self: recordUrl(plural, row, ctx),
  collection: apiUrl(ctx, `/${plural}`),
})

const ORIGIN = nullable(
  Type.Object({
    source: Type.Integer({ minimum: 1 }),
    name: Type.String(),
    external_id: nullable(Type.String()),
    run: Type.Integer({ minimum: 1 }),
    imported: Type.String({ format: 'date-time' }),
    fields: Type.Array(Type.String()),
    is_gone: Type.Boolean(),
  }),
)
/** Only single reads load the origin. */
export const originField = computed(
  'The source that the record was imported from, its ID there, and the imported fields. `null` for other records, and for callers who may not edit the record.',
  ORIGIN,
  (row) => (row['origin'] ?? null) as Static<typeof ORIGIN>,
  { onlyIn: 'single' },
)
