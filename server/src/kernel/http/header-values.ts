// Lists in response headers, limited in bytes, because proxies and clients reject responses whose headers are too long.

/** Size limit of `Link`. All headers together stay below the 4 kB that nginx reserves. */
export const LINK_BYTES = 2_000
/** Size limit of each header that lists names. */
const NAMES_BYTES = 400
/** Size limit of one name, so that it always fits together with the name of its filter. */
const NAME_BYTES = 350
export const NAMES_MAX = 20

/** Joins as many of the first parts as fit into the given number of bytes. Parts are ASCII. */
export function joinFitting(parts: readonly string[], bytes: number): string {
  let joined = ''
  for (const part of parts) {
    const next = joined === '' ? part : `${joined}, ${part}`
    if (next.length > bytes) break
    joined = next
  }
  return joined
}

/** Returns a header with at most 20 names of inputs or records, or no header if there are none. */
export function namesHeader(header: string, names: readonly string[]): Record<string, string> {
  const value = joinFitting(names.slice(0, NAMES_MAX), NAMES_BYTES)
  return value === '' ? {} : { [header]: value }
}

/** Percent-encodes a text, truncated after a whole character if it would not fit into a header. */
export function encodeName(text: string): string {
  let encoded = ''
  for (const character of text.slice(0, NAME_BYTES).toWellFormed()) {
    const next = encoded + encodeURIComponent(character)
    if (next.length > NAME_BYTES) break
    encoded = next
  }
  return encoded
}
