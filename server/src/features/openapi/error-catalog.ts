// The error catalog: every error code with the schema of its response, and the codes that each operation can return.
import type { Kind } from '../../engine/definition/kind.ts'
import { FIELD_ERRORS, PROBLEMS } from '../../kernel/errors/problems.ts'
import { BATCH_PATH } from '../../engine/batch-route.ts'
import { CHANGES_PATH, STREAM_PATH } from '../../engine/changes-route.ts'
import { UNDO_PATH } from '../../engine/history-routes.ts'
import { isUpsert, type Operation } from './operations.ts'
import { sourceErrors } from './source-operations.ts'
import { reviewOperation } from './review-operations.ts'
import { submissionErrors } from './submission-operations.ts'
import { arrayOf, mapOf, objectOf, STRING, type Schema } from './schemas.ts'

export interface ErrorCode {
  readonly code: string
  readonly statuses: readonly number[]
  /** The message in English. */
  readonly text: string
}

/** The codes on the wire, in the order of the table of problems; those of kinds carry the name of the kind. */
export function errorCatalog(kinds: readonly Kind[]): ErrorCode[] {
  const perKind: Readonly<Record<string, (kind: Kind) => readonly [string, string | undefined]>> = {
    rest_not_found: ({ name, messages }) => [`rest-${name}-not-found`, messages.missing],
    rest_in_trash: ({ name, messages }) => [`${name}-is-in-trash`, messages.trashed],
    rest_protected: ({ name, messages }) => [`${name}-password-protected`, messages.locked],
  }
  return Object.entries(PROBLEMS).flatMap(([code, { status, text }]): ErrorCode[] => {
    const named = perKind[code]
    if (named)
      return kinds.flatMap((kind) => {
        const [own, messages] = named(kind)
        const { removedDate } = kind.messages
        return [
          ...(messages ? [{ code: own, statuses: [status], text: messages }] : []),
          ...(code === 'rest_in_trash' && removedDate
            ? [{ code: `${kind.name}-occurrence-removed`, statuses: [status], text: removedDate }]
            : []),
        ]
      })
    if (code === 'rest_idempotency_running' || code === 'rest_idempotency_erased') return []
    const more = { rest_forbidden: [401, 403], rest_idempotency_conflict: [409, 422] }[code]
    return [{ code, statuses: more ?? [status], text }]
  })
}

/** The schemas of every error, in the default format and in that of RFC 9457. */
export function errorSchemas(codes: readonly ErrorCode[]): Schema {
  const both = codes.flatMap(({ code, statuses }): [string, Schema][] => {
    const own = { code: { type: 'string', enum: [code] } }
    const status = { type: 'integer', enum: [...statuses] }
    const more = DETAILS[code] ?? {}
    return [
      [code, objectOf({ ...own, message: MESSAGE, data: objectOf({ status, ...more }) })],
      [problemSchemaName(code), objectOf({ type: STRING, title: MESSAGE, status, detail: MESSAGE, ...own, ...more })],
    ]
  })
  return Object.fromEntries(both)
}
export const problemSchemaName = (code: string): string => `${code}.problem`
const MESSAGE: Schema = { type: 'string', minLength: 1 }
const FAULT = objectOf({ code: { type: 'string', enum: Object.keys(FIELD_ERRORS) }, message: MESSAGE })
/** Properties of some errors in addition to the code and the message. */
const DETAILS: Readonly<Record<string, Schema>> = {
  rest_missing_callback_param: { params: arrayOf(STRING, { minItems: 1 }), details: mapOf(FAULT) },
  rest_invalid_param: { params: mapOf(MESSAGE), details: mapOf(FAULT) },
  rest_cursor_expired: { restart: STRING },
  rest_changed_since: { records: arrayOf(objectOf({ kind: STRING, id: { type: 'integer', minimum: 1 } }), { minItems: 1 }) },
  rest_working_copy_conflicts: { conflicts: arrayOf(STRING, { minItems: 1 }) },
  term_exists: { term_id: { type: 'integer', minimum: 1 } },
}

/** The statuses that an operation can fail with, and the codes of each. */
export function errorsOfOperation(op: Operation): ReadonlyMap<number, readonly string[]> {
  const { kind, action, path, file, response } = op
  const found = new Map<number, string[]>()
  const add = (status: number, ...codes: string[]): void => void found.set(status, [...(found.get(status) ?? []), ...codes])
  for (const [status, code] of ANYWHERE) add(status, code)
  if (op.method !== 'GET') add(503, 'rest_outcome_unknown')
  if (path === '') add(404, 'rest_invalid_namespace')
  if (path === CHANGES_PATH || path === STREAM_PATH) {
    add(401, 'rest_forbidden')
    add(410, 'rest_cursor_expired')
  }
  if (path === UNDO_PATH) {
    add(404, 'rest_change_not_found')
    add(409, 'rest_changed_since', 'term_exists', 'rest_slug_taken', 'rest_external_id_taken')
    add(422, 'rest_undo_too_large')
  }
  if (path === BATCH_PATH || path === UNDO_PATH) {
    add(400, 'rest_invalid_json', ...(path === BATCH_PATH ? ['rest_missing_callback_param'] : []))
    add(401, 'rest_forbidden')
    add(403, 'rest_forbidden')
    add(405, 'rest_method_not_allowed')
    add(413, 'rest_body_too_large')
    add(415, 'rest_unsupported_media_type')
  }
  if (response && response.name in ACCOUNT_ERRORS) for (const [status, ...codes] of errorsOfAccounts(op)) add(status, ...codes)
  if (path.startsWith(WEBHOOKS_PATH)) for (const [status, ...codes] of errorsOfWebhooks(op)) add(status, ...codes)
  for (const [status, ...codes] of reviewOperation(op)?.errors ?? [...submissionErrors(op), ...sourceErrors(op)]) add(status, ...codes)
  if (!kind || !action) return sorted(found)
  const isWrite = action !== 'list' && action !== 'read' && action !== 'history' && action !== 'proposal'
  if (isWrite || (action === 'list' && kind.access !== 'term')) add(401, 'rest_forbidden')
  if (action === 'history' || action === 'proposal') {
    add(401, 'rest_forbidden')
    add(403, 'rest_forbidden')
  }
  if (action === 'list' && kind.access === 'library') add(403, 'rest_forbidden')
  // Below the root of a language that the site does not have.
  if (action === 'list') add(404, 'rest_no_route')
  if (action !== 'list' && action !== 'create') add(404, `rest-${kind.name}-not-found`)
  if (action !== 'list' && (action !== 'create' || isUpsert(op)) && kind.messages.trashed) add(410, `${kind.name}-is-in-trash`)
  if (action !== 'list' && action !== 'create' && kind.messages.removedDate) add(410, `${kind.name}-occurrence-removed`)
  if (action === 'read' && kind.messages.locked) add(403, `${kind.name}-password-protected`)
  if (!isWrite) return sorted(found)
  add(400, 'rest_invalid_json')
  add(403, 'rest_forbidden')
  add(413, 'rest_body_too_large')
  add(415, 'rest_unsupported_media_type')
  if (reviewOperation(op)) {
    if (op.method === 'POST') add(405, 'rest_method_not_allowed')
    return sorted(found)
  }
  const makesTerms = Object.values(kind.fields).some(({ storage }) => storage.in === 'links' && storage.create === 'name')
  if (action === 'restore') add(404, 'rest_version_not_found')
  const isStored = action === 'create' || action === 'change' || action === 'restore'
  if (isStored ? kind.uniqueName || makesTerms : kind.parentColumn) add(409, 'term_exists')
  if (isStored && 'external_ids' in kind.fields) add(409, 'rest_external_id_taken')
  if (isStored) add(409, 'rest_slug_taken')
  else if (kind.referencedBy) add(409, 'rest_in_use')
  if (file) add(400, 'rest_invalid_form')
  const storesImages = Object.values(kind.fields).some(({ storage }) => storage.in === 'reference' && storage.shows)
  if (file || (storesImages && isStored && action !== 'restore') || (kind.referencedBy && action === 'remove'))
    add(503, 'rest_media_unavailable')
  if (action !== 'create' || isUpsert(op)) add(412, 'rest_precondition_failed')
  if (action === 'create' || action === 'merge') add(400, 'rest_missing_callback_param')
  // X-HTTP-Method-Override can name a method that the path does not take.
  if (action === 'create' || action === 'merge' || action === 'reset' || action === 'restore') add(405, 'rest_method_not_allowed')
  if (action === 'create') {
    add(409, 'rest_idempotency_conflict')
    add(422, 'rest_idempotency_conflict')
  }
  return sorted(found)
}
const WEBHOOKS_PATH = '/webhooks'
function errorsOfWebhooks({ method, path, bodyParams }: Operation): (readonly [status: number, ...codes: string[]])[] {
  const isCreate = method === 'POST' && path === WEBHOOKS_PATH
  const isReplay = path.endsWith('/replay')
  return [
    [401, 'rest_forbidden'],
    [403, 'rest_forbidden'],
    ...(path === WEBHOOKS_PATH
      ? []
      : [[404, 'rest_webhook_not_found', ...(path.includes('{delivery_id}') ? ['rest_delivery_not_found'] : [])] as const]),
    ...(isCreate ? [[422, 'rest_too_many_webhooks'] as const] : []),
    ...(isReplay ? [[410, 'rest_cursor_expired'] as const] : []),
    ...(method === 'GET'
      ? []
      : ([
          [400, 'rest_invalid_json', ...(bodyParams && (isCreate || isReplay) ? ['rest_missing_callback_param'] : [])],
          [413, 'rest_body_too_large'],
          [415, 'rest_unsupported_media_type'],
        ] as const)),
    ...(method === 'POST' ? [[405, 'rest_method_not_allowed'] as const] : []),
  ]
}
/** The errors of the operations of accounts and for administrators, besides those of every read or write. */
const ACCOUNT_ERRORS: Readonly<Record<string, readonly (readonly [status: number, ...codes: string[]])[]>> = {
  list_sign_in_methods: [],
  sign_in: [
    [401, 'rest_sign_in_failed'],
    [403, 'rest_sign_in_method_off'],
  ],
  complete_sign_in: [
    [401, 'rest_sign_in_failed'],
    [410, 'rest_link_expired'],
  ],
  start_second_factor: [[409, 'rest_second_factor_on']],
  confirm_second_factor: [],
  replace_recovery_codes: [[409, 'rest_second_factor_off']],
  remove_second_factor: [[409, 'rest_second_factor_off']],
  confirm_email: [
    [409, 'rest_user_exists'],
    [410, 'rest_link_expired'],
  ],
  add_first_administrator: [
    [409, 'rest_calendar_has_users'],
    [410, 'rest_link_expired'],
  ],
  start_passkey_sign_in: [[403, 'rest_sign_in_method_off']],
  sign_in_with_passkey: [
    [401, 'rest_sign_in_failed'],
    [403, 'rest_sign_in_method_off'],
  ],
  list_own_passkeys: [],
  start_passkey_registration: [
    [403, 'rest_sign_in_method_off', 'rest_session_required'],
    [409, 'rest_too_many_passkeys'],
  ],
  create_own_passkey: [
    [403, 'rest_sign_in_method_off', 'rest_session_required'],
    [409, 'rest_too_many_passkeys'],
  ],
  delete_own_passkey: [
    [403, 'rest_session_required'],
    [404, 'rest_passkey_not_found'],
  ],
  sign_out: [[404, 'rest_session_not_found']],
  list_own_sessions: [],
  end_own_sessions: [],
  end_own_session: [[404, 'rest_session_not_found']],
  accept_invitation: [[410, 'rest_link_expired']],
  request_password_reset: [[403, 'rest_sign_in_method_off']],
  reset_password: [
    [403, 'rest_sign_in_method_off'],
    [410, 'rest_link_expired'],
  ],
  change_own_password: [],
  list_own_tokens: [],
  create_own_token: [],
  revoke_own_token: [[404, 'rest_token_not_found']],
  list_users: [],
  create_user: [[409, 'rest_user_exists']],
  get_user: [[404, 'rest_user_not_found']],
  update_user: [
    [404, 'rest_user_not_found'],
    [409, 'rest_user_exists', 'rest_last_administrator'],
  ],
  delete_user: [
    [404, 'rest_user_not_found'],
    [409, 'rest_user_has_records', 'rest_last_administrator'],
  ],
  invite_user: [
    [404, 'rest_user_not_found'],
    [409, 'rest_not_invited'],
  ],
  list_security_log: [],
  list_settings: [],
  get_doctor_findings: [],
  list_reviews: [],
  list_image_uses: [[404, 'rest-image-not-found']],
}
function errorsOfAccounts({ method, response, access, bodyParams }: Operation): (readonly [status: number, ...codes: string[]])[] {
  const isRequired = Object.values(bodyParams ?? {}).some(({ fallback, isOptional }) => fallback === undefined && !isOptional)
  return [
    ...(ACCOUNT_ERRORS[response?.name ?? ''] ?? []),
    ...(access === 'pages' ? [[403, 'rest_sign_in_needs_https'] as const] : []),
    ...(access === 'pages' || access === 'everyone'
      ? []
      : ([
          [401, 'rest_forbidden'],
          [403, 'rest_forbidden'],
        ] as const)),
    ...(method === 'GET'
      ? []
      : ([
          [400, 'rest_invalid_json', ...(isRequired && method !== 'PATCH' ? ['rest_missing_callback_param'] : [])],
          [413, 'rest_body_too_large'],
          [415, 'rest_unsupported_media_type'],
        ] as const)),
    ...(method === 'POST' ? [[405, 'rest_method_not_allowed'] as const] : []),
  ]
}
const sorted = (found: ReadonlyMap<number, string[]>): ReadonlyMap<number, readonly string[]> =>
  new Map([...found].sort(([a], [b]) => a - b))
const ANYWHERE: readonly (readonly [number, string])[] = [
  [400, 'rest_bad_url'],
  [400, 'rest_invalid_param'],
  [400, 'rest_two_credentials'],
  [401, 'rest_unauthorized'],
  [403, 'rest_cross_origin'],
  [408, 'rest_timeout'],
  [414, 'rest_uri_too_long'],
  [429, 'rest_too_many_requests'],
  [431, 'rest_headers_too_large'],
  [500, 'rest_internal_error'],
  [503, 'rest_overloaded'],
]
