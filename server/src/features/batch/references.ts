// References from an operation of a batch to the records that earlier operations returned (contract 7.19).
import { FieldError, invalidParams, mergeFieldErrors, Problem } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { BatchOperation } from './envelope.ts'

/** The ids of the records that the operations before this one returned. Null stands for a failed operation. */
export type ReturnedIds = ReadonlyMap<string, number | null>

/**
 * Replaces all references of an operation by ids. Throws 400 if one of them does not name an earlier operation, and 424 if that operation
 * failed.
 */
export function resolveBatchReferences({ params, pathReference, body }: BatchOperation, returned: ReturnedIds) {
  const errors = mergeFieldErrors()
  let dependsOnFailed = false
  const resolve = (path: string, reference: unknown): number | null => {
    const id = typeof reference === 'string' ? returned.get(reference) : undefined
    if (id === undefined) errors[path] = new FieldError('unknown')
    if (id === null) dependsOnFailed = true
    return id ?? null
  }
  const walk = (path: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item, i) => walk(`${path}.${i}`, item))
    if (Object.hasOwn(value, '$ref')) return resolve(path, Object.keys(value).length === 1 ? (value as { $ref: unknown }).$ref : null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(`${path}.${name}`, inner)]))
  }
  const resolvedBody: Inputs = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, walk(name, value)]))
  const path = pathReference === null ? params : { ...params, id: String(resolve('path', pathReference)) }
  if (Object.keys(errors).length > 0) throw invalidParams(errors)
  if (dependsOnFailed) throw new Problem('rest_failed_dependency')
  return { path, body: resolvedBody }
}

/** Returns the id of the record in the response to an operation, or in the response to its dry run. */
export function returnedId(body: string): number {
  const parsed = JSON.parse(body) as { readonly id?: number; readonly record?: { readonly id: number } }
  return parsed.id ?? parsed.record?.id ?? 0
}
