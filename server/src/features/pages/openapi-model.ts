// The OpenAPI document as the pages read it: operations in groups, with what they take and answer.

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
  /** Under the namespace, such as /events/{id}. */
  readonly path: string
  readonly group: string
  /** Other methods on the same address that do the same. */
  readonly same: readonly string[]
}
export interface OperationGroup {
  readonly name: string
  readonly operations: readonly OperationModel[]
}

/** The group of what belongs to no kind of record, and of lists in other formats. */
export const SERVICE = 'service'
export const FEEDS = 'feeds'
const groupOf = (path: string, tag: string | undefined): string =>
  /\.[a-z.]+$/.test(path) ? FEEDS : tag === undefined || tag === 'about' ? SERVICE : tag
/** Records first. */
const LAST = [FEEDS, SERVICE]
/** Of several methods that do the same, the one that says best what is done. */
const METHODS = ['GET', 'PATCH', 'POST', 'PUT', 'DELETE']

export function groupOperations(document: OpenApiModel, namespace: string): OperationGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) => merged(path.replace(`/${namespace}`, ''), methods))
  const groups = [...Map.groupBy(all, ({ group }) => group)].map(([name, operations]) => ({ name, operations: inOrder(operations) }))
  return groups.sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))
}

function merged(path: string, methods: Readonly<Record<string, DocumentOperation>>): OperationModel[] {
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
            same: others.map(([method]) => method.toUpperCase()),
          },
        ]
      : [],
  )
}
/** As one meets them: lists and creation first, then one record by number, then by slug. */
const inOrder = (operations: readonly OperationModel[]): OperationModel[] =>
  operations.toSorted((a, b) => a.path.length - b.path.length || METHODS.indexOf(a.method) - METHODS.indexOf(b.method))

/** A schema behind its name; the name is kept, to be shown. */
export function resolveSchema(schema: SchemaModel, { components }: OpenApiModel): SchemaModel & { readonly name?: string } {
  const name = schema.$ref && nameIn(schema.$ref)
  return name === undefined ? schema : { ...components.schemas[name], ...(schema.description && { description: schema.description }), name }
}

/** The type of a value in one short word or two; lists end with []. */
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

/** What stands behind a name in one of the other parts of the document. */
const named = <T extends { readonly $ref?: string }>(value: T, part: Readonly<Record<string, T>> | undefined): T =>
  value.$ref === undefined ? value : (part?.[nameIn(value.$ref)] ?? value)
const nameIn = (ref: string): string => (ref.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')

export const responseEntries = ({ responses }: OperationModel, { components }: OpenApiModel): [status: string, answer: ResponseModel][] =>
  Object.entries(responses).map(([status, answer]) => [status, named(answer, components.responses)])

/** The codes of errors that an answer can carry. */
export function errorCodesIn({ content }: ResponseModel): string[] {
  const schema = content?.['application/json']?.schema
  return [schema, ...(schema?.anyOf ?? [])].flatMap((each) => (each?.$ref === undefined ? [] : [nameIn(each.$ref)]))
}

/** An example that the document gives, if it does. */
export function exampleIn(content: MediaTypeModel | undefined, { components }: OpenApiModel): unknown {
  const [first] = Object.values(content?.examples ?? {})
  return content?.example ?? (first && named(first, components.examples).value)
}
