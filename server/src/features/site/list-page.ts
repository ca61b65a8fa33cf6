// The list of events: search, featured events, and an agenda grouped by day.
import { html, type Markup } from '../../kernel/text/markup.ts'
import type { Pair } from '../../kernel/http/request-parsing.ts'
import { agendaItem, badges, placeName, priceOf, shownDay, titleLink } from './event-parts.ts'
import { categoryPills, quickDates, renderFinder } from './finder.ts'
import { capitalize, daysInShort, isLong, longDate, shortMonthAndYear, toWall, weekdayName } from './format-dates.ts'
import {
  apiFilters,
  filterQuery,
  hasFilters,
  NO_EVENTS,
  PAGE_SIZE,
  parsePageDay,
  readEvents,
  readFilters,
  todayOf,
  type EventPage,
  type Filters,
} from './list-query.ts'
import { miniMonth } from './mini-month.ts'
import { picture } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { SitePage } from './site-layout.ts'
import type { ShownEvent } from './site-records.ts'
import type { SiteResult } from './site-request.ts'
import { SITE_STRINGS } from './site-strings.ts'
import type { SiteView } from './site-view.ts'

const MAX_PAGE = 500

export async function renderListPage(view: SiteView): Promise<SiteResult> {
  const { strings: t, language, settings } = view
  const filters = readFilters(view)
  const number = pageNumber(view)
  const query = await apiFilters(view, filters)
  const list = query === null ? NO_EVENTS : await readEvents(view, listQuery(view, filters, query, number))
  const isStart = !hasFilters(filters) && number === 1
  const today = todayOf(view)
  const main = html`<div class="frame">
<header class="hero"><p class="over">${capitalize(longDate(today, language), language)}</p><h1>${t.whats_on}</h1>${settings.tagline !== '' && html`<p class="lead">${settings.tagline}</p>`}
${await renderFinder(view, filters)}
${quickDates(view, filters)}</header>
${isStart && (await featuredEvents(view))}
<div class="agenda-lay"><div>
<div class="line list-head"><h2 class="grow">${listTitle(view, filters, list)}</h2>${viewSwitch(view, filters, 'list')}</div>
${await categoryPills(view, filters.categories, (slug) => view.link(`events${filterQuery({ ...filters, categories: slug } as Filters)}`))}
${isStart && (await runningEvents(view, today))}
${list.events.length === 0 ? emptyList(view, filters, list.suggested_search) : agenda(view, list.events, today, filters.from)}
${pagination(view, filters, number, list)}
</div>
<aside class="aside">${await miniMonth(view, today.toPlainYearMonth(), { filters, query: query ?? [] })}${takeAlong(view, filters)}</aside></div>
</div>`
  const page: SitePage = {
    title: number === 1 ? t.whats_on : `${t.whats_on}, ${view.translate(SITE_STRINGS.page_number, { page: number })}`,
    ...(settings.tagline !== '' && { description: settings.tagline }),
    main,
    current: 'events',
    canonical: `events${filterQuery(filters, { page: number === 1 ? undefined : String(number) })}`,
    isHidden: filters.search !== undefined || filters.place !== undefined || list.events.length === 0,
    head: neighbors(view, filters, number, list),
  }
  return { page }
}

function pageNumber({ query }: SiteView): number {
  const number = Number(query.get('page') ?? 1)
  return Number.isInteger(number) && number > 0 ? Math.min(number, MAX_PAGE) : 1
}
/** Without dates, a list begins today, as in the API. With dates, it has all events that take place in that time. */
function listQuery(view: SiteView, { search, from, to }: Filters, query: readonly Pair[], page: number): Pair[] {
  const start = from ?? (to === undefined ? undefined : todayOf(view).toString())
  return [
    ...query,
    ...(search === undefined ? [] : [['highlight', 'true'] as Pair]),
    ...(start === undefined ? [] : [['from', start] as Pair]),
    ...(to === undefined ? [] : [['to', to] as Pair]),
    ['per_page', String(Math.min(PAGE_SIZE, view.site.maxPerPage))],
    ...(page === 1 ? [] : [['page', String(page)] as Pair]),
  ]
}

const listTitle = ({ translate }: SiteView, filters: Filters, { total }: EventPage): string =>
  translate(hasFilters(filters) ? SITE_STRINGS.found_count : SITE_STRINGS.upcoming_count, { count: total })

export function viewSwitch(view: SiteView, filters: Filters, current: 'list' | 'month' | 'day'): Markup {
  const { strings: t } = view
  const { from: _from, to: _to, ...rest } = filters
  const mark = (name: string): Markup | string => (name === current ? html` aria-current="page"` : '')
  return html`<nav class="seg" aria-label="${t.view}"><a href="${view.link(`events${filterQuery(filters)}`)}"${mark('list')}>${icon('list', 's')}${t.list}</a><a href="${view.link(`events${filterQuery(rest, { view: 'month' })}`)}"${mark('month')}>${icon('calendar', 's')}${t.month}</a></nav>`
}

/** Events in groups by day, each under a heading. */
export function agenda(view: SiteView, events: readonly ShownEvent[], today: Temporal.PlainDate, from?: string): Markup {
  const { language, strings: t } = view
  const first = parsePageDay(from ?? null) ?? today
  const days = Map.groupBy(events, (event) => shownDay(event, first).toString())
  return html`${[...days].map(([text, onDay]) => {
    const day = Temporal.PlainDate.from(text)
    const isToday = day.equals(today)
    const month = day.year === today.year && day.month === today.month ? null : shortMonthAndYear(day, language)
    return html`<section class="dayset"><h2${isToday ? html` class="now"` : ''}><b>${day.day}</b>${month !== null && html`<span class="mo">${month}</span>`}<span>${capitalize(weekdayName(day, language), language)}${isToday && html`, ${t.today.toLocaleLowerCase(language)}`}</span></h2><div>${onDay.map((event) => agendaItem(event, view))}</div></section>\n`
  })}`
}
/** Events of several days that began earlier. A list of starts does not have them. */
async function runningEvents(view: SiteView, today: Temporal.PlainDate): Promise<Markup> {
  const day = today.toString()
  const { events } = await readEvents(view, [
    ['from', day],
    ['to', day],
    ['per_page', String(Math.min(PAGE_SIZE, view.site.maxPerPage))],
  ])
  const running = events.filter((event) => isLong(event) && Temporal.PlainDate.compare(toWall(event.start_date).toPlainDate(), today) < 0)
  if (running.length === 0) return html``
  return html`<details class="running"><summary><b>${view.strings.also_on}</b><span class="badge">${running.length}</span>${icon('down', 's')}</summary><div>${running.map((event) => agendaItem(event, view))}</div></details>`
}

async function featuredEvents(view: SiteView): Promise<Markup> {
  const { strings: t } = view
  const { events } = await readEvents(view, [
    ['featured', 'true'],
    ['collapse', 'series'],
    ['per_page', '3'],
  ])
  const shown = events.filter(({ image }) => image !== null)
  if (shown.length === 0) return html``
  return html`<section class="feat n${shown.length}" aria-label="${t.featured}">${shown.map(
    (event, i) =>
      html`<article class="fcard">${event.image && picture(view, event.image, { sizes: i === 0 ? '(max-width: 48rem) 100vw, 46rem' : '(max-width: 48rem) 100vw, 28rem', isFirst: i === 0 })}<div>${i === 0 && html`<span class="badge">${icon('star', 's')}${t.featured}</span>`}<p>${daysInShort(event, view)}${badges(event, t)}</p><h2>${titleLink(event, view)}</h2><p>${[placeName(event, t), priceOf(event, t)].filter(Boolean).join(' · ')}</p></div></article>`,
  )}</section>`
}

export const emptyList = (view: SiteView, filters: Filters, suggested?: string): Markup => {
  const { strings: t } = view
  const suggestion =
    suggested !== undefined &&
    html`<p><a href="${view.link(`events${filterQuery({ ...filters, search: suggested })}`)}">${view.translate(SITE_STRINGS.did_you_mean, { search: suggested })}</a></p>`
  return hasFilters(filters)
    ? html`<div class="empty"><p><b>${t.no_events}</b></p>${suggestion}<p class="soft">${t.no_events_about}</p><p><a class="btn" href="${view.link('events')}">${t.remove_filters}</a></p></div>`
    : html`<div class="empty"><p><b>${t.nothing_planned}</b></p></div>`
}

const pageLink = (view: SiteView, filters: Filters, page: number): string =>
  view.link(`events${filterQuery(filters, { page: page === 1 ? undefined : String(page) })}`)
function pagination(view: SiteView, filters: Filters, page: number, { total_pages }: EventPage): Markup {
  const { strings: t } = view
  if (total_pages < 2 && page === 1) return html``
  const previous = Math.min(page - 1, total_pages)
  return html`<nav class="line pages" aria-label="${t.pages}">${page > 1 && html`<a class="btn big" rel="prev" href="${pageLink(view, filters, Math.max(1, previous))}">${icon('left', 's')}${t.earlier}</a>`}<span class="soft">${page} / ${Math.max(total_pages, 1)}</span>${page < Math.min(total_pages, MAX_PAGE) && html`<a class="btn big" rel="next" href="${pageLink(view, filters, page + 1)}">${t.more}${icon('right', 's')}</a>`}</nav>`
}
const neighbors = (view: SiteView, filters: Filters, page: number, { total_pages }: EventPage): Markup =>
  html`${page > 1 && html`<link rel="prev" href="${pageLink(view, filters, page - 1)}">\n`}${page < Math.min(total_pages, MAX_PAGE) && html`<link rel="next" href="${pageLink(view, filters, page + 1)}">\n`}`

/** Links to the subscription with the same filters, and to the form for new events. */
export function takeAlong(view: SiteView, filters: Filters): Markup {
  const { strings: t, settings } = view
  const { place: _place, from: _from, to: _to, organizer: _organizer, ...rest } = filters
  return html`<section class="take"><h2>${t.take_along}</h2><p>${t.take_along_about}</p><a class="btn primary" href="${view.link(`subscribe${filterQuery(rest)}`)}">${icon('calendar')}${t.subscribe}</a></section>${
    settings.acceptsSubmissions &&
    html`<section class="card missing"><b>${t.missing_event}</b><p class="soft">${t.missing_event_about}</p><a class="link" href="${view.link('submit')}">${t.suggest}</a></section>`
  }`
}
