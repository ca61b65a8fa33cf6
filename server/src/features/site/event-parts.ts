// Parts of pages that show an event in a few lines: an entry of the agenda, a card, its badges and its place.
import { html, trusted, type Markup } from '../../kernel/text/markup.ts'
import { daysInShort, isLong, lastDay, shortDate, timesInWords, toWall } from './format-dates.ts'
import { colorClass, pageHref, picture } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { ShownEvent } from './site-records.ts'
import { SITE_STRINGS, type SiteStrings } from './site-strings.ts'
import type { SiteView } from './site-view.ts'

export const isOff = ({ event_status: status }: ShownEvent): boolean => status === 'cancelled' || status === 'postponed'
const STATUS_BADGES: Readonly<Record<string, { readonly text: keyof SiteStrings; readonly tone: string }>> = {
  cancelled: { text: 'cancelled', tone: 'off' },
  postponed: { text: 'postponed', tone: 'off' },
  rescheduled: { text: 'rescheduled', tone: 'plan' },
  moved_online: { text: 'moved_online', tone: 'plan' },
}
/** The badges of an event: its status, whether there are places, and its password. */
export function badges({ event_status, availability, protected: isProtected }: ShownEvent, t: SiteStrings): Markup {
  const status = STATUS_BADGES[event_status ?? '']
  return html`${status && html` <span class="badge ${status.tone}">${t[status.text]}</span>`}${
    event_status !== 'cancelled' && availability === 'few' && html` <span class="badge wait">${t.few_places}</span>`
  }${event_status !== 'cancelled' && availability === 'sold_out' && html` <span class="badge off">${t.sold_out}</span>`}${
    isProtected && html` <span class="badge">${t.protected}</span>`
  }`
}

/** The price, in the words of the editors. */
export const priceOf = ({ cost, cost_details: { values } }: ShownEvent, t: SiteStrings): string =>
  values.length > 0 && values.every((each) => Number(each) === 0) ? t.free : (cost ?? '')
/** The name of the place: the first venue, or that the event is online. */
export const placeName = ({ venue, attendance }: ShownEvent, t: SiteStrings): string =>
  venue[0]?.venue ?? (attendance === 'online' ? t.online : '')

/** The time of an event in a list that is grouped by day. */
export function timeInList(event: ShownEvent, { language, strings: t, translate }: SiteView): Markup {
  const last = lastDay(event)
  if (isLong(event) && last !== null) {
    const until = translate(SITE_STRINGS.until_day, { day: shortDate(last, language) })
    return html`${event.all_day ? t.all_day : html`<bdi>${timesInWords(event, language)?.split(' – ')[0]}</bdi>`}, ${until}`
  }
  const times = timesInWords(event, language)
  return times === null ? html`${t.all_day}` : html`<bdi>${times}</bdi>`
}

/** One event of an agenda. `level` is that of its heading. */
export function agendaItem(event: ShownEvent, view: SiteView, level: 2 | 3 = 3): Markup {
  const { strings: t, site } = view
  const [category] = event.categories
  const place = placeName(event, t)
  const price = priceOf(event, t)
  const title = titleLink(event, view)
  return html`<article class="item${isOff(event) ? ' gone' : ''}"><div class="txt"><p class="tm"><span>${timeInList(event, view)}</span>${
    event.timezone !== site.timeZone && !event.all_day && html` <span class="zone">${event.timezone_abbr}</span>`
  }${badges(event, t)}</p>${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}<p class="meta">${
    place !== '' && html`<span>${icon(event.venue.length > 0 ? 'pin' : 'screen', 's')}${place}</span>`
  }${category && html`<span class="cat ${colorClass(category)}">${category.name}</span>`}${price !== '' && html`<span><bdi>${price}</bdi></span>`}${
    event.series !== null && html`<span>${icon('repeat', 's')}${t.repeats}</span>`
  }</p>${foundText(event, view)}</div>${event.image && picture(view, event.image, { sizes: '8.5rem' })}</article>`
}

/** The title of an event in its own language, as a link to its page. */
export function titleLink(event: ShownEvent, view: SiteView): Markup {
  const href = pageHref(view, 'events', event)
  const language = event.language === view.language ? '' : html` lang="${event.language}" dir="auto"`
  const marked = event.highlight?.title
  const title = marked === undefined ? html`${event.title}` : trusted(marked)
  return href === null ? html`<span${language}>${title}</span>` : html`<a href="${href}"${language}>${title}</a>`
}
/** Where the event contains the search, unless its title shows that already. */
function foundText({ highlight, language }: ShownEvent, view: SiteView): Markup {
  const marked = highlight?.title === undefined ? (highlight?.description ?? highlight?.excerpt) : undefined
  if (marked === undefined) return html``
  return html`<p class="found"${language !== view.language && html` lang="${language}" dir="auto"`}>${trusted(marked)}</p>`
}

/** A card with a large picture. */
export function eventCard(event: ShownEvent, view: SiteView): Markup {
  const { strings: t } = view
  const about = [placeName(event, t), priceOf(event, t)].filter(Boolean)
  return html`<article class="ecard${isOff(event) ? ' gone' : ''}">${
    event.image
      ? picture(view, event.image, { sizes: '(max-width: 48rem) 7rem, 24rem' })
      : html`<span class="no-pic ${colorClass(event.categories[0])}"></span>`
  }<p class="tm">${daysInShort(event, view)}${badges(event, t)}</p><h3>${titleLink(event, view)}</h3><p>${about.join(' · ')}</p></article>`
}

/** The first day on which a list that begins on `from` shows an event. */
export function shownDay(event: ShownEvent, from: Temporal.PlainDate): Temporal.PlainDate {
  const start = toWall(event.start_date).toPlainDate()
  return Temporal.PlainDate.compare(start, from) < 0 ? from : start
}
