// The types of the package: the elements with their attributes as properties.

export interface KalendsElement extends HTMLElement {
  /** Filters of the API: IDs or slugs, separated by commas. A minus before a value excludes it. */
  categories?: string | null | undefined
  tags?: string | null | undefined
  /** IDs of venues. */
  venue?: string | number | null | undefined
  /** IDs of organizers. */
  organizer?: string | number | null | undefined
  /** The language of the texts. The default is the language of the page, if the calendar has it. */
  language?: string | null | undefined
  /** The number of events in the list. */
  limit?: string | number | null | undefined
  /** The URL of the calendar. The default is the server that the script comes from. */
  src?: string | null | undefined
}
export interface KalendsEventsElement extends KalendsElement {
  /** `series` shows each series once, with its next date. */
  collapse?: string | null | undefined
  /** The title above the list. */
  heading?: string | null | undefined
}
export interface KalendsMonthElement extends KalendsElement {
  /** The month or the day that is shown first, such as `2026-12` or `2026-12-04`. The default is today. */
  date?: string | null | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'kalends-events': KalendsEventsElement
    'kalends-month': KalendsMonthElement
  }
}
