// Renders fields and parameters as lists: name, type, description, default and allowed values.
import { resolveSchema, describeType, type OpenApiModel, type ParameterModel, type SchemaModel } from './openapi-model.ts'
import { html, inlineCode, type Markup } from '../../kernel/text/markup.ts'
import type { Strings } from './strings.ts'

interface Field {
  readonly name: string
  readonly schema: SchemaModel
  readonly description: string | undefined
  readonly required: boolean
}

export const parameterList = (parameters: readonly ParameterModel[], document: OpenApiModel, t: Strings): Markup =>
  fieldList(
    parameters.map(({ name, schema, description, required }) => ({ name, schema, description, required: required === true })),
    document,
    t,
    0,
  )

/** Lists the fields of a request body. Required fields come first and are marked. */
export function bodyList(schema: SchemaModel, document: OpenApiModel, t: Strings): Markup {
  const { properties = {}, required = [] } = resolveSchema(schema, document)
  const fields = Object.entries(properties).map(([name, each]) => fieldOf(name, each, document, required.includes(name)))
  return fieldList(
    fields.toSorted((a, b) => Number(b.required) - Number(a.required)),
    document,
    t,
    0,
  )
}

/** Lists the fields of a response. Every field is always present, so none is marked as required. */
export function responseList(schema: SchemaModel, document: OpenApiModel, t: Strings, depth = 0): Markup {
  const { properties = {} } = resolveSchema(schema, document)
  return fieldList(
    Object.entries(properties).map(([name, each]) => fieldOf(name, each, document, false)),
    document,
    t,
    depth,
  )
}
const fieldOf = (name: string, schema: SchemaModel, document: OpenApiModel, required: boolean): Field => ({
  name,
  schema,
  description: resolveSchema(schema, document).description,
  required,
})

function fieldList(fields: readonly Field[], document: OpenApiModel, t: Strings, depth: number): Markup {
  return html`<dl class="fields">${fields.map(({ name, schema, description, required }) => {
    const { enum: choices, default: defaultValue } = resolveSchema(schema, document)
    const allowedValues = choices ?? resolveSchema(schema.items ?? {}, document).enum
    return html`<div><dt><code>${name}</code> <span class="type">${describeType(schema, document)}</span>${required && html` <em class="required">${t.required}</em>`}</dt><dd>${inlineCode(description)}${
      defaultValue !== undefined &&
      defaultValue !== null &&
      html` <span class="note">${t.default} <code>${formatValue(defaultValue)}</code></span>`
    }${allowedValues && html` <span class="note">${t.allowed_values} ${allowedValues.map((each) => html`<code>${formatValue(each)}</code> `)}</span>`}${nestedList(schema, document, t, depth)}</dd></div>`
  })}</dl>`
}

/** Lists the fields of a nested object in a collapsed element. Deeper levels are omitted. */
const MAX_DEPTH = 2
function nestedList(schema: SchemaModel, document: OpenApiModel, t: Strings, depth: number): Markup | null {
  const resolved = resolveSchema(schema, document)
  const nested = resolved.items ? resolveSchema(resolved.items, document) : resolved
  if (!nested.properties || depth >= MAX_DEPTH) return null
  return html`<details><summary>${nested.name?.replace(/_(nested|single)$/, '') ?? 'object'}</summary>${responseList(nested, document, t, depth + 1)}</details>`
}
const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
