// Kinds of field. A field says where its value is kept, what may be sent, and what is shown.
import Type, { type Static, type TSchema } from 'typebox'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { FieldError } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { ValueType } from '../../kernel/validation/value-types.ts'
import type { RequestContext, StoredRow } from './resource.ts'

/** `column`: in the record's row. `text`: one per language. `links`: a link table. `reference`: a column with the id of another record.
 *  `settled`: turned into columns by `settle`, and back by `show`. */
export type Storage =
  | { readonly in: 'column'; readonly column: string }
  | { readonly in: 'text'; readonly html: boolean }
  | LinksStorage
  | { readonly in: 'reference'; readonly to: string; readonly column: string; readonly shows?: EmbeddedColumns }
  | { readonly in: 'settled' }
/** What of a record is shown inside another, whoever may see that one; `show` finds it in the row under the name of the field. */
export interface EmbeddedColumns {
  readonly columns: readonly string[]
  readonly texts: readonly string[]
}
export interface LinksStorage {
  readonly in: 'links'
  readonly to: string
  readonly table: string
  /** How a record may be named. */
  readonly by: readonly ('id' | 'slug' | 'name')[]
  /** Whether a body, or a name, may make a record along. */
  readonly create: 'body' | 'name'
  readonly order: 'position' | 'name'
}

export interface Field<In = unknown, Out = unknown> {
  readonly description: string
  readonly storage: Storage
  readonly input: ValueType<In> | null
  readonly output: TSchema | null
  readonly required: boolean
  /** What is stored when nothing was sent, and when it is cleared. */
  readonly defaultValue: unknown
  /** What is shown of a guarded field. */
  readonly redactedValue: unknown
  /** On single reads only, or everywhere but inside other records. */
  readonly onlyIn?: 'single' | 'unnested'
  readonly serialize?: (row: StoredRow, ctx: RequestContext) => unknown
  readonly _in?: In
  readonly _out?: Out
}
export type Fields = Readonly<Record<string, Field>>

interface Options {
  readonly required?: true
  readonly column?: string
  readonly defaultValue?: unknown
}
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
type Parts<In, Out> = Pick<Field<In, Out>, 'description' | 'storage' | 'input' | 'output'> & Partial<Omit<Field<In, Out>, '_in' | '_out'>>
const make = <In, Out>(parts: Parts<In, Out>): Field<In, Out> => ({ required: false, defaultValue: null, redactedValue: null, ...parts })

/** A field of one column that carries the field's own name unless said otherwise. */
const columnField =
  <In, Out>(input: ValueType<In>, output: TSchema) =>
  (description: string, options: Options = {}): Field<In, Out> =>
    make({
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

export const localizedText = (description: string, options: { readonly required?: true } = {}): Field<string, string> =>
  make({
    description,
    storage: { in: 'text', html: false },
    input: values.plainText(TITLE_MAX),
    output: Type.String(),
    redactedValue: '',
    required: options.required ?? false,
  })
export const localizedHtml = (description: string): Field<string, string> =>
  make({
    description,
    storage: { in: 'text', html: true },
    input: values.htmlText(HTML_MAX),
    output: Type.String(),
    redactedValue: '',
  })
export const slugField = (description: string): Field<string, string> =>
  make({ description, storage: { in: 'text', html: false }, input: values.plainText(1_000), output: Type.String() })

/** One way to name a linked record. */
export type LinkItem = { readonly id: number } | { readonly text: string } | { readonly make: Inputs }
/** Records of another kind, in a list. */
export const linksField = (description: string, storage: Omit<LinksStorage, 'in'>): Field<LinkItem[], StoredRow[]> =>
  make<LinkItem[], StoredRow[]>({
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
        return { make: { ...value } }
      return new FieldError('not_record')
    },
  })
}
function textItem(value: string): LinkItem | FieldError {
  const read = values.plainText(TITLE_MAX).parse(value)
  if (read instanceof FieldError) return read
  return read === '' ? new FieldError('not_record') : { text: read }
}

/** One record of another kind, by id; 0 is none. Shown where the caller may see it. */
export const referenceField = (description: string, to: string, column: string, none: null | 0): Field<number, number | null> =>
  make({
    description,
    storage: { in: 'reference', to, column },
    input: values.integer(0),
    output: none === 0 ? Type.Integer({ minimum: 0 }) : nullable(Type.Integer()),
    serialize: (row) => row[column] ?? none,
  })
/** Only shown: made from the stored row. */
export const computed = <S extends TSchema>(
  description: string,
  output: S,
  show: (row: StoredRow, ctx: RequestContext) => Static<S>,
  more: { readonly onlyIn?: 'single' | 'unnested'; readonly redactedValue?: unknown } = {},
): Field<never, Static<S>> =>
  make<never, Static<S>>({ description, storage: { in: 'settled' }, input: null, output, serialize: show, ...more })
/** Sent under this name, turned by `settle` into columns, and shown under the same name. */
export const derived = <I, S extends TSchema>(
  description: string,
  input: ValueType<I>,
  output: S,
  show: (row: StoredRow, ctx: RequestContext) => Static<S>,
  more: { readonly required?: true; readonly redactedValue?: unknown; readonly defaultValue?: unknown } = {},
): Field<I, Static<S>> => make<I, Static<S>>({ description, storage: { in: 'settled' }, input, output, serialize: show, ...more })
/** Only sent, never shown. */
export const writeOnly = <I>(description: string, input: ValueType<I>, more: { readonly required?: true } = {}): Field<I, never> =>
  make<I, never>({ description, storage: { in: 'settled' }, input, output: null, ...more })

/** Fields with the names of their columns filled in. */
export const withColumnNames = <F extends Fields>(fields: F): F => {
  const filled: Record<string, Field> = { ...fields }
  for (const [name, field] of Object.entries(fields))
    if (field.storage.in === 'column' && field.storage.column === '') filled[name] = { ...field, storage: { in: 'column', column: name } }
  return filled as F
}
