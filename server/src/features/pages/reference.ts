// The reference: all operations in groups, and a page for each with a form that sends it.
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
import { groupName, methodChip, operationPath } from './navigation.ts'
import { errorPath } from './error-pages.ts'
import { answerList, bodyList, parameterList } from './field-lists.ts'
import type { View } from './layout.ts'
import { html, inlineCode, type Markup } from './markup.ts'
import { sampleBody } from './samples.ts'
import { WORDS } from './strings.ts'

export const referenceIndex = (groups: readonly OperationGroup[], { words: w, link }: View): Markup => html`<h1>${w.reference}</h1>
<p class="lead">${w.reference_lead}</p>
${groups.map(
  ({ name, operations }) => html`<section class="group"><h2>${groupName(name, w)}</h2>
<ul class="operations">${operations.map(
    (op) =>
      html`<li><a href="${link(operationPath(op))}">${methodChip(op.method)} <code>${op.path || '/'}</code> <span>${op.summary}</span></a></li>`,
  )}</ul></section>`,
)}`

export function operationPage(op: OperationModel, document: OpenApiModel, namespace: string, view: View): Markup {
  const { words: w } = view
  const part = (location: string): readonly ParameterModel[] => (op.parameters ?? []).filter((each) => each.in === location)
  return html`<div class="operation-page">
<div class="what">
<p class="over">${groupName(op.group, w)}</p>
<h1>${op.summary}</h1>
<p class="address">${methodChip(op.method)} <code>/${namespace}${op.path}</code></p>
<p class="lead">${inlineCode(op.description)}</p>
<p class="jump"><a href="#try">${w.try}</a></p>
<p class="who">${roleOf(op, view)}${op.same.length > 0 && html` ${view.say(WORDS.same_methods, { methods: op.same.join(', ') })}`}</p>
${section('address', w.in_address, part('path').length > 0 && parameterList(part('path'), document, w))}
${section('query', w.in_query, part('query').length > 0 && parameterList(part('query'), document, w))}
${section('headers', w.in_headers, part('header').length > 0 && parameterList(part('header'), document, w))}
${section('body', w.in_body, bodySection(op, document, view))}
${answerSection(op, document, view)}
${section('statuses', w.statuses, statusList(op, document, view))}
</div>
${tryForm(op, document, namespace, view)}
</div>`
}

const section = (id: string, title: string, content: Markup | false | undefined): Markup | false | undefined =>
  content && html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`

function roleOf(op: OperationModel, { words, say }: View): string {
  const role = op['x-least-role'] ?? 'anonymous'
  return role === 'anonymous' ? words.everybody : say(WORDS.least_role, { role })
}

/** The media types of the body, and its fields, which are the same in JSON and in a form. */
function bodySection({ requestBody }: OperationModel, document: OpenApiModel, { words: w }: View): Markup | undefined {
  if (!requestBody) return undefined
  const { content } = requestBody
  const fields = (content['application/json'] ?? content['multipart/form-data'])?.schema
  return html`<p class="note">${Object.keys(content).map((type) => html`<code>${type}</code> `)}</p>${fields && bodyList(fields, document, w)}`
}

/** The good answer: its fields, or for what is no JSON its type of content. */
function answerSection(op: OperationModel, document: OpenApiModel, { words: w }: View): Markup | false | undefined {
  const [[type, content] = ['', undefined]] = Object.entries(goodAnswer(op, document)?.content ?? {})
  if (!content?.schema) return type !== '' && section('answer', w.answer_fields, html`<p><code>${type}</code></p>`)
  const fields = resolveSchema(content.schema, document).properties
  return section('answer', w.answer_fields, fields ? answerList(content.schema, document, w) : html`<p><code>${type}</code></p>`)
}

const goodAnswer = (op: OperationModel, document: OpenApiModel) =>
  responseEntries(op, document).find(([status]) => status.startsWith('2'))?.[1]

/** Errors lead to their pages, where there is one for the code. */
const statusList = (op: OperationModel, document: OpenApiModel, { link }: View): Markup =>
  html`<dl class="statuses">${responseEntries(op, document).map(
    ([status, answer]) =>
      html`<div><dt><code class="s${status.charAt(0)}">${status}</code></dt><dd>${
        /^[45]/.test(status)
          ? errorCodesIn(answer).map((code) => html`<a href="${link(errorPath(code))}"><code>${code}</code></a> `)
          : inlineCode(answer.description)
      }</dd></div>`,
  )}</dl>`

/** The form; the script gives it life, and until then it is not shown. */
function tryForm(op: OperationModel, document: OpenApiModel, namespace: string, view: View): Markup {
  const { words: w } = view
  const inputs = (op.parameters ?? []).map((each) => ({ each, first: each.in === 'path' || FIRST.includes(each.name) }))
  const content = op.requestBody?.content['application/json']
  const takesFile = op.requestBody?.content['image/*'] !== undefined
  const example = exampleIn(Object.values(goodAnswer(op, document)?.content ?? {})[0], document)
  const further = inputs.filter(({ first }) => !first)
  return html`<aside class="try" aria-labelledby="try">
<h2 id="try">${w.try}</h2>
<noscript><p class="note">${w.needs_script}</p></noscript>
<form data-try="${op.method}" data-path="/${namespace}${op.path}" data-base="${view.api.slice(0, -namespace.length)}" data-group="${op.group}" data-language="${view.root}" autocomplete="off" hidden>
${op.method !== 'GET' && html`<p class="warning">${w.try_real}</p>`}
${inputs.filter(({ first }) => first).map(({ each }) => inputFor(each, document))}
${further.length > 0 && html`<details><summary>${w.all_inputs}</summary>${further.map(({ each }) => inputFor(each, document))}</details>`}
${content && html`<p class="input"><label for="try-body">${w.in_body}</label><textarea id="try-body" data-in="body" rows="9" dir="ltr" spellcheck="false">${JSON.stringify(exampleIn(content, document) ?? sampleBody(op.operationId), null, 2)}</textarea></p>`}
${takesFile && html`<p class="input"><label for="try-file">${w.file}</label><input id="try-file" type="file" accept="image/*" data-file></p>`}
<fieldset><legend>${w.credentials}</legend>
<p class="input"><label class="unseen" for="try-who">${w.credentials}</label><select id="try-who" data-who><option value="">${w.nobody}</option><option value="bearer">${w.token}</option><option value="basic">${w.login_password}</option></select></p>
<div data-for="bearer" hidden><p class="input"><label for="try-token">${w.token}</label><input id="try-token" type="password" dir="ltr" autocomplete="off" data-secret="token"></p></div>
<div data-for="basic" hidden><p class="input"><label for="try-login">${w.login}</label><input id="try-login" dir="ltr" autocomplete="off" spellcheck="false" data-secret="login"></p><p class="input"><label for="try-password">${w.password}</label><input id="try-password" type="password" dir="ltr" autocomplete="off" data-secret="password"></p></div>
<p class="note" data-kept hidden>${w.kept_nowhere}</p>
</fieldset>
<h3>${w.request}</h3>
<div class="forms" role="group" aria-label="${w.request}"><button type="button" aria-pressed="true" data-form="curl">curl</button><button type="button" aria-pressed="false" data-form="sdk">@kalends/client</button></div>
<pre tabindex="0"><code data-request></code></pre>
<p><button class="main-button" type="submit" data-sending="${w.sending}">${w.send}</button></p>
<div role="status" aria-live="polite" class="outcome" data-outcome data-failed="${w.not_sent}" data-cut="${w.cut}"></div>
<div data-answer hidden><h3>${w.answer}</h3><pre tabindex="0"><code data-body></code></pre><details><summary>${w.answer_headers}</summary><pre tabindex="0"><code data-headers></code></pre></details></div>
</form>
${example !== undefined && html`<div data-example><h3>${w.example_answer}</h3><pre tabindex="0">${exampleCode(example)}</pre></div>`}
</aside>`
}
const exampleCode = (example: unknown): Markup =>
  typeof example === 'string'
    ? html`<code>${example.slice(0, EXAMPLE_MAX)}</code>`
    : html`<code class="language-json">${JSON.stringify(example, null, 2).slice(0, EXAMPLE_MAX)}</code>`
const EXAMPLE_MAX = 6_000
/** Parameters that one tries first. */
const FIRST = ['per_page', 'search', 'categories', 'start_date']

function inputFor({ name, in: location, schema, description, required, example }: ParameterModel, document: OpenApiModel): Markup {
  const id = `try-${location}-${name}`
  const { enum: choices, type, default: fallback } = resolveSchema(schema, document)
  const words = type === 'boolean' ? ['true', 'false'] : choices
  const about = html`data-in="${location}" data-name="${name}" id="${id}"${required ? html` required` : ''}`
  return html`<p class="input"><label for="${id}"><code>${name}</code></label>${
    words
      ? html`<select ${about}><option value=""></option>${words.map((word) => html`<option>${String(word)}</option>`)}</select>`
      : html`<input ${about} dir="ltr" value="${location === 'path' ? String(example ?? '') : ''}" placeholder="${placeholderOf(schema, fallback, document)}" title="${description?.replaceAll('`', '')}" spellcheck="false" autocomplete="off">`
  }</p>`
}
const placeholderOf = (schema: SchemaModel, fallback: unknown, document: OpenApiModel): string =>
  fallback === undefined ? describeType(schema, document) : String(fallback)
