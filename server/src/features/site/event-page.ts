// The page of an event, of a series, or of one date of a series.
import { htmlToPlainText } from '../../kernel/text/html.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import { otherDates, readSeriesDates, statusNote, type SeriesDates } from './event-dates.ts'
import { eventCard, isOff } from './event-parts.ts'
import { renderTicket } from './event-ticket.ts'
import { alternatesOf, findRecord, orNull, pathOf } from './find-record.ts'
import { daysInWords } from './format-dates.ts'
import { readEvents } from './list-query.ts'
import { colorClass, linked, localUrl, pageHref, picture, prose } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { ShownEvent, SingleEvent } from './site-records.ts'
import type { SiteResult } from './site-request.ts'
import { SITE_STRINGS } from './site-strings.ts'
import type { SiteView } from './site-view.ts'
import { jsonLd, linkPreview } from './structured-data.ts'

const RELATED = 3
const DESCRIPTION_LENGTH = 200
const DAY_MS = 86_400_000

export async function renderEventPage(view: SiteView): Promise<SiteResult> {
  const found = await findRecord<SingleEvent>(view, 'events')
  if ('location' in found) return found
  const { record } = found
  const alternates = await alternatesOf(view, 'events', record)
  const { main, description } = await renderEventMain(view, record)
  const canonical = pathOf(view, record.url, view.language)
  return {
    page: {
      title: record.type === 'series' ? record.title : `${record.title}, ${daysInWords(record, view)}`,
      description,
      main,
      current: 'events',
      canonical: canonical.includes('://') ? view.path : canonical,
      alternates,
      isHidden: isLongOver(view, record),
      head: html`${linkPreview({ title: record.title, description, url: record.url, image: record.image }, view)}\n${jsonLd(record.json_ld)}`,
    },
  }
}

/** Renders an event that was read already. The preview of the admin shows the same page. */
export async function renderEventMain(
  view: SiteView,
  event: SingleEvent,
): Promise<{ readonly main: Markup; readonly description: string }> {
  const { strings: t } = view
  const series = event.series ?? (event.type === 'series' ? event.id : null)
  const dates = series === null ? null : await readSeriesDates(view, series)
  const shown = dateToShow(event, dates)
  const [credit, related, repeats] = await Promise.all([
    creditOf(view, event),
    relatedEvents(view, event, series),
    recurrenceOf(view, event, series),
  ])
  const main = html`<div class="frame">
${breadcrumbs(view, event)}
<div class="ev-lay">
<article class="ev-main"${event.language === view.language ? '' : html` lang="${event.language}" dir="auto"`}>
${event.image && html`<figure>${picture(view, event.image, { className: 'ev-pic', sizes: '(max-width: 72rem) 100vw, 50rem', isFirst: true, alt: event.image.alt ?? '' })}${credit !== '' && html`<figcaption class="soft small">${view.translate(SITE_STRINGS.photo_credit, { credit })}</figcaption>`}</figure>`}
<header class="stack"><p class="line">${event.categories.map((category) => linked(pageHref(view, 'categories', category), category.name, `badge tag ${colorClass(category)}`))}${repeats !== null && html`<span class="repeat">${icon('repeat', 's')}${repeats}</span>`}</p>
<h1${isOff(event) ? html` class="gone-title"` : ''}>${event.title}</h1>${event.excerpt !== '' && html`<div class="lead">${prose(event.excerpt)}</div>`}</header>
${statusNote(event, view)}
${isOver(view, event) && html`<div class="note" role="note">${icon('clock')}<p><b>${t.is_over}</b></p></div>`}
${event.description !== '' && html`<div class="prose">${prose(event.description)}</div>`}
${dates && otherDates(view, dates, event)}
${organizers(view, event)}
${event.tags.length > 0 && html`<ul class="pills" aria-label="${t.tags}">${event.tags.map((tag) => html`<li><a class="pill" href="${localUrl(view, tag.url)}">${tag.name}</a></li>`)}</ul>`}
</article>
${renderTicket(view, event, shown)}
</div>
${related.length > 0 && html`<section class="related" aria-labelledby="related"><h2 id="related">${t.you_may_like}</h2><div class="cards3">${related.map((each) => eventCard(each, view))}</div></section>`}
</div>`
  return { main, description: describe(view, event) }
}

/** The page of a series shows its next date. */
function dateToShow(event: SingleEvent, dates: SeriesDates | null): ShownEvent {
  if (event.type !== 'series') return event
  return dates?.events.find((date) => !isOff(date)) ?? dates?.events[0] ?? event
}

const describe = (view: SiteView, event: ShownEvent): string => {
  const text = htmlToPlainText(event.excerpt || event.description).replaceAll(/\s+/g, ' ')
  const short = text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH).replace(/\s\S*$/, '')}…` : text
  return [daysInWords(event, view), event.venue[0]?.venue, short].filter(Boolean).join(' · ')
}

/** When the event ends, in milliseconds since 1970; Infinity if it has dates to come, or runs until further notice. */
function endOf(event: SingleEvent): number {
  const isRunning = event.type === 'series' ? event.occurrences?.next : event.end_date === null && event.hours !== null
  if (isRunning) return Infinity
  const last = event.type === 'series' ? event.occurrences?.last : event.utc_end_date
  return Date.parse(`${(last ?? event.utc_start_date).replace(' ', 'T')}Z`)
}
const isOver = ({ now }: SiteView, event: SingleEvent): boolean => endOf(event) < now.epochMilliseconds
const isLongOver = ({ now, settings }: SiteView, event: SingleEvent): boolean =>
  endOf(event) + settings.noIndexDays * DAY_MS < now.epochMilliseconds

/** The recurrence in words. A date has that of its series. */
async function recurrenceOf(view: SiteView, event: SingleEvent, series: number | null): Promise<string | null> {
  if (series === null || event.type === 'series') return event.recurrence_text
  const found = await view.reads.json('/events/{id}', { params: { id: String(series) } }).catch(orNull)
  return typeof found?.['recurrence_text'] === 'string' ? found['recurrence_text'] : null
}

async function creditOf(view: SiteView, { image }: ShownEvent): Promise<string> {
  if (image === null) return ''
  const stored = await view.reads.json('/media/{id}', { params: { id: String(image.id) }, keys: 'records' }).catch(orNull)
  return typeof stored?.['credit'] === 'string' ? stored['credit'] : ''
}

/** Upcoming events of the same categories, one date of each series. */
async function relatedEvents(view: SiteView, event: ShownEvent, series: number | null): Promise<readonly ShownEvent[]> {
  if (event.categories.length === 0) return []
  const categories = event.categories.map(({ id }) => id).join(',')
  const { events } = await readEvents(
    view,
    [
      ['categories', categories],
      ['collapse', 'series'],
      // A record that is read, but not shown, would purge the page, too.
      ['exclude', [event.id, ...(series === null ? [] : [series])].join(',')],
      ['per_page', String(RELATED)],
    ],
    { keys: 'records' },
  )
  return events
}

function breadcrumbs(view: SiteView, { categories: [category], title }: ShownEvent): Markup {
  const { strings: t, link } = view
  return html`<nav class="crumbs" aria-label="${t.you_are_here}"><ol><li><a href="${link('events')}">${t.whats_on}</a></li>${
    category && html`<li>${icon('right', 's')}${linked(pageHref(view, 'categories', category), category.name)}</li>`
  }<li aria-current="page">${icon('right', 's')}<b>${title}</b></li></ol></nav>`
}

function organizers(view: SiteView, { organizer }: ShownEvent): Markup {
  const { strings: t } = view
  if (organizer.length === 0) return html``
  return html`<section class="stack" aria-labelledby="by"><h2 id="by">${t.organizers}</h2>${organizer.map((each) => {
    const href = pageHref(view, 'organizers', each)
    return html`<p class="line"><span class="avatar" aria-hidden="true">${initials(each.organizer)}</span><span><b>${linked(href, each.organizer, href === null ? '' : 'link')}</b></span></p>`
  })}</section>`
}
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
