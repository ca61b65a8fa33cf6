// The document is exact: what it leaves open is named here, everything of interface.json is in it, and the check of answers can fail.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { judgeBy, judgeOf, NS, type Document, type Schema } from '../support/document.ts'
import { mutate } from '../support/mutants.ts'

const { document } = judgeOf()
const follow = (schema: Schema): Schema => {
  if (typeof schema['$ref'] !== 'string') return schema
  return schema['$ref']
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => (node as Schema)[part], document) as Schema
}

/** Objects of answers that are no closed list of keys, and why. */
const OPEN: Readonly<Record<string, string>> = {
  translations: 'only the languages that have a text',
  translation_fields: 'the languages of the site except the original, and texts may be in another language than those of the site',
  'translation_fields.*': 'only the fields that the original has',
  custom_fields: 'names are those of who wrote them',
  external_ids: 'sources are named by clients',
  sizes: 'names of sizes are a matter of settings',
  json_ld: 'what is not set is left out, as schema.org has it',
  'data.params': 'names of the inputs that are wrong',
  'data.details': 'names of the inputs that are wrong',
  params: 'the same as RFC 9457',
  details: 'the same as RFC 9457',
  args: 'names of the inputs of a route',
  'args.*': 'type, default and words where they are known',
  'args.*.items': 'the same of items',
  'changes.record': 'a record of any kind, as its own route describes it, with the fields that were asked for',
  inputs: 'only the languages that have edits',
  'inputs.*': 'only the fields that were edited',
  filter: 'only the filters that the webhook has',
  mapping: 'only the keys that the source has',
  'sources.mapping': 'only the keys that the source has',
  'items.fields': 'only the inputs that the document has',
  facets: 'only the facets that the request names',
  highlight: 'only the fields that contain a word of the search',
  'results.headers': 'headers of an operation of a batch',
  'results.body': 'the response to an operation of a batch, as its own route describes it',
}
/** Keys that lists have only if `_fields` names them, if a search matches nothing, or if the request asks for them. */
const NAMED_KEYS = ['translation_status', 'translation_fields', 'occurrences', 'recurrence_text', 'suggested_search', 'facets', 'highlight']
/** Formats of others, which leave out what is not set. */
const FORMATS = ['list_events_json', 'list_events_fullcalendar', 'get_event_jsonld']
void test('10.2 every object of an answer is closed and has all its keys, but for those that are named', (t) => {
  const open = new Set<string>()
  let objects = 0
  const walk = (schema: Schema, at: string, depth: number): void => {
    const own = follow(schema)
    for (const each of (own['anyOf'] ?? []) as Schema[]) walk(each, at, depth)
    if (own['items']) walk(own['items'] as Schema, at, depth)
    if (![own['type']].flat().includes('object') || depth > 12) return
    objects += 1
    const properties = (own['properties'] ?? {}) as Record<string, Schema>
    const required = (own['required'] ?? []) as readonly string[]
    const isOptional = (name: string): boolean => !required.includes(name) && !NAMED_KEYS.includes(name)
    if (own['additionalProperties'] !== false || Object.keys(properties).some(isOptional)) open.add(at)
    const below = (name: string): string => (at === '' ? name : `${at}.${name}`)
    for (const [name, inner] of Object.entries(properties)) walk(inner, below(name), depth + 1)
    if (typeof own['additionalProperties'] === 'object') walk(own['additionalProperties'] as Schema, below('*'), depth + 1)
  }
  // The document is described as an OpenAPI document only; server/test/openapi validates it.
  for (const [path, item] of Object.entries(document.paths))
    for (const { responses, operationId } of Object.values(item))
      for (const [status, response] of Object.entries(responses))
        for (const { schema } of Object.values((follow(response)['content'] ?? {}) as Record<string, { schema: Schema }>))
          if (!((path === `${NS}/doc` || FORMATS.includes(operationId)) && status === '200')) walk(schema, '', 0)
  const tail = (at: string): string => at.replace(/^.*?(json_ld)(\..*)?$/, '$1').replace(/^(routes\.[^.]*(\.[^.]*)?|.*)\.(args.*)$/, '$3')
  const unnamed = [...open].filter((at) => !Object.keys(OPEN).some((name) => tail(at) === name || at.endsWith(`.${name}`) || at === name))
  t.diagnostic(`${objects} objects of answers, ${open.size} of them open on purpose`)
  assert.deepEqual(unnamed, [])
})

void test('10.2 the check of responses can fail: it detects a schema that is not closed, lacks a key or has no type', () => {
  const examples = (document as unknown as { components: { examples: Record<string, { value: unknown }> } }).components.examples
  const taken = (spoil: (schema: Schema) => void): number => {
    const copy = structuredClone(document)
    spoil(copy.components.schemas['venue_single'] as Schema)
    const validate = judgeBy(copy).validatorOf('components/schemas/venue_single')
    const root = document as unknown as Schema
    return mutate(
      examples['venue_single']?.value,
      document.components.schemas['venue_single'] as Schema,
      root,
      (value) => validate?.(value) === true,
      1e6,
    ).taken.length
  }
  assert.equal(
    taken(() => undefined),
    0,
  )
  assert.equal(
    taken((schema) => void (schema['additionalProperties'] = true)),
    1,
  )
  assert.equal(
    taken((schema) => void (schema['required'] = (schema['required'] as string[]).filter((name) => name !== 'city'))),
    1,
  )
  assert.ok(taken((schema) => void ((schema['properties'] as Record<string, Schema>)['city'] = {})) > 1)
  const told = { method: 'GET', url: `${NS}/me`, status: 200, type: 'application/json', text: '{}' }
  assert.match(judgeBy(document).judge(told).fault ?? '', /required/)
  assert.match(judgeBy(document).judge({ ...told, status: 418 }).fault ?? '', /status is not in the document/)
  assert.match(judgeBy(document).judge({ ...told, type: 'text/html' }).fault ?? '', /is not in the document/)
})

interface Input {
  readonly name: string
  readonly type: string
  readonly default?: unknown
  readonly required_on_create?: boolean
}
interface Seed {
  readonly operations: readonly {
    method: string
    path: string
    query?: Input[]
    query_from?: string
    body_from?: string
    required?: string[]
  }[]
  readonly fields: Record<string, Input[]>
  readonly filters: Record<string, Input[]>
}
const seed = JSON.parse(readFileSync(new URL('../../../conformance/interface.json', import.meta.url), 'utf8')) as Seed
/** Where the contract decides otherwise than the seed: flags are flags, and are set unless sent (3.5); the server chooses author, date and status (7.8). */
const DECIDED = ['venue.show_map', 'venue.show_map_link', 'organizer.author', 'organizer.date', 'organizer.date_utc', 'organizer.status']

function typesOf(schema: Schema): string[] {
  const own = follow(schema)
  const types = [own['type'] ?? []].flat() as string[]
  const items = own['items'] ? typesOf(own['items'] as Schema).map((type) => `${type}[]`) : []
  return [...types, ...items, ...((own['anyOf'] ?? []) as Schema[]).flatMap(typesOf)]
}
function compare(where: string, input: Input, schema: Schema | undefined, isRequired: boolean): string[] {
  if (!schema) return [`${where} is not in the document`]
  const faults: string[] = []
  if (input.type !== 'untyped' && !typesOf(schema).includes(input.type))
    faults.push(`${where} is ${typesOf(schema).join()}, not ${input.type}`)
  const isDefault = input.default === undefined || isRequired || DECIDED.includes(where.split(' ').at(-1) ?? '')
  if (!isDefault && JSON.stringify(schema['default']) !== JSON.stringify(input.default))
    faults.push(`${where} is ${JSON.stringify(schema['default'])} by default, not ${JSON.stringify(input.default)}`)
  return faults
}
/** Walks the seed's interface: all that the document lacks, and how much was looked at. */
function lacks(served: Document, seen = { operations: 0, parameters: 0, fields: 0 }): { faults: string[]; seen: typeof seen } {
  const faults = seed.operations.flatMap((op): string[] => {
    const what = `${op.method} ${op.path || '/'}`
    const operation = served.paths[`${NS}${op.path}`]?.[op.method.toLowerCase()]
    if (!operation) return [`${what} is not in the document`]
    seen.operations += 1
    const of = (from: string | undefined, table: Record<string, Input[]>): Input[] => (from ? (table[from.split('.')[1] ?? ''] ?? []) : [])
    const query = [...(op.query ?? []), ...of(op.query_from, seed.filters), { name: 'i18n_language', type: 'string' }]
    const parameters = query.flatMap((input) => {
      seen.parameters += 1
      const found = operation.parameters.find((each) => each.in === 'query' && each.name === input.name)
      return compare(`${what} ${input.name}`, input, found?.schema, false)
    })
    const kind = op.body_from?.split('.')[1] ?? ''
    const bodies = Object.values(operation.requestBody?.content ?? {})
    if (op.body_from && bodies.length !== 2) return [`${what} has no two sorts of body`]
    const fields = of(op.body_from, seed.fields).flatMap((input) =>
      bodies.flatMap(({ schema }) => {
        seen.fields += 1
        const { properties, required = [] } = follow(schema) as { properties: Record<string, Schema>; required?: string[] }
        const isNew = op.required?.length !== 0
        const isRequired = required.includes(input.name)
        const wrong = isRequired === (op.required?.includes(input.name) === true) ? [] : [`${what} ${input.name} is required or not`]
        return [
          ...wrong,
          ...compare(
            `${what} ${kind}.${input.name}`,
            isNew ? input : { name: input.name, type: input.type },
            properties[input.name],
            isRequired,
          ),
        ]
      }),
    )
    return [...parameters, ...fields]
  })
  return { faults, seen }
}
void test('10.2 every operation, parameter and field of interface.json is in the document, with its type and default', (t: TestContext) => {
  const { faults, seen } = lacks(document)
  t.diagnostic(
    `${seen.operations} of ${seed.operations.length} operations, ${seen.parameters} parameters, ${seen.fields} fields (JSON and forms)`,
  )
  assert.deepEqual(faults, [])
})
void test('10.2 the walk of interface.json can fail', () => {
  const spoilt = (spoil: (copy: Document) => void): number => {
    const copy = structuredClone(document)
    spoil(copy)
    return lacks(copy).faults.length
  }
  const parametersOf = (copy: Document): { schema: Schema }[] =>
    copy.paths[`${NS}/events`]?.['get']?.parameters as unknown as { schema: Schema }[]
  assert.equal(
    spoilt((copy) => void Reflect.deleteProperty(copy.paths, `${NS}/doc`)),
    1,
  )
  assert.equal(
    spoilt((copy) => void parametersOf(copy).splice(0, 1)),
    1,
  )
  assert.equal(
    spoilt((copy) => void Object.assign(parametersOf(copy)[0]?.schema ?? {}, { default: 2 })),
    1,
  )
  assert.equal(
    spoilt((copy) => void Object.assign(parametersOf(copy)[0]?.schema ?? {}, { type: 'string' })),
    1,
  )
})
