// Generates slugs: lower-case letters and digits of any script, separated by hyphens (contract 7.7).

export const SLUG_LENGTH = 200

/** Returns the slug of a text. It is empty if the text contains no letter or digit. */
export function slugify(text: string, max: number = SLUG_LENGTH): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    // Combining marks belong to the character before them, so marks of removed characters are removed too.
    .replace(/(?:[^\p{L}\p{M}\p{N}]+\p{M}*)+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
  return [...slug].slice(0, max).join('').replace(/-+$/, '')
}

/** Adds a number suffix: `jazz`, `jazz-2`, `jazz-3`. The base is shortened if the result would be too long. */
export const withNumberSuffix = (base: string, n: number): string =>
  n === 1 ? base : `${slugify(base, SLUG_LENGTH - String(n).length - 1)}-${n}`
