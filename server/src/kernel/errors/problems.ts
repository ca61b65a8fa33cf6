// All errors of the API, by code, with their English messages. The catalogs contain the translations.

/** Errors of a whole request. */
export const PROBLEMS = {
  rest_no_route: { status: 404, text: 'There is nothing at this address.' },
  rest_invalid_namespace: { status: 404, text: 'There is no such namespace.' },
  rest_method_not_allowed: { status: 405, text: 'This address does not take that method.' },
  rest_invalid_json: { status: 400, text: 'The body is not readable JSON.' },
  rest_unsupported_media_type: { status: 415, text: 'The body must be JSON or a URL-encoded form.' },
  rest_body_too_large: { status: 413, text: 'The body is too large.' },
  rest_invalid_form: { status: 400, text: 'The form cannot be read.' },
  rest_bad_url: { status: 400, text: 'The address cannot be read.' },
  rest_timeout: { status: 408, text: 'The request took too long to arrive.' },
  rest_uri_too_long: { status: 414, text: 'The address is too long.' },
  rest_headers_too_large: { status: 431, text: 'The headers are too large.' },
  rest_missing_callback_param: { status: 400, text: 'Required inputs are missing: {names}.' },
  rest_invalid_param: { status: 400, text: 'Some inputs are not right: {names}.' },
  rest_unauthorized: { status: 401, text: 'The credentials are not right.' },
  rest_forbidden: { status: 403, text: 'You may not do this.' },
  rest_not_found: { status: 404, text: 'There is no such record.' },
  rest_in_trash: { status: 410, text: 'The record is in the trash.' },
  rest_protected: { status: 403, text: 'This record is protected by a password.' },
  term_exists: { status: 409, text: 'There is one of this name already.' },
  rest_in_use: { status: 409, text: 'This is shown by a record; take it from there first.' },
  rest_slug_taken: { status: 409, text: 'Another record has this slug.' },
  rest_precondition_failed: { status: 412, text: 'The record has changed since you read it.' },
  rest_idempotency_conflict: { status: 422, text: 'This Idempotency-Key was used with another request.' },
  rest_idempotency_running: { status: 409, text: 'The request with this Idempotency-Key is still running.' },
  rest_idempotency_erased: {
    status: 409,
    text: 'The response stored for this Idempotency-Key was erased because a record in it was permanently deleted.',
  },
  rest_too_many_requests: { status: 429, text: 'Too many requests; please wait a little.' },
  rest_overloaded: { status: 503, text: 'The service is busy; please try again soon.' },
  rest_media_unavailable: { status: 503, text: 'Pictures cannot be stored or read at the moment; please try again later.' },
  rest_internal_error: { status: 500, text: 'Something went wrong here. It has been noted.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly text: string }>>
export type ProblemCode = keyof typeof PROBLEMS

/** Errors of one input. */
export const FIELD_ERRORS = {
  not_text: 'This must be text.',
  too_long: 'This may have at most {max} characters.',
  too_deep: 'HTML elements may be nested at most {max} levels deep.',
  too_complex: 'This HTML takes too long to process.',
  bad_characters: 'This has characters that cannot be stored.',
  not_integer: 'This must be a whole number.',
  not_number: 'This must be a number.',
  out_of_range: 'This must lie between {min} and {max}.',
  not_boolean: 'This must be true or false.',
  not_choice: 'This must be one of: {words}.',
  not_moment: 'This must be a date and time that exists.',
  not_zone: 'This must be an IANA time zone or UTC±H.',
  not_url: 'This must be an absolute http or https address.',
  not_email: 'This must be an e-mail address.',
  not_list: 'This must be a list.',
  too_many: 'This may have at most {max} items.',
  not_object: 'This must be an object of text, numbers and booleans.',
  not_image: 'This must be a stored image or an address that can be fetched.',
  not_file: 'This must be a file that is sent along.',
  not_picture: 'This is not a picture that can be read: JPEG, PNG, WebP, GIF or AVIF.',
  too_many_pixels: 'This picture is larger than {max} megapixels.',
  too_hard: 'This picture takes more time or memory to read than it may.',
  not_fetched: 'The picture could not be fetched from this address.',
  not_record: 'This must be an id, or the record itself.',
  required: 'This cannot be empty.',
  empty_slug: 'Nothing of this can be used as a slug.',
  unknown: 'There is no such record.',
  unknown_name: 'There is none of this name, and you may not create it.',
  cycle: 'A record cannot be placed under itself.',
  backwards: 'The end lies before the start.',
  disagree: 'The two dates are not the same moment.',
  together: 'These are needed together.',
  ignored: 'There is no input of this name.',
} as const satisfies Readonly<Record<string, string>>
export type FieldErrorCode = keyof typeof FIELD_ERRORS
export type MessageValues = Readonly<Record<string, string | number>>

/** The error of one input. */
export class FieldError {
  readonly code: FieldErrorCode
  readonly values: MessageValues
  constructor(code: FieldErrorCode, values: MessageValues = {}) {
    this.code = code
    this.values = values
  }
}
export type FieldErrors = Readonly<Record<string, FieldError>>
/** Merges errors by input. The result has no prototype, because clients choose some of the names. */
export const mergeFieldErrors = (...parts: readonly (FieldErrors | undefined)[]): Record<string, FieldError> =>
  Object.assign(Object.create(null) as Record<string, FieldError>, ...parts) as Record<string, FieldError>

/** Names of the rate limits, for metrics. */
export const RATE_LIMIT_NAMES = ['anonymous', 'caller', 'files', 'failed_logins', 'password_guesses'] as const
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
  'html_workers',
  'encoder',
  'egress',
  'media',
] as const
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number]

interface Details {
  /** The code in the response, if it is derived from the name of a kind. */
  readonly wireCode?: string
  readonly status?: number
  /** The English message, if a kind has its own. */
  readonly text?: string
  readonly values?: MessageValues
  readonly data?: Readonly<Record<string, unknown>>
  readonly fieldErrors?: FieldErrors
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
  /** The limit or the reason, for metrics; it is not part of the response. */
  readonly reason?: RateLimitName | UnavailableReason
}

/** An error that is thrown and sent as the response. */
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
/** `fieldErrors` are errors of other inputs, which are reported in the same response (contract 2.8). */
export const missingParams = (names: readonly string[], fieldErrors: FieldErrors = {}): Problem =>
  new Problem('rest_missing_callback_param', {
    values: { names: names.join(', ') },
    data: { params: names },
    fieldErrors: { ...fieldErrors, ...Object.fromEntries(names.map((name) => [name, new FieldError('required')])) },
  })
/** Returns 401 for an anonymous caller, and 403 for an authenticated one. */
export const forbidden = (anonymous: boolean): Problem => new Problem('rest_forbidden', anonymous ? { status: 401 } : {})
export const overloaded = (reason: UnavailableReason, cause?: unknown): Problem =>
  new Problem('rest_overloaded', { headers: { 'retry-after': String(1 + Math.floor(Math.random() * 4)) }, cause, reason })
export const mediaUnavailable = (cause: unknown): Problem =>
  new Problem('rest_media_unavailable', { headers: { 'retry-after': '30' }, cause, reason: 'media' })
