// Slugs that nobody else of the kind has, also when two are made at once (contract 7.7).
import { lockWord, type Db } from '../kernel/database.ts'
import { Problem } from '../kernel/problems.ts'
import { numbered, slugOf } from '../kernel/slugs.ts'
import { raw, ref, sql, type Sql } from '../kernel/sql.ts'
import type { Kind } from './resource.ts'
import type { SlugWish, Text, TextChange, Texts } from './texts.ts'

/** The texts with the slug of the written language settled. */
export async function settleSlug(db: Db, kind: Kind, id: number | null, change: TextChange, original: string): Promise<Texts> {
  const own = change.texts.get(change.language)
  if (!own || 'stays' in change.slug) return change.texts
  const slug = await freeSlug(db, kind, id, change.slug)
  const fallback = change.language === original ? null : change.texts.get(original)?.['slug']
  const text: Text = { ...own, slug: slug === fallback ? null : slug }
  return new Map(change.texts).set(change.language, text)
}

async function freeSlug(db: Db, kind: Kind, id: number | null, wish: SlugWish): Promise<string> {
  await lockSlug(db, kind, wish)
  for (const slugs of slugsFor(kind, wish)) {
    const free = await firstFree(db, kind, id, slugs)
    if (free !== null) return free
  }
  throw new Problem('rest_slug_taken')
}

const baseOf = (kind: Kind, wish: SlugWish): string => ('from' in wish && slugOf(wish.from)) || kind.name
/** What may be tried, some at a time: an asked slug is taken or refused; a made one gets the next number that is free. */
export function* slugsFor(kind: Kind, wish: SlugWish): Generator<string[]> {
  if ('asked' in wish) return yield [wish.asked]
  const base = baseOf(kind, wish)
  for (let from = 1, count = 8; ; from += count, count *= 8) yield Array.from({ length: count }, (_, i) => numbered(base, from + i))
}
/** Two who make the same slug at once: the index lets one of them pass. Whoever must try again queues up with all others that do. */
export async function lockSlug(db: Db, kind: Kind, wish: SlugWish): Promise<void> {
  if (db.is_again && 'from' in wish) await lockWord(db, `slug ${kind.name} ${baseOf(kind, wish)}`)
}

async function firstFree(db: Db, kind: Kind, id: number | null, candidates: readonly string[]): Promise<string | null> {
  const [row] = await db.query<{ slug: string }>(freeOf(kind, id, candidates))
  return row?.slug ?? null
}
/** The first of them that no other record has; `id`: whose it may be already. */
export const freeOf = (kind: Kind, id: number | null, candidates: readonly string[]): Sql =>
  sql`select c.slug, c.n from unnest(${candidates}::text[]) with ordinality c(slug, n)
where not exists (select 1 from ${ref(kind.texts)} x where x.slug = c.slug and x.slug_owner${id === null ? raw('') : sql` and x.id <> ${id}`})
order by c.n limit 1`
