// Decodes the bytes of a document: UTF-8 or UTF-16, with or without a byte order mark, or Windows-1252.

/** PostgreSQL stores no NUL characters, so they are removed. */
export const decodeText = (document: Uint8Array): string => decode(document).replaceAll('\0', '')

/** The decoders remove byte order marks. Bytes that are not valid UTF-8 are read as Windows-1252, which old programs write. */
function decode(document: Uint8Array): string {
  const encoding = findUtf16(document)
  if (encoding !== null) return new TextDecoder(encoding).decode(document)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(document)
  } catch {
    return new TextDecoder('windows-1252').decode(document)
  }
}

const SAMPLE_BYTES = 1_000
/** Without a mark, most characters of the beginning must be in ASCII, of which UTF-16 writes one byte as zero. */
function findUtf16(document: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (document[0] === 0xff && document[1] === 0xfe) return 'utf-16le'
  if (document[0] === 0xfe && document[1] === 0xff) return 'utf-16be'
  const sample = document.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 4 <= sample.length) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}
