// Builds fields. A field defines where its value is stored, which input it accepts, and how it appears in responses.
import Type, { type Static, type TSchema } from 'typebox'
import { FieldError } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { ValueType } from '../../kernel/validation/value-types.ts'
import { EXTERNAL_IDS, externalIds, type ExternalIds } from './external-ids.ts'
import type { Field, Fields, RequestContext, StoredRow } from './kind.ts'
import type { LinkItem, LinksStorage } from './storage.ts'

interface Options {
  readonly required?: true
  readonly column?: string
  readonly defaultValue?: unknown
}
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
type Parts<In, Out> = Pick<Field<In, Out>, 'description' | 'storage' | 'input' | 'output'> & Partial<Omit<Field<In, Out>, '_in' | '_out'>>
const createField = <In, Out>(parts: Parts<In, Out>): Field<In, Out> => ({
  required: false,
  defaultValue: null,
  redactedValue: null,
  ...parts,
})

/** A field that is stored in one column. The column has the name of the field unless `options.column` is set. */
const columnField =
  <In, Out>(input: ValueType<In>, output: TSchema) =>
  (description: string, options: Options = {}): Field<In, Out> =>
    createField({
      description,
      storage: { in: 'column', column: options.column ?? '' },
      input,
      output,
      required: options.required ?? false,
      defaultValue: options.defaultValue ?? null,
    })

const TEXT_MAX = 1_000
const TITLE_MAX = 500
export const HTML_MAX = 200_000
export const textField = columnField<string, string | null>(values.plainText(TEXT_MAX), nullable(Type.String()))
export const urlField = columnField<string, string | null>(values.url, nullable(Type.String()))
export const emailField = columnField<string, string | null>(values.email, nullable(Type.String()))
export const flagField = columnField<boolean, boolean>(values.boolean, Type.Boolean())
export const numberField = (description: string, min: number, max: number) =>
  columnField<number, number | null>(values.decimal(min, max), nullable(Type.Number()))(description)

/** An object that is stored in one column. It may be null. */
export const jsonField = <T>(description: string, type: ValueType<T>): Field<T, T | null> =>
  columnField<T, T | null>(type, nullable(type.schema))(description)

/** One of several values. Without a default value, it may be null. */
export const choiceField = <const C extends readonly string[], const D extends C[number] | null = null>(
  description: string,
  choices: C,
  more: { readonly defaultValue?: D; readonly serialize?: (...args: Parameters<NonNullable<Field['serialize']>>) => C[number] | D } = {},
): Field<C[number], C[number] | D> => {
  const schema = Type.String({ enum: [...choices] })
  return createField<C[number], C[number] | D>({
    description,
    storage: { in: 'column', column: '' },
    input: values.oneOf(choices),
    output: (more.defaultValue ?? null) === null ? nullable(schema) : schema,
    ...more,
  })
}

export const localizedText = (description: string, options: { readonly required?: true } = {}): Field<string, string> =>
  createField({
    description,
    storage: { in: 'text', html: false },
    input: values.plainText(TITLE_MAX),
    output: Type.String(),
    redactedValue: '',
    required: options.required ?? false,
  })
export const localizedHtml = (description: string): Field<string, string> =>
  createField({
    description,
    storage: { in: 'text', html: true },
    input: values.htmlText(HTML_MAX),
    output: Type.String(),
    redactedValue: '',
  })
export const slugField = (description: string): Field<string, string> =>
  createField({ description, storage: { in: 'text', html: false }, input: values.plainText(1_000), output: Type.String() })

/** A list of records of another kind. */
export const linksField = (description: string, storage: Omit<LinksStorage, 'in'>): Field<LinkItem[], StoredRow[]> =>
  createField<LinkItem[], StoredRow[]>({
    description,
    storage: { in: 'links', ...storage },
    input: linkItems(storage),
    output: Type.Array(Type.Unsafe({ to: storage.to })),
    redactedValue: [],
  })

function linkItems(storage: Omit<LinksStorage, 'in'>): ValueType<LinkItem[]> {
  const id = values.integer(1)
  const inner = storage.create === 'body' ? Type.Union([id.schema, Type.Object({})]) : Type.Union([id.schema, Type.String()])
  return values.listOf({
    schema: inner,
    parse: (value): LinkItem | FieldError => {
      const key = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
      const number = id.parse(key)
      if (!(number instanceof FieldError)) return { id: number }
      if (typeof value === 'string' && storage.create === 'name' && !/^\d+$/.test(value)) return textItem(value)
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && !('id' in value) && storage.create === 'body')
        return { create: { ...value } }
      return new FieldError('not_record')
    },
  })
}
function textItem(value: string): LinkItem | FieldError {
  const parsed = values.plainText(TITLE_MAX).parse(value)
  if (parsed instanceof FieldError) return parsed
  return parsed === '' ? new FieldError('not_record') : { text: parsed }
}

/** One record of another kind, by id; 0 stands for none. The response contains it only if the caller may see it. */
export const referenceField = (description: string, to: string, column: string, none: null | 0): Field<number, number | null> =>
  createField({
    description,
    storage: { in: 'reference', to, column },
    input: values.integer(0),
    output: none === 0 ? Type.Integer({ minimum: 0 }) : nullable(Type.Integer()),
    serialize: (row) => row[column] ?? none,
  })
/** The same for a reference that only the server sets. */
export const readOnlyReference = (description: string, to: string, column: string): Field<never, number | null> =>
  createField<never, number | null>({
    description,
    storage: { in: 'reference', to, column },
    input: null,
    output: nullable(Type.Integer({ minimum: 1 })),
    serialize: (row) => row[column] ?? null,
  })
/** A read-only field that is computed from the stored row. */
export const computed = <S extends TSchema>(
  description: string,
  output: S,
  serialize: (row: StoredRow, ctx: RequestContext, record: Readonly<Record<string, unknown>>) => Static<S>,
  more: Partial<Pick<Field, 'onlyIn' | 'redactedValue' | 'changesAt'>> = {},
): Field<never, Static<S>> =>
  createField<never, Static<S>>({ description, storage: { in: 'derived' }, input: null, output, serialize, ...more })
/** A field that clients can write: `deriveColumns` converts its value to columns, and `serialize` converts them back. */
export const derived = <I, S extends TSchema>(
  description: string,
  types: { readonly input: ValueType<I>; readonly output: S },
  serialize: (row: StoredRow, ctx: RequestContext) => Static<S>,
  more: Partial<Pick<Field, 'required' | 'acceptsNull' | 'redactedValue' | 'defaultValue'>> = {},
): Field<I, Static<S>> => createField<I, Static<S>>({ description, storage: { in: 'derived' }, ...types, serialize, ...more })
/** A field that clients can write but that no response contains. */
export const writeOnly = <I>(description: string, input: ValueType<I>, more: { readonly required?: true } = {}): Field<I, never> =>
  createField<I, never>({ description, storage: { in: 'derived' }, input, output: null, ...more })

/** The ids by which other systems know the record. Nested records are cached for all callers, so they do not contain the field. */
export const externalIdsField = (): Field<ExternalIds, Readonly<Record<string, string>>> =>
  createField<ExternalIds, Readonly<Record<string, string>>>({
    description:
      'IDs of the record in other systems, by source. The object that is sent replaces all of them. Shown only to callers who may edit the record; `{}` to others.',
    storage: { in: 'external_ids' },
    input: externalIds,
    output: EXTERNAL_IDS,
    onlyIn: 'unnested',
    defaultValue: {},
    redactedValue: {},
    serialize: (row) => row['external_ids'] ?? {},
  })

/** Sets the column of each field that has none to the name of the field. */
export const withColumnNames = <F extends Fields>(fields: F): F => {
  const filled: Record<string, Field> = { ...fields }
  for (const [name, field] of Object.entries(fields))
    if (field.storage.in === 'column' && field.storage.column === '') filled[name] = { ...field, storage: { in: 'column', column: name } }
  return filled as F
}
