// Links that add an event to a calendar application: a file, and the forms of Google Calendar and Outlook.
import { htmlToPlainText } from '../../kernel/text/html.ts'
import { lastDay, toWall } from './format-dates.ts'
import type { ShownEvent } from './site-records.ts'
import type { SiteView } from './site-view.ts'

export interface CalendarLinks {
  readonly file: string
  /** The whole series, which the application keeps up to date; null for a single event. */
  readonly series: string | null
  readonly google: string
  readonly outlook: string
}
/** The forms of the applications refuse long URLs. */
const MAX_TEXT = 500

export function calendarLinks(event: ShownEvent, { site, root, api }: SiteView): CalendarLinks {
  const text = htmlToPlainText(event.excerpt || event.description).slice(0, MAX_TEXT)
  const details = [text, event.url].filter(Boolean).join('\n\n')
  const location = addressOf(event)
  const [start, end] = periodOf(event)
  const compact = (moment: string): string => moment.replace(/[-:]/g, '')
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: `${compact(start)}/${compact(end)}`,
    ...(!event.all_day && event.timezone.includes('/') && { ctz: event.timezone }),
    details,
    location,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: event.all_day ? start : `${event.utc_start_date.replace(' ', 'T')}Z`,
    enddt: event.all_day ? end : `${(event.utc_end_date ?? event.utc_start_date).replace(' ', 'T')}Z`,
    ...(event.all_day && { allday: 'true' }),
    body: details,
    location,
  })
  const series = event.series ?? (event.type === 'series' ? event.id : null)
  const language = root === null ? '' : `/${root}`
  const feed = `${site.publicUrl}${language}${site.restRoot}/${site.namespace}/events.ics?series=${series}`
  return {
    file: api(`/events/${event.id}.ics`),
    series: series === null ? null : feed.replace(/^https?:/, 'webcal:'),
    google: `https://calendar.google.com/calendar/render?${google.toString()}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`,
  }
}

/** The start and the end. The end of an all-day event is the day after its last day. */
function periodOf(event: ShownEvent): [string, string] {
  const start = toWall(event.start_date)
  if (!event.all_day)
    return [start.toString({ smallestUnit: 'second' }), toWall(event.end_date ?? event.start_date).toString({ smallestUnit: 'second' })]
  const last = lastDay(event) ?? start.toPlainDate()
  return [start.toPlainDate().toString(), last.add({ days: 1 }).toString()]
}

/** The place of an event in one line. */
export function addressOf({ venue: [venue], online_url: online }: ShownEvent): string {
  if (!venue) return online ?? ''
  return [venue.venue, venue.address, [venue.zip, venue.city].filter(Boolean).join(' '), venue.country].filter(Boolean).join(', ')
}
