// The page to subscribe: addresses of the calendar, as a whole or of what is chosen, for every sort of program that reads one.
import { languageName, type View } from './layout.ts'
import { html, type Markup } from './markup.ts'

/** Filters that can be chosen here; everything else that a list takes works too, by hand. */
const FILTERS = ['categories', 'tags', 'venue', 'search'] as const
const LONGEST = 500

interface Choice {
  /** The language of the texts: one of the configured ones. */
  readonly language: string
  readonly filters: URLSearchParams
}
export interface Addresses {
  readonly calendar: string
  readonly webcal: string
  readonly google: string
  readonly outlook: string
  feed(ending: string): string
}

export function subscribePage(view: View): Markup {
  const { words: w } = view
  const choice = choiceOf(view)
  const value = (name: string): string => choice.filters.get(name) ?? ''
  return html`<h1>${w.subscribe_title}</h1>
<p class="lead">${w.subscribe_lead}</p>
<div class="subscribe">
<form class="choose" method="get" data-subscribe data-api="${view.api}" aria-labelledby="choose">
<h2 id="choose">${w.choose}</h2>
<p class="note">${w.choose_none}</p>
<p class="input"><label for="search">${w.search_words}</label><input id="search" name="search" value="${value('search')}" type="search" maxlength="200" autocomplete="off"></p>
<div data-pills="categories"><p class="input"><label for="categories">${w.categories}</label><input id="categories" name="categories" value="${value('categories')}" dir="ltr" autocomplete="off"></p></div>
<div data-pills="tags"><p class="input"><label for="tags">${w.tags}</label><input id="tags" name="tags" value="${value('tags')}" dir="ltr" autocomplete="off"></p></div>
<div data-venues="${w.any_venue}"><p class="input"><label for="venue">${w.at_venue}</label><input id="venue" name="venue" value="${value('venue')}" dir="ltr" inputmode="numeric" autocomplete="off"></p></div>
<p class="input"><label for="texts">${w.texts_in}</label><select id="texts" name="language">${view.languages.map(
    (each) =>
      html`<option value="${each}"${each === choice.language ? html` selected` : ''}>${languageName(each, view.languages)}</option>`,
  )}</select></p>
<p data-no-script><button class="quiet-button">${w.show_addresses}</button></p>
</form>
<section class="addresses" data-addresses aria-labelledby="in-calendar">${addressList(choice, view)}</section>
</div>`
}

function addressList(choice: Choice, view: View): Markup {
  const { words: w } = view
  const at = addressesOf(choice, view)
  const feeds = [
    { label: w.rss, ending: 'rss' },
    { label: w.atom, ending: 'atom' },
    { label: w.json_feed, ending: 'json' },
    { label: w.csv, ending: 'csv' },
  ]
  return html`<h2 id="in-calendar">${w.in_calendar}</h2>
<p class="note" role="status" data-matching="${w.matching}" data-count="${listOf(choice, view)}"></p>
<ul class="ways">
<li><a class="main-button" href="${at.webcal}">${w.open_here}</a><span class="note">${w.open_here_about}</span></li>
<li><a class="quiet-button" href="${at.google}" rel="noreferrer noopener">${w.add_google}</a><span class="note">${w.leads_away}</span></li>
<li><a class="quiet-button" href="${at.outlook}" rel="noreferrer noopener">${w.add_outlook}</a><span class="note">${w.leads_away}</span></li>
</ul>
${isLocal(view.publicUrl) && html`<p class="warning">${w.only_local}</p>`}
<h3>${w.plain}</h3>
<p class="note">${w.plain_about}</p>
${addressRow('', at.calendar, w.copy)}
<h3>${w.other_formats}</h3>
${feeds.map(({ label, ending }) => addressRow(label, at.feed(ending), w.copy))}`
}
const addressRow = (label: string, address: string, copy: string): Markup =>
  html`<div class="row">${
    label && html`<span>${label}</span>`
  }<a href="${address}" dir="ltr">${address}</a><button type="button" class="copy" data-text="${address}" aria-label="${copy} ${label || address}">${copy}</button></div>`

/** What the address of the page chooses. */
function choiceOf({ query, language, languages }: View): Choice {
  const filters = new URLSearchParams()
  for (const name of FILTERS) {
    const values = query.getAll(name).map((each) => each.trim())
    const value = values.filter(Boolean).join(',').slice(0, LONGEST)
    if (value !== '') filters.set(name, value)
  }
  const [asked] = query.getAll('language').filter((each) => languages.includes(each))
  return { language: asked ?? language, filters }
}

export function addressesOf({ language, filters }: Choice, { publicUrl, rest, name }: View): Addresses {
  const base = `${publicUrl}/${language}/${rest}`
  const query = filters.size > 0 ? `?${filters.toString()}` : ''
  const feed = (ending: string): string => `${base}/events.${ending}${query}`
  const calendar = feed('ics')
  const webcal = calendar.replace(/^https?:/, 'webcal:')
  return {
    calendar,
    webcal,
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(calendar)}&name=${encodeURIComponent(name)}`,
    feed,
  }
}

/** The list with the same filters, to count what is to come. */
const listOf = ({ filters }: Choice, { api }: View): string =>
  `${api}/events?${new URLSearchParams([...filters, ['per_page', '1'], ['_fields', 'id']]).toString()}`

/** Addresses that nobody outside can reach. */
const isLocal = (url: string): boolean =>
  /^https?:\/\/(localhost|127\.|0\.0\.0\.0|\[::1?\]|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(url)
