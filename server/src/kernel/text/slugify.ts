// Slugs: letters and digits of any script, lower case, with hyphens between (contract 7.7).

export const SLUG_LENGTH = 200

/** The slug of a text; empty when nothing in it can stand in one. */
export function slugify(text: string, max: number = SLUG_LENGTH): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    // Marks belong to a letter; those of signs go with their sign.
    .replace(/(?:[^\p{L}\p{M}\p{N}]+\p{M}*)+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
  return [...slug].slice(0, max).join('').replace(/-+$/, '')
}

/** The n-th slug of a family: `jazz`, `jazz-2`, `jazz-3`, never longer than a slug may be. */
export const withNumberSuffix = (base: string, n: number): string =>
  n === 1 ? base : `${slugify(base, SLUG_LENGTH - String(n).length - 1)}-${n}`
