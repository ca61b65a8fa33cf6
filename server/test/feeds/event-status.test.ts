// The table of contract 7.13: five statuses in eight outputs, cell by cell, and the titles of feeds in all languages.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testServer, type Json } from '../support/server.ts'
import { readByIcal } from './readers.ts'

const server = await testServer({ PUBLIC_URL: 'https://calendar.example' }, undefined, false)
const STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const
type Status = (typeof STATUSES)[number]
const TITLE = 'Jazz night'
const ONLINE = 'https://meet.example/jazz'

const made = new Map<Status, Json & { id: number }>()
for (const status of STATUSES) {
  const event = await server.make('events', {
    title: TITLE,
    start_date: '2031-05-06 19:00',
    end_date: '2031-05-06 22:00',
    timezone: 'Europe/Paris',
    venue: { venue: 'Cellar' },
    online_url: ONLINE,
  })
  const start = status === 'rescheduled' ? { start_date: '2031-05-06 20:00' } : {}
  const answer = await server.patch(`/events/${event.id}`, { event_status: status, event_status_reason: `Reason: ${status}`, ...start })
  assert.equal(answer.status, 200, answer.text)
  made.set(status, { ...answer.json, id: event.id })
}
after(() => made.clear())
const eventOf = (status: Status): Json & { id: number } => made.get(status) ?? { id: 0 }

/** The same five events in one format, in the order of `STATUSES`. */
const feed = async (ending: string, language = ''): Promise<string> => {
  const ids = STATUSES.map((status) => eventOf(status).id).join()
  return (await server.get(`/events.${ending}?include=${ids}&orderby=id${language && `&i18n_language=${language}`}`)).text
}
const TITLES: Readonly<Record<Status, string>> = {
  scheduled: TITLE,
  cancelled: `Canceled: ${TITLE}`,
  postponed: `Postponed: ${TITLE}`,
  rescheduled: TITLE,
  moved_online: `Online: ${TITLE}`,
}
const expectTitles = (titles: readonly unknown[]): void =>
  assert.deepEqual(Object.fromEntries(STATUSES.map((s, i) => [s, titles[i]])), TITLES)

void test('7.13 JSON', async () => {
  for (const status of STATUSES) {
    const { json } = await server.get(`/events/${eventOf(status).id}`)
    assert.deepEqual(
      [json['event_status'], json['title'], json['previous_start_date'], json['event_status_reason']],
      [status, TITLE, status === 'rescheduled' ? '2031-05-06 19:00:00' : null, `Reason: ${status}`],
      status,
    )
  }
})

void test('7.13 JSON-LD', async () => {
  const terms: Readonly<Record<Status, string>> = {
    scheduled: 'EventScheduled',
    cancelled: 'EventCancelled',
    postponed: 'EventPostponed',
    rescheduled: 'EventRescheduled',
    moved_online: 'EventMovedOnline',
  }
  for (const status of STATUSES) {
    const { json } = await server.get(`/events/${eventOf(status).id}.jsonld`)
    assert.deepEqual(
      [json['eventStatus'], json['previousStartDate'], json['name']],
      [`https://schema.org/${terms[status]}`, status === 'rescheduled' ? '2031-05-06T19:00:00+02:00' : undefined, TITLE],
      status,
    )
  }
})

void test('7.13 iCalendar', async () => {
  const page = (status: Status): string => String(eventOf(status)['url'])
  const cells: Readonly<Record<Status, readonly [status: string, url: string]>> = {
    scheduled: ['CONFIRMED', page('scheduled')],
    cancelled: ['CANCELLED', page('cancelled')],
    postponed: ['TENTATIVE', page('postponed')],
    rescheduled: ['CONFIRMED', page('rescheduled')],
    moved_online: ['CONFIRMED', ONLINE],
  }
  const seen = readByIcal(await feed('ics'))
  for (const [i, status] of STATUSES.entries()) {
    assert.deepEqual([seen[i]?.status, seen[i]?.url, seen[i]?.summary], [...cells[status], TITLE], status)
    const [single] = readByIcal((await server.get(`/events/${eventOf(status).id}.ics`)).text)
    assert.deepEqual([single?.status, single?.url], cells[status], status)
  }
})

void test('7.13 RSS', async () => expectTitles([...(await feed('rss')).matchAll(/<item>\s*<title>([^<]*)/g)].map(([, title]) => title)))
void test('7.13 Atom', async () => expectTitles([...(await feed('atom')).matchAll(/<entry.*?<title>([^<]*)/gs)].map(([, title]) => title)))
void test('7.13 JSON Feed', async () => {
  const { items } = JSON.parse(await feed('json')) as { items: { title: string; _event: Json }[] }
  expectTitles(items.map(({ title }) => title))
  assert.deepEqual(
    items.map(({ _event }) => _event['event_status']),
    STATUSES,
  )
})
void test('7.13 CSV', async () => {
  const [head = '', ...lines] = (await feed('csv')).trim().replace('\ufeff', '').split('\r\n')
  const at = (name: string): number => head.split(',').indexOf(name)
  expectTitles(lines.map((line) => line.split(',')[at('title')]))
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(at('event_status'), at('event_status') + 2)),
    STATUSES.map((status) => [status, `Reason: ${status}`]),
  )
})
void test('7.13 FullCalendar', async () => {
  const items = JSON.parse(await feed('fullcalendar.json')) as { title: string; event_status: string }[]
  expectTitles(items.map(({ title }) => title))
  assert.deepEqual(
    items.map(({ event_status: status }) => status),
    STATUSES,
  )
})

void test('7.13 titles of feeds are in the language of the request', async () => {
  const prefixes: Readonly<Record<string, readonly string[]>> = {
    ar: ['ملغاة: ', 'مؤجلة: ', 'عبر الإنترنت: '],
    en: ['Canceled: ', 'Postponed: ', 'Online: '],
    fr: ['Annulé : ', 'Reporté : ', 'En ligne : '],
    'pt-pt': ['Cancelado: ', 'Adiado: ', 'Em linha: '],
    sw: ['Limeghairiwa: ', 'Limeahirishwa: ', 'Mtandaoni: '],
  }
  for (const [language, [cancelled, postponed, online]] of Object.entries(prefixes)) {
    const items = JSON.parse(await feed('fullcalendar.json', language)) as { title: string }[]
    assert.deepEqual(
      items.map(({ title }) => title),
      [TITLE, `${cancelled}${TITLE}`, `${postponed}${TITLE}`, TITLE, `${online}${TITLE}`],
      language,
    )
  }
})

void test('7.13 SEQUENCE rises with the time, the place and the status', async () => {
  const event = await server.make('events', { title: TITLE, start_date: '2031-05-06 19:00', end_date: '2031-05-06 22:00' })
  const sequence = async (): Promise<number> => readByIcal((await server.get(`/events/${event.id}.ics`)).text)[0]?.sequence ?? -1
  let last = await sequence()
  for (const change of [{ start_date: '2031-05-06 18:00' }, { venue: { venue: 'Hall' } }, { event_status: 'cancelled' }]) {
    assert.equal((await server.patch(`/events/${event.id}`, change)).status, 200)
    const next = await sequence()
    assert.ok(next > last, JSON.stringify(change))
    last = next
  }
})
