// Parses the body of a batch: its options, and the method, path, body and headers of each operation (contract 7.19).
import type { Params, RequestContext } from '../../engine/definition/kind.ts'
import { parseQuery } from '../../engine/input/parse-input.ts'
import { judgeUnknownInputs, type UnknownInput } from '../../engine/input/write-inputs.ts'
import type { Route } from '../../engine/route.ts'
import { FieldError, invalidParams, mergeFieldErrors, missingParams, OTHER_FIELD_TEXTS, Problem } from '../../kernel/errors/problems.ts'
import { parseQueryString, type HttpRequest } from '../../kernel/http/http-request.ts'
import { isObject, type Inputs } from '../../kernel/http/request-parsing.ts'
import { BATCH_METHODS, BATCH_PARAMS, OPERATION_HEADERS, OPERATION_ID } from '../../engine/batch-route.ts'
import { matchPath, type MatchedPath } from './match-path.ts'

export interface BatchOperation extends MatchedPath, Pick<HttpRequest, 'query' | 'queryPairs'> {
  readonly id: string
  readonly body: Inputs
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}
export interface BatchEnvelope {
  readonly isAtomic: boolean
  readonly operations: readonly BatchOperation[]
  readonly ignored: readonly string[]
}
interface EnvelopeInputs {
  readonly params: Params
  readonly query: Inputs
  readonly body: Inputs
}

/** Throws 400 with the errors of all operations, so that a batch with an invalid operation runs none of them. */
export function parseBatch(routes: readonly Route[], { params, query, body }: EnvelopeInputs, ctx: RequestContext): BatchEnvelope {
  const known = { ...params, ...BATCH_PARAMS }
  const inQuery = parseQuery(params, query)
  const inBody = parseQuery(known, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)))
  const errors = mergeFieldErrors(inQuery.fieldErrors, inBody.fieldErrors)
  const sent = (inBody.values['operations'] ?? []) as readonly unknown[]
  const report = (path: string, error: FieldError): undefined => void (errors[path] = error)
  const operations = sent.map((each, i) => parseOperation(routes, each, (path, error) => report(`operations.${i}${path}`, error)))
  const seen = new Set<string>()
  for (const [i, operation] of operations.entries()) {
    if (!operation) continue
    if (seen.has(operation.id)) report(`operations.${i}.id`, new FieldError('not_operation_id'))
    seen.add(operation.id)
  }
  const unknown = judgeUnknownInputs(unknownInputs([...inQuery.ignored, ...inBody.ignored], Object.keys(known), sent), ctx)
  const fieldErrors = mergeFieldErrors(errors, unknown.fieldErrors)
  if (sent.length === 0 && !fieldErrors['operations']) throw missingParams(['operations'], fieldErrors)
  if (Object.keys(fieldErrors).length > 0) throw invalidParams(fieldErrors)
  return {
    isAtomic: inBody.values['atomic'] === true,
    operations: operations.filter((operation) => operation !== undefined),
    ignored: unknown.ignored,
  }
}

const OPERATION_KEYS = ['id', 'method', 'path', 'body', 'headers']
function* unknownInputs(names: readonly string[], known: readonly string[], operations: readonly unknown[]): Generator<UnknownInput> {
  for (const name of names) yield { path: '', name, known }
  for (const [i, operation] of operations.entries())
    for (const name of Object.keys(isObject(operation) ? operation : {}))
      if (!OPERATION_KEYS.includes(name)) yield { path: `operations.${i}.`, name, known: OPERATION_KEYS }
}

type Report = (path: string, error: FieldError) => undefined
/** Reports the errors of an operation by their paths in it. Returns undefined if it cannot be run. */
function parseOperation(routes: readonly Route[], sent: unknown, report: Report): BatchOperation | undefined {
  if (!isObject(sent)) return report('', notObject())
  const { id, method, path, body = {}, headers = {} } = sent
  if (typeof id !== 'string' || !OPERATION_ID.test(id)) report('.id', new FieldError('not_operation_id'))
  const isMethod = (BATCH_METHODS as readonly unknown[]).includes(method)
  if (!isMethod) report('.method', new FieldError('not_choice', { words: BATCH_METHODS.join(', ') }))
  const isBody = body === null || isObject(body)
  if (!isBody) report('.body', notObject())
  if (isBody && isSent(body?.['dry_run'])) report('.body.dry_run', unknownInput())
  const target = isMethod && typeof path === 'string' ? matchTarget(routes, method as Route['method'], path) : null
  if (isMethod && !target) report('.path', new FieldError('not_operation'))
  if (!isMethod && typeof path !== 'string') report('.path', new FieldError('not_operation'))
  if (target && isSent(target.query['dry_run'])) report('.path', unknownInput())
  const parsedHeaders = parseHeaders(headers, report)
  if (!target || !isBody || !parsedHeaders || typeof id !== 'string') return undefined
  return { ...target, id, body: body ?? {}, headers: parsedHeaders }
}
/** The dry run is an option of the whole batch. An operation that asks for one must not be stored. */
const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function matchTarget(routes: readonly Route[], method: Route['method'], url: string) {
  const matched = matchPath(routes, method, url.split('?', 1)[0] ?? '')
  if (!matched) return null
  try {
    return { ...matched, ...parseQueryString(url) }
  } catch (error) {
    // The query string has too many parameters.
    if (error instanceof Problem) return null
    throw error
  }
}

/** No client needs more characters in one of these headers. */
const HEADER_MAX = 1_000
const HEADERS_MAX = 10
function parseHeaders(sent: unknown, report: Report): Record<string, string> | undefined {
  if (sent === null) return {}
  if (!isObject(sent)) return report('.headers', notObject())
  if (Object.keys(sent).length > HEADERS_MAX) return report('.headers', new FieldError('too_many', { max: HEADERS_MAX }))
  const allowed: readonly string[] = OPERATION_HEADERS.map((name) => name.toLowerCase())
  for (const [name, value] of Object.entries(sent)) {
    if (!allowed.includes(name.toLowerCase())) report(`.headers.${name}`, unknownInput())
    else if (typeof value !== 'string') report(`.headers.${name}`, new FieldError('not_text'))
    else if (value.length > HEADER_MAX) report(`.headers.${name}`, new FieldError('too_long', { max: HEADER_MAX }))
  }
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), String(value)]))
}
const notObject = (): FieldError => new FieldError('not_object', {}, OTHER_FIELD_TEXTS.not_json_object)
const unknownInput = (): FieldError => new FieldError('unknown', {}, OTHER_FIELD_TEXTS.unknown_input)
