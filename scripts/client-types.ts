// The types of the client, from the OpenAPI document: named interfaces that read well where an editor shows them.
interface Schema {
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
interface Parameter {
  readonly name: string
  readonly in: string
  readonly description: string
  readonly schema: Schema
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: readonly Parameter[] }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
export interface Words {
  readonly namespace: string
  readonly kinds: readonly { readonly name: string; readonly plural: string }[]
  readonly languages: readonly string[]
  readonly codes: readonly string[]
  readonly faults: readonly string[]
}

export function clientTypes(document: Document, words: Words): string {
  const { schemas } = document.components
  const made = new Map<string, string>()
  const types = typesOf(words, schemas, (name, text) => made.set(name, text))
  const parts = words.kinds.map(({ name, plural }) => {
    const Kind = pascal(name)
    const path = `/${words.namespace}/${plural}`
    const record = schemaOf(schemas, name)
    const single = schemaOf(schemas, `${name}_single`)
    const nested = schemaOf(schemas, `${name}_nested`)
    const more = Object.entries(single.properties ?? {}).filter(([key]) => !(key in (record.properties ?? {})))
    const hasSlug = `${path}/by-slug/{slug}` in document.paths
    const takes = (method: string, param: string): boolean =>
      document.paths[`${path}/{id}`]?.[method]?.parameters.some((each) => each.name === param) ?? false
    return [
      types.interfaceOf(Kind, `${sentence(name)} as lists and writes give it.`, record),
      block(
        `interface ${Kind}Detail extends ${Kind}`,
        `${sentence(name)} as a single read gives it.`,
        more.map(([key, s]) => types.property(key, s)),
      ),
      ...(sameKeys(record, nested) ? [] : [types.interfaceOf(`Linked${Kind}`, `${sentence(name)} as it stands in other records.`, nested)]),
      block(
        `interface ${Kind}List<Item = ${Kind}>`,
        `A page of ${plural}.`,
        Object.entries(schemaOf(schemas, `${name}_list`).properties ?? {}).map(([key, s]) =>
          key === plural ? `  ${plural}: Item[]` : types.property(key, s),
        ),
      ),
      types.inputOf(`${Kind}Input`, `${sentence(name)} to create.`, schemaOf(schemas, `${name}_create`)),
      changesOf(Kind, name, schemas),
      block(
        `interface ${Kind}ListParams`,
        `What a list of ${plural} may be asked for.`,
        (document.paths[path]?.['get']?.parameters ?? []).flatMap(({ name: key, in: place, schema, description }) =>
          place !== 'query' || key === '_fields' ? [] : [types.property(key, { ...schema, description }, 'asked')],
        ),
      ),
      collectionOf(Kind, plural, { hasSlug, hasTrash: takes('delete', 'force'), hasPassword: takes('get', 'password') }),
    ].join('\n\n')
  })
  const trashes = words.kinds.map(({ plural }) => {
    const remove = document.paths[`/${words.namespace}/${plural}/{id}`]?.['delete']?.parameters
    return `  ${plural}: ${String(remove?.some(({ name }) => name === 'force') ?? false)},`
  })
  const me = types.interfaceOf('Me', 'Who asks, and what he may do.', schemaOf(schemas, 'Me'))
  const collections = words.kinds.map(({ plural }) => `  /** ${sentence(plural, '')}. */\n  readonly ${plural}: ${pascal(plural)}`)
  return (
    [
      '// The records and inputs of the interface. Made by `npm run generate` from docs/openapi.json; changes by hand are lost.',
      "import type { CreateOptions, FieldsOptions, RequestOptions, UnlockOptions, WriteOptions } from './options.ts'",
      alias('Language', 'A language of texts and messages; a site may have others.', [...words.languages.map(literal), '(string & {})']),
      alias('DateInput', 'A date as people write it, seconds since 1970, or a `Date`.', ['string', 'number', '{ toJSON(): string }']),
      '/** One, or several. */\nexport type OneOrMore<T> = T | readonly T[]',
      block('interface Reference', 'A record, by its number.', ['  id: number']),
      '/** Some of the fields, also of what is nested. */\nexport type Part<T> = T extends readonly (infer Item)[] ? Part<Item>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T',
      PICKED,
      alias('ErrorCode', 'What went wrong; codes are never renamed, but there may be new ones.', [
        ...unique(words.codes).map(literal),
        '(string & {})',
      ]),
      alias('FaultCode', 'What is wrong with an input.', [...unique(words.faults).map(literal), '(string & {})']),
      ...made.values(),
      ...parts,
      me,
      block('interface Collections', 'All kinds of record.', collections),
      `/** Their names, and whether they have a trash. */\nexport const KINDS = {\n${trashes.join('\n')}\n} as const`,
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  )
}

/** Conditional types distribute over `null`; objects with arbitrary keys may lack the requested one. */
const PICKED = `/** The fields \`F\` of a record, such as \`'id' | 'venue.city'\`; all are optional if the compiler does not know \`F\`. */
export type Picked<T, F extends string> = string extends F
  ? Part<T>
  : T extends readonly (infer Item)[]
    ? Picked<Item, F>[]
    : T extends object
      ? string extends keyof T
        ? { [K in Head<F>]?: K extends keyof T ? T[K] : never }
        : { [K in keyof T as K extends Head<F> ? K : never]: K extends F ? T[K] : Picked<T[K], Below<F, K & string>> }
      : T
type Head<F extends string> = F extends \`\${infer Name}.\${string}\` ? Name : F
type Below<F extends string, Name extends string> = F extends \`\${Name}.\${infer Rest}\` ? Rest : never`
const literal = (word: string): string => `'${word}'`
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
const sentence = (name: string, article = /^[aeiou]/.test(name) ? 'An ' : 'A '): string => (article ? article + name : pascal(name))
const schemaOf = (schemas: Readonly<Record<string, Schema>>, name: string): Schema => {
  const found = schemas[name]
  if (!found) throw new Error(`The document has no schema ${name}.`)
  return found
}
const keysOf = (schema: Schema): string[] => Object.keys(schema.properties ?? {})
const sameKeys = (a: Schema, b: Schema): boolean => keysOf(a).join() === keysOf(b).join()
const alias = (name: string, about: string, members: readonly string[]): string =>
  `/** ${about} */\nexport type ${name} =\n${members.map((member) => `  | ${member}`).join('\n')}`
const block = (head: string, about: string, lines: readonly string[]): string => `/** ${about} */\nexport ${head} {\n${lines.join('\n')}\n}`

/** Changes are what may be created, with nothing required. */
function changesOf(Kind: string, name: string, schemas: Readonly<Record<string, Schema>>): string {
  const [create, change] = [schemaOf(schemas, `${name}_create`), schemaOf(schemas, `${name}_change`)]
  if (keysOf(create).sort().join() !== keysOf(change).sort().join())
    throw new Error(`What may be changed of ${name} is not what may be created.`)
  const files = keysOf(create).filter((key) => create.properties?.[key]?.format === 'binary')
  const some = files.length > 0 ? `Omit<${Kind}Input, ${files.map(literal).join(' | ')}>` : `${Kind}Input`
  return `/** What is to be changed; the rest stays. \`null\` clears what is not required. */\nexport interface ${Kind}Changes extends Partial<${some}> {}`
}

/** A field of a record, a parameter of a list, or an input of a write that must or may be sent. */
type Manner = 'shown' | 'asked' | 'required' | 'optional'
/** Names of what stands inside records, by the key it stands under. */
const NAMES: Readonly<Record<string, string>> = { image: 'ShownImage', sizes: 'ImageSize', cost_details: 'CostDetails', may: 'Permissions' }
const ENUMS: Readonly<Record<string, string>> = { status: 'Status', role: 'Role', order: 'Order' }

function typesOf({ languages, kinds }: Words, schemas: Readonly<Record<string, Schema>>, make: (name: string, text: string) => void) {
  const linked = new Map(
    kinds.flatMap(({ name }): [string, string][] => [
      [name, pascal(name)],
      [`${name}_nested`, sameKeys(schemaOf(schemas, name), schemaOf(schemas, `${name}_nested`)) ? pascal(name) : `Linked${pascal(name)}`],
      [`${name}_create`, `${pascal(name)}Input`],
      ['reference', 'Reference'],
    ]),
  )
  const kindNames = kinds.map(({ name }) => name)
  const isLanguageMap = (schema: Schema): boolean => keysOf(schema).length > 0 && keysOf(schema).every((key) => languages.includes(key))
  const objectOf = (schema: Schema, key: string, kind: string): string => {
    const values = schema.patternProperties ? Object.values(schema.patternProperties)[0] : schema.additionalProperties
    if (isLanguageMap(schema)) return `Record<string, ${typeOf(Object.values(schema.properties ?? {})[0] ?? {}, key, kind)}>`
    if (key === 'json_ld') {
      make(
        'JsonLd',
        block('interface JsonLd', 'A record as schema.org describes it.', [
          "  '@context': string",
          "  '@type': string",
          '  [key: string]: unknown',
        ]),
      )
      return 'JsonLd'
    }
    if (keysOf(schema).length === 0) return `Record<string, ${typeof values === 'object' ? typeOf(values, key, kind) : 'unknown'}>`
    const name = NAMES[key] ?? (key.endsWith('_date_details') ? 'DateDetails' : `${kind}${pascal(key)}`)
    make(name, interfaceOf(name, ABOUT[name] ?? `The ${key} of a record.`, schema))
    return name
  }
  const typeOf = (schema: Schema, key: string, kind: string): string => {
    if (schema.$ref) return linked.get(schema.$ref.split('/').at(-1) ?? '') ?? 'unknown'
    if (schema.anyOf) return unique(schema.anyOf.map((each) => typeOf(each, key, kind))).join(' | ')
    if (Array.isArray(schema.type)) return unique(schema.type.map((type: string) => typeOf({ ...schema, type }, key, kind))).join(' | ')
    if (schema.format === 'binary' && schema.type === 'string') return 'Blob'
    const words = (schema.enum ?? []).filter((word) => typeof word === 'string')
    if (schema.type === 'string' && key === 'i18n_language') return 'Language'
    if (schema.type === 'string' && words.length > 0) return ENUMS[key] ? enumOf(ENUMS[key], words) : words.map(literal).join(' | ')
    if (schema.type === 'array') {
      const item = typeOf(schema.items ?? {}, key, kind)
      return item.includes(' ') ? `(${item})[]` : `${item}[]`
    }
    if (schema.type === 'object') return objectOf(schema, key, kind)
    return { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type as string] ?? 'unknown'
  }
  const enumOf = (name: string, words: readonly string[], types: readonly string[] = []): string => {
    make(name, alias(name, ABOUT[name] ?? `One of the words for ${name.toLowerCase()}.`, [...types, ...words.map(literal)]))
    return name
  }
  /** What may be sent: lists also as one value, dates as dates. */
  const sentOf = (schema: Schema, key: string): string => {
    const options = schema.anyOf ?? []
    if (options.some(({ type, maxLength }) => type === 'string' && maxLength === 64) && options.some(({ type }) => type === 'number'))
      return 'DateInput'
    if (key === 'status' && !schema.enum) return "OneOrMore<Status | 'any'>"
    const items = schema.items?.anyOf ?? []
    if (kindNames.includes(key) && items.some(({ $ref, type }) => $ref ?? type === 'object'))
      return `OneOrMore<number | Reference | ${pascal(key)}Input>`
    if (key === 'image') return 'number | string | Reference'
    if (options.some(({ type }) => type === 'boolean'))
      return enumOf(
        'BooleanInput',
        options.flatMap((option) => option.enum ?? []).filter((word) => typeof word === 'string'),
        ['boolean'],
      )
    const types = unique(
      (options.length > 0 ? options : [schema]).map((each) => (each === schema ? typeOf(each, key, '') : sentOf(each, key))),
    )
    const several = types.find((each) => each.startsWith('OneOrMore<'))
    if (several) return several
    return unique(types.join(' | ').split(' | '))
      .filter((each) => each !== 'null' && each !== '')
      .join(' | ')
      .replace(/^\((.+)\)\[\]$|^(\w+)\[\]$/, 'OneOrMore<$1$2>')
  }
  const property = (key: string, schema: Schema, manner: Manner = 'shown'): string => {
    const sent = manner === 'shown' ? typeOf(schema, key, '') : sentOf(schema, key)
    const type = sent + (manner === 'optional' && key !== 'i18n_language' ? ' | null' : '')
    const name = /^[a-z_]\w*$/i.test(key) ? key : `'${key}'`
    const about = schema.description ? `  /** ${schema.description}${fallback(schema)} */\n` : ''
    return `${about}  ${name}${manner === 'asked' || manner === 'optional' ? '?' : ''}: ${type}`
  }
  const fallback = ({ default: value }: Schema): string => (value === undefined || value === null ? '' : ` Default: \`${String(value)}\`.`)
  const interfaceOf = (name: string, about: string, schema: Schema): string =>
    block(
      `interface ${name}`,
      about,
      Object.entries(schema.properties ?? {}).map(([key, each]) =>
        each.type === 'object' && key === 'urls' ? kindProperty(name, key, each) : property(key, each),
      ),
    )
  const kindProperty = (kind: string, key: string, schema: Schema): string => {
    const type = typeOf(schema, key, kind.replace(/^Linked/, ''))
    return `${schema.description ? `  /** ${schema.description} */\n` : ''}  ${key}: ${type}`
  }
  const inputOf = (name: string, about: string, schema: Schema): string =>
    block(
      `interface ${name}`,
      about,
      Object.entries(schema.properties ?? {}).map(([key, each]) =>
        property(key, each, schema.required?.includes(key) ? 'required' : 'optional'),
      ),
    )
  return { interfaceOf, inputOf, property }
}
const ABOUT: Readonly<Record<string, string>> = {
  ShownImage: 'An image as a record shows it.',
  ImageSize: 'An image in one of its sizes.',
  DateDetails: 'A date, taken apart.',
  CostDetails: 'A price, taken apart.',
  Permissions: 'What the caller may do.',
  Status: 'Where a record stands between draft and trash.',
  Role: 'What a caller is.',
  BooleanInput: 'A boolean, or text such as `yes` or `off`.',
  Order: 'Ascending or descending.',
}

interface Abilities {
  readonly hasSlug: boolean
  readonly hasTrash: boolean
  readonly hasPassword: boolean
}
function collectionOf(Kind: string, plural: string, { hasSlug, hasTrash, hasPassword }: Abilities): string {
  const which = hasSlug ? 'record: number | { slug: string }' : 'id: number'
  const [read, some] = hasPassword ? ['UnlockOptions', 'UnlockOptions & FieldsOptions<F>'] : ['RequestOptions', 'FieldsOptions<F>']
  const lines = [
    '/** One page. */',
    `list<const F extends string>(params: ${Kind}ListParams | undefined, options: FieldsOptions<F>): Promise<${Kind}List<Picked<${Kind}, F>>>`,
    `list(params?: ${Kind}ListParams, options?: RequestOptions): Promise<${Kind}List>`,
    '/** One page after the other, to the last. */',
    `pages<const F extends string>(params: ${Kind}ListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<${Kind}List<Picked<${Kind}, F>>, void, undefined>`,
    `pages(params?: ${Kind}ListParams, options?: RequestOptions): AsyncGenerator<${Kind}List, void, undefined>`,
    '/** Iterates over all records. Pages are as large as the service allows, at most 100, unless `per_page` is set. */',
    `all<const F extends string>(params: ${Kind}ListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<Picked<${Kind}, F>, void, undefined>`,
    `all(params?: ${Kind}ListParams, options?: RequestOptions): AsyncGenerator<${Kind}, void, undefined>`,
    `/** One record${hasSlug ? ', by its number or by its slug in any language' : ''}. */`,
    `get<const F extends string>(${which}, options: ${some}): Promise<Picked<${Kind}Detail, F>>`,
    `get(${which}, options?: ${read}): Promise<${Kind}Detail>`,
    '/** Creates a record; sent twice, it is still created once. */',
    `create(input: ${Kind}Input, options?: CreateOptions): Promise<${Kind}>`,
    '/** Changes what is sent and leaves the rest; with `ifMatch` only if nobody else has changed it. */',
    `update(${which}, changes: ${Kind}Changes, options?: WriteOptions): Promise<${Kind}>`,
    ...(hasTrash
      ? [
          '/** Moves a record to the trash. */',
          `trash(${which}, options?: WriteOptions): Promise<${Kind}>`,
          '/** Takes a record out of the trash again, as a draft unless said otherwise. */',
          `restore(${which}, status?: Exclude<Status, 'trash'>, options?: WriteOptions): Promise<${Kind}>`,
        ]
      : []),
    '/** Deletes a record for good. */',
    `delete(${which}, options?: WriteOptions): Promise<${Kind}>`,
  ]
  return block(
    `interface ${pascal(plural)}`,
    `The ${plural} of the calendar.`,
    lines.map((line) => `  ${line}`),
  )
}
