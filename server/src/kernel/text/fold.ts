// Folds text for search and comparison: removes case, accents, vowel signs and letter variants, in any script.

// Letters that Unicode does not decompose, and Arabic letters that people use interchangeably.
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  ـ: '',
}
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
/** Combining marks and invisible characters: soft hyphens, joiners, direction marks. */
const MARKS_AND_INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu
const DASHES = /[\p{Pd}\u2212]/gu
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

export const fold = (text: string): string =>
  text
    // Marks are removed first, because normalization sorts them in quadratic time.
    .replace(/\p{M}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS_AND_INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter] ?? letter)

/** Folds a name or an address for comparison: differences in white space do not count either. */
export const comparisonKey = (text: string): string => fold(text).replace(/\s+/g, ' ').trim()

/** Returns the terms of a search, folded and without duplicates. */
export const searchTerms = (text: string): string[] => [...new Set(fold(text).split(/\s+/).filter(Boolean))]

/** Returns a LIKE pattern that finds the term anywhere. Wildcards in the term are escaped. */
export const likePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`
/** Whether a trigram index helps. Without three characters in a row, PostgreSQL would read the whole index, which is slower than a table scan. */
export const canUseTrigramIndex = (pattern: string): boolean => /[\p{L}\p{N}]{3}/u.test(pattern)
