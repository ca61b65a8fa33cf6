// Every error code of the API with its HTTP status and its English message. The catalogs in server/locales contain the translations.

/** Errors of whole requests. */
export const PROBLEMS = {
  rest_no_route: { status: 404, text: 'No route was found for this URL.' },
  rest_invalid_namespace: { status: 404, text: 'This namespace does not exist.' },
  rest_method_not_allowed: { status: 405, text: 'This URL does not support the request method.' },
  rest_invalid_json: { status: 400, text: 'The request body is not valid JSON.' },
  rest_unsupported_media_type: { status: 415, text: 'The request body must be JSON or a URL-encoded form.' },
  rest_body_too_large: { status: 413, text: 'The request body is too large.' },
  rest_invalid_form: { status: 400, text: 'The form data is invalid.' },
  rest_bad_url: { status: 400, text: 'The URL is invalid.' },
  rest_timeout: { status: 408, text: 'The server timed out while waiting for the request.' },
  rest_uri_too_long: { status: 414, text: 'The URL is too long.' },
  rest_headers_too_large: { status: 431, text: 'The request headers are too large.' },
  rest_missing_callback_param: { status: 400, text: 'Missing parameters: {names}.' },
  rest_invalid_param: { status: 400, text: 'Invalid parameters: {names}.' },
  rest_unauthorized: { status: 401, text: 'Invalid credentials.' },
  rest_two_credentials: { status: 400, text: 'Send either a session cookie or an Authorization header, not both.' },
  rest_cross_origin: { status: 403, text: 'Only pages of this calendar may send this request.' },
  rest_sign_in_needs_https: { status: 403, text: 'Sign-in requires HTTPS. Set up TLS, and set PUBLIC_URL to the https URL.' },
  rest_sign_in_failed: { status: 401, text: 'The login or the password is wrong.' },
  rest_sign_in_method_off: { status: 403, text: 'This calendar does not offer this way to sign in.' },
  rest_session_required: { status: 403, text: 'Only a person who is signed in can do this. A token cannot.' },
  rest_passkey_not_found: { status: 404, text: 'The passkey was not found.' },
  rest_too_many_passkeys: { status: 409, text: 'A user cannot have more than {max} passkeys.' },
  rest_link_expired: { status: 410, text: 'This link was used or has expired. Request a new one.' },
  rest_user_not_found: { status: 404, text: 'The user was not found.' },
  rest_second_factor_on: { status: 409, text: 'The second factor is already on. Turn it off first.' },
  rest_second_factor_off: { status: 409, text: 'The second factor is not on.' },
  rest_calendar_has_users: { status: 409, text: 'The calendar has users already. Ask an administrator for an invitation.' },
  rest_not_invited: { status: 409, text: 'The user has accepted an invitation already, or is disabled.' },
  rest_user_exists: { status: 409, text: 'A user with this login or email address already exists.' },
  rest_user_has_records: {
    status: 409,
    text: 'The user is the author of records. Choose the user who becomes their author with `reassign`.',
  },
  rest_last_administrator: { status: 409, text: 'The last administrator cannot be removed, disabled or given another role.' },
  rest_session_not_found: { status: 404, text: 'The session was not found.' },
  rest_token_not_found: { status: 404, text: 'The token was not found.' },
  rest_forbidden: { status: 403, text: 'You do not have permission to perform this operation.' },
  rest_not_found: { status: 404, text: 'The record was not found.' },
  rest_cursor_expired: { status: 410, text: 'This cursor is no longer valid. Read the lists again, and start with a new cursor.' },
  rest_change_not_found: { status: 404, text: 'The change was not found.' },
  rest_version_not_found: { status: 404, text: 'The change log does not have this version of the record.' },
  rest_webhook_not_found: { status: 404, text: 'The webhook was not found.' },
  rest_delivery_not_found: { status: 404, text: 'The delivery was not found.' },
  rest_too_many_webhooks: { status: 422, text: 'A user cannot have more than {max} webhooks.' },
  rest_source_not_found: { status: 404, text: 'The source was not found.' },
  rest_run_not_found: { status: 404, text: 'The run was not found.' },
  rest_run_active: { status: 409, text: 'The source has a run that has not ended.' },
  rest_run_ended: { status: 409, text: 'The run has ended, or it is being undone.' },
  rest_run_not_undoable: { status: 409, text: 'Only a run that has ended and has written records can be undone, and only once.' },
  rest_too_many_sources: { status: 422, text: 'A user cannot have more than {max} sources.' },
  rest_working_copy_not_found: { status: 404, text: 'The record has no working copy.' },
  rest_working_copy_taken: { status: 409, text: 'The record has a working copy of another user.' },
  rest_working_copy_conflicts: { status: 412, text: 'The record was changed since, in fields that the working copy changes too.' },
  rest_nothing_to_review: { status: 409, text: 'Neither the record nor a working copy of it was submitted.' },
  rest_submissions_off: { status: 403, text: 'This calendar does not accept submissions.' },
  rest_submissions_full: { status: 503, text: 'Too many submissions are waiting. Try again later.' },
  rest_submission_closed: { status: 409, text: 'The submission can no longer be corrected.' },
  rest_in_trash: { status: 410, text: 'The record is in the trash.' },
  rest_protected: { status: 403, text: 'This record is protected by a password.' },
  term_exists: { status: 409, text: 'A term with this name already exists.' },
  rest_in_use: { status: 409, text: 'The picture is used by a record. Remove it from the record first.' },
  rest_slug_taken: { status: 409, text: 'This slug is already in use.' },
  rest_external_id_taken: { status: 409, text: 'This external ID is already in use.' },
  rest_changed_since: { status: 409, text: 'Some records were changed after this change.' },
  rest_undo_too_large: { status: 422, text: 'A change of more than {max} records cannot be undone.' },
  rest_precondition_failed: { status: 412, text: 'The record has changed since you read it.' },
  rest_failed_dependency: { status: 424, text: 'The operation was not stored because another operation of the batch failed.' },
  rest_idempotency_conflict: { status: 422, text: 'This Idempotency-Key was already used with a different request.' },
  rest_idempotency_running: { status: 409, text: 'A request with this Idempotency-Key is still in progress.' },
  rest_idempotency_erased: {
    status: 409,
    text: 'The response stored for this Idempotency-Key was erased because a record in it was permanently deleted.',
  },
  rest_too_many_requests: { status: 429, text: 'Too many requests. Try again later.' },
  rest_overloaded: { status: 503, text: 'The service is overloaded. Try again later.' },
  rest_outcome_unknown: {
    status: 503,
    text: 'The server cannot determine whether the write was stored. Repeat the request only with the same Idempotency-Key or If-Match.',
  },
  rest_media_unavailable: { status: 503, text: 'Pictures are temporarily unavailable. Try again later.' },
  rest_internal_error: { status: 500, text: 'An internal error occurred. It has been logged.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly text: string }>>
export type ProblemCode = keyof typeof PROBLEMS

/** Messages for causes that share the code of another problem. Version 1 of the API does not add codes. */
export const OTHER_TEXTS = {
  rest_forbidden: 'Authentication is required.',
  rest_sign_in_failed: 'The passkey was not accepted.',
  rest_precondition_failed: 'A record with this external ID already exists.',
  rest_overloaded: 'The service is temporarily unavailable. Try again later.',
} as const satisfies Partial<Record<ProblemCode, string>>

/** Errors of single parameters. */
export const FIELD_ERRORS = {
  not_text: 'The value must be a string.',
  too_long: 'The value must not exceed {max} characters.',
  too_deep: 'HTML elements must not be nested more than {max} levels deep.',
  too_complex: 'The HTML takes too long to process.',
  bad_characters: 'The value contains invalid characters.',
  not_integer: 'The value must be an integer.',
  not_number: 'The value must be a number.',
  out_of_range: 'The value must be between {min} and {max}.',
  not_box: 'The value must be west, south, east and north, in degrees, separated by commas.',
  not_boolean: 'The value must be true or false.',
  not_choice: 'The value must be one of: {words}.',
  not_moment: 'The value must be a valid date and time.',
  not_day: 'The value must be a date of the form YYYY-MM-DD.',
  not_time: 'The value must be a time of the form HH:MM.',
  not_zone: 'The value must be an IANA time zone name or an offset of the form UTC±H.',
  not_locale: 'The value must be the BCP 47 code of a locale, such as en-US.',
  not_url: 'The value must be an absolute HTTP or HTTPS URL.',
  not_https: 'The value must be an absolute HTTPS URL.',
  weak_password: 'The password is easy to guess. Use a longer one, such as four or more unrelated words.',
  wrong_password: 'The current password is wrong.',
  not_solution: 'The value must solve a challenge of this calendar that has not expired and was not used before.',
  not_passkey: 'The value must be the response of a browser to the options of a passkey, and the options must not have expired.',
  not_login: 'A login must have 1 to 100 characters and must not contain spaces or colons.',
  too_short: 'The value must have at least {min} characters.',
  not_email: 'The value must be a valid email address.',
  not_list: 'The value must be a list.',
  too_many: 'No more than {max} items are allowed.',
  not_object: 'The value must be an object whose values are strings, numbers or booleans.',
  not_external_ids: 'The value must be an object that maps sources to external IDs.',
  not_source: 'A source must start with a letter or digit and have at most 64 characters from a-z, 0-9, period, underscore and hyphen.',
  not_token: 'The value must be a consistency token that the server returned.',
  not_external_key: 'The value must be a source and an ID, separated by a colon.',
  not_path: 'The value must match the external ID in the path of the request.',
  not_image: 'The value must be the ID of an uploaded picture or the URL of a picture that the server can fetch.',
  not_focal_point: 'The value must be an object with x and y, both numbers between 0 and 1.',
  not_file: 'The value must be an uploaded file.',
  not_picture: 'The picture must be in JPEG, PNG, WebP, GIF or AVIF format.',
  too_many_pixels: 'The picture must not exceed {max} megapixels.',
  too_hard: 'The picture takes too much time or memory to process.',
  not_fetched: 'The picture could not be fetched from this URL.',
  not_operation: 'The value must be the path of a write on a record.',
  not_operation_id: 'The value must be unique in the batch, and consist of 1 to 64 letters, digits, underscores and hyphens.',
  not_record: 'The value must be a record ID or a record object.',
  wrong_code: 'The code is not correct. Check the time of your device, and enter the current code.',
  required: 'The value must not be empty.',
  empty_slug: 'The value contains no characters that are allowed in a slug.',
  unknown: 'The referenced record does not exist.',
  unknown_name: 'No record has this name, and you do not have permission to create one.',
  merge_into_itself: 'A record cannot be merged into itself or into one of its descendants.',
  cycle: 'A record cannot be its own ancestor.',
  backwards: 'The end must not be before the start.',
  same_start: 'The value requires a start that differs from the previous one.',
  not_recurrence: 'The recurrence is not valid: {detail}.',
  too_many_steps: 'The recurrence takes more than {max} steps to compute.',
  no_dates: 'The recurrence has no dates.',
  not_movable: 'The pattern cannot be moved in this way. Send `recurrence` instead.',
  last_date: 'The last date of a series cannot be deleted. Delete the series instead.',
  not_on_date: 'A single date of a series cannot have a value of its own. Use the scope `all`.',
  not_date: 'Only a date of a series can be reset.',
  not_translated: 'The record does not have a translation of this text into the language of the request.',
  not_in_copy: 'A working copy cannot have this value. Change the record itself.',
  disagree: 'The two dates must represent the same point in time.',
  together: 'These parameters must be sent together.',
  required_with: 'This is required with `{name}`.',
  not_with: 'This cannot be combined with `{name}`.',
  not_cursor: 'This must be the `next_cursor` of a previous response.',
  other_list: 'This cursor belongs to a list with other filters or in another order.',
  not_feed_cursor: 'This must be `now`, or the `next` or the `cursor` of a previous response.',
  other_feed: 'This cursor belongs to a feed of other kinds.',
  ignored: 'Unknown parameter.',
} as const satisfies Readonly<Record<string, string>>
export type FieldErrorCode = keyof typeof FIELD_ERRORS

/** Messages for causes that share the code `unknown` or `not_object`. */
export const OTHER_FIELD_TEXTS = {
  unknown_input: 'Unknown parameter.',
  not_json_object: 'The value must be an object.',
  misspelled_input: 'Unknown parameter. Did you mean {name}?',
} as const
export type MessageValues = Readonly<Record<string, string | number>>

/** The error of one parameter. */
export class FieldError {
  readonly code: FieldErrorCode
  readonly values: MessageValues
  /** The English message. */
  readonly text: string
  constructor(code: FieldErrorCode, values: MessageValues = {}, text: string = FIELD_ERRORS[code]) {
    this.code = code
    this.values = values
    this.text = text
  }
}
export type FieldErrors = Readonly<Record<string, FieldError>>
/** Merges errors by parameter. The object has no prototype, because clients choose some of the names. */
export const mergeFieldErrors = (...parts: readonly (FieldErrors | undefined)[]): Record<string, FieldError> =>
  Object.assign(Object.create(null) as Record<string, FieldError>, ...parts) as Record<string, FieldError>

/** Names of the rate limits, for metrics. */
export const RATE_LIMIT_NAMES = [
  'anonymous',
  'caller',
  'files',
  'failed_logins',
  'password_guesses',
  'sign_ins',
  'mail',
  'submissions',
  'live_readers',
] as const
export type RateLimitName = (typeof RATE_LIMIT_NAMES)[number]
/** Reasons for a 503, for metrics. */
export const UNAVAILABLE_REASONS = [
  'event_loop',
  'pipelining',
  'in_flight',
  'queue_full',
  'queue_timeout',
  'request_bodies',
  'deadline',
  'database',
  'conflict',
  'outcome',
  'html_workers',
  'password_strength',
  'encoder',
  'egress',
  'media',
  'live_readers',
] as const
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number]

interface Details {
  /** The code in the response, if it contains the name of a kind. */
  readonly wireCode?: string
  readonly status?: number
  /** An English message that replaces the message of the code. */
  readonly text?: string
  readonly values?: MessageValues
  readonly data?: Readonly<Record<string, unknown>>
  readonly fieldErrors?: FieldErrors
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
  /** The limit or the reason, for metrics; it is not part of the response. */
  readonly reason?: RateLimitName | UnavailableReason
  /** The message of the log entry, if the code alone does not say what happened. */
  readonly logMessage?: string
}

/** An error that becomes an HTTP error response when a handler throws it. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly text: string
  readonly details: Details
  constructor(code: ProblemCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = details.wireCode ?? (code.startsWith('rest_idempotency_') ? 'rest_idempotency_conflict' : code)
    this.status = details.status ?? PROBLEMS[code].status
    this.text = details.text ?? PROBLEMS[code].text
    this.details = details
  }
}

export const invalidParams = (fieldErrors: FieldErrors): Problem =>
  new Problem('rest_invalid_param', { fieldErrors, values: { names: Object.keys(fieldErrors).join(', ') } })
/** `fieldErrors` are errors of other parameters of the request. One response reports all of them (contract 2.8). */
export const missingParams = (names: readonly string[], fieldErrors: FieldErrors = {}): Problem =>
  new Problem('rest_missing_callback_param', {
    values: { names: names.join(', ') },
    data: { params: names },
    fieldErrors: { ...fieldErrors, ...Object.fromEntries(names.map((name) => [name, new FieldError('required')])) },
  })
/** Returns 401 for an anonymous caller, who may retry with credentials, and 403 for an authenticated one. */
export const forbidden = (isAnonymous: boolean): Problem =>
  new Problem('rest_forbidden', isAnonymous ? { status: 401, text: OTHER_TEXTS.rest_forbidden } : {})

/** Random seconds, so that refused clients do not all return at the same time. */
const retryAfter = (): string => String(1 + Math.floor(Math.random() * 4))
export const overloaded = (reason: UnavailableReason, cause?: unknown): Problem =>
  new Problem('rest_overloaded', { headers: { 'retry-after': retryAfter() }, cause, reason })
export const databaseUnavailable = (cause: unknown): Problem =>
  new Problem('rest_overloaded', {
    text: OTHER_TEXTS.rest_overloaded,
    headers: { 'retry-after': retryAfter() },
    cause,
    reason: 'database',
    logMessage: 'database unavailable',
  })
/** The only 503 after which something may have been stored. */
export const outcomeUnknown = (cause: unknown): Problem =>
  new Problem('rest_outcome_unknown', {
    headers: { 'retry-after': retryAfter() },
    cause,
    reason: 'outcome',
    logMessage: 'outcome of a write unknown',
  })
export const mediaUnavailable = (cause: unknown): Problem =>
  new Problem('rest_media_unavailable', { headers: { 'retry-after': '30' }, cause, reason: 'media' })
