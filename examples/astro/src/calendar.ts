// Loads the events of the site from a Kalends server at build time.
import { createClient, type EventDetail } from '@kalends/client'

const client = createClient({
  baseUrl: process.env['KALENDS_URL'] ?? 'http://127.0.0.1:3000',
  language: process.env['KALENDS_LANGUAGE'] ?? 'en',
})

/** Number of single events that are requested at the same time. */
const CONCURRENCY = 8

/** Loads the events of the next 30 days. Each event is read on its own, because lists contain no JSON-LD. */
async function loadEvents(): Promise<EventDetail[]> {
  const ids: number[] = []
  for await (const { id } of client.events.all({ from: 'today', to: '+30 days' }, { fields: ['id'] })) ids.push(id)
  const events: EventDetail[] = []
  for (let i = 0; i < ids.length; i += CONCURRENCY)
    events.push(...(await Promise.all(ids.slice(i, i + CONCURRENCY).map((id) => client.events.get(id)))))
  return events
}

let events: Promise<EventDetail[]> | undefined
/** Returns the events of the site. All pages of a build share one load. */
export const getEvents = (): Promise<EventDetail[]> => (events ??= loadEvents())

/** Path of the page of an event. The ID keeps the paths of events with the same slug in two languages apart. */
export const eventPath = ({ id, slug }: EventDetail): string => `${id}-${slug}`

/** `start_date` is the local time at the venue, so it is formatted without a conversion between time zones. */
export const formatDate = ({ start_date, all_day, language }: EventDetail): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', ...(!all_day && { timeStyle: 'short' }), timeZone: 'UTC' }).format(
    new Date(`${start_date.replace(' ', 'T')}Z`),
  )

/** Serializes JSON-LD for a script element. `<` is escaped, so that no text of an event can end the element. */
export const serializeJsonLd = ({ json_ld }: EventDetail): string => JSON.stringify(json_ld).replaceAll('<', '\\u003c')
