// Builds the SQL of searches of the whole calendar that use the index of words (decision 0042): the ids of a page and the exact total. No I/O.
import { and, join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { likePattern } from '../../kernel/text/fold.ts'
import type { Kind, Listing, RequestContext } from '../definition/kind.ts'
import type { TimeWindow } from '../definition/time-window.ts'
import { readInLanguage } from '../texts/texts.ts'
import type { KeysetCursor } from './sort-order.ts'
import { isSearchIndexed } from './search-index.ts'
import {
  ongoingAt,
  ongoingSplit,
  startBounds,
  textOf,
  wholeDaysIn,
  windowConditions,
  type PageSlice,
  type RowSource,
} from './time-window.ts'

/** Number of bits of a bitmap, and of its parts. */
const SLOTS = 20_480
const PART = 64
const MAX_ID = '9223372036854775807'
/** Whether bitmaps have the texts with a part of a word. Single letters have none. */
export const isIndexable = (term: string): boolean => [...term].length >= 2

interface SearchedList {
  readonly listing: Listing
  readonly terms: readonly string[]
  readonly window: TimeWindow
  readonly after: KeysetCursor | null
  readonly collapse: boolean
}
/**
 * Returns the statement, or null if the window is shorter than three days. Dates in the window are found by bitmaps. Dates whose start does not
 * tell whether they are in the window, and records that were written since the index was built, are few: they are removed from the bitmaps (`dead`),
 * and their texts are read (`extra`). The total is null if the index cannot be used.
 */
export function indexedPage(kind: Kind, list: SearchedList, slice: PageSlice, ctx: RequestContext): Sql | null {
  const { listing, window, collapse, after } = list
  const rows: RowSource = { from: sql`${ref(listing.publicTable)} o`, wheres: [raw('o.ref_id = 0')], id: raw('o.id') }
  const days = wholeDaysIn(rows, window, 'o.starts_at, o.id')
  if (days === null) return null
  const direction = raw(slice.direction)
  const isBeyond = after
    ? sql` where (x.starts_at, x.id) ${raw(slice.direction === 'asc' ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::bigint)`
    : raw('')
  const shown = collapse
    ? sql`series as materialized (
  select distinct on (e.series) e.id, e.starts_at from (
    select d.id, d.starts_at, d.series from (select h.chunk, h.bits & ~h.single as bits from hit h offset 0) h
    cross join lateral search_slots(h.bits) s(slot) join search_dates d on d.chunk = h.chunk and d.slot = s.slot
    union all select id, starts_at, series from extra
  ) e order by e.series, e.starts_at ${direction}, e.id ${direction}
), found as materialized (
  select h.chunk, h.bits & h.single as bits, bit_count(h.bits & h.single) as n from hit h
)`
    : sql`series as materialized (
  select id, starts_at from extra
), found as materialized (
  select h.chunk, h.bits, bit_count(h.bits) as n from hit h
)`
  return sql`with near as materialized (
${chunksIn(window)}
), dead as materialized (
${deadSlots(days.excludedByEnd)}
), extra as materialized (
${extraRows(kind, list, rows, ctx)}
), hit as materialized (
${matchingSlots(kind, list, ctx)}
), ${shown}, x as materialized (
  select x.id, x.starts_at from series x${isBeyond}
)
select case when ${isSearchIndexed(ctx.site)} then (select coalesce(sum(f.n), 0) from found f) + (select count(*) from series) end::int as total,
array(
${idsOfPage(list, slice)}
) as ids`
}

/** Whether a row of `alias` belongs to a chunk that overlaps the window. */
const isNear = (alias: 'b' | 'd'): Sql => raw(`${alias}.chunk = any(array(select n.chunk from near n))`)
const isPending = (series: Sql): Sql => sql`${series} in (select p.series from search_pending p)`

/** Slots of dates that bitmaps must not find, by chunk. They are looked up one by one, because the planner does not know that they are few. */
const deadSlots = (excludedByEnd: readonly Sql[]): Sql => {
  const parts = [
    sql`select d.chunk, d.slot from (select distinct p.series from search_pending p) p
cross join lateral (select * from search_dates d where d.series = p.series and ${isNear('d')} offset 0) d`,
    ...excludedByEnd.map(
      (excluded) => sql`select d.chunk, d.slot from (${excluded}) e
cross join lateral (select * from search_dates d where d.starts_at = e.starts_at and d.id = e.id offset 0) d`,
    ),
  ]
  return sql`select d.chunk, search_slot_bits(d.slot, 1) as bits from (${join(parts, '\nunion all\n')}) d group by d.chunk`
}

/** Matching dates that bitmaps do not find: those of pending records, and those that are ongoing at the beginning of the window. */
function extraRows(kind: Kind, { listing, terms, window }: SearchedList, rows: RowSource, ctx: RequestContext): Sql {
  const likes = terms.map((term) => sql`t.search like ${likePattern(term)}`)
  const matches = sql`exists (select 1 from ${ref(listing.table)} d join ${ref(kind.texts)} t on t.id = d.record_id where d.id = o.id and ${and([...likes, readInLanguage(kind, ctx)])} offset 0)`
  const columns = raw('o.id, o.starts_at, o.series')
  // The dates of a series share its text, which is compared once.
  const records = sql`select t.id from (
  select p.series as id union all select e.id from ${ref(kind.table)} e where e.${ref(listing.seriesColumn)} = p.series
) r join ${ref(kind.texts)} t on t.id = r.id where ${and([...likes, readInLanguage(kind, ctx)])}`
  const pending = sql`select ${columns} from (
  select p.series, array(${records}) as records from (select distinct p.series from search_pending p) p offset 0
) p
cross join lateral (select * from ${ref(listing.publicTable)} o where o.series = p.series and cardinality(p.records) > 0 offset 0) o
join ${ref(listing.table)} d on d.id = o.id
where d.record_id = any(p.records) and ${and([...rows.wheres, ...windowConditions(window)])}`
  const at = ongoingSplit(window)
  const wheres = at === null ? [] : [sql`o.starts_at < ${textOf(at)}`, ...windowConditions(window), sql`not ${isPending(raw('o.series'))}`]
  const ongoing = at === null ? [] : [...ongoingAt(rows, at, { columns, wheres })]
  return join([pending, ...ongoing.map((each) => sql`select ${columns} from (${each}) o where ${matches}`)], '\nunion all\n')
}

/** The slots that start in the window and match all terms, by chunk, and which of them are the only dates of their records. */
function matchingSlots(kind: Kind, { listing, terms, window }: SearchedList, ctx: RequestContext): Sql {
  const { from, to } = startBounds(window)
  const first = from ? sql`search_slot(k, ${textOf(from.at)}, ${from.sign === '>' ? MAX_ID : '0'})` : raw('0')
  const end = to ? sql`search_slot(k, ${textOf(to.at)}, ${to.sign === '<' ? '0' : MAX_ID})` : raw(String(SLOTS))
  const found = terms.map((term, i) => {
    const name = raw(`t${i}`)
    return sql`join (${bitsOfTerm(kind, listing, term)}) ${name} on ${name}.chunk = k.chunk`
  })
  const matching = sql`l.bits${join(
    terms.map((_, i) => raw(` & t${i}.bits`)),
    '',
  )} & ~coalesce(x.bits, l.bits & ~l.bits)`
  return sql`select k.chunk, m.bits, coalesce(s.bits, m.bits & ~m.bits) as single from near join search_chunks k on k.chunk = near.chunk
join search_bits l on l.chunk = k.chunk and l.token = ${`  ${ctx.language}`}
${join(found, '\n')}
left join search_bits s on s.chunk = k.chunk and s.token = '   single'
left join dead x on x.chunk = k.chunk
cross join lateral (select ${first} as first, ${end} as "end" offset 0) e
cross join lateral (select (((${matching}) << e.first) >> e.first) >> (${SLOTS} - e."end") << (${SLOTS} - e."end") as bits offset 0) m
where bit_count(m.bits) > 0`
}
/** The chunks that overlap the window. */
function chunksIn(window: TimeWindow): Sql {
  const { from, to } = startBounds(window)
  const overlaps = [...(from ? [sql`k.until_at >= ${textOf(from.at)}`] : []), ...(to ? [sql`k.first_at <= ${textOf(to.at)}`] : [])]
  return sql`select k.chunk from search_chunks k where ${and(overlaps)}`
}

/** The bitmaps of texts with a term, by chunk. Terms of two and three letters have their own; words are few, so those with the term are looked up. */
function bitsOfTerm(kind: Kind, listing: Listing, term: string): Sql {
  const letters = [...term]
  if (letters.length <= 3) return sql`select b.chunk, b.bits from search_bits b where b.token = ${term} and ${isNear('b')}`
  const triples = [...new Set(letters.slice(2).map((letter, i) => `${letters[i]}${letters[i + 1]}${letter}`))]
  const pattern = likePattern(term)
  // Words of more than 40 letters, as in scripts without spaces, are not stored: texts with such a word and with all parts of the term are read.
  return sql`select b.chunk, bit_or(b.bits) as bits from (
  select b.chunk, b.bits from search_bits b where b.token = any(array(select ' ' || w.word from search_words w where w.word like ${pattern})) and ${isNear('b')}
  union all
  select d.chunk, search_slot_bits(d.slot, 1) from (
    select b.chunk, bit_and(b.bits) as bits from search_bits b
    where b.token = any(${['   long', ...triples]}::text[]) and ${isNear('b')} and exists (select 1 from search_bits y where y.token = '   long')
    group by b.chunk having count(*) = ${triples.length + 1}
  ) c
  cross join lateral search_slots(c.bits) s(slot)
  join search_dates d on d.chunk = c.chunk and d.slot = s.slot
  join ${ref(listing.table)} o on o.id = d.id
  join ${ref(kind.texts)} t on t.id = o.record_id and t.language = d.language and t.search like ${pattern}
  group by d.chunk
) b group by b.chunk`
}

/**
 * The ids of the page. Only as many slots are expanded as the page can have: `found` has their number by chunk, from which the parts of bitmaps
 * follow. At most `x` dates come before them, so the page begins that many slots earlier.
 */
function idsOfPage({ after }: SearchedList, { direction, limit, offset }: PageSlice): Sql {
  const way = raw(direction)
  const isAscending = direction === 'asc'
  const place = sql`search_slot(k, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint${raw(isAscending ? ' + 1' : '')})`
  const beyond = isAscending ? sql`<< ${place} >> ${place}` : sql`>> ${SLOTS} - ${place} << ${SLOTS} - ${place}`
  const rest = after
    ? sql`select k.first_at, k.first_id, f.chunk, b.bits, bit_count(b.bits) as n from found f join search_chunks k on k.chunk = f.chunk
cross join lateral (select f.bits ${beyond} as bits offset 0) b`
    : raw('select k.first_at, k.first_id, f.* from found f join search_chunks k on k.chunk = f.chunk')
  const isNeeded = sql`upto > q.skip and upto - n < ${offset + limit}`
  return sql`select p.id from (
  with q as materialized (
    select greatest(0, ${offset} - (select count(*) from x)) as skip
  ), rest as materialized (
    ${rest}
  ), run as materialized (
    select r.* from (select r.*, sum(n) over (order by first_at ${way}, first_id ${way}) as upto from rest r) r, q where ${isNeeded}
  ), parts as (
    select r.* from (
      select r.chunk, search_page(r.bits, p.part) as bits, p.part, p.n, r.upto - r.n + sum(p.n) over (partition by r.chunk order by p.part ${way}) as upto
      from run r cross join lateral (
        select p.part, bit_count(search_page(r.bits, p.part)) as n from generate_series(0, ${SLOTS / PART - 1}) p(part) offset 0
      ) p where p.n > 0
    ) r, q where ${isNeeded}
  ), slots as (
    select r.chunk, r.part * ${PART} + s.slot as slot, r.upto - r.n + row_number() over (partition by r.chunk, r.part order by s.slot ${way}) as rank
    from parts r cross join generate_series(0, ${PART - 1}) s(slot) where get_bit(r.bits, s.slot) = 1
  )
  select d.id, d.starts_at from slots s, q, search_dates d
  where s.rank > q.skip and s.rank <= ${offset + limit} and d.chunk = s.chunk and d.slot = s.slot
  union all select x.id, x.starts_at from x
) p
order by p.starts_at ${way}, p.id ${way} limit ${limit}
offset ${offset} - greatest(0, ${offset} - (select count(*) from x))`
}
