// The markup of a month: a table of days, of which those with events are marked, and the events of the selected day.
import { embedFormats, type EmbedFormats } from './embed-formats.ts'
import { monthTexts } from './embed-month-texts.ts'
import { shiftMonth, weeksOfMonth, type CountedDays } from './embed-days.ts'
import { eventsMarkup, frameMarkup, safeUrl, type EmbedFrame, type Renderer, type ShownEvents } from './embed-markup.ts'

export interface MonthView {
  readonly month: string
  readonly today: string
  /** The selected day, or null. */
  readonly day: string | null
  /** The day in the tab order, if a script handles the keyboard. */
  readonly tabDay: string
  /** Null while the events of the month are loaded. */
  readonly counted: CountedDays | null
  /** The events of the selected day, and how many there are in all. */
  readonly events: ShownEvents
  readonly total: number
  /** The URL of the same view for a month or a day. */
  readonly urlOf: (date: string) => string
}

export function monthMarkup<T>(renderer: Renderer<T>, frame: EmbedFrame, view: MonthView): T {
  const { html, nothing } = renderer
  const formats = embedFormats(frame.language)
  const name = formats.month(view.month)
  const live = frame.isInteractive ? 'polite' : nothing
  const head = html`<div class="heading" part="heading" role="heading" aria-level="${frame.headingLevel}" aria-live="${live}">${name}</div><div class="navs">${stepMarkup(renderer, frame, view, -1)}${stepMarkup(renderer, frame, view, 1)}</div>`
  const weeks = weeksOfMonth(view.month, formats.firstWeekday)
  const table = html`<table class="month" part="table" role="${frame.isInteractive ? 'grid' : nothing}" aria-label="${name}" aria-busy="${view.counted === null && view.events !== 'failed' ? 'true' : nothing}"><thead><tr>${weeks[0]?.map(
    (day) => html`<th scope="col" part="weekday" aria-label="${formats.weekday(day)}">${formats.columnWeekday(day)}</th>`,
  )}</tr></thead><tbody>${weeks.map((week) => html`<tr>${week.map((day) => dayMarkup(renderer, frame, view, day))}</tr>`)}</tbody></table>`
  const body = html`${table}<div class="day-events" aria-live="${live}">${view.day === null && view.events !== 'failed' ? '' : dayEventsMarkup(renderer, frame, view, formats)}</div>`
  return frameMarkup(renderer, frame, { head, body })
}

function stepMarkup<T>({ html, nothing }: Renderer<T>, frame: EmbedFrame, view: MonthView, months: -1 | 1): T {
  const texts = monthTexts(frame.language)
  const month = shiftMonth(`${view.month}-01`, months).slice(0, 7)
  return html`<a class="nav" part="nav" href="${safeUrl(view.urlOf(month))}" data-month="${month}" role="${frame.isInteractive ? 'button' : nothing}" aria-label="${months === 1 ? texts.nextMonth : texts.previousMonth}"><svg class="${months === 1 ? 'next' : 'previous'}" viewBox="0 0 24 24" aria-hidden="true"><path d="m9.5 6 6 6-6 6"></path></svg></a>`
}

function dayMarkup<T>({ html, nothing }: Renderer<T>, frame: EmbedFrame, view: MonthView, day: string): T {
  const { dayNumber, fullDay, count } = embedFormats(frame.language)
  const [isToday, isSelected] = [day === view.today, day === view.day]
  const { counts = null, uncountedFrom = null } = view.counted ?? {}
  const isUncounted = uncountedFrom !== null && day >= uncountedFrom
  const events = counts?.get(day) ?? 0
  const label = counts === null || isUncounted ? fullDay(day) : count(monthTexts(frame.language).dayWithEvents, events, fullDay(day))
  const marks = [events > 0 || isUncounted ? ' busy' : '', isToday ? ' today' : '', isSelected ? ' selected' : '']
  const outside = day.startsWith(view.month) ? '' : ' outside'
  const state = frame.isInteractive ? String(isSelected) : nothing
  const tabIndex = frame.isInteractive ? (day === view.tabDay ? '0' : '-1') : nothing
  return html`<td aria-selected="${state}"><a class="day${marks.join('')}${outside}" part="day${marks.join('')}" href="${safeUrl(view.urlOf(day))}" data-day="${day}" tabindex="${tabIndex}" aria-label="${label}" aria-current="${isToday ? 'date' : nothing}">${dayNumber(day)}</a></td>`
}

function dayEventsMarkup<T>(renderer: Renderer<T>, frame: EmbedFrame, view: MonthView, { count }: EmbedFormats): T {
  const { html } = renderer
  const texts = monthTexts(frame.language)
  const { events, total, day } = view
  const left = Array.isArray(events) ? total - events.length : 0
  const url = frame.eventsUrl === null || day === null ? '' : `${frame.eventsUrl}?view=day&date=${day}`
  const more = left > 0 ? count(texts.moreEvents, left) : ''
  const link = url === '' ? html`<span>${more}</span>` : html`<a part="link" href="${safeUrl(url)}" target="${frame.target}">${more}</a>`
  return html`${eventsMarkup(renderer, frame, { events, day, none: texts.noneOnDay })}${
    more === '' ? '' : html`<p class="more" part="more">${link}</p>`
  }`
}
