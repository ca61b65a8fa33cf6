// POST {ns}/batch: its place in the table of routes and the schemas of its body and response (contract 7.19).
import Type from 'typebox'
import { param } from './definition/resource.ts'
import type { Params, Site } from './definition/kind.ts'
import { writeParams } from './input/write-inputs.ts'
import type { Route } from './route.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import * as values from '../kernel/validation/value-types.ts'

export const BATCH_PATH = '/batch'
export const MAX_OPERATIONS = 100
export const BATCH_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Headers that an operation may have. All other headers are those of the batch. */
export const OPERATION_HEADERS = ['If-Match', 'If-None-Match', 'Idempotency-Key', 'Prefer'] as const
export const OPERATION_ID = /^[A-Za-z0-9_-]{1,64}$/

const OPERATION = Type.Object(
  {
    id: Type.String({ pattern: OPERATION_ID.source }),
    method: Type.String({ enum: [...BATCH_METHODS] }),
    path: Type.String({ minLength: 1 }),
    body: Type.Record(Type.String(), Type.Unknown()),
    headers: Type.Object(Object.fromEntries(OPERATION_HEADERS.map((name) => [name, Type.String()])), { required: [] }),
  },
  { required: ['id', 'method', 'path'] },
)
const operationList: values.ValueType<readonly unknown[]> = {
  schema: Type.Array(OPERATION, { minItems: 1, maxItems: MAX_OPERATIONS }),
  parse(value) {
    if (!Array.isArray(value)) return new FieldError('not_list')
    if (value.length === 0) return new FieldError('required')
    return value.length > MAX_OPERATIONS ? new FieldError('too_many', { max: MAX_OPERATIONS }) : value
  },
}
export const BATCH_PARAMS: Params = {
  atomic: param(values.boolean, 'Whether all operations are stored or none.', { fallback: false }),
  operations: param(
    operationList,
    'Writes on records, at most 100, in the order in which they run. `{"$ref": "id"}` in a body, and `{id}` in a path, stand for the ID of the record that an earlier operation returned.',
  ),
}
export const BATCH_RESPONSE = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      status: Type.Integer({ minimum: 200, maximum: 599 }),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.Record(Type.String(), Type.Unknown()),
    }),
    { minItems: 1, maxItems: MAX_OPERATIONS },
  ),
  failed: Type.Integer({ minimum: 0, maximum: MAX_OPERATIONS }),
})

/** The server runs each operation as a separate request, so the route itself has no handler. */
export const batchRoute = (site: Site): Route => ({
  method: 'POST',
  path: BATCH_PATH,
  access: 'writers',
  params: writeParams(site),
  acceptsBody: true,
  bodyParams: BATCH_PARAMS,
  handle: () => Promise.reject(new Error('A batch is not handled as a single write.')),
})
