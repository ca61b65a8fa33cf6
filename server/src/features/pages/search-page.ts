// The search page: a form, and the results of a query over the whole documentation. It works without JavaScript.
import { directionOf } from '../../kernel/text/languages.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import { MAX_QUERY_LENGTH, type SearchIndex, type SearchResult } from './search-index.ts'
import { PAGE_STRINGS } from './strings.ts'
import type { View } from './view.ts'

export function searchPage(index: SearchIndex, view: View): Markup {
  const { strings: t, query, translate, link } = view
  const asked = (query.get('q') ?? '').slice(0, MAX_QUERY_LENGTH).trim()
  const results = index.search(asked)
  return html`<h1>${t.search_title}</h1>
<form class="search-form" action="${link('docs/search')}" method="get" role="search"><label class="visually-hidden" for="q">${t.search_docs}</label><input id="q" name="q" type="search" value="${asked}" placeholder="${t.search_docs}" maxlength="${MAX_QUERY_LENGTH}" autocomplete="off" spellcheck="false"><button class="primary-button">${t.search}</button></form>
${asked !== '' && html`<p class="result-count" role="status">${results.length === 0 ? t.no_results : translate(PAGE_STRINGS.result_count, { count: results.length })}</p>`}
${results.length > 0 && html`<ol class="results">${results.map((result) => resultItem(result, view))}</ol>`}`
}

const resultItem = ({ path, title, section, excerpt, language }: SearchResult, { link }: View): Markup => {
  const isCode = path.startsWith('docs/errors/')
  return html`<li lang="${language}" dir="${directionOf(language)}"><a href="${link(path)}"><span class="result-section">${section}</span><b>${isCode ? html`<code>${title}</code>` : title}</b></a><p>${excerpt.map(
    ({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text),
  )}</p></li>`
}
