// Text as it is searched and compared: without case, accents, vowel signs and letter variants, in any script.

// Letters that no decomposition takes apart, and Arabic forms that people write for one another.
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
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu
const DASHES = /[\p{Pd}\u2212]/gu
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

export const fold = (text: string): string =>
  text
    // Marks are removed first: normalization sorts them, in quadratic time for a long run.
    .replace(/\p{M}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(DASHES, '-')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter] ?? letter)

/** The words of a search, folded, none twice. */
export const searchTerms = (text: string): string[] => [...new Set(fold(text).split(/\s+/).filter(Boolean))]

/** What a LIKE pattern must not read as a sign of its own. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`
/** Whether the index of trigrams knows something of a pattern: with fewer letters in a row it would be read whole, which takes longer than to read the texts. */
export const canUseTrigramIndex = (pattern: string): boolean => /[\p{L}\p{N}]{3}/u.test(pattern)
