// Builds the schemas of the OpenAPI document. Objects in responses require all their keys and allow no others,
// except maps: translations, custom fields, image sizes, field errors, and optional keys of JSON-LD.
import type { TSchema } from 'typebox'
import { isLinked } from '../../engine/definition/resource.ts'
import type { Field, Kind, Site } from '../../engine/definition/kind.ts'
import { writeParams } from '../../engine/input/write-inputs.ts'
import { VALUES_MAX } from '../../engine/list/facet-statement.ts'
import { isSearchable } from '../../engine/list/highlight.ts'
import { isIncluded, type Representation } from '../../engine/read/present.ts'
import type { Translate } from '../../kernel/text/messages.ts'
import { ME } from '../auth/me.ts'
import { BATCH_RESPONSE } from '../../engine/batch-route.ts'
import { DATE_SCOPES } from '../../engine/series/scopes.ts'

export type Schema = Record<string, unknown>

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const componentName = (kind: Kind, as: Representation['as']): string =>
  `${kind.name}${{ single: '_single', listed: '', nested: '_nested' }[as]}`
/** An object schema without additional properties, in which every key except these is required. */
export const objectOf = (properties: Schema, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
})
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })
export const arrayOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more })
export const STRING: Schema = { type: 'string' }
const URI: Schema = { type: 'string', format: 'uri' }

export function kindSchemas(kind: Kind, site: Site, say: Translate): Schema {
  const manners: readonly Representation['as'][] = isLinked(kind, site.kinds) ? ['listed', 'single', 'nested'] : ['listed', 'single']
  const records = manners.map((as) => [componentName(kind, as), recordSchema(kind, as, site, say)])
  const link = { type: ['string', 'null'], format: 'uri' }
  const applied = Object.values(kind.filters).flatMap((filter) => ('linked' in filter ? [] : (filter.appliedSchema ?? [])))[0]
  const page = {
    [kind.plural]: arrayOf(
      kind.listing
        ? { anyOf: [componentName(kind, 'listed'), collapsedSchemaName(kind)].map(schemaRef) }
        : schemaRef(componentName(kind, 'listed')),
    ),
    rest_url: URI,
    next_rest_url: link,
    previous_rest_url: link,
    next_cursor: { type: ['string', 'null'] },
    total: { type: 'integer', minimum: 0 },
    total_pages: { type: 'integer', minimum: 0 },
    ...(applied && { applied: closed(applied, site) }),
    ...(kind.filters['search'] && {
      suggested_search: {
        type: 'string',
        description: say('Another search that matches, if `search` matches nothing because of a typing error.'),
      },
    }),
    ...(kind.facets && { facets: facetsSchema(kind.facets.fields, say) }),
  }
  return {
    ...Object.fromEntries(records),
    [`${kind.name}_list`]: objectOf(page, ['suggested_search', 'facets']),
    [dryRunSchemaName(kind)]: dryRunSchema(kind),
    ...(kind.listing && {
      [effectSchemaName(kind)]: effectSchema(kind, site, say),
      [collapsedSchemaName(kind)]: collapsedSchema(kind, site, say),
    }),
    [`${kind.name}_change`]: bodySchema(kind, site, say, false),
    [`${kind.name}_create`]: bodySchema(kind, site, say, true),
  }
}

const POSITIVE: Schema = { type: 'integer', minimum: 1 }
function facetsSchema(fields: readonly string[], say: Translate): Schema {
  const value = objectOf({ id: POSITIVE, slug: STRING, name: STRING, count: POSITIVE })
  const month = objectOf({ month: { type: 'string', pattern: '^\\d{4}-\\d{2}$' }, count: POSITIVE })
  const properties = {
    ...Object.fromEntries(fields.map((name) => [name, arrayOf(value, { maxItems: VALUES_MAX })])),
    month: arrayOf(month),
  }
  const description = say('The facets that the request names: how many events of the list have each value.')
  return { ...objectOf(properties, Object.keys(properties)), description }
}
const TYPES = ['single', 'series', 'exception', 'occurrence']
/** The name of the example of an inventory. */
export const inventoryName = ({ name }: Kind): string => `${name}_inventory`
export const isInventoryName = (name: string): boolean => name.endsWith('_inventory')
export const inventorySchema = (kind: Kind): Schema =>
  objectOf({
    [kind.plural]: arrayOf(objectOf({ id: POSITIVE, version: POSITIVE, ...(kind.listing && { type: { type: 'string', enum: TYPES } }) })),
    next_rest_url: { type: ['string', 'null'] },
    next_cursor: { type: ['string', 'null'] },
  })
export const dryRunSchemaName = ({ name }: Kind): string => `${name}_dry_run`
export const effectSchemaName = ({ name }: Kind): string => `${name}_with_effect`
const collapsedSchemaName = ({ name }: Kind): string => `${name}_with_matching_dates`
export const isDryRunSchema = (name: string): boolean => name.endsWith('_dry_run')
const dryRunSchema = (kind: Kind): Schema =>
  objectOf({
    dry_run: { type: 'boolean', enum: [true] },
    status: { type: 'integer', enum: [200, 201] },
    record: schemaRef(componentName(kind, 'listed')),
    reused: arrayOf(objectOf({ kind: STRING, id: { type: 'integer', minimum: 1 } })),
    occurrences: kind.listing ? { anyOf: [EFFECT, { type: 'null' }] } : { type: 'null' },
    series: kind.listing ? { anyOf: [SERIES_PREVIEW, { type: 'null' }] } : { type: 'null' },
  })

function recordSchema(kind: Kind, as: Representation['as'], site: Site, say: Translate): Schema {
  const isShown = (field: Field): boolean => isIncluded(field, as) || (as === 'listed' && field.onlyIn === 'named')
  const shown = Object.entries(kind.fields).filter(([, field]) => isShown(field))
  const optional = shown.flatMap(([name, field]) => (isIncluded(field, as) ? [] : [name]))
  const properties = shown.map(([name, field]): [string, Schema] => {
    const to = field.storage.in === 'links' ? site.kinds.get(field.storage.to) : undefined
    const schema = to ? arrayOf(schemaRef(componentName(to, 'nested'))) : closed(field.output as TSchema, site)
    return [name, { ...schema, description: say(field.description) }]
  })
  const isListed = as === 'listed' && isSearchable(kind)
  const highlight = { highlight: highlightSchema(kind, say) }
  return objectOf({ ...Object.fromEntries(properties), ...(isListed && highlight) }, [...optional, ...(isListed ? ['highlight'] : [])])
}
function highlightSchema({ searchFields }: Kind, say: Translate): Schema {
  const description = say(
    'The texts that contain a word of `search`, as HTML with `<mark>` around the matches. Only in lists with `highlight`.',
  )
  return { ...objectOf(Object.fromEntries(searchFields.map((name) => [name, STRING])), searchFields), description }
}
/** A record of a series or of one of its dates in the response to a write. */
const effectSchema = (kind: Kind, site: Site, say: Translate): Schema =>
  withKey(recordSchema(kind, 'listed', site, say), 'effect', {
    ...EFFECT,
    description: say('How the write changed the dates of the series.'),
  })
/** A record in a list that shows one date of each series. */
const collapsedSchema = (kind: Kind, site: Site, say: Translate): Schema =>
  withKey(recordSchema(kind, 'listed', site, say), 'matching_dates', {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 100,
    description: say('Number of dates of the series that match the filters. `null` if there are more than 100.'),
  })
/** The schema of an object with one more required key. */
const withKey = (object: Schema, key: string, schema: Schema): Schema => ({
  ...object,
  properties: { ...(object['properties'] as Schema), [key]: schema },
  required: [...(object['required'] as string[]), key],
})

const COUNT: Schema = { type: 'integer', minimum: 0 }
const IDS: Schema = arrayOf({ type: 'integer', minimum: 1 })
const NULLABLE_STRING: Schema = { type: ['string', 'null'] }
const EFFECT = objectOf({
  scope: { type: 'string', enum: DATE_SCOPES },
  added: COUNT,
  removed: COUNT,
  moved: COUNT,
  unchanged: COUNT,
  exceptions_changed: IDS,
  exceptions_kept: IDS,
  sample: arrayOf(objectOf({ id: { type: 'integer', minimum: 1 }, from: NULLABLE_STRING, to: NULLABLE_STRING })),
})
/** The series that a dry run results in. */
const SERIES_PREVIEW = objectOf({
  recurrence_text: STRING,
  total: { type: ['integer', 'null'], minimum: 0 },
  next: arrayOf(objectOf({ start: STRING, end: NULLABLE_STRING })),
})

/** Request bodies allow additional properties: a client may send back a whole record, and names that begin with `_` are ignored (contract 2.7, 2.9). */
function bodySchema(kind: Kind, site: Site, say: Translate, isNew: boolean): Schema {
  const fields = Object.entries(kind.fields).filter(([, field]) => field.input)
  const properties = fields.map(([name, field]) => [
    name,
    {
      ...(isNew && field.required && !field.acceptsNull ? sentSchema(field, site) : optional(sentSchema(field, site))),
      ...(isNew && !field.required && hasDefault(field) && { default: field.defaultValue }),
      description: say(field.description),
    },
  ])
  const params = Object.entries(writeParams(site)).map(([name, { type, description }]) => [
    name,
    { ...type.schema, description: say(description) },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, ...params]),
    ...(isNew && { required: fields.flatMap(([name, field]) => (field.required ? [name] : [])) }),
  }
}
/** Whether a field that is not sent gets a fixed value. The server chooses the others, such as the author, the status and the slug. */
function hasDefault({ defaultValue, output, storage, redactedValue }: Field): boolean {
  const isText = storage.in === 'text' || storage.in === 'links'
  return defaultValue !== null || output === null || (isText ? redactedValue !== null : acceptsNull(output))
}
const acceptsNull = (schema: TSchema): boolean =>
  ((schema as { anyOf?: { type?: string }[] }).anyOf ?? []).some(({ type }) => type === 'null')
/** Linked records are referenced, or created inline. */
function sentSchema(field: Field, site: Site): Schema {
  const { storage } = field
  if (storage.in !== 'links') return closed(field.input?.schema as TSchema, site)
  const made = storage.create === 'body' ? schemaRef(`${storage.to}_create`) : STRING
  return arrayOf({ anyOf: [{ type: 'integer', minimum: 1 }, schemaRef('reference'), made] }, { maxItems: 100 })
}
/** Every optional input accepts null, which clears the field. */
function optional(schema: Schema): Schema {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(anyOf)) return { anyOf: [...(anyOf as Schema[]), { type: 'null' }], ...rest }
  if (type === undefined) return schema
  const words = rest['enum'] as readonly unknown[] | undefined
  return { type: [type, 'null'], ...rest, ...(words && { enum: [...words, null] }) }
}

/** Converts the schema of a declaration: objects are closed, maps stay maps, and languages are those of the site. */
export function closed(schema: TSchema, site: Site): Schema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    const { patternProperties, by_language, ...copy } = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]))
    const [values] = Object.values((patternProperties ?? {}) as Schema) as Schema[]
    if (values && by_language === true) return objectOf(Object.fromEntries(site.languages.map((language) => [language, values])))
    if (values) return { ...copy, additionalProperties: values }
    return copy['type'] === 'object' && copy['properties'] && copy['additionalProperties'] === undefined
      ? { ...copy, required: copy['required'] ?? [], additionalProperties: false }
      : copy
  }
  return walk(schema) as Schema
}

/** Schemas of responses that belong to no kind. */
export const otherSchemas = (site: Site, patterns: readonly string[], say: Translate): Schema => ({
  reference: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] },
  Moved: objectOf({ id: { type: 'integer', minimum: 1 }, rest_url: URI }),
  Me: closed(ME, site),
  Batch: closed(BATCH_RESPONSE, site),
  Root: objectOf({
    namespace: STRING,
    routes: objectOf(Object.fromEntries(patterns.map((pattern) => [pattern, schemaRef('RootRoute')]))),
    _links: objectOf({ self: LINKS, doc: LINKS }),
  }),
  RootRoute: objectOf({
    namespace: STRING,
    methods: arrayOf(METHOD),
    endpoints: arrayOf(objectOf({ methods: arrayOf(METHOD), args: mapOf(schemaRef('RootArgument')) })),
    _links: objectOf({ self: LINKS }),
  }),
  RootArgument: {
    ...objectOf({
      required: { type: 'boolean' },
      description: STRING,
      type: TYPE,
      default: {},
      enum: arrayOf(STRING),
      items: schemaRef('RootItems'),
    }),
    required: ['required', 'description'],
  },
  RootItems: { ...objectOf({ type: TYPE, enum: arrayOf(STRING) }), required: [] },
  Document: documentSchema(say),
})
const METHOD: Schema = { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }
const TYPE: Schema = { anyOf: [STRING, arrayOf(STRING)] }
const LINKS: Schema = arrayOf(objectOf({ href: URI }))

/** Code generators do not accept a schema that describes properties named `$ref`, so the document describes itself by a sentence only. */
const documentSchema = (say: Translate): Schema => ({
  type: 'object',
  description: say('An OpenAPI 3.1 document that describes this API.'),
  externalDocs: { url: 'https://spec.openapis.org/oas/v3.1.0' },
  properties: { openapi: STRING, info: { type: 'object' }, paths: { type: 'object' }, components: { type: 'object' } },
  required: ['openapi', 'info', 'paths', 'components'],
})
