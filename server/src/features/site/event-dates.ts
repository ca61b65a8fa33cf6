// The dates of a series on the page of an event, and the notes about a date that does not take place as announced.
import { html, type Markup } from '../../kernel/text/markup.ts'
import { isOff } from './event-parts.ts'
import { clockTime, longDate, shortDate, toWall } from './format-dates.ts'
import { filterQuery, readEvents, todayOf } from './list-query.ts'
import { pageHref } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { ShownEvent } from './site-records.ts'
import { SITE_STRINGS } from './site-strings.ts'
import type { SiteView } from './site-view.ts'

const DATES_SHOWN = 12
export interface SeriesDates {
  readonly events: readonly ShownEvent[]
  readonly total: number
}
/** The next dates of a series, or its last ones if it is over. */
export async function readSeriesDates(view: SiteView, series: number): Promise<SeriesDates> {
  const size = ['per_page', String(DATES_SHOWN)] as const
  const id = ['series', String(series)] as const
  // Only writes to the series and to its dates change the list.
  const keys = { keys: 'records' } as const
  const next = await readEvents(view, [id, ['from', todayOf(view).toString()], size], keys)
  if (next.events.length > 0) return next
  const last = await readEvents(view, [id, ['to', todayOf(view).toString()], ['order', 'desc'], size], keys)
  return { events: last.events.toReversed(), total: 0 }
}

export function otherDates(view: SiteView, { events, total }: SeriesDates, current: ShownEvent): Markup {
  const { strings: t, language } = view
  if (events.length < 2) return html``
  const usual = current.venue[0]?.id
  const days = Map.groupBy(events, (event) => event.start_date.slice(0, 10))
  const dateBox = (event: ShownEvent): Markup => {
    const start = toWall(event.start_date)
    const isCurrent = event.id === current.id
    const off = isOff(event)
    const note = off
      ? event.event_status === 'cancelled'
        ? t.cancelled
        : t.postponed
      : event.event_status === 'rescheduled'
        ? t.rescheduled
        : event.venue[0]?.id !== usual
          ? t.other_place
          : null
    const isShared = (days.get(event.start_date.slice(0, 10))?.length ?? 0) > 1
    const content = html`<b>${shortDate(start, language)}</b><span>${!event.all_day && html`<bdi>${clockTime(start, language)}</bdi>`}${note !== null && html` <em>${note}</em>`}${isCurrent && html` · ${t.this_date}`}</span>`
    const href = dateHref(view, event, isShared)
    return html`<li><a class="date${off ? ' no' : note === null ? '' : ' own'}" href="${href}"${isCurrent ? html` aria-current="date"` : ''}>${content}</a></li>`
  }
  const series = current.series ?? current.id
  return html`<section class="stack" aria-labelledby="dates"><div class="line"><h2 id="dates" class="grow">${t.other_dates}</h2>${
    total > events.length && html`<span class="soft small">${view.translate(SITE_STRINGS.all_dates, { count: total })}</span>`
  }</div><ul class="dates" data-series="${series}">${events.map(dateBox)}</ul></section>`
}
/** Among several dates on one day, the address with the time tells them apart (contract 13.4.2). */
function dateHref(view: SiteView, event: ShownEvent, isShared: boolean): string {
  const href = pageHref(view, 'events', event) ?? view.link(`events${filterQuery({})}`)
  const original = event.original_start_date
  return isShared && original !== null && href.endsWith(original.slice(0, 10)) ? `${href}T${original.slice(11, 16).replace(':', '')}` : href
}

/** A note about the status of an event, with the reason that the editors gave. */
export function statusNote(event: ShownEvent, view: SiteView): Markup {
  const { strings: t, language, translate } = view
  const { event_status: status, event_status_reason: reason, previous_start_date: previous } = event
  const text =
    status === 'cancelled'
      ? t.cancelled_note
      : status === 'postponed'
        ? t.postponed_note
        : status === 'moved_online'
          ? t.moved_online_note
          : status === 'rescheduled' && previous !== null
            ? translate(SITE_STRINGS.rescheduled_note, { day: longDate(toWall(previous), language) })
            : null
  if (text === null) return html``
  const tone = status === 'cancelled' || status === 'postponed' ? 'bad' : 'info'
  return html`<div class="note ${tone}" role="note">${icon('info')}<p><b>${text}</b> ${reason && html`<span dir="auto">${reason}</span>`}</p></div>`
}
