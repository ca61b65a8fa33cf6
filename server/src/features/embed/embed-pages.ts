// Pages of the embedded calendar without scripts: /embed/list and /embed/month, as documents for frames and as fragments to be inserted into pages.
import type { Problem } from '../../kernel/errors/problems.ts'
import { directionOf } from '../../kernel/text/languages.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import { describeError, pagePolicy, type ErrorPage, type SiteResult, type SiteRoute } from '../site/site-request.ts'
import { basePath, type SiteView } from '../site/site-view.ts'
import { countByDay, dayInZone, parseShownDate, weeksOfMonth, type CountedDays, type EmbedTimes } from './embed-days.ts'
import { embedFormats } from './embed-formats.ts'
import { generatorRoute } from './embed-generator.ts'
import { listMarkup, type EmbedEvent, type EmbedFrame } from './embed-markup.ts'
import { monthMarkup } from './embed-month-markup.ts'
import {
  dayQuery,
  DEFAULT_LIMIT,
  EMBED_FILTERS,
  embedPath,
  MAX_TIME_PAGES,
  optionsOfQuery,
  timesQuery,
  upcomingQuery,
  type EmbedOptions,
} from './embed-queries.ts'
import { SERVER_RENDERER } from './server-renderer.ts'

/** A part of a page: an element of the widget, with its content as a declarative shadow root. */
export interface EmbedElement {
  readonly title: string
  readonly element: Markup
}
type RenderElement = (view: SiteView, headingLevel: 1 | 2) => Promise<EmbedElement>

const COMMON_PARAMS = [...EMBED_FILTERS, 'limit', 'fragment']

export const EMBED_ROUTES: readonly SiteRoute[] = [
  generatorRoute({ list: renderList, month: renderMonth }),
  {
    path: '/embed/list',
    params: [...COMMON_PARAMS, 'collapse', 'heading'],
    render: (view) => respond(view, renderList),
    renderError,
  },
  { path: '/embed/month', params: [...COMMON_PARAMS, 'date'], render: (view) => respond(view, renderMonth), renderError },
]

/** `fragment=true` returns the element alone. */
async function respond(view: SiteView, render: RenderElement): Promise<SiteResult> {
  const isFragment = view.query.get('fragment') === 'true'
  const { title, element } = await render(view, isFragment ? 2 : 1)
  return {
    type: 'text/html; charset=utf-8',
    text: isFragment ? element.text : renderDocument(view, title, element),
    headers: frameHeaders(view),
  }
}
const frameHeaders = ({ settings }: SiteView): Readonly<Record<string, string>> => ({
  'content-security-policy': pagePolicy(settings, settings.embedOrigins.length === 0 ? "'none'" : settings.embedOrigins.join(' ')),
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
})

/** A frame shows the error, too. Browsers would otherwise show a message of their own. */
function renderError(problem: Problem, view: SiteView): ErrorPage {
  const { status, title, about } = describeError(problem, view)
  const link = html`<a href="${view.site.publicUrl}" target="_top">${view.calendarName}</a>`
  const body = renderDocument(view, title, html`<h1>${title}</h1><p>${about}</p><p>${link}</p>`)
  return { status, body, headers: frameHeaders(view) }
}

function renderDocument({ site, language, calendarName }: SiteView, title: string, element: Markup): string {
  const base = basePath(site)
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${calendarName}</title>
<link rel="stylesheet" href="${base}/embed/style.css">
<script type="module" src="${base}/embed/frame.js"></script>
</head>
<body>
<main>${element}</main>
</body>
</html>
`.text
}

async function renderList(view: SiteView, headingLevel: 1 | 2): Promise<EmbedElement> {
  const options = optionsOfQuery(view)
  const heading = view.query.get('heading') ?? ''
  const { events } = await readEvents<EmbedEvent>(view, upcomingQuery(options))
  const content = listMarkup(SERVER_RENDERER, frameOf(view, headingLevel), events, heading)
  const attributes = { ...attributesOf(view, options), ...(options.collapse !== null && { collapse: options.collapse }), heading }
  return {
    title: heading || embedFormats(view.language).texts.upcoming,
    element: renderElement('kalends-events', attributes, content, view),
  }
}

async function renderMonth(view: SiteView, headingLevel: 1 | 2): Promise<EmbedElement> {
  const options = optionsOfQuery(view)
  const { site, language } = view
  const today = dayInZone(view.now.epochMilliseconds, site.timeZone)
  const date = view.query.get('date')
  const { month, day } = parseShownDate(date, today)
  const [counted, shown] = await Promise.all([
    readCounts(view, options, month),
    day === null ? null : readEvents<EmbedEvent>(view, dayQuery(options, day)),
  ])
  const content = monthMarkup(SERVER_RENDERER, frameOf(view, headingLevel), {
    month,
    day,
    today,
    tabDay: '',
    counted,
    events: shown?.events ?? [],
    total: shown?.total ?? 0,
    urlOf: (each) => site.publicUrl + embedPath('month', options, each),
  })
  const attributes = { ...attributesOf(view, options), date: date ?? '' }
  return { title: embedFormats(language).month(month), element: renderElement('kalends-month', attributes, content, view) }
}

interface EventPage<T> {
  readonly events: readonly T[]
  readonly total: number
}
const readEvents = async <T extends EmbedEvent | EmbedTimes>(view: SiteView, query: URLSearchParams): Promise<EventPage<T>> =>
  (await view.reads.json('/events', { query: [...query] })) as unknown as EventPage<T>

async function readCounts(view: SiteView, options: EmbedOptions, month: string): Promise<CountedDays> {
  const { timeZone: zone, maxPerPage } = view.site
  const days = weeksOfMonth(month, embedFormats(view.language).firstWeekday).flat()
  const range = [days[0] ?? '', days.at(-1) ?? ''] as const
  const readPage = (page: number): Promise<EventPage<EmbedTimes>> => readEvents(view, timesQuery(options, range, [page, maxPerPage]))
  const first = await readPage(1)
  const events = [...first.events]
  for (let page = 2; page <= MAX_TIME_PAGES && events.length < first.total; page += 1) events.push(...(await readPage(page)).events)
  return countByDay(events, days, { zone, total: first.total })
}

const frameOf = ({ site, language, absolute }: SiteView, headingLevel: 1 | 2): EmbedFrame => ({
  language,
  headingLevel,
  calendarName: site.name,
  calendarUrl: site.publicUrl,
  eventsUrl: site.pages.includes('events') ? absolute('events', language) : null,
  target: headingLevel === 1 ? '_top' : '_self',
  isInteractive: false,
})

/** The attributes of the element, so that the widget can show the same, if the page loads it. */
const attributesOf = ({ site }: SiteView, { filters, language, limit }: EmbedOptions): Readonly<Record<string, string>> => ({
  src: site.publicUrl,
  language,
  ...filters,
  ...(limit !== DEFAULT_LIMIT && { limit }),
})
const renderElement = (
  name: 'kalends-events' | 'kalends-month',
  attributes: Readonly<Record<string, string>>,
  content: Markup,
  { site }: SiteView,
): Markup => {
  const written = Object.entries(attributes).map(([key, value]) => value !== '' && html` ${key}="${value}"`)
  const body = html`<template shadowrootmode="open"><link rel="stylesheet" href="${site.publicUrl}/embed/style.css">${content}</template>`
  return name === 'kalends-month'
    ? html`<kalends-month${written}>${body}</kalends-month>`
    : html`<kalends-events${written}>${body}</kalends-events>`
}
