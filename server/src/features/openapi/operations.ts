// Lists the served routes as operations: path parameters, query parameters and bodies.
import Type, { type TSchema } from 'typebox'
import { externalId, externalSource } from '../../engine/definition/external-ids.ts'
import type { Kind, Params } from '../../engine/definition/kind.ts'
import type { Route } from '../../engine/route.ts'
import { PATH_PATTERNS } from '../../kernel/http/route.ts'
import type { Action } from '../../engine/access/permissions.ts'

export interface Operation {
  readonly method: Route['method']
  readonly path: string
  readonly access: Route['access']
  readonly kind: Kind | null
  readonly action: Action | null
  readonly address: readonly { readonly name: string; readonly description: string; readonly schema: TSchema }[]
  readonly params: Params
  /** The kind whose fields the body takes. */
  readonly body: Kind | null
  /** The inputs of the body, if they are not the fields of a kind. */
  readonly bodyParams: Params | null
  /** The response of this operation, if it differs from that of other routes with the same action. */
  readonly response: Route['response'] | null
  /** Whether the body may contain a file. */
  readonly file: boolean
}

export const listOperations = (routes: readonly Route[]): Operation[] =>
  routes.map(({ method, path, access, params, acceptsBody, bodyParams = null, acceptsFile = false, response: gives = null }) => {
    const { kind, action } = typeof access === 'string' ? { kind: null, action: null } : access
    return {
      method,
      path,
      access,
      kind,
      action,
      params,
      body: acceptsBody && !bodyParams ? kind : null,
      bodyParams,
      file: acceptsFile,
      address: addressOf(path),
      response: gives,
    }
  })

/** A path as the index writes it. */
export const routePattern = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `(?P<${name}>${PATH_PATTERNS[name] ?? '[^/]+'})`)

/** Whether an operation creates a record or updates the existing one. */
export const isUpsert = ({ method, action }: Operation): boolean => method === 'PUT' && action === 'create'

const addressOf = (path: string): Operation['address'] => PATH_PARAMETERS.filter(({ name }) => path.includes(`{${name}}`))
const PATH_PARAMETERS: Operation['address'] = [
  { name: 'id', description: 'Record ID.', schema: Type.Integer({ minimum: 0 }) },
  { name: 'slug', description: 'URL slug, in any language.', schema: Type.String({ minLength: 1 }) },
  {
    name: 'date',
    description:
      'Local day on which the date originally starts, such as `2027-02-04`. If the day has several dates, `2027-02-04T1800` names one of them.',
    schema: Type.String({ pattern: `^${PATH_PATTERNS['date']}$` }),
  },
  { name: 'version', description: 'Version of the record.', schema: Type.Integer({ minimum: 0 }) },
  { name: 'delivery_id', description: 'ID of the delivery.', schema: Type.Integer({ minimum: 0 }) },
  { name: 'run_id', description: 'ID of the run.', schema: Type.Integer({ minimum: 0 }) },
  {
    name: 'change_id',
    description: 'ID of the change, as in `X-Change-Id`.',
    schema: Type.String({ pattern: `^${PATH_PATTERNS['change_id']}$` }),
  },
  { name: 'source', description: 'Name of the other system.', schema: externalSource.schema },
  { name: 'external_id', description: 'ID of the record in the other system, percent-encoded.', schema: externalId.schema },
]
