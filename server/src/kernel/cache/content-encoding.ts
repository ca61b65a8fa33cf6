// Negotiates the content encoding of a response from the Accept-Encoding header (RFC 9110 12.5.3).
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip'

/** A longer header counts as absent. Browsers send about thirty characters. */
const HEADER_MAX = 500
/** Results are cached, because clients send few different headers. */
const RESULTS_MAX = 200
const results = new Map<string, Encoding | null>()

/** Returns the best encoding that an Accept-Encoding header accepts, or null for identity. */
export function negotiateEncoding(header: string | undefined): Encoding | null {
  if (header === undefined || header.length > HEADER_MAX) return null
  let result = results.get(header)
  if (result === undefined) {
    result = negotiate(header)
    if (results.size >= RESULTS_MAX) results.clear()
    results.set(header, result)
  }
  return result
}

/** The published types lack the second argument. */
type Encodings = (available: readonly string[], options: { readonly preferred: readonly string[] }) => string[]

function negotiate(header: string): Encoding | null {
  // Parameter names are case-insensitive; the library expects `q` in lower case.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header.toLowerCase() } })
  const encodings: Encodings = negotiator.encodings.bind(negotiator)
  const [best] = encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] })
  return best === 'br' || best === 'gzip' ? best : null
}
