// The box beside an event: when, how much, where, and what a visitor can do.
import { html, type Markup } from '../../kernel/text/markup.ts'
import { calendarLinks } from './calendar-links.ts'
import { badges, priceOf } from './event-parts.ts'
import { daysInWords, isLong, shortMonth, timesInWords, toWall, zoneInWords } from './format-dates.ts'
import { linked, pageHref } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { ShownEvent, ShownVenue } from './site-records.ts'
import type { SiteView } from './site-view.ts'

/** `date` is the date that the box describes: the event itself, or the next date of a series. */
export function renderTicket(view: SiteView, event: ShownEvent, date: ShownEvent): Markup {
  const { strings: t } = view
  const price = priceOf(date, t)
  return html`<aside class="card ticket" aria-label="${event.type === 'series' ? t.next_date : t.this_date}">
<div class="in">${when(view, date)}
${
  (price !== '' || date.availability !== null) &&
  html`<p class="fact">${icon('ticket')}<span><b><span class="unseen">${t.price}: </span><bdi>${price}</bdi>${badges(date, t)}</b></span></p>`
}
${date.website !== null && html`<p class="fact">${icon('link')}<span><a class="link" href="${date.website}" rel="noopener">${t.website}</a></span></p>`}
${date.online_url !== null && html`<p class="fact">${icon('screen')}<span><a class="link" href="${date.online_url}" rel="noopener">${t.join_online}</a></span></p>`}
<div class="stack acts">${date.event_status !== 'cancelled' && addMenu(view, date)}${shareMenu(view, event)}</div></div>
${date.venue.map((venue) => html`<div class="in">${place(view, venue, date)}</div>`)}
</aside>`
}

function when(view: SiteView, event: ShownEvent): Markup {
  const { language, strings: t } = view
  const start = toWall(event.start_date)
  const times = timesInWords(event, language)
  const hours = event.hours_text
  const line = hours ?? (event.all_day || isLong(event) ? (event.all_day ? t.all_day : times) : times)
  return html`<div class="datebox"><span class="d" aria-hidden="true"><span>${shortMonth(start, language)}</span><b>${start.day}</b></span><span><strong><time datetime="${event.start_date.replace(' ', 'T')}">${daysInWords(event, view)}</time></strong><span class="soft">${
    hours === null ? html`<bdi>${line}</bdi>` : html`${hours}`
  }${!event.all_day && html`, ${zoneInWords(event, language)}`}</span></span></div>`
}

function addMenu(view: SiteView, event: ShownEvent): Markup {
  const { strings: t } = view
  const links = calendarLinks(event, view)
  return html`<details class="menu up"><summary class="btn primary big block">${icon('calendar')}${t.add_to_calendar}${icon('down', 's')}</summary><ul class="pop"><li><a href="${links.file}">${icon('calendar', 's')}<span class="grow">${t.only_this_date}</span><span class="soft small">.ics</span></a></li>${
    links.series !== null && html`<li><a href="${links.series}">${icon('repeat', 's')}<span>${t.all_dates_live}</span></a></li>`
  }<li><a href="${links.google}" rel="noopener noreferrer">Google Calendar</a></li><li><a href="${links.outlook}" rel="noopener noreferrer">Outlook</a></li></ul></details>`
}

/** Without a script, the address can be sent by mail. */
const shareMenu = ({ strings: t }: SiteView, { title, url }: ShownEvent): Markup => {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return html`<details class="menu up"><summary class="btn big block">${icon('share', 's')}${t.share}</summary><ul class="pop"><li><a href="${mail}">${icon('mail', 's')}<span>${t.share_mail}</span></a></li><li data-copy hidden><button type="button" data-url="${url}" data-done="${t.copied}">${icon('link', 's')}<span>${t.copy_address}</span></button></li></ul></details>`
}

/** The address of a venue, with a map on the page of an event. Maps and links to them are left out if the editors do not want them. */
export function place(view: SiteView, venue: ShownVenue, event?: ShownEvent): Markup {
  const { strings: t } = view
  const href = event ? pageHref(view, 'venues', venue) : null
  const city = [venue.zip, venue.city].filter(Boolean).join(' ')
  const address = [venue.address, city, venue.country].filter(Boolean).join(', ')
  const hasPoint = venue.geo_lat !== null && venue.geo_lng !== null
  const showsLink = venue.show_map_link && (event?.show_map_link ?? true)
  const target = hasPoint ? `${venue.geo_lat},${venue.geo_lng}` : address
  return html`<p class="fact">${icon('pin')}<span>${event && html`<b>${linked(href, venue.venue, href === null ? '' : 'link')}</b>`}${address}</span></p>${
    event?.show_map && hasPoint && venue.show_map && map(view, venue)
  }${
    showsLink &&
    target !== '' &&
    html`<p class="small"><a class="link" href="https://www.openstreetmap.org/directions?to=${encodeURIComponent(target)}" rel="noopener noreferrer">${t.directions}</a></p>`
  }`
}

/** A map that the visitor asks for. Until then, the page sends no request to the server of the tiles. */
export const map = ({ settings, strings: t }: SiteView, { geo_lat, geo_lng }: ShownVenue): Markup =>
  settings.mapTiles === ''
    ? html``
    : html`<div class="map" data-map data-lat="${geo_lat}" data-lng="${geo_lng}" data-tiles="${settings.mapTiles}" hidden><button type="button" class="btn">${icon('pin', 's')}${t.show_map}</button><p class="soft small" hidden>${settings.mapAttribution}</p></div>`
