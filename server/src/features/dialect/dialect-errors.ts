// Renders errors as the original does: its codes and statuses, and its form of invalid parameters.
import { Problem } from '../../kernel/errors/problems.ts'
import { problemBody, translator } from '../../kernel/text/messages.ts'
import type { Json } from './dialect-records.ts'

interface Failed {
  readonly method: string
  readonly kind: string
  readonly isBySlug: boolean
  readonly language: string
}
interface FailedResponse {
  readonly status: number
  readonly body: Json
}

export function renderDialectProblem(problem: Problem, failed: Failed): FailedResponse {
  const { code, status, details } = problem
  const { message, data } = problemBody(problem, translator(failed.language), false) as { message: string; data: Json }
  const refuse = (as: number, wireCode: string): FailedResponse => ({ status: as, body: { code: wireCode, message, data: { status: as } } })
  if (code === 'rest_unauthorized') return refuse(401, 'incorrect_password')
  if (code === 'term_exists') {
    const id = data['term_id']
    return { status: 400, body: { code, message, data: { status: 400, term_id: id }, additional_data: [id, id] } }
  }
  const isMissing = status === 404 && code.endsWith('-not-found') && code.startsWith('rest-')
  if ((isMissing && (failed.kind !== 'event' || failed.isBySlug)) || (code.endsWith('-is-in-trash') && failed.isBySlug))
    return invalid(message, { [failed.isBySlug ? 'slug' : 'id']: message })
  if (code.endsWith('-is-in-trash') && failed.method === 'GET')
    return refuse(403, failed.kind === 'event' ? 'event-no-longer-available' : `${failed.kind}-not-accessible`)
  const missing = (code === 'rest_missing_callback_param' ? (data['params'] as readonly string[]) : []).filter(
    (name) => !name.includes('.'),
  )
  if (missing.length > 0) return { status, body: { code, message, data: { status, params: missing } } }
  if (code === 'rest_invalid_json')
    return { status, body: { code, message, data: { status, json_error_code: 4, json_error_message: message } } }
  if (!details.fieldErrors) return refuse(status, code)
  const messages = data['details'] as Readonly<Record<string, { readonly message: string }>>
  const texts = Object.entries(details.fieldErrors).map(([name, { code: cause }]) => ({
    name: name.split('.', 1)[0] ?? '',
    cause,
    text: messages[name]?.message ?? '',
  }))
  const types = texts.filter(({ cause }) => cause === 'not_boolean' || cause === 'not_text')
  return invalid(
    message,
    Object.fromEntries(texts.map(({ name, text }) => [name, text])),
    Object.fromEntries(types.map(({ name, text }) => [name, { code: 'rest_invalid_type', message: text, data: { param: name } }])),
  )
}
/** PHP writes an empty object as a list. */
const invalid = (message: string, params: Json, details: Json = {}): FailedResponse => ({
  status: 400,
  body: {
    code: 'rest_invalid_param',
    message,
    data: { status: 400, params, details: Object.keys(details).length === 0 ? [] : details },
  },
})
