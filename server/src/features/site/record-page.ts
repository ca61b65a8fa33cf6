// The pages of venues, organizers and categories: the record, and its events by day.
import { htmlToPlainText } from '../../kernel/text/html.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import type { Pair } from '../../kernel/http/request-parsing.ts'
import { map, place } from './event-ticket.ts'
import { alternatesOf, findRecord } from './find-record.ts'
import { agenda, takeAlong } from './list-page.ts'
import { filterQuery, PAGE_SIZE, readEvents, todayOf, type EventPage, type Filters } from './list-query.ts'
import { miniMonth } from './mini-month.ts'
import { picture, prose } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { ShownCategory, ShownEvent, ShownOrganizer, ShownVenue } from './site-records.ts'
import type { SiteResult } from './site-request.ts'
import { SITE_STRINGS } from './site-strings.ts'
import type { SiteView } from './site-view.ts'
import { jsonLd, linkPreview } from './structured-data.ts'

export const RECORD_PARAMS: readonly string[] = ['view', 'page']
const MAX_PAGE = 500
const DESCRIPTION_LENGTH = 200

type WithLd<T> = T & { readonly json_ld?: unknown }
type Translated = { readonly translations: Readonly<Record<string, string>> }
/** The parts that differ between the pages of the three kinds. */
interface RecordParts {
  readonly name: string
  readonly kindName: string
  readonly description: string
  readonly filters: Filters
  readonly image: ShownVenue['image']
  readonly facts: Markup
  /** The opening hours in words. */
  readonly hours?: string | null
  /** A map or a picture beside the name. */
  readonly beside: Markup | false
}

export const renderVenuePage = (view: SiteView): Promise<SiteResult> =>
  renderRecordPage<ShownVenue>(view, 'venues', (venue) => ({
    name: venue.venue,
    kindName: view.strings.venue,
    description: venue.description,
    filters: { venue: String(venue.id) },
    image: venue.image,
    hours: venue.hours_text,
    facts: html`<div class="facts">${place(view, venue)}${contact(venue, view)}</div>`,
    beside: besideName(view, venue.image, venue.geo_lat !== null && venue.show_map ? map(view, venue) : null),
  }))

export const renderOrganizerPage = (view: SiteView): Promise<SiteResult> =>
  renderRecordPage<ShownOrganizer>(view, 'organizers', (organizer) => ({
    name: organizer.organizer,
    kindName: view.strings.organizer,
    description: organizer.description,
    filters: { organizer: String(organizer.id) },
    image: organizer.image,
    facts: html`<div class="facts">${contact(organizer, view)}${
      organizer.email !== null &&
      html`<p class="fact">${icon('mail')}<span><a class="link ltr" href="mailto:${organizer.email}">${organizer.email}</a></span></p>`
    }</div>`,
    beside: besideName(view, organizer.image, null),
  }))

export const renderCategoryPage = (view: SiteView): Promise<SiteResult> =>
  renderRecordPage<ShownCategory & { readonly rest_url?: string }>(view, 'categories', (category) => ({
    name: category.name,
    kindName: view.strings.category,
    description: category.description,
    filters: { categories: category.slug },
    image: null,
    facts: html``,
    beside: false,
  }))

async function renderRecordPage<T extends Pick<ShownCategory, 'id' | 'slug' | 'url' | 'language'>>(
  view: SiteView,
  plural: string,
  partsOf: (record: WithLd<T>) => RecordParts,
): Promise<SiteResult> {
  const found = await findRecord<WithLd<T> & Translated>(view, plural)
  if ('location' in found) return found
  const { record } = found
  const parts = partsOf(record)
  const { strings: t } = view
  const isPast = view.query.get('view') === 'past'
  const number = Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(view.query.get('page') ?? 1)) || 1))
  const filter = Object.entries(parts.filters).map(([name, value]): Pair => [name, value])
  const today = todayOf(view)
  const size: Pair[] = [
    ['per_page', String(Math.min(PAGE_SIZE, view.site.maxPerPage))],
    ...(number === 1 ? [] : [['page', String(number)] as Pair]),
  ]
  const period: Pair[] = isPast
    ? [
        ['ends_before', today.toString()],
        ['order', 'desc'],
      ]
    : [['from', today.toString()]]
  const list = await readEvents(view, [...filter, ...period, ...size])
  const own = `${plural}/${encodeURIComponent(record.slug)}`
  const link = (query: Readonly<Record<string, string | undefined>>): string => `${own}${filterQuery({}, query)}`
  const past = isPast ? { view: 'past' } : {}
  const main = html`<div class="frame">
<header class="vhero${parts.beside ? '' : ' alone'}"><div class="stack"${record.language === view.language ? '' : html` lang="${record.language}" dir="auto"`}><p class="over">${parts.kindName}</p><h1>${parts.name}</h1>${parts.description !== '' && html`<div class="lead">${prose(parts.description)}</div>`}${parts.facts}</div>${parts.beside}</header>
<div class="agenda-lay ruled"><div><div class="line list-head"><h2 class="grow">${view.translate(isPast ? SITE_STRINGS.past_count : SITE_STRINGS.upcoming_count, { count: list.total })}</h2><nav class="seg" aria-label="${t.view}"><a href="${view.link(link({}))}"${isPast ? '' : html` aria-current="page"`}>${t.to_come}</a><a href="${view.link(link({ view: 'past' }))}"${isPast ? html` aria-current="page"` : ''}>${t.past}</a></nav></div>
${list.events.length === 0 ? html`<div class="empty"><p><b>${t.nothing_planned}</b></p></div>` : eventsByDay(view, list.events, isPast, today)}
${pager(view, list, number, (page) => view.link(link({ ...past, page: page === 1 ? undefined : String(page) })))}</div>
<aside class="aside">${await miniMonth(view, today.toPlainYearMonth(), { filters: parts.filters, query: filter })}${parts.hours && html`<section class="card hours"><h2>${t.opening_hours}</h2><ul>${parts.hours.split('; ').map((line) => html`<li>${line}</li>`)}</ul></section>`}${takeAlong(view, parts.filters)}</aside></div>
</div>`
  const text = htmlToPlainText(parts.description).replaceAll(/\s+/g, ' ').slice(0, DESCRIPTION_LENGTH)
  return {
    page: {
      title: parts.name,
      description: text || parts.kindName,
      main,
      canonical: link({ ...past, page: number === 1 ? undefined : String(number) }),
      alternates: await alternatesOf(view, plural, record),
      isHidden: number > Math.max(1, list.total_pages),
      head: html`${linkPreview({ title: parts.name, description: text, url: record.url, image: parts.image }, view)}${record.json_ld !== undefined && html`\n${jsonLd(record.json_ld)}`}`,
    },
  }
}

/** Past events are shown under the days on which they began. */
const eventsByDay = (view: SiteView, events: readonly ShownEvent[], isPast: boolean, today: Temporal.PlainDate): Markup =>
  agenda(view, events, today, isPast ? '0001-01-01' : undefined)

function pager(view: SiteView, { total_pages }: EventPage, page: number, link: (page: number) => string): Markup {
  const { strings: t } = view
  if (total_pages < 2 && page === 1) return html``
  return html`<nav class="line pages" aria-label="${t.pages}">${page > 1 && html`<a class="btn big" rel="prev" href="${link(page - 1)}">${icon('left', 's')}${t.earlier}</a>`}<span class="soft">${page} / ${Math.max(1, total_pages)}</span>${page < Math.min(MAX_PAGE, total_pages) && html`<a class="btn big" rel="next" href="${link(page + 1)}">${t.more}${icon('right', 's')}</a>`}</nav>`
}

const contact = ({ phone, website }: Pick<ShownVenue, 'phone' | 'website'>, { strings: t }: SiteView): Markup =>
  html`${phone !== null && html`<p class="fact">${icon('phone')}<span><a class="link ltr" href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></span></p>`}${
    website !== null &&
    html`<p class="fact">${icon('link')}<span><a class="link ltr" href="${website}" rel="noopener"><span class="unseen">${t.website}: </span>${new URL(website).host}</a></span></p>`
  }`
const besideName = (view: SiteView, image: ShownVenue['image'], own: Markup | null): Markup | false => {
  if (image === null && (own === null || own.text === '')) return false
  return html`<div class="stack">${image && picture(view, image, { className: 'vpic', sizes: '(max-width: 48rem) 100vw, 36rem', isFirst: true, alt: image.alt ?? '' })}${own}</div>`
}
