// Every error as people meet it on the wire, what to do about it, and a page for each.
import { FIELD_ERRORS, PROBLEMS, type ProblemCode } from '../../kernel/errors/problems.ts'
import type { View } from './layout.ts'
import { html, type Markup } from './markup.ts'

/** A code as the document names it. */
export interface ErrorEntry {
  readonly code: string
  readonly statuses: readonly number[]
  readonly text: string
}
export interface WireError {
  readonly code: string
  readonly statuses: readonly number[]
  readonly messages: readonly string[]
  readonly remedy: string
}

/** The remedy for each code, in a sentence or two. */
export const REMEDIES: Readonly<Record<ProblemCode, string>> = {
  rest_no_route: 'Compare the path with the reference: ids are digits only, and a language root must be one of the configured languages.',
  rest_invalid_namespace: 'Leave the namespace out, or send the one that this service has.',
  rest_method_not_allowed: 'Use one of the methods that the Allow header of the answer names.',
  rest_invalid_json: 'Send a JSON object in UTF-8, and check it with a JSON parser before.',
  rest_unsupported_media_type: 'Send Content-Type: application/json, or application/x-www-form-urlencoded for forms.',
  rest_body_too_large: 'Send less at once. The operator sets the limit.',
  rest_invalid_form: 'Send multipart/form-data with a boundary and all its parts; leave the Content-Type to your HTTP client.',
  rest_bad_url: 'Percent-encode what is not allowed in an address, and send a Host header.',
  rest_timeout: 'Send the request in one go, and try again on a better connection.',
  rest_uri_too_long: 'Shorten the query; ask for long lists of ids in several requests.',
  rest_headers_too_large: 'Send fewer or shorter headers; cookies are not needed.',
  rest_missing_callback_param: 'Add every input that is named in data.params.',
  rest_invalid_param: 'Correct every input that is named in data.params; data.details gives a code for each.',
  rest_unauthorized:
    'Check the token or the password; ask for a new one if it was revoked or has expired. Leave credentials out to read as anybody.',
  rest_forbidden: 'Send credentials if you sent none; otherwise use those of a user whose role allows it. GET /me tells what you may do.',
  rest_not_found: 'Check the id or slug. Records that you may not see look the same as those that do not exist.',
  rest_in_trash: 'Write another status to restore it, if you may, or forget the record: it will not come back by itself.',
  rest_protected: 'Send the password of the event in the header X-Event-Password.',
  term_exists: 'Use the term whose id is in data.term_id instead of creating it again.',
  rest_in_use: 'Look for the records that show it, take it from them, and try again.',
  rest_slug_taken: 'Choose another slug, or leave it out to have one made.',
  rest_precondition_failed: 'Read the record again, apply your change to what is there now, and send it with the new ETag.',
  rest_idempotency_conflict: 'Use a new key for a new request; repeat a request with exactly the same body.',
  rest_idempotency_running: 'Wait a moment and send the same request again.',
  rest_idempotency_erased: 'Use a new key to create the record again.',
  rest_too_many_requests: 'Wait for as many seconds as Retry-After says, then go on more slowly.',
  rest_media_unavailable: 'Wait for as many seconds as Retry-After says, then send the request again.',
  rest_overloaded: 'Wait for as many seconds as Retry-After says, then send the request again. Nothing was done.',
  rest_internal_error: 'Try again later. If it stays, give the operator the X-Request-Id of the answer.',
}

/** The codes on the wire with their remedies. */
export const wireErrors = (codes: readonly ErrorEntry[]): WireError[] =>
  codes.map(({ code, statuses, text }) => {
    // One code for two situations, told apart by the status.
    const isTwo = code === 'rest_idempotency_conflict'
    return {
      code,
      statuses,
      messages: isTwo ? [PROBLEMS.rest_idempotency_running.text, PROBLEMS.rest_idempotency_erased.text, text] : [text],
      remedy: remedyOf(code),
    }
  })

/** Codes of kinds carry the name of the kind. */
const OF_KINDS: readonly (readonly [RegExp, ProblemCode])[] = [
  [/-not-found$/, 'rest_not_found'],
  [/-is-in-trash$/, 'rest_in_trash'],
  [/-password-protected$/, 'rest_protected'],
]
const remedyOf = (code: string): string => REMEDIES[OF_KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? (code as ProblemCode)]

export const errorPath = (code: string): string => `docs/errors/${code}`

export const errorList = (errors: readonly WireError[], { link, say }: View): Markup =>
  html`<ul class="errors">${errors.map(
    ({ code, statuses, messages }) =>
      html`<li><a href="${link(errorPath(code))}"><code class="s${String(statuses[0]).charAt(0)}">${statuses.join(' / ')}</code> <code class="code">${code}</code> <span>${messages.map((each) => say(each, { names: '…' })).join(' ')}</span></a></li>`,
  )}</ul>`

export function errorPage(error: WireError, { words: w, say, link }: View): Markup {
  const { code, statuses, messages, remedy } = error
  return html`<p class="over"><a href="${link('docs/errors')}">${w.errors}</a></p>
<h1 class="as-code">${code}</h1>
<p class="lead">${messages.map((each) => say(each, { names: '…' })).join(' ')}</p>
<h2>${w.its_status}</h2>
<p>${statuses.map((each) => html`<code class="s${String(each).charAt(0)}">${each}</code> `)}</p>
<h2>${w.what_to_do}</h2>
<p>${say(remedy)}</p>
<h2>${w.its_message}</h2>
${statuses.map((status, i) => html`<pre tabindex="0"><code class="language-json">${JSON.stringify(exampleBody(error, status, i, say), null, 2)}</code></pre>`)}
${code === 'rest_invalid_param' && faultList(w.input_codes, say)}
<p class="further"><a href="${link('docs/errors')}">${w.all_errors}</a></p>`
}

function exampleBody({ code, messages }: WireError, status: number, i: number, say: View['say']): unknown {
  const message = (names: string): string => say(messages[i] ?? messages[0] ?? '', { names })
  const fault = say(FIELD_ERRORS.not_moment)
  if (code === 'rest_missing_callback_param')
    return {
      code,
      message: message('title, start_date'),
      data: {
        status,
        params: ['title', 'start_date'],
        details: Object.fromEntries(
          ['title', 'start_date'].map((name) => [name, { code: 'required', message: say(FIELD_ERRORS.required) }]),
        ),
      },
    }
  if (code === 'rest_invalid_param')
    return {
      code,
      message: message('end_date'),
      data: { status, params: { end_date: fault }, details: { end_date: { code: 'not_moment', message: fault } } },
    }
  return { code, message: message(''), data: { status, ...(code === 'term_exists' && { term_id: 12 }) } }
}

const faultList = (title: string, say: View['say']): Markup => html`<h2>${title}</h2>
<dl class="fields">${Object.entries(FIELD_ERRORS).map(([code, text]) => html`<div><dt><code>${code}</code></dt><dd>${say(text)}</dd></div>`)}</dl>`
