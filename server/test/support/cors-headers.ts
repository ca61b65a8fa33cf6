// The response headers that scripts of other origins can read (contract 3.12), and the headers of this service that they need not read.
import { COMMON_HEADERS } from '../../src/kernel/http/error-responses.ts'

const exposed = new Set((COMMON_HEADERS['access-control-expose-headers'] ?? '').toLowerCase().split(', '))
/** Headers that are not exposed, each with the reason. */
const NOT_EXPOSED: Readonly<Record<string, string>> = {
  'x-content-type-options': 'The browser applies it before a script sees the response.',
  'x-accel-buffering': 'It addresses proxies.',
  xkey: 'It addresses CDNs, which remove it.',
}
/** Headers that this service defines, or that the Fetch standard does not let scripts read without being exposed. */
const NEEDS_EXPOSURE = /^x|^(etag|location|link|retry-after|idempotent-|preference-|ratelimit|content-disposition)/

/** Whether scripts of other origins can read a header, or need not read it. */
export const isReadableByScripts = (name: string): boolean =>
  !NEEDS_EXPOSURE.test(name) || exposed.has(name) || Object.hasOwn(NOT_EXPOSED, name)
