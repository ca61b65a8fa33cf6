// HTML in the body of a write: large texts are cleaned in a worker thread before the body is read.
import type { Inputs } from '../kernel/bodies.ts'
import { hasMarkup } from '../kernel/html.ts'
import { cleanInThread } from '../kernel/html-cleaner.ts'
import { MAX_ITEMS, type CleanedHtml } from '../kernel/values.ts'
import { HTML_MAX } from './fields.ts'
import type { Kind, Site } from './resource.ts'

/** Up to this many characters in one request are cleaned on the event loop: a few milliseconds. */
const INLINE_MAX = 20_000

/** The cleaned form of every HTML text of a large body; empty for a small one. */
export async function cleanLargeHtml(kind: Kind, body: Inputs, site: Site): Promise<CleanedHtml> {
  const texts = new Set(htmlIn(kind, body, site))
  const total = [...texts].reduce((sum, { length }) => sum + length, 0)
  return total > INLINE_MAX ? cleanInThread([...texts]) : new Map()
}

/** HTML texts in a body and in the bodies inside it. Texts that are too long are refused unread. */
function* htmlIn(kind: Kind, body: Inputs, site: Site): Generator<string> {
  for (const [name, { place }] of Object.entries(kind.fields)) {
    const value = body[name]
    if (place.in === 'text' && place.html && typeof value === 'string' && value.length <= 2 * HTML_MAX && hasMarkup(value)) yield value
    const to = place.in === 'links' && place.create === 'body' ? site.kinds.get(place.to) : undefined
    if (to) for (const item of [value].flat().slice(0, MAX_ITEMS)) if (isBody(item)) yield* htmlIn(to, item, site)
  }
}
const isBody = (item: unknown): item is Inputs => typeof item === 'object' && item !== null && !Array.isArray(item)
