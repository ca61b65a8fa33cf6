// The API reference: an index of all operations, and a page for each of them with a form that sends a request.
import {
  responseEntries,
  errorCodesIn,
  exampleIn,
  resolveSchema,
  describeType,
  type OpenApiModel,
  type OperationGroup,
  type OperationModel,
  type ParameterModel,
  type SchemaModel,
} from './openapi-model.ts'
import { groupName, methodBadge, operationPath } from './navigation.ts'
import { errorPath } from './error-pages.ts'
import { responseList, bodyList, parameterList } from './field-lists.ts'
import type { View } from './view.ts'
import { html, inlineCode, type Markup } from '../../kernel/text/markup.ts'
import { sampleBody } from './samples.ts'
import { PAGE_STRINGS } from './strings.ts'

export const referenceIndex = (groups: readonly OperationGroup[], { strings: t, link }: View): Markup => html`<h1>${t.reference}</h1>
<p class="lead">${t.reference_lead}</p>
${groups.map(
  ({ name, operations }) => html`<section class="group"><h2>${groupName(name, t)}</h2>
<ul class="operations">${operations.map(
    (op) =>
      html`<li><a href="${link(operationPath(op))}">${methodBadge(op.method)} <code>${op.path || '/'}</code> <span>${op.summary}</span></a></li>`,
  )}</ul></section>`,
)}`

export function operationPage(op: OperationModel, document: OpenApiModel, namespace: string, view: View): Markup {
  const { strings: t } = view
  const part = (location: string): readonly ParameterModel[] => (op.parameters ?? []).filter((each) => each.in === location)
  return html`<div class="operation-page">
<div class="operation-details">
<p class="breadcrumb">${groupName(op.group, t)}</p>
<h1>${op.summary}</h1>
<p class="address">${methodBadge(op.method)} <code>/${namespace}${op.path}</code></p>
<p class="lead">${inlineCode(op.description)}</p>
<p class="jump"><a href="#try">${t.try}</a></p>
<p class="access">${roleOf(op, view)}${op.equivalentMethods.length > 0 && html` ${view.translate(PAGE_STRINGS.same_methods, { methods: op.equivalentMethods.join(', ') })}`}</p>
${section('path', t.path_parameters, part('path').length > 0 && parameterList(part('path'), document, t))}
${section('query', t.query_parameters, part('query').length > 0 && parameterList(part('query'), document, t))}
${section('headers', t.header_parameters, part('header').length > 0 && parameterList(part('header'), document, t))}
${section('body', t.request_body, bodySection(op, document, view))}
${responseSection(op, document, view)}
${section('statuses', t.status_codes, statusList(op, document, view))}
</div>
${tryForm(op, document, namespace, view)}
</div>`
}

const section = (id: string, title: string, content: Markup | false | undefined): Markup | false | undefined =>
  content && html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`

function roleOf(op: OperationModel, { strings, translate }: View): string {
  const role = op['x-least-role'] ?? 'anonymous'
  return role === 'anonymous' ? strings.public_access : translate(PAGE_STRINGS.required_role, { role })
}

/** Lists the media types of the body and its fields, which are the same in JSON and in a form. */
function bodySection({ requestBody }: OperationModel, document: OpenApiModel, { strings: t }: View): Markup | undefined {
  if (!requestBody) return undefined
  const { content } = requestBody
  const fields = (content['application/json'] ?? content['multipart/form-data'])?.schema
  return html`<p class="note">${Object.keys(content).map((type) => html`<code>${type}</code> `)}</p>${fields && bodyList(fields, document, t)}`
}

/** Lists the fields of the successful response, or shows the media type if it is not JSON. */
function responseSection(op: OperationModel, document: OpenApiModel, { strings: t }: View): Markup | false | undefined {
  const [[type, content] = ['', undefined]] = Object.entries(successResponse(op, document)?.content ?? {})
  if (!content?.schema) return type !== '' && section('response', t.response_fields, html`<p><code>${type}</code></p>`)
  const fields = resolveSchema(content.schema, document).properties
  return section('response', t.response_fields, fields ? responseList(content.schema, document, t) : html`<p><code>${type}</code></p>`)
}

const successResponse = (op: OperationModel, document: OpenApiModel) =>
  responseEntries(op, document).find(([status]) => status.startsWith('2'))?.[1]

/** Error codes link to their pages. */
const statusList = (op: OperationModel, document: OpenApiModel, { link }: View): Markup =>
  html`<dl class="statuses">${responseEntries(op, document).map(
    ([status, response]) =>
      html`<div><dt><code class="s${status.charAt(0)}">${status}</code></dt><dd>${
        /^[45]/.test(status)
          ? errorCodesIn(response).map((code) => html`<a href="${link(errorPath(code))}"><code>${code}</code></a> `)
          : inlineCode(response.description)
      }</dd></div>`,
  )}</dl>`

/** Renders the form that sends a request. It is hidden until the script runs. */
function tryForm(op: OperationModel, document: OpenApiModel, namespace: string, view: View): Markup {
  const { strings: t } = view
  const inputs = (op.parameters ?? []).map((each) => ({
    parameter: each,
    isCommon: each.in === 'path' || COMMON_PARAMETERS.includes(each.name),
  }))
  const content = op.requestBody?.content['application/json']
  const takesFile = op.requestBody?.content['image/*'] !== undefined
  const example = exampleIn(Object.values(successResponse(op, document)?.content ?? {})[0], document)
  const more = inputs.filter(({ isCommon }) => !isCommon)
  return html`<aside class="try" aria-labelledby="try">
<h2 id="try">${t.try}</h2>
<noscript><p class="note">${t.needs_script}</p></noscript>
<form data-try="${op.method}" data-path="/${namespace}${op.path}" data-base="${view.api.slice(0, -namespace.length)}" data-group="${op.group}" data-language="${view.root}" autocomplete="off" hidden>
${op.method !== 'GET' && html`<p class="warning">${t.try_warning}</p>`}
${inputs.filter(({ isCommon }) => isCommon).map(({ parameter }) => inputFor(parameter, document))}
${more.length > 0 && html`<details><summary>${t.more_parameters}</summary>${more.map(({ parameter }) => inputFor(parameter, document))}</details>`}
${content && html`<p class="input"><label for="try-body">${t.request_body}</label><textarea id="try-body" data-in="body" rows="9" dir="ltr" spellcheck="false">${JSON.stringify(exampleIn(content, document) ?? sampleBody(op.operationId), null, 2)}</textarea></p>`}
${takesFile && html`<p class="input"><label for="try-file">${t.file}</label><input id="try-file" type="file" accept="image/*" data-file></p>`}
<fieldset><legend>${t.authentication}</legend>
<p class="input"><label class="visually-hidden" for="try-credentials">${t.authentication}</label><select id="try-credentials" data-credentials><option value="">${t.no_credentials}</option><option value="bearer">${t.token}</option><option value="basic">${t.login_password}</option></select></p>
<div data-for="bearer" hidden><p class="input"><label for="try-token">${t.token}</label><input id="try-token" type="password" dir="ltr" autocomplete="off" data-secret="token"></p></div>
<div data-for="basic" hidden><p class="input"><label for="try-login">${t.login}</label><input id="try-login" dir="ltr" autocomplete="off" spellcheck="false" data-secret="login"></p><p class="input"><label for="try-password">${t.password}</label><input id="try-password" type="password" dir="ltr" autocomplete="off" data-secret="password"></p></div>
<p class="note" data-credentials-note hidden>${t.credentials_note}</p>
</fieldset>
<h3>${t.request}</h3>
<div class="forms" role="group" aria-label="${t.request}"><button type="button" aria-pressed="true" data-form="curl">curl</button><button type="button" aria-pressed="false" data-form="sdk">@kalends/client</button></div>
<pre tabindex="0"><code data-request></code></pre>
<p><button class="primary-button" type="submit" data-sending="${t.sending}">${t.send}</button></p>
<div role="status" aria-live="polite" class="outcome" data-outcome data-failed="${t.not_sent}" data-truncated="${t.truncated}"></div>
<div data-response hidden><h3>${t.response}</h3><pre tabindex="0"><code data-body></code></pre><details><summary>${t.response_headers}</summary><pre tabindex="0"><code data-headers></code></pre></details></div>
</form>
${example !== undefined && html`<div data-example><h3>${t.example_response}</h3><pre tabindex="0">${exampleCode(example)}</pre></div>`}
</aside>`
}
const exampleCode = (example: unknown): Markup =>
  typeof example === 'string'
    ? html`<code>${example.slice(0, EXAMPLE_MAX)}</code>`
    : html`<code class="language-json">${JSON.stringify(example, null, 2).slice(0, EXAMPLE_MAX)}</code>`
const EXAMPLE_MAX = 6_000
/** Parameters that the form shows without opening the list of all parameters. */
const COMMON_PARAMETERS = ['per_page', 'search', 'categories', 'start_date']

function inputFor({ name, in: location, schema, description, required, example }: ParameterModel, document: OpenApiModel): Markup {
  const id = `try-${location}-${name}`
  const { enum: choices, type, default: defaultValue } = resolveSchema(schema, document)
  const choicesOrBooleans = type === 'boolean' ? ['true', 'false'] : choices
  const attributes = html`data-in="${location}" data-name="${name}" id="${id}"${required ? html` required` : ''}`
  return html`<p class="input"><label for="${id}"><code>${name}</code></label>${
    choicesOrBooleans
      ? html`<select ${attributes}><option value=""></option>${choicesOrBooleans.map((choice) => html`<option>${String(choice)}</option>`)}</select>`
      : html`<input ${attributes} dir="ltr" value="${location === 'path' ? String(example ?? '') : ''}" placeholder="${placeholderOf(schema, defaultValue, document)}" title="${description?.replaceAll('`', '')}" spellcheck="false" autocomplete="off">`
  }</p>`
}
const placeholderOf = (schema: SchemaModel, defaultValue: unknown, document: OpenApiModel): string =>
  defaultValue === undefined ? describeType(schema, document) : String(defaultValue)
