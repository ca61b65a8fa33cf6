// Builds the responses of an operation: statuses, headers, schemas and examples.
import type { Site } from '../../engine/definition/kind.ts'
import { isLinked } from '../../engine/definition/resource.ts'
import { MINIMUM_ROLES } from '../../engine/access/permissions.ts'
import { BATCH_PATH } from '../../engine/batch-route.ts'
import { CHANGES_PATH, STREAM_PATH } from '../../engine/changes-route.ts'
import { UNDO_PATH } from '../../engine/history-routes.ts'
import type { Translate } from '../../kernel/text/messages.ts'
import { INVENTORY_TYPE } from '../../engine/list/inventory.ts'
import { errorsOfOperation, problemSchemaName, type ErrorCode } from './error-catalog.ts'
import { EXAMPLES } from './examples.ts'
import { isUpsert, type Operation } from './operations.ts'
import {
  closed,
  componentName,
  dryRunSchemaName,
  effectSchemaName,
  inventoryName,
  inventorySchema,
  isDryRunSchema,
  schemaRef,
  type Schema,
} from './schemas.ts'

export function buildResponses(op: Operation, site: Site, say: Translate): Schema {
  const isNew = op.action === 'create'
  const name = answerOf(op)
  const kept = isRead(op) ? [...KEPT, ...(isPurged(op) ? purgeHeaders(site) : [])] : []
  const answer = (text: string, names: readonly string[] = [name]): Schema => ({
    description: say(text),
    headers: headers([...headersOf(op), ...kept, ...(names.some(isDryRunSchema) ? ['X-Dry-Run'] : []), ...EVERYWHERE]),
    content: op.response
      ? { [op.response.type]: { schema: closed(op.response.schema, site), ...examples([op.response.name]) } }
      : { 'application/json': { schema: anyOf(names), ...examples(names) } },
    ...inventoryContent(op),
  })
  const dryRun = op.kind ? [dryRunSchemaName(op.kind)] : []
  const withEffect = op.kind?.listing ? [effectSchemaName(op.kind)] : []
  const good: Schema = isNew
    ? {
        '200': isUpsert(op)
          ? answer('The record, or the result of a dry run.', [name, ...withEffect, ...dryRun])
          : op.file
            ? answer('The existing record, or the result of a dry run.', [name, ...dryRun])
            : answer('The result of a dry run.', dryRun),
        '201': answer('The created record.'),
      }
    : {
        [String(op.response?.status ?? 200)]: isWrite(op)
          ? answer('The record, or the result of a dry run.', [name, ...withEffect, ...dryRun])
          : answer(successText(op)),
      }
  if (isRead(op)) good['304'] = { description: say('Not modified.'), headers: headers([...kept, ...EVERYWHERE]) }
  const moved = redirectText(op, site)
  if (moved)
    good['308'] = {
      description: say(moved),
      headers: headers(['Location', ...EVERYWHERE]),
      content: { 'application/json': { schema: schemaRef('Moved'), ...examples(['Moved']) } },
    }
  const bad = [...errorsOfOperation(op)].map(([status, codes]) => [
    String(status),
    { $ref: `#/components/responses/${nameOfError(status, codes)}` },
  ])
  return { ...good, ...Object.fromEntries(bad) }
}
/** Why the operation may redirect, or null. */
function redirectText({ action, response, kind, path }: Operation, site: Site): string | null {
  if (path.includes('{date}')) return 'The date belongs to another series since its series was split.'
  return action === 'read' && !response && kind && isLinked(kind, site.kinds) ? 'The record was merged into another one.' : null
}
function successText({ action, kind, path, response }: Operation): string {
  if (action === 'list') return response ? 'The matching records.' : 'One page of records.'
  if (path === BATCH_PATH) return 'The result of each operation.'
  if (action === 'history') return 'One page of changes.'
  return kind && action !== 'proposal' && action !== 'propose' ? 'The record.' : 'Successful response.'
}
const isWrite = ({ action }: Operation): boolean => action !== null && ['change', 'remove', 'merge', 'reset', 'restore'].includes(action)
const isRead = ({ method, path }: Operation): boolean => method === 'GET' && path !== STREAM_PATH
/** Surrogate keys are sent to anonymous callers only, so operations that require a role never send them. */
const isPurged = ({ kind, action }: Operation): boolean =>
  kind !== null && action !== null && MINIMUM_ROLES[kind.access][action] === 'anonymous'
const purgeHeaders = ({ surrogateKeys: purging }: Site): string[] =>
  Object.keys(PURGING).filter((name) => purging.headers.includes(name.toLowerCase()))

/** An inventory is described in an extension: as another content of the list, it would be part of the type that generated clients give to lists. */
function inventoryContent({ kind, action, response }: Operation): Schema {
  if (!kind || action !== 'list' || response) return {}
  const example = { value: EXAMPLES[inventoryName(kind)] }
  return { 'x-content': { [INVENTORY_TYPE]: { schema: inventorySchema(kind), examples: { inventory: example } } } }
}
function answerOf({ kind, action, path }: Operation): string {
  if (!kind) return { '': 'Root', '/me': 'Me', [BATCH_PATH]: 'Batch' }[path] ?? 'Document'
  return action === 'list' ? `${kind.name}_list` : componentName(kind, action === 'read' ? 'single' : 'listed')
}

/** Components for every error response, including those that no single operation returns, such as 404 for an unknown path. */
export function errorResponses(ops: readonly Operation[], codes: readonly ErrorCode[], say: Translate): Schema {
  const found: Schema = {}
  const add = (status: number, own: readonly string[]): void => {
    const told = own.flatMap((name) => codes.filter(({ code }) => code === name))
    found[nameOfError(status, own)] ??= errorResponse(status, told, say)
  }
  add(404, ['rest_no_route'])
  add(405, ['rest_method_not_allowed'])
  for (const op of ops) for (const [status, own] of errorsOfOperation(op)) add(status, own)
  return found
}
/** Names of the responses with status 400, by the most specific code that each can carry. */
const INVALID: readonly (readonly [code: string, name: string])[] = [
  ['rest_invalid_form', 'InvalidUpload'],
  ['rest_missing_callback_param', 'InvalidCreate'],
  ['rest_invalid_json', 'InvalidWrite'],
  ['rest_invalid_param', 'InvalidRequest'],
]
/** Such as `EventNotFound` or `UnauthorizedOrForbidden`. */
function nameOfError(status: number, codes: readonly string[]): string {
  const invalid = status === 400 && INVALID.find(([code]) => codes.includes(code))
  return invalid ? invalid[1] : codes.map(pascalCase).join('Or')
}
const pascalCase = (code: string): string =>
  code.replace(/^rest[-_]/, '').replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase())

function errorResponse(status: number, codes: readonly ErrorCode[], say: Translate): Schema {
  const [only, ...others] = codes
  const more = { 401: ['WWW-Authenticate'], 405: ['Allow'], 429: ['Retry-After'], 503: ['Retry-After'] }[status] ?? []
  const names = codes.map(({ code }) => code)
  return {
    description: say(only && others.length === 0 ? only.text : 'Error response with a code and a message.'),
    headers: headers([...more, 'Cache-Control', 'Content-Language', 'X-Request-Id']),
    content: {
      'application/json': { schema: anyOf(names), ...examples(names) },
      'application/problem+json': { schema: anyOf(names.map(problemSchemaName)) },
    },
  }
}

const anyOf = (names: readonly string[]): Schema => (names.length === 1 ? schemaRef(names[0] ?? '') : { anyOf: names.map(schemaRef) })
const examples = (names: readonly string[]): Schema => {
  const known = names.filter((name) => Object.hasOwn(EXAMPLES, name))
  if (known.length === 0) return {}
  return { examples: Object.fromEntries(known.map((name) => [name, { $ref: `#/components/examples/${name}` }])) }
}

const KEPT = ['ETag']
const EVERYWHERE = [
  'Cache-Control',
  'Content-Language',
  'RateLimit',
  'RateLimit-Policy',
  'X-Ignored-Parameters',
  'X-Kalends-Version',
  'X-Request-Id',
]
const OF_WRITES = [
  'Location',
  'Preference-Applied',
  'X-Change-Id',
  'X-Record-Version',
  'X-Unpublished-Links',
  'X-Reused-Records',
  'X-Possible-Duplicates',
]
const OF_ACTION: Readonly<Record<NonNullable<Operation['action']> | 'other', readonly string[]>> = {
  list: ['Link', 'X-Total', 'X-TotalPages', 'X-Unmatched-Values'],
  read: ['Last-Modified', 'Link', 'X-Unpublished-Links'],
  create: [...OF_WRITES, 'Idempotent-Replayed'],
  change: OF_WRITES,
  remove: ['Preference-Applied', 'X-Change-Id', 'X-Record-Version'],
  merge: ['Preference-Applied', 'X-Change-Id', 'X-Record-Version'],
  reset: ['Preference-Applied', 'X-Change-Id', 'X-Record-Version', 'X-Unpublished-Links'],
  history: [],
  proposal: [],
  propose: ['Preference-Applied', 'X-Change-Id', 'X-Record-Version'],
  review: ['Preference-Applied', 'X-Change-Id', 'X-Record-Version'],
  restore: ['Preference-Applied', 'X-Change-Id', 'X-Not-Restored', 'X-Record-Version'],
  other: [],
}
/** Headers of kinds whose records have dates. */
const DATED: Readonly<Record<string, readonly string[]>> = {
  list: ['X-Occurrences-Until'],
  create: ['X-Unmatched-Values'],
  change: ['X-Unmatched-Values'],
}
/** Feeds are not paginated unless the request asks for pages; records in one format only have no alternates. */
const headersOf = (operation: Operation): readonly string[] =>
  operation.method === 'GET' && ![CHANGES_PATH, STREAM_PATH].includes(operation.path)
    ? ownHeaders(operation)
    : [...ownHeaders(operation), 'X-Consistency-Token']
const ownHeaders = ({ action, kind, path, response, method }: Operation): readonly string[] => {
  if (path === BATCH_PATH) return ['Preference-Applied', 'X-Change-Id', 'X-Dry-Run']
  if (path === UNDO_PATH) return ['Preference-Applied', 'X-Change-Id']
  if (path === CHANGES_PATH) return ['Preference-Applied', 'X-Unmatched-Values']
  if (path === STREAM_PATH) return ['X-Unmatched-Values']
  if (LOCATED.includes(response?.name ?? '')) return ['Location', 'Preference-Applied']
  if (response && !kind && method !== 'GET') return ['Preference-Applied']
  const own = OF_ACTION[action ?? 'other']
  const dated = kind?.listing ? (DATED[action ?? 'other'] ?? []) : []
  if (response && action === 'list') return ['Content-Disposition', 'Last-Modified', 'X-Total', 'X-Unmatched-Values', ...dated]
  return action === 'read' && !kind?.formats ? own.filter((name) => name !== 'Link') : [...own, ...dated]
}
/** Operations without a kind whose responses have the URL of something new. */
const LOCATED = ['create_webhook', 'create_user', 'create_source', 'start_source_run']
const headers = (names: readonly string[]): Schema =>
  Object.fromEntries([...names].sort().map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Every response header. */
export const headerComponents = (site: Site, say: Translate): Schema => {
  const purging = purgeHeaders(site).map((name) => [name, PURGING[name]] as const)
  const all = [...Object.entries(HEADERS), ...purging].flatMap(([name, header]) => (header ? [[name, header] as const] : []))
  return Object.fromEntries(all.map(([name, [type, text]]) => [name, { description: say(text), schema: { type } }]))
}
type Header = readonly [type: 'string' | 'integer' | 'boolean', text: string]
const NAMES: Header = [
  'string',
  'Surrogate keys of the records in the response, for purging CDN caches. Sent only if the request has no credentials.',
]
/** Surrogate key headers, as far as the operator enabled them. */
const PURGING: Readonly<Record<string, Header>> = { 'Cache-Tag': NAMES, 'Edge-Cache-Tag': NAMES, 'Surrogate-Key': NAMES, Xkey: NAMES }
const HEADERS: Readonly<Record<string, Header>> = {
  Allow: ['string', 'Methods that this route supports.'],
  'Cache-Control': ['string', 'Caching directives.'],
  'Content-Disposition': ['string', 'Suggested name for saving the response as a file.'],
  'Content-Language': ['string', 'Language of the content.'],
  ETag: ['string', 'Entity tag of the response. For a single record, it starts with the version of the record.'],
  'Idempotent-Replayed': ['boolean', 'Whether this is the stored response to an earlier request with the same key.'],
  'Last-Modified': ['string', 'Time of the last change to the record.'],
  Link: ['string', 'URLs of the next, previous, first and last pages, and of other formats.'],
  Location: ['string', 'URL of the created record, of the record that replaced a merged one, or of a date in its present series.'],
  'Preference-Applied': ['string', 'Preference of the request that the server applied: `handling=lenient` or `wait=30`.'],
  RateLimit: ['string', 'Number of remaining requests in the current window, and number of seconds until the window resets.'],
  'RateLimit-Policy': ['string', 'Rate limit that applies to the caller.'],
  'Retry-After': ['integer', 'Number of seconds to wait before a retry.'],
  'WWW-Authenticate': ['string', 'Authentication scheme to use.'],
  'X-Change-Id': ['string', 'ID of the change. Sent if the write changed anything. The change can be undone with it.'],
  'X-Consistency-Token': [
    'string',
    'Position in the database after the request. Sent by writes and the change feed if the calendar has read replicas. A read with this header sees all that precedes it.',
  ],
  'X-Dry-Run': ['boolean', 'Sent if the request was a dry run, so nothing was stored.'],
  'X-Ignored-Parameters': ['string', 'Names of parameters that were ignored.'],
  'X-Kalends-Version': ['string', 'Version of the server that handled the request.'],
  'X-Not-Restored': ['string', 'Fields that could not be restored, because they are secret or refer to deleted records.'],
  'X-Occurrences-Until': ['string', 'Last day for which all dates of endless series are stored. Sent if the list reaches past it.'],
  'X-Possible-Duplicates': ['string', 'Existing records that a new inline record may duplicate, such as `venue=12,15`.'],
  'X-Record-Version': ['integer', 'Version of the record after the write.'],
  'X-Request-Id': ['string', 'ID of this request in the server logs.'],
  'X-Reused-Records': [
    'string',
    'Existing records that were linked instead of inline records, with the fields of the request that were not applied to them, such as `venue=12;unapplied="phone"`.',
  ],
  'X-Total': ['integer', 'Total number of records on all pages.'],
  'X-TotalPages': ['integer', 'Total number of pages.'],
  'X-Unmatched-Values': [
    'string',
    'Filter values that match no record. In the response to a write: exclusions of the series that match no date.',
  ],
  'X-Unpublished-Links': ['string', 'Linked records that are not public. Sent only to callers who may edit the record.'],
}
