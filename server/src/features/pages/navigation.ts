// The contents beside the guide and the reference: chapters, then operations by group, with a field to find one.
import type { OperationGroup, OperationModel } from './openapi-model.ts'
import type { View } from './layout.ts'
import { html, type Markup } from './markup.ts'
import { WORDS, type Word, type Strings } from './strings.ts'

/** Chapters of the guide in the order of reading; each is a file of docs/api. */
export const CHAPTERS = [
  'first_steps',
  'authentication',
  'lists',
  'dates',
  'languages',
  'writing',
  'pictures',
  'feeds',
  'errors',
  'caching',
  'limits',
  'compatibility',
] as const satisfies readonly Word[]
export type Chapter = (typeof CHAPTERS)[number]
export const chapterPath = (chapter: Chapter): string => `docs/${chapter.replace('_', '-')}`
export const operationPath = ({ operationId }: OperationModel): string => `docs/reference/${operationId}`

export function renderNavigation(groups: readonly OperationGroup[], view: View): Markup {
  const { words: w, path } = view
  const here = (at: string): Markup | string => (path === at ? html` aria-current="page"` : '')
  return html`<nav class="contents" aria-label="${w.contents}">
<details open data-narrow-closed>
<summary>${w.contents}</summary>
<p class="find"><label><span class="unseen">${w.find}</span><input type="search" placeholder="${w.find}" autocomplete="off" spellcheck="false" data-find></label></p>
<p class="none" role="status" data-none="${w.nothing_found}"></p>
<section><h2>${w.guide}</h2><ul>${CHAPTERS.map(
    (chapter) => html`<li><a href="${view.link(chapterPath(chapter))}"${here(chapterPath(chapter))}>${w[chapter]}</a></li>`,
  )}</ul></section>
${groups.map(
  ({ name, operations }) =>
    html`<section><h2>${groupName(name, w)}</h2><ul>${operations.map(
      (op) =>
        html`<li><a class="operation" href="${view.link(operationPath(op))}"${here(operationPath(op))} data-words="${op.path} ${op.operationId}">${methodChip(op.method)} <span>${op.summary}</span></a></li>`,
    )}</ul></section>`,
)}
</details>
</nav>`
}

export const methodChip = (method: string): Markup =>
  html`<b class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</b>`

/** Groups without a word of their own carry their name on the wire. */
export const groupName = (name: string, words: Strings): string => (name in WORDS ? words[name as Word] : name)
