// The state of a month: which month and day are shown, what is loaded, and the keyboard. One day is in the tab order; arrow keys move to others.
import type { ReactiveController, TemplateResult } from 'lit'
import {
  countByDay,
  dayInZone,
  parseShownDate,
  shiftDay,
  shiftMonth,
  weeksOfMonth,
  type CountedDays,
  type EmbedTimes,
  type ShownDate,
} from '../../server/src/features/embed/embed-days.ts'
import { embedFormats } from '../../server/src/features/embed/embed-formats.ts'
import type { EmbedEvent } from '../../server/src/features/embed/embed-markup.ts'
import { monthMarkup } from '../../server/src/features/embed/embed-month-markup.ts'
import { EMBED_MONTH_STYLE } from '../../server/src/features/embed/embed-month-style.ts'
import { dayQuery, embedPath, MAX_TIME_PAGES, timesQuery } from '../../server/src/features/embed/embed-queries.ts'
import { directionOf } from '../../server/src/kernel/text/languages.ts'
import { loadEvents, type EmbedCalendar, type EventPage } from './calendar-api.ts'
import { LIT, type CalendarElement } from './calendar-element.ts'

const STYLE = new CSSStyleSheet()
STYLE.replaceSync(EMBED_MONTH_STYLE)

type MonthHost = CalendarElement & { readonly date: string | null | undefined }

export class MonthController implements ReactiveController {
  readonly #host: MonthHost
  /** The month and the day that the reader has chosen, or null. */
  #chosen: ShownDate | null = null
  #focusedDay = ''
  #takesFocus = false
  #counted: (CountedDays & { readonly month: string }) | null = null
  #shown: (EventPage<EmbedEvent> & { readonly day: string }) | null = null

  constructor(host: MonthHost) {
    this.#host = host
    host.addController(this)
    host.shadowRoot?.adoptedStyleSheets.push(STYLE)
    host.renderRoot.addEventListener('click', (event) => this.#onClick(event as MouseEvent))
    host.renderRoot.addEventListener('keydown', (event) => this.#onKeyDown(event as KeyboardEvent))
  }

  hostUpdated(): void {
    if (!this.#takesFocus) return
    this.#takesFocus = false
    this.#host.renderRoot.querySelector<HTMLElement>(`[data-day="${this.#tabDay}"]`)?.focus()
  }
  showFirstDate(): void {
    this.#chosen = null
    this.#host.reload()
  }
  forget(): void {
    this.#counted = null
    this.#shown = null
  }

  async load(calendar: EmbedCalendar, signal: AbortSignal): Promise<void> {
    this.#host.requestUpdate()
    await Promise.all([this.#loadCounts(calendar, signal), this.#loadDay(calendar, signal)])
    this.#host.requestUpdate()
  }
  async #loadCounts(calendar: EmbedCalendar, signal: AbortSignal): Promise<void> {
    const { month } = this.#view
    if (this.#counted?.month === month) return
    const days = this.#weeks.flat()
    const range = [days[0] ?? '', days.at(-1) ?? ''] as const
    const { options } = this.#host
    const { per_page_max: perPage, time_zone: zone } = calendar
    const loadPage = (page: number): Promise<EventPage<EmbedTimes>> =>
      loadEvents(calendar, timesQuery(options, range, [page, perPage]), signal)
    const first = await loadPage(1)
    const pages = Math.min(Math.ceil(first.total / perPage), MAX_TIME_PAGES)
    const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => loadPage(index + 2)))
    const events = [first, ...others].flatMap((page) => page.events)
    this.#counted = { month, ...countByDay(events, days, { zone, total: first.total }) }
  }
  async #loadDay(calendar: EmbedCalendar, signal: AbortSignal): Promise<void> {
    const { day } = this.#view
    if (day === null || this.#shown?.day === day) return
    this.#shown = { day, ...(await loadEvents<EmbedEvent>(calendar, dayQuery(this.#host.options, day), signal)) }
  }

  get #today(): string {
    return dayInZone(Date.now(), this.#host.calendar?.time_zone)
  }
  get #view(): ShownDate {
    return this.#chosen ?? parseShownDate(this.#host.date, this.#today)
  }
  get #weeks(): string[][] {
    return weeksOfMonth(this.#view.month, embedFormats(this.#host.options.language).firstWeekday)
  }
  get #tabDay(): string {
    const { month, day } = this.#view
    const days = this.#weeks.flat()
    return [this.#focusedDay, day ?? '', this.#today].find((each) => days.includes(each)) ?? `${month}-01`
  }

  #show(view: ShownDate): void {
    this.#chosen = view
    this.#host.reload()
  }
  #select(day: string): void {
    this.#focusedDay = day
    // A day of another month moves to another place of the table.
    this.#takesFocus = true
    this.#show({ month: day.slice(0, 7), day })
  }
  /** The month changes if the table does not contain the day, or if it has to be the month of the day. */
  #focusDay(day: string, isMonthOfDay: boolean): void {
    this.#focusedDay = day
    this.#takesFocus = true
    const { month } = this.#view
    if (day.startsWith(month) || (!isMonthOfDay && this.#weeks.flat().includes(day))) this.#host.requestUpdate()
    else this.#show({ month: day.slice(0, 7), day: null })
  }

  #onClick(event: MouseEvent): void {
    // A click with a modifier key opens the link in another tab.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) this.#activate(event)
  }
  /** Shows the day or the month of the link that received the event. */
  #activate(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-day], [data-month]') : null
    if (link === null) return
    event.preventDefault()
    const { day, month } = link.dataset
    if (day !== undefined) this.#select(day)
    else this.#show(parseShownDate(month, this.#today))
  }
  #onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof Element)) return
    if (key === ' ') return this.#activate(event)
    const day = target.closest<HTMLElement>('[data-day]')?.dataset['day']
    const destination = day === undefined ? undefined : this.#destinationOf(key, day)
    if (destination === undefined) return
    event.preventDefault()
    this.#focusDay(destination, key.startsWith('Page'))
  }
  /** The arrow keys follow the direction of writing. */
  #destinationOf(key: string, day: string): string | undefined {
    const forward = directionOf(this.#host.options.language) === 'rtl' ? -1 : 1
    const week = this.#weeks.find((each) => each.includes(day)) ?? []
    const destinations = new Map([
      ['ArrowLeft', shiftDay(day, -forward)],
      ['ArrowRight', shiftDay(day, forward)],
      ['ArrowUp', shiftDay(day, -week.length)],
      ['ArrowDown', shiftDay(day, week.length)],
      ['Home', week[0] ?? day],
      ['End', week.at(-1) ?? day],
      ['PageUp', shiftMonth(day, -1)],
      ['PageDown', shiftMonth(day, 1)],
    ])
    return destinations.get(key)
  }

  render(): TemplateResult {
    const { month, day } = this.#view
    const { options, frame, hasFailed } = this.#host
    const shown = this.#shown?.day === day ? this.#shown : null
    return monthMarkup(LIT, frame, {
      month,
      day,
      today: this.#today,
      tabDay: this.#tabDay,
      counted: this.#counted?.month === month ? this.#counted : null,
      events: hasFailed ? 'failed' : (shown?.events ?? null),
      total: shown?.total ?? 0,
      urlOf: (date) => frame.calendarUrl + embedPath('month', options, date),
    })
  }
}
