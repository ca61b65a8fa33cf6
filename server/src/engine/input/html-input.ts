// Sanitizes large HTML texts of a body in a worker thread, before the body is parsed.
import { isObject, type Inputs } from '../../kernel/http/request-parsing.ts'
import { hasMarkup } from '../../kernel/text/html.ts'
import { sanitizeInWorker } from '../../kernel/text/html-worker-pool.ts'
import type { SanitizedHtml } from '../../kernel/text/html.ts'
import { MAX_ITEMS } from '../../kernel/validation/value-types.ts'
import { HTML_MAX } from '../definition/fields.ts'
import type { Kind, Site } from '../definition/kind.ts'

/** Up to this many characters per request are sanitized on the event loop, in a few milliseconds. */
const INLINE_MAX = 8_000

/** Returns the sanitized form of every HTML text in a large body, or an empty map for a small one. */
export async function sanitizeLargeHtml(kind: Kind, body: Inputs, site: Site): Promise<SanitizedHtml> {
  const texts = new Set(htmlIn(kind, body, site))
  const total = [...texts].reduce((sum, { length }) => sum + length, 0)
  return total > INLINE_MAX ? sanitizeInWorker([...texts]) : new Map()
}

/** Yields the HTML texts in a body and in nested bodies. Texts that are too long are skipped; validation refuses them. */
function* htmlIn(kind: Kind, body: Inputs, site: Site): Generator<string> {
  for (const [name, { storage }] of Object.entries(kind.fields)) {
    const value = body[name]
    if (storage.in === 'text' && storage.html && typeof value === 'string' && value.length <= 2 * HTML_MAX && hasMarkup(value)) yield value
    const to = storage.in === 'links' && storage.create === 'body' ? site.kinds.get(storage.to) : undefined
    if (to) for (const item of [value].flat().slice(0, MAX_ITEMS)) if (isObject(item)) yield* htmlIn(to, item, site)
  }
}
