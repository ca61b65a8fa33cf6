// The subscribe page: URLs of the whole calendar, or of selected events, for calendar apps and feed readers.
import { languageName } from '../../kernel/text/language-names.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import { PAGE_STRINGS } from './strings.ts'
import type { View } from './view.ts'

/** Filters of the form. The feed URLs also accept every other filter of the event list. */
const FILTERS = ['categories', 'tags', 'venue', 'search'] as const
const MAX_FILTER_LENGTH = 500

interface Selection {
  /** The language of the event texts, which is one of the configured languages. */
  readonly language: string
  readonly filters: URLSearchParams
}
interface SubscriptionUrls {
  readonly calendar: string
  readonly webcal: string
  readonly google: string
  readonly outlook: string
  feed(extension: string): string
}

export const subscribeTitle = ({ strings: t, translate, calendarName }: View): string =>
  calendarName === '' ? t.subscribe_title : translate(PAGE_STRINGS.subscribe_title_named, { calendar: calendarName })

export function subscribePage(view: View): Markup {
  const { strings: t } = view
  const selection = readSelection(view)
  const value = (name: string): string => selection.filters.get(name) ?? ''
  return html`<div class="frame subscribe-page"><h1>${subscribeTitle(view)}</h1>
<p class="lead">${t.subscribe_lead}</p>
<div class="subscribe">
<form class="selection" method="get" data-subscribe data-api="${view.api}" aria-labelledby="choose">
<h2 id="choose">${t.choose}</h2>
<p class="hint">${t.choose_none}</p>
<p class="field"><label for="search">${t.search_words}</label><input class="input" id="search" name="search" value="${value('search')}" type="search" maxlength="200" autocomplete="off"></p>
<div data-terms="categories"><p class="field"><label for="categories">${t.categories}</label><input class="input" id="categories" name="categories" value="${value('categories')}" dir="ltr" autocomplete="off"></p></div>
<div data-terms="tags"><p class="field"><label for="tags">${t.tags}</label><input class="input" id="tags" name="tags" value="${value('tags')}" dir="ltr" autocomplete="off"></p></div>
<div data-venues="${t.any_venue}"><p class="field"><label for="venue">${t.at_venue}</label><input class="input" id="venue" name="venue" value="${value('venue')}" dir="ltr" inputmode="numeric" autocomplete="off"></p></div>
<p class="field"><label for="texts">${t.texts_in}</label><select class="input" id="texts" name="language">${view.languages.map(
    (each) =>
      html`<option value="${each}"${each === selection.language ? html` selected` : ''}>${languageName(each, view.languages)}</option>`,
  )}</select></p>
<p data-no-script><button class="btn">${t.show_urls}</button></p>
</form>
<section class="urls" data-urls aria-labelledby="in-calendar">${urlList(selection, view)}</section>
</div></div>`
}

function urlList(selection: Selection, view: View): Markup {
  const { strings: t } = view
  const urls = subscriptionUrls(selection, view)
  const feeds = [
    { label: t.rss, extension: 'rss' },
    { label: t.atom, extension: 'atom' },
    { label: t.json_feed, extension: 'json' },
    { label: t.csv, extension: 'csv' },
  ]
  return html`<h2 id="in-calendar">${t.in_calendar}</h2>
<p class="hint" role="status" data-matching="${t.matching}" data-count="${listUrl(selection, view)}"></p>
<ul class="apps">
<li><a class="btn primary" href="${urls.webcal}">${t.open_here}</a><span class="hint">${t.open_here_about}</span></li>
<li><a class="btn" href="${urls.google}" rel="noreferrer noopener">${t.add_google}</a><span class="hint">${t.external_site}</span></li>
<li><a class="btn" href="${urls.outlook}" rel="noreferrer noopener">${t.add_outlook}</a><span class="hint">${t.external_site}</span></li>
</ul>
${isLocal(view.publicUrl) && html`<p class="note warn">${t.only_local}</p>`}
<h3>${t.calendar_url}</h3>
<p class="hint">${t.calendar_url_about}</p>
${urlRow('', urls.calendar, t)}
<h3>${t.other_formats}</h3>
${feeds.map(({ label, extension }) => urlRow(label, urls.feed(extension), t))}`
}
const urlRow = (label: string, url: string, { copy, copied }: View['strings']): Markup =>
  html`<div class="row">${
    label && html`<span>${label}</span>`
  }<a href="${url}" dir="ltr">${url}</a><button type="button" class="btn copy" data-text="${url}" data-copied="${copied}" aria-label="${copy} ${label || url}">${copy}</button></div>`

/** Reads the selected filters from the query string of the page. */
function readSelection({ query, language, languages }: View): Selection {
  const filters = new URLSearchParams()
  for (const name of FILTERS) {
    const values = query.getAll(name).map((each) => each.trim())
    const value = values.filter(Boolean).join(',').slice(0, MAX_FILTER_LENGTH)
    if (value !== '') filters.set(name, value)
  }
  const [requested] = query.getAll('language').filter((each) => languages.includes(each))
  return { language: requested ?? language, filters }
}

function subscriptionUrls({ language, filters }: Selection, { publicUrl, apiPath, calendarName, translate }: View): SubscriptionUrls {
  const name = calendarName || translate('Events calendar')
  const base = `${publicUrl}/${language}/${apiPath}`
  const query = filters.size > 0 ? `?${filters.toString()}` : ''
  const feed = (extension: string): string => `${base}/events.${extension}${query}`
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

/** Returns the URL of the event list with the same filters; the script reads the number of events from it. */
const listUrl = ({ filters }: Selection, { api }: View): string =>
  `${api}/events?${new URLSearchParams([...filters, ['per_page', '1'], ['_fields', 'id']]).toString()}`

/** External services cannot reach loopback and private addresses. */
const isLocal = (url: string): boolean =>
  /^https?:\/\/(localhost|127\.|0\.0\.0\.0|\[::1?\]|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(url)
