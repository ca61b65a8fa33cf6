// Assigns slugs that are unique within a kind, also under concurrent writes (contract 7.7).
import { randomInt } from 'node:crypto'
import { advisoryLock } from '../../kernel/database/advisory-locks.ts'
import type { Db } from '../../kernel/database/database.ts'
import { Problem } from '../../kernel/errors/problems.ts'
import { withNumberSuffix, SLUG_LENGTH, slugify } from '../../kernel/text/slugify.ts'
import { raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import type { Kind } from '../definition/kind.ts'
import type { Text, Texts } from '../texts/texts.ts'
import type { SlugRequest, TextChange } from '../texts/write-texts.ts'

/** Returns the texts with the slug of the written language. */
export async function assignSlug(db: Db, kind: Kind, change: TextChange, id: number | null): Promise<Texts> {
  const written = change.texts.get(change.language)
  if (!written || 'keep' in change.slug) return change.texts
  const slug = await freeSlug(db, kind, id, change.slug)
  const text: Text = { ...written, slug: slug === change.fallbackSlug ? null : slug }
  return new Map(change.texts).set(change.language, text)
}

async function freeSlug(db: Db, kind: Kind, id: number | null, request: SlugRequest): Promise<string> {
  await lockSlug(db, kind, request)
  for await (const slugs of slugCandidates(db, kind, id, request)) {
    const free = await findFreeSlug(db, kind, id, slugs)
    if (free !== null) return free
  }
  throw new Problem('rest_slug_taken')
}

const baseOf = (kind: Kind, request: SlugRequest): string => ('generateFrom' in request && slugify(request.generateFrom)) || kind.name
/** Numbers that one statement tries: first the lowest, then those after a free one, because concurrent writes may take some. */
const NUMBERS = 8
const SEARCHES = 3
/** Beyond the search, numbers are random. Only an attacker who takes the powers of two gets there. */
const [SEARCH_MAX, RANDOM_MAX] = [2 ** 40, 2 ** 47]

/** Yields batches of candidates: an explicit slug is used or refused; a generated one gets the next free number. */
export async function* slugCandidates(db: Db, kind: Kind, id: number | null, request: SlugRequest): AsyncGenerator<string[]> {
  if ('requested' in request) return yield [request.requested]
  const base = baseOf(kind, request)
  yield Array.from({ length: NUMBERS }, (_, i) => withNumberSuffix(base, 1 + i))
  for (let search = 0; search < SEARCHES; search += 1) {
    const [found] = await db.query<{ n: number }>(searchNumber(kind, id, base))
    if (found) yield Array.from({ length: NUMBERS }, (_, i) => withNumberSuffix(base, found.n + i))
  }
  yield Array.from({ length: NUMBERS }, () => withNumberSuffix(base, randomInt(SEARCH_MAX, RANDOM_MAX)))
}
/** The unique index accepts one of two concurrent writes with the same slug. Retries wait for this lock, so that they run one after another. */
export async function lockSlug(db: Db, kind: Kind, request: SlugRequest): Promise<void> {
  if (db.isRetry && 'generateFrom' in request) await advisoryLock(db, `slug ${kind.name} ${baseOf(kind, request)}`)
}

async function findFreeSlug(db: Db, kind: Kind, id: number | null, candidates: readonly string[]): Promise<string | null> {
  const [row] = await db.query<{ slug: string }>(firstFreeSlugSql(kind, id, candidates))
  return row?.slug ?? null
}
/** `offset 0` makes PostgreSQL look up each slug in the index. Joined, it would read the whole table if its statistics are older than an import. */
const isTaken = (kind: Kind, id: number | null, slug: Sql): Sql =>
  sql`exists (select 1 from ${ref(kind.texts)} x where x.slug = ${slug} and x.slug_owner${id === null ? raw('') : sql` and x.id <> ${id}`} offset 0)`
/** Selects the first candidate that no other record has. `id` is the record that may already have it. */
export const firstFreeSlugSql = (kind: Kind, id: number | null, candidates: readonly string[]): Sql =>
  sql`select c.slug, c.n from unnest(${candidates}::text[]) with ordinality c(slug, n)
where not ${isTaken(kind, id, raw('c.slug'))}
order by c.n limit 1`
/** Doubles the number until one is free, then bisects down to a free number after a taken one: about 2 log2(n) index lookups. */
function searchNumber(kind: Kind, id: number | null, base: string): Sql {
  const slug = (n: string): Sql =>
    sql`(rtrim(left(${base}::text, ${raw(String(SLUG_LENGTH - 1))} - length(${raw(n)}::text)), '-') || '-' || ${raw(n)})`
  const taken = (n: string): Sql => isTaken(kind, id, slug(n))
  return sql`with recursive up(n) as (
  select ${raw(String(2 * NUMBERS))}::bigint
  union all select up.n * 2 from up where up.n < ${raw(String(SEARCH_MAX))} and ${taken('up.n')}
), bounds(low, high) as (
  select max(up.n) / 2, max(up.n) from up
  union all select case when m.is_taken then m.n else b.low end, case when m.is_taken then b.high else m.n end
  from bounds b, lateral (select c.n, ${taken('c.n')} as is_taken from (select (b.low + b.high) / 2 as n) c) m
  where b.high - b.low > 1
)
select b.high as n from bounds b where b.high - b.low = 1 and not ${taken('b.high')}`
}
