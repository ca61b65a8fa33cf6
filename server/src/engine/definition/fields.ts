// Kinds of field. A field says where its value is kept, what may be sent, and what is shown.
import Type, { type Static, type TSchema } from 'typebox'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { Fault } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { Sort } from '../../kernel/validation/value-types.ts'
import type { Ask, Stored } from './resource.ts'

/** `column`: in the record's row. `text`: one per language. `links`: a link table. `reference`: a column with the id of another record.
 *  `settled`: turned into columns by `settle`, and back by `show`. */
export type Place =
  | { readonly in: 'column'; readonly column: string }
  | { readonly in: 'text'; readonly html: boolean }
  | LinksPlace
  | { readonly in: 'reference'; readonly to: string; readonly column: string; readonly shows?: Shows }
  | { readonly in: 'settled' }
/** What of a record is shown inside another, whoever may see that one; `show` finds it in the row under the name of the field. */
export interface Shows {
  readonly columns: readonly string[]
  readonly texts: readonly string[]
}
export interface LinksPlace {
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
  readonly place: Place
  readonly sort: Sort<In> | null
  readonly output: TSchema | null
  readonly required: boolean
  /** What is stored when nothing was sent, and when it is cleared. */
  readonly initial: unknown
  /** What is shown of a guarded field. */
  readonly empty: unknown
  /** On single reads only, or everywhere but inside other records. */
  readonly only?: 'single' | 'unnested'
  readonly show?: (row: Stored, ask: Ask) => unknown
  readonly _in?: In
  readonly _out?: Out
}
export type Fields = Readonly<Record<string, Field>>

interface Options {
  readonly required?: true
  readonly column?: string
  readonly initial?: unknown
}
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
type Parts<In, Out> = Pick<Field<In, Out>, 'description' | 'place' | 'sort' | 'output'> & Partial<Omit<Field<In, Out>, '_in' | '_out'>>
const make = <In, Out>(parts: Parts<In, Out>): Field<In, Out> => ({ required: false, initial: null, empty: null, ...parts })

/** A field of one column that carries the field's own name unless said otherwise. */
const columnOf =
  <In, Out>(sort: Sort<In>, output: TSchema) =>
  (description: string, options: Options = {}): Field<In, Out> =>
    make({
      description,
      place: { in: 'column', column: options.column ?? '' },
      sort,
      output,
      required: options.required ?? false,
      initial: options.initial ?? null,
    })

const TEXT_MAX = 1_000
const TITLE_MAX = 500
export const HTML_MAX = 200_000
export const text = columnOf<string, string | null>(values.plain(TEXT_MAX), nullable(Type.String()))
export const url = columnOf<string, string | null>(values.url, nullable(Type.String()))
export const email = columnOf<string, string | null>(values.email, nullable(Type.String()))
export const flag = columnOf<boolean, boolean>(values.boolean, Type.Boolean())
export const number = (description: string, min: number, max: number) =>
  columnOf<number, number | null>(values.number(min, max), nullable(Type.Number()))(description)

export const localizedText = (description: string, options: { readonly required?: true } = {}): Field<string, string> =>
  make({
    description,
    place: { in: 'text', html: false },
    sort: values.plain(TITLE_MAX),
    output: Type.String(),
    empty: '',
    required: options.required ?? false,
  })
export const localizedHtml = (description: string): Field<string, string> =>
  make({
    description,
    place: { in: 'text', html: true },
    sort: values.html(HTML_MAX),
    output: Type.String(),
    empty: '',
  })
export const slug = (description: string): Field<string, string> =>
  make({ description, place: { in: 'text', html: false }, sort: values.plain(1_000), output: Type.String() })

/** One way to name a linked record. */
export type LinkItem = { readonly id: number } | { readonly text: string } | { readonly make: Inputs }
/** Records of another kind, in a list. */
export const links = (description: string, place: Omit<LinksPlace, 'in'>): Field<LinkItem[], Stored[]> =>
  make<LinkItem[], Stored[]>({
    description,
    place: { in: 'links', ...place },
    sort: linkItems(place),
    output: Type.Array(Type.Unsafe({ to: place.to })),
    empty: [],
  })

function linkItems(place: Omit<LinksPlace, 'in'>): Sort<LinkItem[]> {
  const id = values.integer(1)
  const inner = place.create === 'body' ? Type.Union([id.schema, Type.Object({})]) : Type.Union([id.schema, Type.String()])
  return values.listOf({
    schema: inner,
    read: (value): LinkItem | Fault => {
      const key = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
      const number = id.read(key)
      if (!(number instanceof Fault)) return { id: number }
      if (typeof value === 'string' && place.create === 'name' && !/^\d+$/.test(value)) return textItem(value)
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && !('id' in value) && place.create === 'body')
        return { make: { ...value } }
      return new Fault('not_record')
    },
  })
}
function textItem(value: string): LinkItem | Fault {
  const read = values.plain(TITLE_MAX).read(value)
  if (read instanceof Fault) return read
  return read === '' ? new Fault('not_record') : { text: read }
}

/** One record of another kind, by id; 0 is none. Shown where the caller may see it. */
export const reference = (description: string, to: string, column: string, none: null | 0): Field<number, number | null> =>
  make({
    description,
    place: { in: 'reference', to, column },
    sort: values.integer(0),
    output: none === 0 ? Type.Integer({ minimum: 0 }) : nullable(Type.Integer()),
    show: (row) => row[column] ?? none,
  })
/** Only shown: made from the stored row. */
export const shown = <S extends TSchema>(
  description: string,
  output: S,
  show: (row: Stored, ask: Ask) => Static<S>,
  more: { readonly only?: 'single' | 'unnested'; readonly empty?: unknown } = {},
): Field<never, Static<S>> => make<never, Static<S>>({ description, place: { in: 'settled' }, sort: null, output, show, ...more })
/** Sent under this name, turned by `settle` into columns, and shown under the same name. */
export const settled = <I, S extends TSchema>(
  description: string,
  sort: Sort<I>,
  output: S,
  show: (row: Stored, ask: Ask) => Static<S>,
  more: { readonly required?: true; readonly empty?: unknown; readonly initial?: unknown } = {},
): Field<I, Static<S>> => make<I, Static<S>>({ description, place: { in: 'settled' }, sort, output, show, ...more })
/** Only sent, never shown. */
export const sent = <I>(description: string, sort: Sort<I>, more: { readonly required?: true } = {}): Field<I, never> =>
  make<I, never>({ description, place: { in: 'settled' }, sort, output: null, ...more })

/** Fields with the names of their columns filled in. */
export const named = <F extends Fields>(fields: F): F => {
  const filled: Record<string, Field> = { ...fields }
  for (const [name, field] of Object.entries(fields))
    if (field.place.in === 'column' && field.place.column === '') filled[name] = { ...field, place: { in: 'column', column: name } }
  return filled as F
}
