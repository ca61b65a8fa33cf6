// Fresh copies of records for writes to spoil, made in bulk by SQL, and how a record stands in the database before and after.
import type pg from 'pg'
import type { Kind, Shower } from './operations.ts'

const LINKS: readonly string[] = ['event_venues', 'event_organizers']
const TABLES: Readonly<Record<Kind, { readonly table: string; readonly texts: string; readonly beside: readonly string[] }>> = {
  event: { table: 'events', texts: 'event_texts', beside: ['occurrences', ...LINKS] },
  venue: { table: 'venues', texts: 'venue_texts', beside: [] },
  organizer: { table: 'organizers', texts: 'organizer_texts', beside: [] },
  category: { table: 'categories', texts: 'category_texts', beside: [] },
  tag: { table: 'tags', texts: 'tag_texts', beside: [] },
  image: { table: 'images', texts: 'image_texts', beside: [] },
}
const SHOWERS: readonly Shower[] = ['event', 'venue', 'organizer']
/** Columns that a copy must not share with its model, so that searches do not find it. */
const OWN: Readonly<Record<string, string>> = {
  slug: `x.slug || '-' || n.id`,
  name: `x.name || ' ' || n.id`,
  name_key: `x.name_key || ' ' || n.id`,
  search: `''`,
  event_count: '0',
  record_id: 'n.id',
  digest: `encode(sha256(n.id::text::bytea), 'hex')`,
}

export interface Copy {
  readonly id: number
  readonly slug: string
  readonly external: string
}

/** One copy of each of these records, in their order; links to venues and organizers are copied, terms are not. A copy of an image is shown by a copy of what shows it. */
export async function copies(db: pg.Client, kind: Kind, models: readonly number[]): Promise<Copy[]> {
  const { table, texts, beside } = TABLES[kind]
  await db.query('begin')
  await db.query(
    `create temporary table n on commit drop as
select m.model, nextval('record_ids') as id, m.i from unnest($1::bigint[]) with ordinality m(model, i)`,
    [models],
  )
  for (const name of [table, texts, ...beside]) {
    const key = LINKS.includes(name) ? 'event_id' : 'id'
    const { rows } = await db.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    )
    const columns = rows.map((row) => row.name).filter((column) => column !== key)
    const values = columns.map((column) => OWN[column] ?? `x.${column}`)
    await db.query(
      `insert into ${name} (${[key, ...columns].join(', ')}) select ${['n.id', ...values].join(', ')} from n join ${name} x on x.${key} = n.model`,
    )
  }
  if (kind === 'event') await db.query('select sync_listings(array(select id from n))')
  await db.query(
    `insert into external_ids (kind, source, external_id, record_id)
select x.kind, x.source, x.external_id || '-' || n.id, n.id from n join external_ids x on x.record_id = n.model`,
  )
  const { rows } = await db.query<{ id: string; slug: string; external: string }>(
    `select n.id, x.slug, (select external_id from external_ids where record_id = n.id) as external
from n join ${texts} x on x.id = n.id order by n.i`,
  )
  await db.query('commit')
  const made = rows.map(({ id, slug, external }) => ({ id: Number(id), slug, external }))
  if (kind === 'image') for (const shower of SHOWERS) await showCopies(db, shower, models, made)
  return made
}
async function showCopies(db: pg.Client, shower: Shower, models: readonly number[], made: readonly Copy[]): Promise<void> {
  const { table } = TABLES[shower]
  const { rows } = await db.query<{ i: string; id: string }>(
    `select m.i - 1 as i, r.id from unnest($1::bigint[]) with ordinality m(model, i) join ${table} r on r.image_id = m.model`,
    [models],
  )
  const showing = await copies(
    db,
    shower,
    rows.map(({ id }) => Number(id)),
  )
  await db.query(`update ${table} r set image_id = x.image from unnest($1::bigint[], $2::bigint[]) x(id, image) where r.id = x.id`, [
    showing.map(({ id }) => id),
    rows.map(({ i }) => made[Number(i)]?.id),
  ])
}

/** Columns that differ between copies, or that every update changes. */
const APART = [
  'id',
  'slug',
  'name',
  'name_key',
  'search',
  'event_count',
  'digest',
  'modified_at',
  'changed_at',
  'field_changes',
  'trashed_at',
]
/** Takes copies away again, so that nothing finds them. */
export async function discard(db: pg.Client, kind: Kind, ids: readonly number[]): Promise<void> {
  if (kind === 'image')
    for (const shower of SHOWERS) await db.query(`delete from ${TABLES[shower].table} where image_id = any($1::bigint[])`, [ids])
  await db.query(`delete from ${TABLES[kind].table} where id = any($1::bigint[])`, [ids])
}

/** The stored state of records by id, without ids, slugs and columns that every update changes. Missing records have no entry. */
export async function standing(db: pg.Client, kind: Kind, ids: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  const { table, texts, beside } = TABLES[kind]
  const links = beside
    .filter((each) => LINKS.includes(each))
    .map((each) => `'${each}', (select json_agg(l.ref_id order by l.position) from ${each} l where l.event_id = r.id)`)
  const { rows } = await db.query<{ id: string; row: Record<string, unknown> }>(
    `select r.id, to_jsonb(r) || jsonb_build_object(${[`'texts', to_jsonb(x)`, ...links].join(', ')}) as row
from ${table} r join ${texts} x on x.id = r.id and x.language = r.language where r.id = any($1::bigint[])`,
    [ids],
  )
  for (const { row } of rows) for (const each of [row, row['texts'] as typeof row]) for (const name of APART) delete each[name]
  return new Map(rows.map(({ id, row }) => [Number(id), row]))
}
