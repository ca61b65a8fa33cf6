// Examples of the document: answers that a server gave to a small calendar, kept in server/examples. A test gives them anew and compares.
import { readFileSync } from 'node:fs'

export const EXAMPLES = JSON.parse(readFileSync(new URL('../../../examples/answers.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, unknown>
>
