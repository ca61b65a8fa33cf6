// Types of external ids: the ids by which other systems know a record (contract 7.16).
import Type from 'typebox'
import { FieldError } from '../../kernel/errors/problems.ts'
import { boundedText, type ValueType } from '../../kernel/validation/value-types.ts'

/** The external ids of one record, by source. */
export type ExternalIds = Readonly<Record<string, string>>
/** One external id. It identifies at most one record of a kind. */
export interface ExternalKey {
  readonly source: string
  readonly id: string
}

const MAX_IDS = 10
const MAX_LENGTH = 255
const SOURCE_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$'
const SOURCE = new RegExp(SOURCE_PATTERN)
const CONTROL_CHARACTERS = /\p{Cc}/u

export const EXTERNAL_IDS = Type.Record(Type.String(), Type.String({ minLength: 1 }), {
  propertyNames: Type.String({ pattern: SOURCE_PATTERN }),
})

/** The name of another system. */
export const externalSource: ValueType<string> = {
  schema: Type.String({ pattern: SOURCE_PATTERN }),
  parse: (value) => (typeof value === 'string' && SOURCE.test(value) ? value : new FieldError('not_source')),
}
/** The id of a record in another system. It is stored as it was sent. */
export const externalId: ValueType<string> = {
  schema: Type.String({ minLength: 1, maxLength: MAX_LENGTH }),
  parse: (value) => {
    const id = boundedText(MAX_LENGTH).parse(value)
    if (id instanceof FieldError) return id
    if (id === '') return new FieldError('required')
    return CONTROL_CHARACTERS.test(id) ? new FieldError('bad_characters') : id
  },
}

export const externalIds: ValueType<ExternalIds> = {
  schema: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: MAX_LENGTH }), {
    propertyNames: Type.String({ pattern: SOURCE_PATTERN }),
    maxProperties: MAX_IDS,
  }),
  parse: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return new FieldError('not_external_ids')
    const entries = Object.entries(value)
    if (entries.length > MAX_IDS) return new FieldError('too_many', { max: MAX_IDS })
    const ids: [string, string][] = []
    for (const [name, each] of entries) {
      const [source, id] = [externalSource.parse(name), externalId.parse(each)]
      if (source instanceof FieldError) return source
      if (id instanceof FieldError) return id
      ids.push([source, id])
    }
    // The change log compares snapshots as text, so sources have a fixed order.
    return Object.fromEntries(ids.sort(([a], [b]) => (a < b ? -1 : 1)))
  },
}

/** `source:id` in a query. The first colon separates, because a source contains none. */
export const externalKey: ValueType<ExternalKey> = {
  schema: Type.String({ pattern: `${SOURCE_PATTERN.slice(0, -1)}:` }),
  parse: (value) => {
    const colon = typeof value === 'string' ? value.indexOf(':') : -1
    if (typeof value !== 'string' || colon < 0) return new FieldError('not_external_key')
    const [source, id] = [externalSource.parse(value.slice(0, colon)), externalId.parse(value.slice(colon + 1))]
    return source instanceof FieldError ? source : id instanceof FieldError ? id : { source, id }
  },
}
