// Suggests another search if a list with a search has no records (contract 5.19): words of titles that resemble those of the search.
import type { Db } from '../../kernel/database/database.ts'
import { ref, sql } from '../../kernel/database/sql.ts'
import { fold, searchTerms } from '../../kernel/text/fold.ts'
import type { Kind, RequestContext } from '../definition/kind.ts'
import { entriesFrom } from '../read/entries.ts'
import { readInLanguage } from '../texts/texts.ts'
import { listStatement, type ListRequest } from './list-query.ts'

/** The records of the list without the search whose titles are read. It bounds the work, whatever the size of the calendar. */
const TITLES = 1_000
const TERMS_MAX = 8
const LETTERS = { min: 2, max: 40 }
/** The share of common trigrams from which two words resemble each other. Two letters that changed places leave a third of them. */
const MIN_SIMILARITY = 0.3
/** Separates the words of a title. Hyphens and apostrophes belong to words. */
const SEPARATORS = String.raw`[\s,.;:!?"()«»/…]+`

/** Returns a search that matches at least one record of the list, or null. */
export async function suggestSearch(db: Db, kind: Kind, request: ListRequest, ctx: RequestContext): Promise<string | null> {
  const { search, ...others } = request.values
  const terms = searchTerms(String(search ?? ''))
  if (terms.length === 0 || terms.length > TERMS_MAX) return null
  const words = await findWords(db, kind, { request: { ...request, values: others }, terms }, ctx)
  if (words.every(({ title }) => title === null)) return null
  const suggested = words.map(({ term, word, title }) => originalWord(title, word) ?? term).join(' ')
  const { statement, customPlan } = listStatement(kind, { ...request, values: { ...others, search: suggested } }, ctx)
  const [list] = await db.query<{ total: number }>(statement, { customPlan })
  return list && list.total > 0 ? suggested : null
}

interface SimilarWord {
  readonly term: string
  /** The most similar word, folded as search texts are, and a title that has it. Null if titles have the term, or nothing like it. */
  readonly word: string | null
  readonly title: string | null
}
interface WordsRequest {
  /** The list without the search. */
  readonly request: ListRequest
  readonly terms: readonly string[]
}
/** The first line of a search text is the title. */
function findWords(db: Db, kind: Kind, { request, terms }: WordsRequest, ctx: RequestContext): Promise<SimilarWord[]> {
  const { statement } = listStatement(kind, { ...request, after: null, collapse: false, page: 1, perPage: TITLES }, ctx)
  return db.query<SimilarWord>(
    sql`
with page as materialized (
${statement}
), titles as (
  select distinct on (r.id) t.search, ${ref(`t.${kind.title}`)} as title
  from ${entriesFrom(kind, sql`(select unnest(page.ids) as id from page) i`)} join ${ref(kind.texts)} t on t.id = r.id and ${readInLanguage(kind, ctx)}
), words as (
  select w.word, count(*) as n, min(titles.title) as title
  from titles cross join lateral regexp_split_to_table(split_part(titles.search, E'\n', 1), ${SEPARATORS}) w(word)
  where length(w.word) between ${LETTERS.min}::int and ${LETTERS.max}::int group by w.word
)
select term.term, alike.word, alike.title
from unnest(${terms}::text[]) with ordinality term(term, position)
left join lateral (
  select w.word, w.title from words w
  where similarity(w.word, term.term) >= ${MIN_SIMILARITY}::float8
    and not exists (select 1 from words known where strpos(known.word, term.term) > 0)
  order by similarity(w.word, term.term) desc, w.n desc, w.word limit 1
) alike on true
order by term.position`,
    { customPlan: true },
  )
}

/** The word as the title has it, with its accents. */
const originalWord = (title: string | null, word: string | null): string | null =>
  title?.split(new RegExp(SEPARATORS, 'u')).find((each) => fold(each) === word) ?? word
