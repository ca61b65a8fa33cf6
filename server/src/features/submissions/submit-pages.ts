// The pages of submissions: the form /submit, and /submit/own for the holder of a private link (contract 17.6.8).
import { NO_STORE } from '../../engine/response/responses.ts'
import type { Params, RequestContext } from '../../engine/definition/kind.ts'
import type { Database } from '../../kernel/database/database.ts'
import { withSignal } from '../../kernel/database/database-views.ts'
import { invalidParams, mergeFieldErrors, Problem, type FieldErrors } from '../../kernel/errors/problems.ts'
import type { HttpRequest } from '../../kernel/http/http-request.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { HttpResponse, HttpRoute } from '../../kernel/http/route.ts'
import { ANONYMOUS, type Caller } from '../../kernel/security/caller.ts'
import { requireSameOrigin, type SessionOrigin } from '../../kernel/security/sessions.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import { renderSiteLayout, type SitePage } from '../site/site-layout.ts'
import { pageHeaders, problemPage, toPageRoute, viewOf, type SiteServices } from '../site/site-request.ts'
import type { SiteView } from '../site/site-view.ts'
import { correctSubmission } from './correct-submission.ts'
import { confirmSubmission, receiveSubmission } from './receive-submission.ts'
import { CORRECTION_PARAMS, parseInputs, REQUIRED, REQUIRED_OF_SENDER, SUBMISSION_PARAMS } from './submission-inputs.ts'
import { findSubmission, showSubmission, type ShownSubmission } from './submission-links.ts'
import type { SubmissionServices } from './submission-services.ts'
import { EMPTY_FORM, formErrors, formOf, hasPicture, readForm, toApiBody, toFormErrors, type FormValues } from './submit-fields.ts'
import { renderForm, type FormChoice } from './submit-form.ts'
import { SUBMIT_STRINGS, translateSubmitStrings } from './submit-strings.ts'

export interface SubmitPageServices {
  readonly site: SiteServices
  readonly submissions: SubmissionServices
  readonly database: Database
  readonly origin: SessionOrigin
  readonly maxBytes: number
  readonly contextOf: (request: HttpRequest) => RequestContext
  /** Invalidates cached responses after a write. */
  readonly noteWrite: () => void
}
interface PageRequest {
  readonly services: SubmitPageServices
  readonly request: HttpRequest
  readonly view: SiteView
  readonly database: Database
  readonly ctx: RequestContext
  readonly body: Inputs
}
type PageHandler = (page: PageRequest) => Promise<HttpResponse>

export function submitPages(services: SubmitPageServices): HttpRoute<Caller>[] {
  return [
    toPageRoute({ path: '/submit', params: [], render: (view) => newForm(view, services) }, services.site),
    toPageRoute({ path: '/submit/sent', params: [], render: async (view) => ({ page: sentPage(view) }) }, services.site),
    privateRoute('POST', '/submit', services, handleNewForm),
    privateRoute('GET', '/submit/own', services, handleOwn),
    privateRoute('POST', '/submit/own', services, handleOwnForm),
  ]
}

/** A page that belongs to one visitor. It reads no cookies; a form must come from a page of the calendar. */
function privateRoute(method: 'GET' | 'POST', path: string, services: SubmitPageServices, handle: PageHandler): HttpRoute<Caller> {
  const { site, origin, database, contextOf } = services
  return {
    method,
    path,
    isCacheable: false,
    params: new Set(['token', 'saved']),
    ...(method === 'POST' && { acceptsFile: true, admissionClass: () => 'upload' }),
    authorize: async (request) => {
      await site.count(request)
      if (method === 'POST') requireSameOrigin(request.headers, origin)
      return ANONYMOUS
    },
    clientOf: site.clientOf,
    handle: (request, body, _, signal) => {
      const view = viewOf({ path }, request, site, signal)
      return handle({ services, request, view, body, database: withSignal(database, signal), ctx: contextOf(request) })
    },
    renderProblem: (problem, head) => {
      const view = viewOf({ path }, { ...head, query: {}, queryPairs: [] }, site, AbortSignal.timeout(0))
      if (problem.status !== 413 && problem.status !== 410) return { ...privateHeaders(view), ...problemPage(problem, view) }
      const t = translateSubmitStrings(view.translate)
      const [title, about] = problem.status === 413 ? [t.too_large, t.too_large_about] : [t.expired, t.expired_about]
      return { ...privateHeaders(view), status: problem.status, body: renderSiteLayout(view, messagePage(title, about, backLink(view))) }
    },
  }
}
/** The URL has a secret, which must neither be cached nor sent to other sites. */
const privateHeaders = (view: SiteView) => ({
  headers: { ...pageHeaders(view).headers, 'cache-control': NO_STORE, 'referrer-policy': 'same-origin' },
})
const respond = (view: SiteView, page: SitePage, status = 200): HttpResponse => ({
  status,
  ...privateHeaders(view),
  body: renderSiteLayout(view, { ...page, isHidden: true }),
})
const redirect = (view: SiteView, location: string): HttpResponse => ({
  status: 303,
  headers: { ...privateHeaders(view).headers, location },
  body: '',
})

async function newForm(view: SiteView, services: SubmitPageServices) {
  return { page: await formPage(view, services, { values: EMPTY_FORM, errors: {}, lostPicture: false }) }
}
interface FilledForm {
  readonly values: FormValues
  readonly errors: FieldErrors
  readonly lostPicture: boolean
  /** A problem that is not one of a field. */
  readonly notice?: string
}
async function formPage(view: SiteView, services: SubmitPageServices, filled: FilledForm): Promise<SitePage> {
  const strings = translateSubmitStrings(view.translate)
  const form = await fillForm(view, services, filled, null)
  return {
    title: strings.title,
    main: html`<div class="frame narrow"><h1>${strings.title}</h1><p class="lead">${strings.lead}</p>${problemNotice(filled)}${form}</div>`,
    head: html`<script type="module" src="${view.asset('submit')}"></script>`,
  }
}
const problemNotice = ({ notice }: FilledForm): Markup | undefined =>
  notice === undefined ? undefined : html`<p class="note bad" role="alert">${notice}</p>`
async function fillForm(
  view: SiteView,
  { submissions, maxBytes }: SubmitPageServices,
  filled: FilledForm,
  token: string | null,
): Promise<Markup> {
  const strings = translateSubmitStrings(view.translate)
  const categories = await loadCategories(view)
  return renderForm({ view, strings, categories, maxBytes, token, ...filled, isConfirmed: submissions.mail !== null })
}
/** A form with more categories would be harder to use than to correct. */
const CATEGORIES_MAX = '50'
async function loadCategories({ reads }: SiteView): Promise<FormChoice[]> {
  const { categories } = await reads.json('/categories', {
    query: [
      ['per_page', CATEGORIES_MAX],
      ['hide_empty', 'false'],
    ],
  })
  return (categories as { id: number; name: string }[]).map(({ id, name }) => ({ id: String(id), name }))
}

async function handleNewForm({ services, request, view, database, ctx, body }: PageRequest): Promise<HttpResponse> {
  const { submissions, noteWrite } = services
  const values = readForm(body)
  const send = async (): Promise<HttpResponse> => {
    const apiBody = { ...toApiBody(values, body), altcha: body['altcha'] ?? '' }
    const sent = parseForm({ params: SUBMISSION_PARAMS, required: REQUIRED_OF_SENDER, values, apiBody }, ctx)
    const received = await receiveSubmission(database, submissions, { ctx, clientIp: request.clientIp, sent })
    noteWrite()
    return redirect(view, received.url ?? view.link('submit/sent'))
  }
  return send().catch(async (error: unknown) => {
    const { status, ...failed } = failure(error, view)
    return respond(view, await formPage(view, services, { values, lostPicture: hasPicture(body), ...failed }), status)
  })
}

interface ParsedForm {
  readonly params: Params
  readonly required: readonly string[]
  readonly values: FormValues
  readonly apiBody: Inputs
}
/** Parses a form as the API parses the same request. Throws 400 with all errors. */
function parseForm({ params, required, values, apiBody }: ParsedForm, ctx: RequestContext) {
  const own = formErrors(values)
  try {
    const { values: sent } = parseInputs(params, { query: {}, body: apiBody }, required, ctx)
    if (Object.keys(own).length > 0) throw invalidParams({})
    return sent
  } catch (error) {
    if (!(error instanceof Problem) || !error.details.fieldErrors) throw error
    throw invalidParams(mergeFieldErrors(error.details.fieldErrors, own))
  }
}

/** The errors that the visitor can correct in the form. Throws all others. */
function failure(error: unknown, { translate }: SiteView): { status: number; errors: FieldErrors; notice?: string } {
  if (!(error instanceof Problem)) throw error
  const { status, code, text } = error
  if (status === 400) return { status, errors: toFormErrors(error.details.fieldErrors ?? {}) }
  if (status === 429) return { status, errors: {}, notice: translate(SUBMIT_STRINGS.too_many) }
  if (code === 'rest_submissions_full') return { status, errors: {}, notice: translate(text) }
  throw error
}

const tokenOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '')
const ownUrl = ({ link }: SiteView, token: string, more = ''): string => `${link('submit/own')}?token=${encodeURIComponent(token)}${more}`

async function handleOwn({ services, request, view, database, ctx }: PageRequest): Promise<HttpResponse> {
  const token = tokenOf(request.query['token'])
  const shown = await showSubmission(database, await findSubmission(database, token, ctx.now), ctx)
  const filled = { values: formOf(shown.inputs), errors: {}, lostPicture: false }
  return respond(view, await ownPage(view, services, { shown, token, filled, isSaved: request.query['saved'] === '1' }))
}

async function handleOwnForm({ services, request, view, database, ctx, body }: PageRequest): Promise<HttpResponse> {
  const { submissions, noteWrite } = services
  const token = tokenOf(body['token'])
  if (body['action'] === 'confirm') {
    await confirmSubmission(database, submissions, token, ctx)
    noteWrite()
    return redirect(view, ownUrl(view, token))
  }
  const values = readForm(body)
  const send = async (): Promise<HttpResponse> => {
    const apiBody = toApiBody(values, body)
    const sent = parseForm({ params: CORRECTION_PARAMS, required: REQUIRED, values, apiBody }, ctx)
    await correctSubmission(database, submissions, { ctx, clientIp: request.clientIp, token, sent, body: apiBody })
    noteWrite()
    return redirect(view, ownUrl(view, token, '&saved=1'))
  }
  return send().catch(async (error: unknown) => {
    const { status, ...failed } = failure(error, view)
    const shown = await showSubmission(database, await findSubmission(database, token, ctx.now), ctx)
    const filled = { values, lostPicture: hasPicture(body), ...failed }
    return respond(view, await ownPage(view, services, { shown, token, filled }), status)
  })
}

interface OwnPage {
  readonly shown: ShownSubmission
  readonly token: string
  readonly filled: FilledForm
  readonly isSaved?: boolean
}
async function ownPage(view: SiteView, services: SubmitPageServices, { shown, token, filled, isSaved }: OwnPage): Promise<SitePage> {
  const t = translateSubmitStrings(view.translate)
  const { state, inputs, url } = shown
  if (state === 'unconfirmed') {
    const about = view.translate(SUBMIT_STRINGS.confirm_about, { title: String(inputs.title) })
    return messagePage(t.confirm, about, confirmForm(view, token, t.confirm_button))
  }
  if (state === 'published') return messagePage(t.published, String(inputs.title), linkButton(url ?? view.link('events'), t.show_event))
  if (state === 'closed') return messagePage(t.closed, t.closed_about, backLink(view))
  const form = await fillForm(view, services, filled, token)
  const notice = isSaved ? html`<p class="note info" role="status">${t.saved}</p>` : problemNotice(filled)
  return {
    title: t[state],
    main: html`<div class="frame narrow"><h1>${t[state]}</h1><p class="lead">${t[`${state}_about`]}</p>${notice}${form}</div>`,
  }
}
const confirmForm = (view: SiteView, token: string, label: string): Markup =>
  html`<form method="post" enctype="multipart/form-data" action="${view.link('submit/own')}"><input type="hidden" name="token" value="${token}"><input type="hidden" name="action" value="confirm"><button class="btn primary big">${label}</button></form>`

function sentPage(view: SiteView): SitePage {
  const t = translateSubmitStrings(view.translate)
  return { ...messagePage(t.sent, t.sent_about, html`<p class="soft">${t.sent_missing}</p>${backLink(view)}`), isHidden: true }
}
const messagePage = (title: string, about: string, more: Markup): SitePage => ({
  title,
  isHidden: true,
  main: html`<div class="frame message"><h1>${title}</h1><p class="lead">${about}</p>${more}</div>`,
})
const linkButton = (url: string, label: string): Markup => html`<p><a class="btn primary big" href="${url}">${label}</a></p>`
const backLink = (view: SiteView): Markup => linkButton(view.link('submit'), view.translate(SUBMIT_STRINGS.another))
