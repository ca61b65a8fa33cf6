// Sparse responses: selects the fields that a request names, and reports the inputs that it ignored.
import { encodeName, NAMES_MAX, namesHeader } from '../../kernel/http/header-values.ts'

/** Selects the fields that `_fields` names, in a record and in the records nested in it. */
export const selectFields = (value: unknown, fields: readonly string[]): unknown => selectTree(value, fieldTree(fields))

/** Tree of the parts of dotted names; null selects the whole value. */
type FieldTree = Map<string, FieldTree | null>
function fieldTree(fields: readonly string[]): FieldTree {
  const root: FieldTree = new Map()
  for (const field of fields) {
    const parts = field.split('.')
    let tree = root
    for (const [i, part] of parts.entries()) {
      const inner = tree.get(part)
      if (inner === null) break
      const next: FieldTree | null = i === parts.length - 1 ? null : (inner ?? new Map<string, FieldTree | null>())
      tree.set(part, next)
      if (next) tree = next
    }
  }
  return root
}
function selectTree(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => selectTree(item, tree))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const wanted = tree.get(name)
      return wanted === undefined ? [] : [[name, wanted === null ? inner : selectTree(inner, wanted)]]
    }),
  )
}

/** Lists the names of unknown inputs, so that no input is ignored silently (contract 2.7). */
export const ignoredParametersHeader = (names: readonly string[]): Record<string, string> =>
  namesHeader('x-ignored-parameters', names.slice(0, NAMES_MAX).map(encodeName))
