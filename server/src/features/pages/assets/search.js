// Search as the reader types: shows the results of the search page below the field in the navigation.
import { $, $$ } from './dom.js'

const DELAY_MS = 200
let timer
let request = new AbortController()

/** Shows the results for the current value of the field, after a short delay. An earlier request is aborted. */
export function updateResults(field) {
  clearTimeout(timer)
  request.abort()
  const query = field.value.trim()
  if (query === '') {
    showResults([])
    return
  }
  timer = setTimeout(() => void loadResults(field.form, query), DELAY_MS)
}

async function loadResults(form, query) {
  request = new AbortController()
  const url = new URL(form.action)
  url.searchParams.set('q', query)
  const response = await fetch(url, { signal: request.signal }).catch(() => null)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const found = $$('main .result-count, main .results', page)
  // Links on the search page are relative to its URL, which can differ from the URL of the current page.
  for (const link of found.flatMap((part) => $$('a', part))) link.href = new URL(link.getAttribute('href'), response.url).href
  showResults(found)
}

/** Replaces the table of contents with the results; without results, shows the table of contents again. */
export function showResults(nodes) {
  const target = $('[data-search-results]')
  if (!target) return
  target.replaceChildren(...nodes)
  target.hidden = nodes.length === 0
  $('.contents details').hidden = nodes.length > 0
}

/** Returns the query and the results of the current page, so that the next page can show them too. */
export const currentSearch = () => ({ query: $('[data-search]')?.value ?? '', nodes: [...($('[data-search-results]')?.childNodes ?? [])] })

export function restoreSearch({ query, nodes }) {
  const field = $('[data-search]')
  if (!field || query === '') return
  field.value = query
  showResults(nodes)
}
