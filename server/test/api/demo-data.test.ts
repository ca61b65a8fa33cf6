// The demo that a visitor sees: one city, seasons that fit the dates, one language per list, and a picture for every event.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { PICTURE_KEYS } from '../../src/features/seed/catalog.ts'
import { generateDemo } from '../../src/features/seed/generate.ts'
import { PROGRAMS, type Program, type ProgramKey } from '../../src/features/seed/programs.ts'
import { programsOn, seasonOf } from '../../src/features/seed/schedule.ts'
import { DEMO_TEXTS } from '../../src/features/seed/texts/languages.ts'
import type { ChangedStatus } from '../../src/features/seed/texts/status-reasons.ts'
import { freshDatabase } from '../support/database.ts'
import { kalends, startServer } from '../support/process.ts'
import { NS, type Json } from '../support/server.ts'

const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw']
const folder = mkdtempSync(join(tmpdir(), 'demo-'))
const database = await freshDatabase()
const env = { DATABASE_URL: database.url, MEDIA_DIR: join(folder, 'media') }
const [seeded] = JSON.parse(kalends(['seed', '--events', '200', '--json'], env).stdout) as [Record<string, number>]
const server = await startServer({ ...env, LOG_LEVEL: 'error' })
after(async () => {
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
const { editor } = await server.makeCallers({ editor: 'editor' })
const headers = { authorization: `Bearer ${editor}` }
const get = async (path: string, root = ''): Promise<Json> =>
  (await (await fetch(`${server.base}${root}${NS}${path}`, { headers })).json()) as Json
const all = async (kind: string, root = ''): Promise<Json[]> => {
  const records: Json[] = []
  for (let page = 1; ; page += 1) {
    const list = await get(
      `/${kind}?per_page=50&page=${page}${kind === 'events' ? '&starts_after=2000-01-01&ends_before=2100-01-01' : ''}`,
      root,
    )
    records.push(...(list[kind] as Json[]))
    if (page >= Number(list['total_pages'])) return records
  }
}

test('demo: every list in a language is in that language, with the records inside its records', async () => {
  for (const language of LANGUAGES) {
    for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags', 'media']) {
      const records = await all(kind, `/${language}`)
      assert.ok(records.length > 0, kind)
      for (const record of records) {
        assert.equal(record['language'], language, `${kind} ${String(record['id'])}`)
        assert.deepEqual(Object.keys(record['translations'] as object).toSorted(), LANGUAGES)
      }
    }
    for (const event of await all('events', `/${language}`))
      for (const field of ['venue', 'organizer', 'categories', 'tags'])
        for (const nested of event[field] as Json[]) assert.equal(nested['language'], language, field)
  }
})

test('demo: every event has a picture with an alternative text, and every file is served', async () => {
  assert.equal(seeded['images'], PICTURE_KEYS.length)
  const urls = new Set<string>()
  for (const language of LANGUAGES)
    for (const { image } of (await all('events', `/${language}`)) as { image: { alt: string; sizes: Record<string, { url: string }> } }[]) {
      const known = Object.values(DEMO_TEXTS[language]?.pictures ?? {}).map(({ alt }) => alt)
      assert.ok(known.includes(image.alt), image.alt)
      for (const { url } of Object.values(image.sizes)) urls.add(url)
    }
  for (const url of urls) {
    const response = await fetch(server.base + new URL(url).pathname)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp'])
  }
  assert.ok(urls.size >= 4 * 15, 'most pictures are used')
})

test('demo: events fit their program, their season and each other', async () => {
  const titles = Object.entries(DEMO_TEXTS['en']?.programs ?? {}) as [ProgramKey, { title: string }][]
  const taken = new Set<string>()
  for (const event of await all('events')) {
    const title = String(event['title'])
    const [key] = titles.find(([, text]) => title === text.title || title.startsWith(`${text.title}: `)) ?? []
    assert.ok(key, title)
    const program: Program = PROGRAMS[key]
    const start = Temporal.PlainDateTime.from(String(event['start_date']).replace(' ', 'T'))
    // A date of a series that moves may take place on any day of the week.
    const announced = String(event['type'] === 'exception' ? event['original_start_date'] : event['start_date']).slice(0, 10)
    assert.ok(programsOn(Temporal.PlainDate.from(announced)).includes(key), `${title} on ${announced}`)
    const season = /(spring|summer|fall|winter) edition/.exec(title)?.[1]
    assert.ok(season === undefined || season === seasonOf(start.toPlainDate()), `${title} in month ${start.month}`)
    assert.equal(event['timezone'], 'Europe/Dublin')
    assert.equal(event['cost'], program.cost ?? 'Free')
    const [venue] = event['venue'] as Json[]
    if (program.oncePer) {
      const period = `${key} ${start.toString().slice(0, program.oncePer === 'year' ? 4 : 7)}`
      assert.ok(!taken.has(period), `twice: ${period}`)
      taken.add(period)
    }
    if ((program.allDays ?? 1) <= 3) {
      const slot = `${String(venue?.['id'])} ${start.toPlainDate().toString()}`
      assert.ok(!taken.has(slot), `two events at ${slot}`)
      taken.add(slot)
    }
  }
})

test('demo: a few percent of the events are canceled, moved, online, sold out or without a known end', () => {
  const demo = generateDemo({
    seed: 1,
    events: 2_000,
    firstId: 1,
    slugSuffix: '',
    languages: LANGUAGES,
    defaultLanguage: 'en',
    horizonMonths: 36,
    today: '2026-11-15',
    translatedShare: 0,
    pictures: new Map(),
    existingTerm: () => undefined,
  })
  const columns = [...demo.events()].map((event) => event.columns)
  const isHybrid = (each: (typeof columns)[number]): boolean => each['online_url'] !== null && each['event_status'] !== 'moved_online'
  const counts = {
    ...Object.fromEntries(
      ['cancelled', 'postponed', 'rescheduled', 'moved_online'].map((status) => [
        status,
        columns.filter((each) => each['event_status'] === status).length,
      ]),
    ),
    ...Object.fromEntries(['few', 'sold_out'].map((word) => [word, columns.filter((each) => each['availability'] === word).length])),
    hybrid: columns.filter(isHybrid).length,
    openEnd: columns.filter((each) => each['end'] === null).length,
  }
  for (const [name, count] of Object.entries(counts)) assert.ok(count >= 20 && count <= 120, `${name}: ${count}`)
})

test('demo: every event that does not take place as announced has a reason in every language', async () => {
  for (const language of LANGUAGES)
    for (const event of await all('events', `/${language}`)) {
      const status = String(event['event_status']) as ChangedStatus | 'scheduled'
      const reasons: readonly string[] = status === 'scheduled' ? [''] : (DEMO_TEXTS[language]?.statusReasons[status] ?? [])
      assert.ok(reasons.includes(String(event['event_status_reason'])), `${language}: ${String(event['event_status_reason'])}`)
      assert.equal(event['previous_start_date'] !== null, status === 'rescheduled')
      if (status === 'moved_online') assert.match(String(event['online_url']), /^https:\/\/live\.example\//)
    }
  const changed = (await all('events')).filter((event) => event['event_status'] !== 'scheduled')
  assert.ok(changed.length >= 5, `${changed.length} of 200`)
})

test('demo: venues lie in one city that no name repeats, with address and coordinates', async () => {
  for (const { venue, address, city, geo_lat, geo_lng, website } of await all('venues')) {
    assert.equal(city, 'Port Alder')
    assert.ok(!String(venue).includes('Port Alder'))
    assert.match(String(address), /^\d+ \w/)
    assert.ok(Math.abs(Number(geo_lat) - 52.34) < 0.02 && Math.abs(Number(geo_lng) + 6.46) < 0.02)
    assert.match(String(website), /^https:\/\/[\w-]+\.example$/)
  }
})

test('demo: texts of two languages never agree, since an equal translation is not stored', () => {
  const flatten = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, `${path}.${key}`))
  const isRecordText = (path: string): boolean => !/separator|subtitles|pictureCredit|editions/.test(path)
  for (const [a, b] of LANGUAGES.flatMap((one, i) => LANGUAGES.slice(i + 1).map((other) => [one, other] as const))) {
    const others = new Map(flatten(DEMO_TEXTS[b]))
    for (const [path, text] of flatten(DEMO_TEXTS[a]).filter(([each]) => isRecordText(each)))
      assert.notEqual(text, others.get(path), `${a} and ${b}: ${path}`)
  }
})

test('demo: some program takes place on every day of the year', () => {
  for (let day = Temporal.PlainDate.from('2027-01-01'); day.year === 2027; day = day.add({ days: 1 }))
    assert.ok(programsOn(day).length >= 2, day.toString())
})

test('demo: pictures are encoded once, also when records are added', async () => {
  const [added] = JSON.parse(kalends(['seed', '--events', '20', '--add', '--seed', '2', '--json'], env).stdout) as [Record<string, number>]
  assert.equal(added['events'], 20)
  assert.equal((await all('media')).length, PICTURE_KEYS.length)
})

test('demo: without a usable media folder the seed fails before it writes, and prints a remedy', async () => {
  const empty = await freshDatabase()
  try {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const foreign = join(folder, 'foreign')
    mkdirSync(foreign)
    writeFileSync(join(foreign, 'calendar-id'), `${randomUUID()}\n`)
    for (const media of [file, foreign]) {
      const { code, stderr } = kalends(['seed', '--events', '5'], { DATABASE_URL: empty.url, MEDIA_DIR: media }, true)
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^The media folder .*MEDIA_DIR.* To seed without pictures, run: kalends seed --no-pictures\n$/s)
    }
    const made = JSON.parse(
      kalends(['seed', '--events', '5', '--no-pictures', '--json'], { DATABASE_URL: empty.url, MEDIA_DIR: file }).stdout,
    ) as Record<string, number>[]
    assert.deepEqual([made[0]?.['events'], made[0]?.['images']], [5, 0])
  } finally {
    await empty.drop()
  }
})
