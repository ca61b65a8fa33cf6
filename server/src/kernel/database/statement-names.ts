// Names of prepared statements. The same text has the same name in every process.
import { createHash } from 'node:crypto'

const names = new Map<string, string>()
/** Returns a stable name for a statement. The map is bounded; an evicted text gets the same name again. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= 2_000) names.clear()
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}
