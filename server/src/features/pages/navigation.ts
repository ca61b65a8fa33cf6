// Renders the navigation of the documentation: a search field, the chapters of the guide, and the operations by group.
import { html, type Markup } from '../../kernel/text/markup.ts'
import type { OperationGroup, OperationModel } from './openapi-model.ts'
import { MAX_QUERY_LENGTH } from './search-index.ts'
import { PAGE_STRINGS, type StringKey, type Strings } from './strings.ts'
import type { View } from './view.ts'

/** Chapters of the guide in reading order. Each is a file of docs/api. */
export const CHAPTERS = [
  'first_steps',
  'authentication',
  'lists',
  'dates',
  'recurring_events',
  'opening_hours',
  'languages',
  'writing',
  'dry_run',
  'review',
  'submissions',
  'changes',
  'webhooks',
  'imports',
  'pictures',
  'feeds',
  'embedding',
  'errors',
  'caching',
  'limits',
  'administration',
  'compatibility',
] as const satisfies readonly StringKey[]
export type Chapter = (typeof CHAPTERS)[number]
export const chapterPath = (chapter: Chapter): string => `docs/${chapter.replace('_', '-')}`
export const operationPath = ({ operationId }: OperationModel): string => `docs/reference/${operationId}`

export function renderNavigation(groups: readonly OperationGroup[], view: View): Markup {
  const { strings: t, path } = view
  const current = (target: string): Markup | string => (path === target ? html` aria-current="page"` : '')
  return html`<nav class="contents" aria-label="${t.contents}">
<div class="contents-body">
${path !== 'docs/search' && searchField(view)}
<details open data-narrow-closed>
<summary>${t.contents}</summary>
<section><h2>${t.guide}</h2><ul>${CHAPTERS.map(
    (chapter) => html`<li><a href="${view.link(chapterPath(chapter))}"${current(chapterPath(chapter))}>${t[chapter]}</a></li>`,
  )}</ul></section>
${groups.map(
  ({ name, operations }) =>
    html`<section><h2>${groupName(name, t)}</h2><ul>${operations.map(
      (op) =>
        html`<li><a class="operation" href="${view.link(operationPath(op))}"${current(operationPath(op))}>${methodBadge(op.method)} <span>${op.summary}</span></a></li>`,
    )}</ul></section>`,
)}
</details>
</div>
</nav>`
}

/** The script shows results below the field while the reader types. Without it, the form opens the search page. */
const searchField = ({ strings: t, link }: View): Markup =>
  html`<form action="${link('docs/search')}" method="get" role="search"><label class="visually-hidden" for="search-field">${t.search_docs}</label><input id="search-field" name="q" type="search" placeholder="${t.search}" maxlength="${MAX_QUERY_LENGTH}" autocomplete="off" spellcheck="false" data-search></form>
<div data-search-results hidden></div>`

export const methodBadge = (method: string): Markup =>
  html`<b class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</b>`

/** A group that has no string of its own is shown by its tag in the OpenAPI document. */
export const groupName = (name: string, strings: Strings): string => (name in PAGE_STRINGS ? strings[name as StringKey] : name)
