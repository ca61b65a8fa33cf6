// A new record in one statement: its row, its texts, what lists are read from, its links and the change.
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { logged } from '../changes/change-log.ts'
import { newLinks } from './links.ts'
import { linkFields, type Ask, type Kind } from '../definition/resource.ts'
import { freeOf } from './unique-slugs.ts'
import { textFields, textRows, type Text } from '../texts/texts.ts'

export interface New {
  readonly kind: Kind
  readonly columns: Readonly<Record<string, unknown>>
  /** The texts in the language it is written in, but for the slug. */
  readonly text: Text
  readonly links: Readonly<Record<string, readonly number[]>>
}

/** Gives the id; nothing is stored, and no row comes back, where all of the slugs are taken. */
export function insertStatement({ kind, columns, text, links }: New, slugs: readonly string[], ask: Ask): Sql {
  const names = Object.keys(columns)
  const given = linkFields(kind).flatMap(([name, place]) => (links[name]?.length ? [{ place, ids: links[name] }] : []))
  const parts = [
    sql`free as (\n${freeOf(kind, null, slugs)}\n)`,
    sql`r as (
  insert into ${ref(kind.table)} (${columnsOf(names)}) select ${join(names.map((name) => sql`${stored(columns[name])}`))} from free returning *
)`,
    textPart(kind, columns, text, slugs, ask),
    ...(kind.listing ? [listingPart(kind.listing)] : []),
    ...given.map(({ place, ids }) => sql`${ref(place.table)} as (\n${newLinks(kind, place, raw('o'), ids)}\n)`),
    changePart({ kind, columns, text, links }, ask),
  ]
  return sql`with ${join(parts)}\nselect id from r`
}

/** Objects are JSON columns. */
export const stored = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
const columnsOf = (names: readonly string[]): Sql => join(names.map((name) => ref(name)))

function textPart(kind: Kind, columns: New['columns'], text: Text, slugs: readonly string[], ask: Ask): Sql {
  const { guard } = kind
  const row = { ...columns, ...(guard && { [guard.by]: (columns[guard.secret] ?? null) !== null }) }
  const rowWith = (slug: string | null): Record<string, unknown> =>
    textRows(kind, { id: 0, after: new Map([[ask.language, { ...text, slug }]]), original: ask.language, row })[0] ?? {}
  const values = rowWith(slugs[0] ?? null)
  // The database picks the slug, so a search text that contains it is sent once per candidate.
  const search = kind.searched.includes('slug')
    ? sql`(${slugs.map((slug) => rowWith(slug)['search'])}::text[])[free.n]`
    : sql`${values['search']}`
  const names = ['language', 'original', 'others', ...textFields(kind).filter((name) => name !== 'slug'), 'slug_owner']
  const shown = names.map((name) => sql`${values[name]}`)
  return sql`t as (
  insert into ${ref(kind.texts)} (id, slug, changed_at, ${columnsOf(names)}, search) select r.id, free.slug, ${ask.now.toString()}, ${join(shown)}, ${search} from r, free
)`
}
const listingPart = ({ table, id, carries }: NonNullable<Kind['listing']>): Sql => sql`o as (
  insert into ${ref(table)} (${ref(id)}, ${columnsOf(Object.keys(carries))}) select r.id, ${join(Object.values(carries).map((name) => ref(`r.${name}`)))} from r returning *
)`
function changePart({ kind, columns, text, links }: New, { language, caller }: Ask): Sql {
  const after = JSON.stringify(logged(kind, columns, new Map([[language, text]]), links))
  return sql`c as (
  insert into changes (kind, record_id, version, action, actor_id, language, after)
  select ${kind.name}, r.id, r.version, 'create', ${caller.id}, ${language}, jsonb_set(${after}::jsonb, ${['texts', language, 'slug']}::text[], to_jsonb(free.slug)) from r, free
)`
}
