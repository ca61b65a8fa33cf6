// Examples of the OpenAPI document: recorded responses in server/examples. A test regenerates and compares them.
import { readFileSync } from 'node:fs'

export const EXAMPLES = JSON.parse(readFileSync(new URL('../../../examples/answers.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, unknown>
>
