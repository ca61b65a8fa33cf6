// The markup of the embedded calendar. The widget renders it with lit and the server renders it as text, so both are the same.
import { embedFormats, type EmbedFormats } from './embed-formats.ts'
import { focusClasses } from '../../kernel/text/focus-classes.ts'
import { directionOf } from '../../kernel/text/languages.ts'

/** A library that renders templates with text and attributes only. */
export interface Renderer<T> {
  readonly html: (strings: TemplateStringsArray, ...values: readonly unknown[]) => T
  /** An attribute with this value is left out. */
  readonly nothing: unknown
}

export interface EmbedEvent {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly language: string
  readonly all_day: boolean
  readonly start_date: string
  readonly end_date: string | null
  readonly event_status: string
  readonly venue: readonly { readonly venue: string }[]
  readonly image: {
    readonly sizes: Readonly<Record<string, EmbedImage>>
    readonly focal_point: { readonly x: number; readonly y: number } | null
  } | null
}
interface EmbedImage {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** The parts around the events. */
export interface EmbedFrame {
  readonly language: string
  /** The level of the heading. Titles of events are one level below it. */
  readonly headingLevel: 1 | 2
  readonly calendarName: string
  readonly calendarUrl: string
  /** The page with all events, or null if the calendar has no pages. */
  readonly eventsUrl: string | null
  /** A frame opens the page of an event in the window around it. */
  readonly target: '_self' | '_top'
  /** Whether a script handles the keyboard, clicks on days and failures. */
  readonly isInteractive: boolean
}

/** The events of a list. `null` while they are loaded. */
export type ShownEvents = readonly EmbedEvent[] | 'failed' | null

export function listMarkup<T>(renderer: Renderer<T>, frame: EmbedFrame, events: ShownEvents, heading: string): T {
  const { html } = renderer
  const { texts } = embedFormats(frame.language)
  const head = html`<div class="heading" part="heading" role="heading" aria-level="${frame.headingLevel}">${heading || texts.upcoming}</div>`
  return frameMarkup(renderer, frame, { head, body: eventsMarkup(renderer, frame, { events, day: null, none: texts.none }) })
}

interface FrameContent<T> {
  readonly head: T
  readonly body: T
}
export function frameMarkup<T>({ html, nothing }: Renderer<T>, frame: EmbedFrame, { head, body }: FrameContent<T>): T {
  const { language, eventsUrl, calendarName, calendarUrl, target } = frame
  const { texts } = embedFormats(language)
  const allEvents =
    eventsUrl === null ? '' : html`<a class="all" part="link" href="${safeUrl(eventsUrl)}" target="${target}">${texts.allEvents}</a>`
  const name =
    calendarName === '' ? '' : html`<a part="calendar" href="${safeUrl(calendarUrl)}" target="${target}"><bdi>${calendarName}</bdi></a>`
  return html`<div class="kalends" part="container" lang="${language || nothing}" dir="${directionOf(language)}"><div class="head" part="head">${head}</div>${body}<div class="foot" part="footer">${allEvents}${name}</div></div>`
}

interface EventsContent {
  readonly events: ShownEvents
  /** The day of all events, which is shown with its weekday. If null, each event has the day of its start, with the month. */
  readonly day: string | null
  readonly none: string
}
export function eventsMarkup<T>(renderer: Renderer<T>, frame: EmbedFrame, { events, day, none }: EventsContent): T {
  const { html } = renderer
  const formats = embedFormats(frame.language)
  if (events === 'failed') return failureMarkup(renderer, frame, formats)
  if (events === null)
    return html`<div class="loading" part="loading" role="status"><span class="hidden">${formats.texts.loading}</span>${BONES.map(
      () => html`<div class="item"><span class="bone date"></span><span class="bone"></span></div>`,
    )}</div>`
  if (events.length === 0) return html`<p class="message" part="message">${none}</p>`
  return html`<ul class="items" part="list" role="list">${events.map((event) => eventMarkup(renderer, frame, event, day))}</ul>`
}
const BONES = [1, 2, 3]

const failureMarkup = <T>({ html }: Renderer<T>, frame: EmbedFrame, { texts }: EmbedFormats): T =>
  html`<div class="message" part="message" role="alert"><p>${texts.failed}</p><p><button type="button" part="button">${texts.tryAgain}</button> <a part="link" href="${safeUrl(frame.calendarUrl)}" target="${frame.target}">${texts.openCalendar}</a></p></div>`

function eventMarkup<T>({ html, nothing }: Renderer<T>, frame: EmbedFrame, event: EmbedEvent, dayOfAll: string | null): T {
  const formats = embedFormats(frame.language)
  const day = dayOfAll ?? event.start_date.slice(0, 10)
  const badge = dayOfAll === null ? formats.shortMonth(day) : formats.shortWeekday(day)
  const status = formats.texts.statuses[event.event_status] ?? ''
  const place = formats.list(event.venue.map(({ venue }) => venue))
  const picture = event.image?.sizes['thumbnail']
  const image = picture
    ? html`<img part="image" class="${focusClasses(event.image?.focal_point ?? null)}" src="${safeUrl(picture.url)}" alt="" width="${picture.width}" height="${picture.height}" loading="lazy">`
    : ''
  const details = [whenOf(event, formats), place].filter((text) => text !== '')
  return html`<li class="item ${event.event_status === 'cancelled' ? 'cancelled' : ''}" part="item"><time class="date" part="date" datetime="${day}"><b>${formats.dayNumber(day)}</b> <span>${badge}</span></time><div class="text"><div class="title" part="title" role="heading" aria-level="${frame.headingLevel + 1}"><a href="${safeUrl(event.url)}" target="${frame.target}" lang="${event.language || nothing}" dir="${directionOf(event.language)}">${event.title}</a></div><p class="meta" part="meta">${
    status === '' ? '' : html`<span class="status" part="status">${status}</span> `
  }${details.map((text, index) => html`${index === 0 ? '' : ' · '}<bdi>${text}</bdi>`)}</p></div>${image}</li>`
}

function whenOf({ all_day: isAllDay, start_date, end_date }: EmbedEvent, { texts, time, dayRange }: EmbedFormats): string {
  const [first, last] = [start_date.slice(0, 10), end_date?.slice(0, 10) ?? '']
  // A party that ends after midnight is an event of one day.
  const isNight = !isAllDay && end_date !== null && Date.parse(last) - Date.parse(first) <= 86_400_000 && end_date.slice(11) < '09:00'
  if (last > first && !isNight) return dayRange(first, last)
  return isAllDay ? texts.allDay : time(start_date)
}

/** The URLs come from a server that the page names. Only pages and pictures may be opened, never a script. */
export const safeUrl = (url: string): string => (/^https?:\/\//i.test(url) ? url : '#')
