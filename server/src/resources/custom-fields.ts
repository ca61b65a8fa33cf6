// Value type of the custom fields of an event: a flat object of texts, numbers and booleans (contract 7.10, 11.1).
import Type from 'typebox'
import { FieldError } from '../kernel/errors/problems.ts'
import { boundedText, type ValueType } from '../kernel/validation/value-types.ts'

const MAX_FIELDS = 50
const MAX_LENGTH = 2_000
const MAX_NAME = 100
export const CUSTOM = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
  propertyNames: Type.String({ maxLength: MAX_NAME }),
})
export type Custom = Readonly<Record<string, string | number | boolean>>

export const customFields: ValueType<Custom> = {
  schema: Type.Record(Type.String(), Type.Union([Type.String({ maxLength: MAX_LENGTH }), Type.Number(), Type.Boolean()]), {
    maxProperties: MAX_FIELDS,
  }),
  parse: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return new FieldError('not_object')
    const entries = Object.entries(value)
    if (entries.length > MAX_FIELDS) return new FieldError('too_many', { max: MAX_FIELDS })
    for (const [name, each] of entries) {
      const key = boundedText(MAX_NAME).parse(name)
      if (key instanceof FieldError) return key
      // JSON has no infinity, so 1e400 would be returned as null.
      const isStorable = typeof each === 'number' ? Number.isFinite(each) : typeof each === 'string' || typeof each === 'boolean'
      if (name === '__proto__' || !isStorable) return new FieldError('not_object')
      const parsed = typeof each === 'string' ? boundedText(MAX_LENGTH).parse(each) : each
      if (parsed instanceof FieldError) return parsed
    }
    return Object.fromEntries(entries)
  },
}
