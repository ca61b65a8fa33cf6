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
const ODD = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(ODD, (letter) => LETTERS[letter] ?? letter)

/** The words of a search, folded, none twice. */
export const words = (text: string): string[] => [...new Set(fold(text).split(/\s+/).filter(Boolean))]

/** What a LIKE pattern must not read as a sign of its own. */
export const likeWord = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`
/** Whether the index of trigrams knows something of a pattern: with fewer letters in a row it would be read whole, which takes longer than to read the texts. */
export const isIndexed = (pattern: string): boolean => /[\p{L}\p{N}]{3}/u.test(pattern)
