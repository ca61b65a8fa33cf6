// Lists in response headers, bounded in bytes: proxies and clients refuse responses whose headers are too long.

/** Bytes of `Link`, and of each header that names parts of a request: with all others they stay below the 4 kB that nginx reserves. */
export const LINK_BYTES = 2_000
const NAMES_BYTES = 400
/** Bytes of one name: with the name of a filter before it, it always fits. */
const NAME_BYTES = 350
export const NAMES_MAX = 20

/** The first of the parts that fit together into so many bytes. Parts are ASCII. */
export function joinFitting(parts: readonly string[], bytes: number): string {
  let joined = ''
  for (const part of parts) {
    const next = joined === '' ? part : `${joined}, ${part}`
    if (next.length > bytes) break
    joined = next
  }
  return joined
}

/** Names of inputs or records as one header, or none: at most 20. */
export function namesHeader(header: string, names: readonly string[]): Record<string, string> {
  const value = joinFitting(names.slice(0, NAMES_MAX), NAMES_BYTES)
  return value === '' ? {} : { [header]: value }
}

/** A text percent-encoded, cut after a whole character where it would not fit into a header. */
export function encodeName(text: string): string {
  let encoded = ''
  for (const character of text.slice(0, NAME_BYTES).toWellFormed()) {
    const next = encoded + encodeURIComponent(character)
    if (next.length > NAME_BYTES) break
    encoded = next
  }
  return encoded
}
