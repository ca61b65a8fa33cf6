// The error pages: for every error code its status, its message, an example and how to fix it.
import { FIELD_ERRORS, OTHER_FIELD_TEXTS, OTHER_TEXTS, PROBLEMS, type ProblemCode } from '../../kernel/errors/problems.ts'
import type { View } from './view.ts'
import type { Translate } from '../../kernel/text/messages.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'

/** An error code of the OpenAPI document. */
export interface ErrorEntry {
  readonly code: string
  readonly statuses: readonly number[]
  readonly text: string
}
export interface DocumentedError {
  readonly code: string
  readonly statuses: readonly number[]
  readonly messages: readonly string[]
  readonly remedy: string
}

/** How to fix each error, in one or two sentences. */
export const REMEDIES: Readonly<Record<ProblemCode, string>> = {
  rest_no_route:
    'Compare the path with the API reference. IDs consist of digits only, and a language prefix must be one of the configured languages.',
  rest_invalid_namespace: 'Omit the namespace, or send the namespace of this server.',
  rest_method_not_allowed: 'Use one of the methods in the Allow response header.',
  rest_invalid_json: 'Send a JSON object encoded as UTF-8. Validate it with a JSON parser first.',
  rest_unsupported_media_type: 'Send Content-Type: application/json, or application/x-www-form-urlencoded for forms.',
  rest_body_too_large: 'Send a smaller body, or ask the operator to raise the limit.',
  rest_invalid_form:
    'Send a complete multipart/form-data body, and let your HTTP client set the Content-Type header, including the boundary.',
  rest_bad_url: 'Percent-encode reserved characters in the URL, and send a Host header.',
  rest_timeout: 'Send the complete request without pauses, or retry on a faster connection.',
  rest_uri_too_long: 'Shorten the query string. Split long lists of IDs into several requests.',
  rest_headers_too_large: 'Send fewer or shorter headers, for example without cookies of other applications on the same host.',
  rest_missing_callback_param: 'Send every parameter listed in data.params.',
  rest_invalid_param: 'Correct every parameter listed in data.params. The object data.details contains an error code for each parameter.',
  rest_unauthorized:
    'Check the token or the password. Request a new one if it was revoked or has expired. Public data can be read without credentials.',
  rest_two_credentials: 'Send the session cookie from pages, and the Authorization header from programs.',
  rest_cross_origin:
    'Send the request from a page of the calendar. Programs use a token in the Authorization header, without X-Kalends-Session.',
  rest_sign_in_needs_https:
    'Serve the calendar over HTTPS, and set PUBLIC_URL to its https URL. Without TLS, sign-in works on localhost only.',
  rest_sign_in_failed: 'Check the login and the password. Request a new password if you have forgotten it.',
  rest_sign_in_method_off: 'Use one of the ways that GET /session/methods lists. The operator chooses them with SIGN_IN_METHODS.',
  rest_session_required: 'Sign in, and send the request from a page of the calendar with the session cookie and X-Kalends-Session.',
  rest_passkey_not_found: 'List your passkeys, and use one of their IDs. The passkey may have been removed.',
  rest_too_many_passkeys: 'Remove a passkey that you no longer use.',
  rest_link_expired: 'Ask an administrator for a new invitation, or request another password reset. A link works once.',
  rest_user_not_found: 'List the users, and use one of their IDs. Only administrators see other users.',
  rest_second_factor_on: 'Send POST /me/second-factor/remove with the current password before you start again.',
  rest_second_factor_off: 'Send POST /me/second-factor and confirm it with a code first.',
  rest_calendar_has_users: 'Ask an administrator for an invitation, or use `kalends user invite` on the server.',
  rest_not_invited: 'Send the user a password reset instead, or enable the user.',
  rest_user_exists: 'Choose another login, and check whether the email address belongs to another user.',
  rest_user_has_records: 'Send `reassign` with the ID of the user who becomes the author of the records.',
  rest_last_administrator: 'Give another user the role of administrator first.',
  rest_session_not_found: 'List your sessions, and use one of their IDs. The session may have ended.',
  rest_token_not_found: 'List your tokens, and use one of their IDs. The token may have been revoked.',
  rest_forbidden:
    'If the request had no credentials, send them. Otherwise, use the credentials of a user with a higher role. GET /me returns your permissions.',
  rest_not_found:
    'Check the ID or the slug. The server returns the same error for records that do not exist and for records that you do not have permission to view.',
  rest_cursor_expired:
    'Get a new cursor with GET /changes?since=now, then read the lists, then follow the new cursor. A cursor belongs to one user, role and scope.',
  rest_change_not_found:
    'Check the ID of the change. It is in the header X-Change-Id of the write. Old changes are deleted, and you must be allowed to edit the records.',
  rest_version_not_found: 'Read the history of the record, and choose a version in it. Old changes are deleted.',
  rest_changed_since:
    'The records in data.records were changed later. Undo the later changes first, or send skip_changed=true to leave these records as they are.',
  rest_webhook_not_found: 'List your webhooks and use one of their IDs. Only administrators see the webhooks of others.',
  rest_delivery_not_found: 'List the deliveries of the webhook. They are kept for 30 days.',
  rest_too_many_webhooks: 'Delete a webhook that is not needed, or ask the operator to raise `WEBHOOKS_MAX`.',
  rest_source_not_found: 'List your sources and use one of their IDs. Only administrators see the sources of others.',
  rest_run_not_found: 'List the runs of the source. Reports are kept for 90 days.',
  rest_run_active: 'Wait until the run has ended. GET /sources/{id}/runs shows its state.',
  rest_run_ended: 'Read the run to see its state. To remove what it has written, undo it.',
  rest_run_not_undoable: 'Read the run. A dry run writes nothing, and a run that was undone cannot be undone again.',
  rest_too_many_sources: 'Delete a source that is not needed, or ask the operator to raise `SOURCES_MAX`.',
  rest_undo_too_large: 'Restore the records one by one with their history.',
  rest_working_copy_not_found: 'Write a working copy first. It may have been published or deleted meanwhile.',
  rest_working_copy_taken: 'Ask the author of the working copy or an editor to publish or delete it.',
  rest_working_copy_conflicts:
    'Read the working copy and the record. Write the copy again with `rebase=true`, with the values that the fields in data.conflicts shall have.',
  rest_nothing_to_review: 'Read the record and its working copy. Another editor may have decided already.',
  rest_submissions_off: 'Ask the operator of the calendar. The setting SUBMIT_FORM switches submissions on.',
  rest_submissions_full: 'Wait until editors have decided on some of the submissions, then try again.',
  rest_submission_closed: 'An editor has published the event or put it away. Write to the editors of the calendar instead.',
  rest_in_trash: 'To restore the record, set another status. You need permission to edit the record.',
  rest_protected: 'Send the password of the event in the X-Event-Password header.',
  term_exists: 'Use the existing term, whose ID is in data.term_id.',
  rest_in_use: 'Remove the image from the records that use it, then retry.',
  rest_slug_taken: 'Choose another slug, or omit it to have the server generate one.',
  rest_external_id_taken:
    'Check the external ID. If it is correct, ask an editor, because you may not be allowed to see the record that has it.',
  rest_precondition_failed: 'Read the record again, apply your change to the current version, and send it with the new ETag.',
  rest_failed_dependency: 'Correct the operations of the batch that failed with another code, then send the batch again.',
  rest_idempotency_conflict: 'Use a new key for each new request. A retry must have exactly the same body.',
  rest_idempotency_running: 'Wait a moment, then send the same request again.',
  rest_idempotency_erased: 'To create the record again, use a new key.',
  rest_too_many_requests: 'Wait for the number of seconds in the Retry-After header, then send requests at a lower rate.',
  rest_media_unavailable: 'Wait for the number of seconds in the Retry-After header, then retry.',
  rest_overloaded: 'Wait for the number of seconds in the Retry-After header, then retry. The server did not process the request.',
  rest_outcome_unknown:
    'Send the same request again, with the same Idempotency-Key or If-Match. Without them, read the record or the list first, because the write may have been stored.',
  rest_internal_error: 'Retry later. If the error persists, send the X-Request-Id of the response to the operator.',
}

/** Adds the remedy to every error code of the API. */
export const documentedErrors = (codes: readonly ErrorEntry[]): DocumentedError[] =>
  codes.map(({ code, statuses, text }) => ({
    code,
    statuses,
    messages: MESSAGES[code] ?? [text],
    remedy: remedyOf(code),
  }))

/** Codes with several messages, in the order of their statuses. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  rest_sign_in_failed: [PROBLEMS.rest_sign_in_failed.text, OTHER_TEXTS.rest_sign_in_failed],
  rest_forbidden: [OTHER_TEXTS.rest_forbidden, PROBLEMS.rest_forbidden.text],
  rest_precondition_failed: [PROBLEMS.rest_precondition_failed.text, OTHER_TEXTS.rest_precondition_failed],
  rest_overloaded: [PROBLEMS.rest_overloaded.text, OTHER_TEXTS.rest_overloaded],
  rest_idempotency_conflict: [
    PROBLEMS.rest_idempotency_running.text,
    PROBLEMS.rest_idempotency_conflict.text,
    PROBLEMS.rest_idempotency_erased.text,
  ],
}

/** These codes contain the name of a resource type, such as `rest-event-not-found`. */
const RESOURCE_CODES: readonly (readonly [RegExp, ProblemCode])[] = [
  [/-not-found$/, 'rest_not_found'],
  [/-is-in-trash$|-occurrence-removed$/, 'rest_in_trash'],
  [/-password-protected$/, 'rest_protected'],
]
const remedyOf = (code: string): string => REMEDIES[RESOURCE_CODES.find(([pattern]) => pattern.test(code))?.[1] ?? (code as ProblemCode)]

/** A placeholder replaces the names of parameters; it also ends the sentence. */
export const messageText = (messages: readonly string[], translate: Translate): string =>
  messages.map((each) => translate(each, { names: '…' }).replace('….', '…')).join(' ')

export const errorPath = (code: string): string => `docs/errors/${code}`

export const errorList = (errors: readonly DocumentedError[], { link, translate }: View): Markup =>
  html`<ul class="errors">${errors.map(
    ({ code, statuses, messages }) =>
      html`<li><a href="${link(errorPath(code))}"><code class="s${String(statuses[0]).charAt(0)}">${statuses.join(' / ')}</code> <code class="code">${code}</code> <span>${messageText(messages, translate)}</span></a></li>`,
  )}</ul>`

export function errorPage(error: DocumentedError, { strings: t, translate, link }: View): Markup {
  const { code, statuses, messages, remedy } = error
  return html`<p class="breadcrumb"><a href="${link('docs/errors')}">${t.errors}</a></p>
<h1 class="as-code">${code}</h1>
<p class="lead">${messageText(messages, translate)}</p>
<h2>${t.status_code}</h2>
<p>${statuses.map((each) => html`<code class="s${String(each).charAt(0)}">${each}</code> `)}</p>
<h2>${t.what_to_do}</h2>
<p>${translate(remedy)}</p>
<h2>${t.response_body}</h2>
${statuses.map((status, i) => html`<pre tabindex="0"><code class="language-json">${JSON.stringify(exampleBody(error, status, i, translate), null, 2)}</code></pre>`)}
${code === 'rest_invalid_param' && fieldErrorList(t.field_error_codes, translate)}
<p class="next-page"><a href="${link('docs/errors')}">${t.all_errors}</a></p>`
}

function exampleBody({ code, messages }: DocumentedError, status: number, i: number, translate: View['translate']): unknown {
  const message = (names: string): string => translate(messages[i] ?? messages[0] ?? '', { names })
  const dateError = translate(FIELD_ERRORS.not_moment)
  if (code === 'rest_missing_callback_param')
    return {
      code,
      message: message('title, start_date'),
      data: {
        status,
        params: ['title', 'start_date'],
        details: Object.fromEntries(
          ['title', 'start_date'].map((name) => [name, { code: 'required', message: translate(FIELD_ERRORS.required) }]),
        ),
      },
    }
  if (code === 'rest_invalid_param')
    return {
      code,
      message: message('end_date'),
      data: { status, params: { end_date: dateError }, details: { end_date: { code: 'not_moment', message: dateError } } },
    }
  return { code, message: message(''), data: { status, ...(code === 'term_exists' && { term_id: 12 }) } }
}

/** The messages of each code of an invalid parameter. */
export const fieldErrorTexts = (): [code: string, texts: readonly string[]][] =>
  Object.entries(FIELD_ERRORS).map(([code, text]) => [code, code === 'unknown' ? [text, OTHER_FIELD_TEXTS.unknown_input] : [text]])
const fieldErrorList = (title: string, translate: View['translate']): Markup => html`<h2>${title}</h2>
<dl class="fields">${fieldErrorTexts().map(([code, texts]) => html`<div><dt><code>${code}</code></dt><dd>${messageText(texts, translate)}</dd></div>`)}</dl>`
