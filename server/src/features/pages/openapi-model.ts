// Types of the OpenAPI document as the pages read it, and functions that group its operations and resolve its references.

export interface SchemaModel {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly items?: SchemaModel
  readonly properties?: Readonly<Record<string, SchemaModel>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaModel
  readonly anyOf?: readonly SchemaModel[]
  readonly oneOf?: readonly SchemaModel[]
  readonly allOf?: readonly SchemaModel[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}
export interface ParameterModel {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: SchemaModel
  readonly example?: unknown
}
export interface MediaTypeModel {
  readonly schema?: SchemaModel
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}
interface Example {
  readonly $ref?: string
  readonly value?: unknown
}
export interface ResponseModel {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, MediaTypeModel>>
}
interface DocumentOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ParameterModel[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaTypeModel>> }
  readonly responses: Readonly<Record<string, ResponseModel>>
  readonly 'x-least-role'?: string
}
export interface OpenApiModel {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaModel>>
    readonly responses?: Readonly<Record<string, ResponseModel>>
    readonly examples?: Readonly<Record<string, Example>>
    readonly parameters?: Readonly<Record<string, ParameterModel>>
  }
}

export interface OperationModel extends DocumentOperation {
  readonly method: string
  /** The path below the namespace, such as /events/{id}. */
  readonly path: string
  readonly group: string
  /** Other methods on the same path that do the same. */
  readonly equivalentMethods: readonly string[]
}
export interface OperationGroup {
  readonly name: string
  readonly operations: readonly OperationModel[]
}

/** Groups of operations that belong to no resource type: service information, and lists in feed formats. */
export const SERVICE = 'service'
export const FEEDS = 'feeds'
const groupOf = (path: string, tag: string | undefined): string =>
  /\.[a-z.]+$/.test(path) ? FEEDS : tag === undefined || tag === 'about' ? SERVICE : tag
/** Groups of resource types come first. */
const LAST = [FEEDS, SERVICE]
/** The first of several equivalent methods in this order gets the page. */
const METHODS = ['GET', 'PATCH', 'POST', 'PUT', 'DELETE']

export function groupOperations(document: OpenApiModel, namespace: string): OperationGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    mergeEquivalentMethods(path.replace(`/${namespace}`, ''), methods),
  )
  const groups = [...Map.groupBy(all, ({ group }) => group)].map(([name, operations]) => ({ name, operations: sortOperations(operations) }))
  return groups.sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))
}

function mergeEquivalentMethods(path: string, methods: Readonly<Record<string, DocumentOperation>>): OperationModel[] {
  const rank = ([method]: [string, DocumentOperation]) => METHODS.indexOf(method.toUpperCase())
  const sorted = Object.entries(methods).sort((a, b) => rank(a) - rank(b))
  const alike = Map.groupBy(sorted, ([, { description, requestBody }]) => `${description} ${JSON.stringify(requestBody?.content ?? null)}`)
  return [...alike.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first[1],
            method: first[0].toUpperCase(),
            path,
            group: groupOf(path, first[1].tags?.[0]),
            equivalentMethods: others.map(([method]) => method.toUpperCase()),
          },
        ]
      : [],
  )
}
/** Sorts list and create operations first, then operations by id, then by slug. */
const sortOperations = (operations: readonly OperationModel[]): OperationModel[] =>
  operations.toSorted((a, b) => a.path.length - b.path.length || METHODS.indexOf(a.method) - METHODS.indexOf(b.method))

/** Resolves a reference to a schema, and keeps the name of the schema. */
export function resolveSchema(schema: SchemaModel, { components }: OpenApiModel): SchemaModel & { readonly name?: string } {
  const name = schema.$ref && nameIn(schema.$ref)
  return name === undefined ? schema : { ...components.schemas[name], ...(schema.description && { description: schema.description }), name }
}

/** Formats the type of a value, such as `integer[]` or `string | null`. */
export function describeType(schema: SchemaModel, document: OpenApiModel): string {
  const { type, items, anyOf, oneOf, format, name } = resolveSchema(schema, document)
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map((each) => describeType(each, document)))].join(' | ')
  const types = typeof type === 'string' ? [type] : (type ?? [])
  return types
    .map((each) => {
      if (each === 'array') return `${items ? describeType(items, document).replace(/ \| /g, '|') : 'any'}[]`
      if (each === 'object') return name?.replace(/_(nested|single)$/, '') ?? 'object'
      return each === 'string' && format ? format : each
    })
    .join(' | ')
}

/** Resolves a reference to a component that is not a schema. */
const resolveComponent = <T extends { readonly $ref?: string }>(value: T, part: Readonly<Record<string, T>> | undefined): T =>
  value.$ref === undefined ? value : (part?.[nameIn(value.$ref)] ?? value)
const nameIn = (ref: string): string => (ref.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')

export const responseEntries = ({ responses }: OperationModel, { components }: OpenApiModel): [status: string, response: ResponseModel][] =>
  Object.entries(responses).map(([status, response]) => [status, resolveComponent(response, components.responses)])

/** Returns the error codes that a response can have. */
export function errorCodesIn({ content }: ResponseModel): string[] {
  const schema = content?.['application/json']?.schema
  return [schema, ...(schema?.anyOf ?? [])].flatMap((each) => (each?.$ref === undefined ? [] : [nameIn(each.$ref)]))
}

/** Returns the example of the document, if there is one. */
export function exampleIn(content: MediaTypeModel | undefined, { components }: OpenApiModel): unknown {
  const [first] = Object.values(content?.examples ?? {})
  return content?.example ?? (first && resolveComponent(first, components.examples).value)
}
