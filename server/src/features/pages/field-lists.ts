// Fields and parameters as lists that people read: name, type, meaning, default and words.
import { resolveSchema, describeType, type OpenApiModel, type ParameterModel, type SchemaModel } from './openapi-model.ts'
import { html, inlineCode, type Markup } from './markup.ts'
import type { Strings } from './strings.ts'

interface Field {
  readonly name: string
  readonly schema: SchemaModel
  readonly description: string | undefined
  readonly required: boolean
}

export const parameterList = (parameters: readonly ParameterModel[], document: OpenApiModel, words: Strings): Markup =>
  fieldList(
    parameters.map(({ name, schema, description, required }) => ({ name, schema, description, required: required === true })),
    document,
    words,
    0,
  )

/** What may be sent in a body: only what must be there is marked. */
export function bodyList(schema: SchemaModel, document: OpenApiModel, words: Strings): Markup {
  const { properties = {}, required = [] } = resolveSchema(schema, document)
  const fields = Object.entries(properties).map(([name, each]) => fieldOf(name, each, document, required.includes(name)))
  // Needed first; what is left keeps its order.
  return fieldList(
    fields.toSorted((a, b) => Number(b.required) - Number(a.required)),
    document,
    words,
    0,
  )
}

/** What is answered: every key is always there, so nothing is marked. */
export function answerList(schema: SchemaModel, document: OpenApiModel, words: Strings, depth = 0): Markup {
  const { properties = {} } = resolveSchema(schema, document)
  return fieldList(
    Object.entries(properties).map(([name, each]) => fieldOf(name, each, document, false)),
    document,
    words,
    depth,
  )
}
const fieldOf = (name: string, schema: SchemaModel, document: OpenApiModel, required: boolean): Field => ({
  name,
  schema,
  description: resolveSchema(schema, document).description,
  required,
})

function fieldList(fields: readonly Field[], document: OpenApiModel, words: Strings, depth: number): Markup {
  return html`<dl class="fields">${fields.map(({ name, schema, description, required }) => {
    const { enum: choices, default: fallback } = resolveSchema(schema, document)
    const listed = choices ?? resolveSchema(schema.items ?? {}, document).enum
    return html`<div><dt><code>${name}</code> <span class="type">${describeType(schema, document)}</span>${required && html` <em class="needed">${words.required}</em>`}</dt><dd>${inlineCode(description)}${
      fallback !== undefined && fallback !== null && html` <span class="note">${words.default} <code>${wordOf(fallback)}</code></span>`
    }${listed && html` <span class="note">${words.words} ${listed.map((each) => html`<code>${wordOf(each)}</code> `)}</span>`}${inner(schema, document, words, depth)}</dd></div>`
  })}</dl>`
}

/** What is inside a field, folded up; two steps down is as far as one wants to read. */
const DEEPEST = 2
function inner(schema: SchemaModel, document: OpenApiModel, words: Strings, depth: number): Markup | null {
  const outer = resolveSchema(schema, document)
  const within = outer.items ? resolveSchema(outer.items, document) : outer
  if (!within.properties || depth >= DEEPEST) return null
  return html`<details><summary>${within.name?.replace(/_(nested|single)$/, '') ?? 'object'}</summary>${answerList(within, document, words, depth + 1)}</details>`
}
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
