// Full-text search over the guide, the API reference and the error pages, with excerpts that mark the matches.
import MiniSearch from 'minisearch'
import { fold } from '../../kernel/text/fold.ts'

export interface SearchEntry {
  /** Path and fragment of the page. */
  readonly path: string
  readonly title: string
  /** The part of the documentation that the page belongs to, such as a chapter or a group of operations. */
  readonly section: string
  /** Names and paths by which readers look a page up; not shown in excerpts. */
  readonly keywords: string
  readonly text: string
  /** Code examples. The excerpt shows them only if the text does not match. */
  readonly code: string
  /** The language of title and text; the guide is always in English. */
  readonly language: string
}
export interface ExcerptPart {
  readonly text: string
  readonly isMatch: boolean
}
export interface SearchResult extends SearchEntry {
  readonly excerpt: readonly ExcerptPart[]
}
export interface SearchIndex {
  /** Returns the best results first, at most MAX_RESULTS. */
  search(query: string): SearchResult[]
}

/** These limits bound the time of a search, whatever the query contains. */
export const MAX_QUERY_LENGTH = 100
const MAX_TERMS = 8
const MAX_RESULTS = 20
const EXCERPT_LENGTH = 180
/** Shorter terms match whole words only, because nearly every page has a word that begins with one letter. */
const MIN_PREFIX_LENGTH = 2
const MIN_FUZZY_LENGTH = 5

export function createSearchIndex(entries: readonly SearchEntry[]): SearchIndex {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>({
    fields: ['title', 'keywords', 'section', 'text', 'code'],
    tokenize,
    processTerm: (term) => term,
    searchOptions: {
      combineWith: 'AND',
      boost: { title: 6, keywords: 4, section: 2, code: 0.2 },
      prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
      fuzzy: (term) => (term.length >= MIN_FUZZY_LENGTH ? 1 : false),
      weights: { prefix: 0.6, fuzzy: 0.1 },
    },
  })
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return {
    search: (query) => {
      const terms = [...new Set(tokenize(query.slice(0, MAX_QUERY_LENGTH)))].slice(0, MAX_TERMS)
      if (terms.length === 0) return []
      const found = index.search(terms.join(' ')).slice(0, MAX_RESULTS)
      return found.flatMap(({ id, terms: matched }) => {
        const entry = entries[id as number]
        return entry ? [{ ...entry, excerpt: excerptOf(entry, new Set(matched)) }] : []
      })
    },
  }
}

/** Words are runs of letters and digits: `start_date` is two words, in pages and in queries. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const tokenize = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => fold(word)).filter(Boolean)

/** Prefers matches in the text to matches in code. Without either, the excerpt is the beginning of the text. */
function excerptOf({ text, code }: SearchEntry, terms: ReadonlySet<string>): ExcerptPart[] {
  const hasMatch = (part: string): boolean => tokenize(part).some((word) => terms.has(word))
  return markMatches(!hasMatch(text) && hasMatch(code) ? code : text, terms)
}

/** Returns the text around the first match. */
function markMatches(text: string, terms: ReadonlySet<string>): ExcerptPart[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    isMatch: terms.has(fold(word)),
  }))
  const first = words.find(({ isMatch }) => isMatch)?.start ?? 0
  const from = words.find(({ start }) => start >= first - EXCERPT_LENGTH / 3)?.start ?? 0
  const to = words.findLast(({ end }) => end <= from + EXCERPT_LENGTH)?.end ?? text.length
  const start = from === words[0]?.start ? 0 : from
  const end = to === words.at(-1)?.end ? text.length : to
  const parts: ExcerptPart[] = []
  let position = start
  for (const word of words) {
    if (!word.isMatch || word.start < start || word.end > end) continue
    parts.push({ text: text.slice(position, word.start), isMatch: false }, { text: text.slice(word.start, word.end), isMatch: true })
    position = word.end
  }
  parts.push({ text: text.slice(position, end), isMatch: false })
  const before = start > 0 ? [{ text: '…\u00a0', isMatch: false }] : []
  const after = end < text.length ? [{ text: '\u00a0…', isMatch: false }] : []
  return [...before, ...parts, ...after].filter((part) => part.text !== '')
}
