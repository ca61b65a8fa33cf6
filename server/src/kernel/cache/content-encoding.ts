// Negotiates the content encoding of a response from the Accept-Encoding header (RFC 9110 12.5.3).
import Negotiator from 'negotiator'
import { memoize } from './memoize.ts'

export type Encoding = 'br' | 'gzip'

/** A longer header counts as absent. Browsers send about thirty characters. */
const HEADER_MAX = 500
/** Results are cached, because clients send few different headers. */
const RESULTS_MAX = 200

/** Returns the best encoding that an Accept-Encoding header accepts, or null for identity. */
export function negotiateEncoding(header: string | undefined): Encoding | null {
  if (header === undefined || header.length > HEADER_MAX) return null
  return negotiate(header)
}

/** The published types lack the second argument. */
type Encodings = (available: readonly string[], options: { readonly preferred: readonly string[] }) => string[]

const negotiate = memoize(RESULTS_MAX, (header): Encoding | null => {
  // Parameter names are case-insensitive; the library expects `q` in lower case.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header.toLowerCase() } })
  const encodings: Encodings = negotiator.encodings.bind(negotiator)
  const [best] = encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] })
  return best === 'br' || best === 'gzip' ? best : null
})
