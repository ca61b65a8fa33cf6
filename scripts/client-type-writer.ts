// Writes TypeScript types from the schemas of the OpenAPI document.
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly maxLength?: number
  readonly format?: string
  readonly default?: unknown
}
export interface ClientTypesInput {
  readonly namespace: string
  readonly kinds: readonly { readonly name: string; readonly plural: string; readonly access: string }[]
  readonly languages: readonly string[]
  readonly codes: readonly string[]
  readonly fieldErrors: readonly string[]
}

export const literal = (value: string): string => `'${value}'`
export const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
export const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
export const withArticle = (name: string): string => (/^[aeiou]/.test(name) ? 'An ' : 'A ') + name
export const findSchema = (schemas: Readonly<Record<string, Schema>>, name: string): Schema => {
  const found = schemas[name]
  if (!found) throw new Error(`The OpenAPI document has no schema ${name}.`)
  return found
}
export const keysOf = (schema: Schema): string[] => Object.keys(schema.properties ?? {})
export const sameKeys = (a: Schema, b: Schema): boolean => keysOf(a).join() === keysOf(b).join()
export const alias = (name: string, comment: string, members: readonly string[]): string =>
  `/** ${comment} */\nexport type ${name} =\n${members.map((member) => `  | ${member}`).join('\n')}`
export const block = (head: string, comment: string, lines: readonly string[]): string =>
  `/** ${comment} */\nexport ${head} {\n${lines.join('\n')}\n}`

/** A field of a response, a query parameter of a list, or a required or optional input of a write. */
type PropertyRole = 'absent' | 'response' | 'parameter' | 'required' | 'optional'
/** The role of a field of a response, which may be absent if the schema does not require it. */
export const responseRole = ({ required }: Schema, key: string): PropertyRole => (required?.includes(key) === false ? 'absent' : 'response')
/** Type names of nested objects, by their property name. */
const NESTED_TYPE_NAMES: Readonly<Record<string, string>> = {
  image: 'NestedImage',
  sizes: 'ImageSize',
  cost_details: 'CostDetails',
  may: 'Permissions',
}
/** Type names of objects that several properties have, by their keys. */
const SHARED_TYPE_NAMES: Readonly<Record<string, string>> = { 'id,slug,name,count': 'FacetValue', 'month,count': 'FacetMonth' }
const ENUM_TYPE_NAMES: Readonly<Record<string, string>> = { status: 'Status', role: 'Role', order: 'Order' }

export function createTypeWriter(
  { languages, kinds }: ClientTypesInput,
  schemas: Readonly<Record<string, Schema>>,
  declare: (name: string, text: string) => void,
) {
  const typeNames = new Map(
    kinds.flatMap(({ name }): [string, string][] => [
      [name, pascal(name)],
      [`${name}_nested`, sameKeys(findSchema(schemas, name), schemas[`${name}_nested`] ?? {}) ? pascal(name) : `Nested${pascal(name)}`],
      [`${name}_create`, `${pascal(name)}Input`],
      ['reference', 'Reference'],
    ]),
  )
  const kindNames = kinds.map(({ name }) => name)
  const isLanguageMap = (schema: Schema): boolean => keysOf(schema).length > 0 && keysOf(schema).every((key) => languages.includes(key))
  const objectOf = (schema: Schema, key: string, kind: string): string => {
    const values = schema.patternProperties ? Object.values(schema.patternProperties)[0] : schema.additionalProperties
    if (isLanguageMap(schema)) return `Record<string, ${typeOf(Object.values(schema.properties ?? {})[0] ?? {}, key, kind)}>`
    // Each kind has other texts, so they have no common interface.
    if (key === 'translation_fields' && keysOf(schema).length > 0) {
      const state = typeOf(Object.values(schema.properties ?? {})[0] ?? {}, key, kind)
      return `Partial<Record<${keysOf(schema).map(literal).join(' | ')}, ${state}>>`
    }
    if (key === 'json_ld') {
      declare(
        'JsonLd',
        block('interface JsonLd', 'JSON-LD of a record, in the schema.org vocabulary.', [
          "  '@context': string",
          "  '@type': string",
          '  [key: string]: unknown',
        ]),
      )
      return 'JsonLd'
    }
    if (keysOf(schema).length === 0) return `Record<string, ${typeof values === 'object' ? typeOf(values, key, kind) : 'unknown'}>`
    const shared = SHARED_TYPE_NAMES[keysOf(schema).join()]
    const name = shared ?? NESTED_TYPE_NAMES[key] ?? (key.endsWith('_date_details') ? 'DateDetails' : `${kind}${pascal(key)}`)
    declare(name, writeInterface(name, COMMENTS[name] ?? `The ${key} of a record.`, schema))
    return name
  }
  const typeOf = (schema: Schema, key: string, kind: string): string => {
    if (schema.$ref) return typeNames.get(schema.$ref.split('/').at(-1) ?? '') ?? 'unknown'
    if (schema.anyOf) return unique(schema.anyOf.map((each) => typeOf(each, key, kind))).join(' | ')
    if (Array.isArray(schema.type)) return unique(schema.type.map((type: string) => typeOf({ ...schema, type }, key, kind))).join(' | ')
    if (schema.format === 'binary' && schema.type === 'string') return 'Blob'
    const values = (schema.enum ?? []).filter((value) => typeof value === 'string')
    if (schema.type === 'string' && key === 'i18n_language') return 'Language'
    if (schema.type === 'string' && values.length > 0)
      return ENUM_TYPE_NAMES[key] ? writeEnum(ENUM_TYPE_NAMES[key], values) : values.map(literal).join(' | ')
    if (schema.type === 'array') {
      const item = typeOf(schema.items ?? {}, key, kind)
      return item.includes(' ') ? `(${item})[]` : `${item}[]`
    }
    if (schema.type === 'object') return objectOf(schema, key, kind)
    return { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type as string] ?? 'unknown'
  }
  const writeEnum = (name: string, values: readonly string[], types: readonly string[] = []): string => {
    declare(name, alias(name, COMMENTS[name] ?? `Values of ${name.toLowerCase()}.`, [...types, ...values.map(literal)]))
    return name
  }
  /** Type of an input. A list also accepts a single value, and a date also accepts a `Date`. */
  const inputTypeOf = (schema: Schema, key: string): string => {
    const options = schema.anyOf ?? []
    if (options.some(({ type, maxLength }) => type === 'string' && maxLength === 64) && options.some(({ type }) => type === 'number'))
      return 'DateInput'
    if (key === 'status' && !schema.enum) return "OneOrMore<Status | 'any'>"
    const items = schema.items?.anyOf ?? []
    if (kindNames.includes(key) && items.some(({ $ref, type }) => $ref ?? type === 'object'))
      return `OneOrMore<number | Reference | Inline<${pascal(key)}Input>>`
    if (key === 'image') return 'number | string | Reference'
    if (key === 'recurrence') return 'Partial<Recurrence> | string'
    if (options.some(({ type }) => type === 'boolean'))
      return writeEnum(
        'BooleanInput',
        options.flatMap((option) => option.enum ?? []).filter((value) => typeof value === 'string'),
        ['boolean'],
      )
    const types = unique(
      (options.length > 0 ? options : [schema]).map((each) => (each === schema ? typeOf(each, key, '') : inputTypeOf(each, key))),
    )
    const list = types.find((each) => each.startsWith('OneOrMore<'))
    if (list) return list
    return unique(types.join(' | ').split(' | '))
      .filter((each) => each !== 'null' && each !== '')
      .join(' | ')
      .replace(/^\((.+)\)\[\]$|^(\w+)\[\]$/, 'OneOrMore<$1$2>')
  }
  const property = (key: string, schema: Schema, role: PropertyRole = 'response'): string => {
    const accepted = role === 'response' || role === 'absent' ? typeOf(schema, key, '') : inputTypeOf(schema, key)
    const acceptsNull = role === 'required' && schema.anyOf?.some(({ type }) => type === 'null') === true
    const type = accepted + (acceptsNull || (role === 'optional' && key !== 'i18n_language') ? ' | null' : '')
    const name = /^[a-z_]\w*$/i.test(key) ? key : `'${key}'`
    const comment = schema.description ? `  /** ${schema.description}${defaultNote(schema)} */\n` : ''
    return `${comment}  ${name}${role === 'parameter' || role === 'optional' || role === 'absent' ? '?' : ''}: ${type}`
  }
  const defaultNote = ({ default: value }: Schema): string =>
    value === undefined || value === null ? '' : ` Default: \`${String(value)}\`.`
  const writeInterface = (name: string, comment: string, schema: Schema): string =>
    block(
      `interface ${name}`,
      comment,
      Object.entries(schema.properties ?? {}).map(([key, each]) =>
        each.type === 'object' && key === 'urls' ? kindProperty(name, key, each) : property(key, each, responseRole(schema, key)),
      ),
    )
  const kindProperty = (kind: string, key: string, schema: Schema): string => {
    const type = typeOf(schema, key, kind.replace(/^Nested/, ''))
    return `${schema.description ? `  /** ${schema.description} */\n` : ''}  ${key}: ${type}`
  }
  const writeInput = (name: string, comment: string, schema: Schema): string =>
    block(
      `interface ${name}`,
      comment,
      Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
        // The client has an option for dry runs, because the type of the response depends on it.
        key === 'dry_run' ? [] : [property(key, each, schema.required?.includes(key) ? 'required' : 'optional')],
      ),
    )
  return { writeInterface, writeInput, property }
}
const COMMENTS: Readonly<Record<string, string>> = {
  NestedImage: 'An image in another record.',
  ImageSize: 'One size of an image.',
  DateDetails: 'Parts of a date and time.',
  CostDetails: 'Currency and amounts of a price.',
  Permissions: 'Permissions of the caller.',
  Recurrence: 'Rules, additional dates and exclusions of a series.',
  Effect: 'How a write changed the dates of a series.',
  Status: 'Publication status of a record.',
  Facets: 'Numbers of events of a list, by value. It has the facets that the request names.',
  FacetValue: 'A category, tag or venue, and how many events of a list have it.',
  FacetMonth: 'A month (`YYYY-MM`) in the time zone of the site, and how many events of a list start in it.',
  Role: 'Role of a user.',
  BooleanInput: 'A boolean, or text such as `yes` or `off`.',
  Order: 'Ascending or descending.',
}
