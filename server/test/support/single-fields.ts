// The fields that only the response for one record contains.
import { kinds } from '../../src/resources/index.ts'

export const SINGLE_FIELDS: readonly string[] = [
  ...new Set(
    kinds.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { onlyIn }]) => (onlyIn === 'single' || onlyIn === 'named' ? [name] : [])),
    ),
  ),
]
