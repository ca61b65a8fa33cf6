// The rank of a record in a list by relevance (contract 5.21), from its title and the search. Pure functions.
import { comparisonKey, searchTerms } from '../../kernel/text/fold.ts'

/** The rank of records whose title does not have all words of the search. */
export const OTHER_RANK = 3
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu

/** Returns the function that ranks titles for a search: 0 is the best rank. */
export function titleRanker(search: string): (title: string) => number {
  const phrase = comparisonKey(search)
  const terms = searchTerms(search)
  return (title) => {
    const text = comparisonKey(title)
    if (text.startsWith(phrase)) return 0
    if (!terms.every((term) => text.includes(term))) return OTHER_RANK
    const isInside = positionsInsideWords(text)
    return terms.every((term) => beginsWord(text, term, isInside)) ? 1 : 2
  }
}

/** For each position whether a letter or digit of the same word comes before it. */
function positionsInsideWords(text: string): Uint8Array {
  const isInside = new Uint8Array(text.length + 1)
  for (const { index, 0: word } of text.matchAll(LETTERS_AND_DIGITS)) isInside.fill(1, index + 1, index + word.length + 1)
  return isInside
}
function beginsWord(text: string, term: string, isInside: Uint8Array): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) if (isInside[at] === 0) return true
  return false
}
