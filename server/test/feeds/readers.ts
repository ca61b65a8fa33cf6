// An .ics file as two others read it, ical.js and Python's icalendar, and as the API says it should be read. No code of the feeds is used here.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import ICAL from 'ical.js'
import { htmlToPlainText } from '../../src/kernel/text/html.ts'
import type { Json } from '../support/server.ts'
import { PYTHON } from '../support/tools.ts'

/** Properties of one event as a calendar program reads them. Times are UTC instants or dates. */
export interface Seen {
  readonly uid: string
  readonly start: string
  /** For an end beyond the last supported day: the first day and the number of days. */
  readonly end: string | [string, number]
  readonly stamp: string
  readonly changed: string
  readonly sequence: number
  readonly summary: string
  readonly description: string
  readonly html: string
  readonly location: string
  readonly geo: readonly number[] | null
  readonly organizer: readonly [name: string, address: string] | null
  readonly contacts: readonly string[]
  readonly categories: readonly string[]
  readonly url: string
  readonly status: string
  readonly class: string
}

export async function readByPython(ics: string): Promise<Seen[]> {
  const child = spawn(PYTHON, [fileURLToPath(new URL('read.py', import.meta.url))], {
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [said, wrong] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (wrong += text))
  child.stdin.on('error', () => undefined).end(ics)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`icalendar cannot read it: ${wrong}`)
  return JSON.parse(said) as Seen[]
}

export function readByIcal(ics: string): Seen[] {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const text = (name: string): string => (event.getFirstPropertyValue(name) ?? '') as string
    const organizer = event.getFirstProperty('organizer')
    const start = timeOf(event, 'dtstart')
    const duration = event.getFirstPropertyValue('duration') as InstanceType<typeof ICAL.Duration> | null
    return {
      uid: text('uid'),
      start,
      end: duration ? [start, duration.days + 7 * duration.weeks] : event.hasProperty('dtend') ? timeOf(event, 'dtend') : start,
      stamp: timeOf(event, 'dtstamp'),
      changed: timeOf(event, 'last-modified'),
      sequence: event.getFirstPropertyValue('sequence') as unknown as number,
      summary: text('summary'),
      description: text('description'),
      // ical.js returns unknown properties unchanged.
      html: text('x-alt-desc').replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)),
      location: text('location'),
      geo: (event.getFirstPropertyValue('geo') as unknown as number[] | null) ?? null,
      organizer: organizer ? [String(organizer.getParameter('cn')), String(organizer.getFirstValue())] : null,
      contacts: event.getAllProperties('contact').map((each) => String(each.getFirstValue())),
      categories: event.getAllProperties('categories').flatMap((each) => each.getValues().map(String)),
      url: text('url'),
      status: text('status'),
      class: text('class'),
    }
  })
}
function timeOf(event: InstanceType<typeof ICAL.Component>, name: string): string {
  const time = event.getFirstPropertyValue(name) as InstanceType<typeof ICAL.Time>
  const two = (n: number): string => String(n).padStart(2, '0')
  const dayOf = ({ year, month, day }: typeof time): string => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  if (time.isDate) return dayOf(time)
  if (time.zone.tzid === 'floating') throw new Error(`${name} floats: ${time.toString()}`)
  // Not by its number of seconds: it takes the first century for the twentieth there.
  const utc = time.convertToZone(ICAL.Timezone.utcTimezone)
  return `${dayOf(utc)} ${two(utc.hour)}:${two(utc.minute)}:${two(utc.second)}`
}

// oxlint-disable-next-line no-control-regex -- what no calendar can carry
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g
const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL, '')
const joined = (parts: readonly unknown[], between = ', '): string => parts.filter(Boolean).join(between)

/** The expected properties, built from the event in the API. */
export function wanted(event: Json, identity: string, sequence: number): Seen {
  const list = (name: string): Json[] => (event[name] ?? []) as Json[]
  const [venues, organizers] = [list('venue'), list('organizer')]
  const point = venues.find(({ geo_lat, geo_lng }) => geo_lat !== null && geo_lng !== null)
  const host = organizers.find(({ email }) => email !== null)
  const isDays = event['all_day'] === true
  const start = isDays ? String(event['start_date']).slice(0, 10) : String(event['utc_start_date'])
  return {
    uid: nameOf(identity, `event ${String(event['id'])}`),
    start,
    // Readers take the start for the end of an event without DTEND.
    end: event['end_date'] === null ? start : isDays ? dayAfter(event) : String(event['utc_end_date']),
    stamp: String(event['modified_utc']),
    changed: String(event['modified_utc']),
    sequence,
    summary: clean(String(event['title'])),
    description: clean(htmlToPlainText(String(event['description'] || event['excerpt']))),
    html: clean(String(event['description'])),
    location: clean(
      venues
        .map((v) => joined([v['venue'], v['address'], joined([v['zip'], v['city']], ' '), v['stateprovince'], v['country']]))
        .join('; '),
    ),
    geo: point ? [Number(point['geo_lat']), Number(point['geo_lng'])] : null,
    organizer: host
      ? [
          clean(String(host['organizer'])),
          `mailto:${encodeURIComponent(String(host['email'])).replace(/%(?:40|2B|24)/g, decodeURIComponent)}`,
        ]
      : null,
    contacts: organizers
      .filter((each) => each !== host)
      .map((each) => clean(joined([each['organizer'], each['phone'], each['email'], each['website']]))),
    categories: [...list('categories'), ...list('tags')].map(({ name }) => clean(String(name))),
    url: String((event['event_status'] === 'moved_online' && event['online_url']) || event['url']),
    status: statusOf(String(event['status']), String(event['event_status'])),
    class: event['protected'] === true ? 'CONFIDENTIAL' : event['status'] === 'publish' ? 'PUBLIC' : 'PRIVATE',
  }
}
const statusOf = (status: string, eventStatus: string): string => {
  if (eventStatus === 'cancelled' || status === 'trash') return 'CANCELLED'
  return ['publish', 'private'].includes(status) && eventStatus !== 'postponed' ? 'CONFIRMED' : 'TENTATIVE'
}
function dayAfter(event: Json): Seen['end'] {
  const [first, last] = ['start_date', 'end_date'].map((name) => Temporal.PlainDate.from(String(event[name]).slice(0, 10)))
  const next = (last as Temporal.PlainDate).add({ days: 1 })
  return next.year > 9999 ? [String(first), (first as Temporal.PlainDate).until(next).days] : String(next)
}
/** A name-based UUID (RFC 9562, version 5). */
function nameOf(space: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(space.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`
}
