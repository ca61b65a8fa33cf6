// A site of The Events Calendar, served by the dialect of one calendar, is imported into another one, which then has the same records (contract 19.7).
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { form, fresh } from '../media/pictures.ts'
import { isFullRun, reportEvidence, scaled } from '../support/evidence.ts'
import { testServer, type Json, type TestServer } from '../support/server.ts'
import { killer } from './killed-runs.ts'
import { counted, sourceServer } from './setup.ts'

const EVENTS = scaled(5_000, 60)
const KILLS = scaled(20, 2)
const PICTURES = scaled(200, 5)
const MAX_SECONDS = 600

const site = await testServer({ DIALECT: 'tec' })
const MEDIA_DIR = await mkdtemp(join(tmpdir(), 'tec-'))
after(() => rm(MEDIA_DIR, { recursive: true, force: true }))
const settings = { MEDIA_DIR, EGRESS_ALLOW: new URL(site.base).host }
// The server runs no jobs. The processes that the test kills do.
const server = await sourceServer(settings, systemClock, false)

async function fillSite(): Promise<void> {
  const pictures: number[] = []
  for (let i = 0; i < PICTURES; i += 1) {
    const { json, status, text } = await site.request('POST', '/media', { as: 'admin', upload: form(await fresh()) })
    assert.equal(status, 201, text)
    pictures.push(Number(json['id']))
  }
  const music = await site.make('categories', { name: 'Music & Arts', description: '<p>All <b>music</b></p>' })
  const jazz = await site.make('categories', { name: 'Jazz', parent: music.id })
  await site.make('categories', { name: 'Unused', parent: jazz.id })
  const tags = [await site.make('tags', { name: 'Free <entry>' }), await site.make('tags', { name: 'Été' })]
  const venues: number[] = []
  for (let i = 0; i < 7; i += 1) {
    const place = {
      address: `${i} Main St`,
      city: 'Łódź',
      country: 'Poland',
      zip: `9${i}-001`,
      phone: '555',
      website: `https://hall${i}.example/`,
    }
    const more = i % 2 === 0 ? { state: 'IL', geo_lat: 51.5 + i / 8, geo_lng: 19.25 } : { province: 'Łódzkie', show_map: false }
    venues.push(
      (await site.make('venues', { venue: `Hall & ${i}`, description: '<p>Big</p>', image: pictures[i % PICTURES], ...place, ...more })).id,
    )
  }
  const organizers: number[] = []
  for (let i = 0; i < 5; i += 1)
    organizers.push(
      (
        await site.make('organizers', {
          organizer: `Club "${i}"`,
          email: `club${i}@example.org`,
          phone: '1',
          website: 'https://c.example/',
        })
      ).id,
    )
  for (let i = 0; i < EVENTS; i += 1) {
    const day = Temporal.PlainDate.from('2019-03-01')
      .add({ days: i * 3 })
      .toString()
    const isAllDay = i % 9 === 0
    await site.make('events', {
      title: `Event ${i} & “friends” <${i}>`,
      description: `<p>Text ${i} &amp; more</p>`,
      excerpt: i % 4 === 0 ? `<p>Short ${i}</p>` : null,
      start_date: isAllDay ? day : `${day} 20:00:00`,
      end_date: isAllDay ? day : `${day} 22:30:00`,
      all_day: isAllDay,
      timezone: ['Europe/Warsaw', 'America/New_York', 'UTC+5:30'][i % 3],
      cost: [null, '€10', '€10 - €25', 'Free'][i % 4],
      website: `https://events.example/${i}`,
      slug: i % 5 === 0 ? `événement-${i}` : `event-${i}`,
      featured: i % 6 === 0,
      sticky: i % 7 === 0,
      show_map: i % 8 !== 0,
      image: i % 3 === 0 ? pictures[i % PICTURES] : null,
      categories: [[], [music.id], [music.id, jazz.id]][i % 3],
      tags: i % 2 === 0 ? [tags[0]?.id] : [tags[0]?.id, tags[1]?.id],
      venue: [[], [venues[i % 7]], [venues[i % 7], venues[(i + 1) % 7]]][i % 3],
      organizer: [[], [organizers[i % 5]], [organizers[i % 5], organizers[(i + 2) % 5]]][(i + 1) % 3],
      custom_fields: i % 10 === 0 ? { color: 'red', seats: i } : {},
      date_utc: '2018-05-06 07:08:09',
    })
  }
  await site.make('events', {
    title: 'Weekly walk',
    start_date: '2027-01-04 10:00',
    end_date: '2027-01-04 12:00',
    website: 'https://w.example/',
    recurrence: 'FREQ=WEEKLY;COUNT=6',
  })
}

type Plural = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
/** Keys that belong to the calendar, not to the record. */
const OWN = /^(?:author|modified|modified_utc|global_id|global_id_lineage|external_ids|version|translation.*|series)$/
/** Host names, IDs of terms and of dates, and the files of images differ. */
function normalize(plural: Plural, value: unknown, base: string): unknown {
  const isTerm = plural === 'categories' || plural === 'tags'
  return JSON.parse(
    JSON.stringify(value, function (this: Json, key: string, each: unknown) {
      if (OWN.test(key)) return undefined
      const isDate = 'recurrence' in this && this['type'] !== 'single' && this['type'] !== undefined
      if ((key === 'id' || key === 'parent') && (isTerm || isDate || 'taxonomy' in this)) return undefined
      if (/^(?:urls?|rest_url|self|up|collection)$/.test(key) && (isTerm || isDate || 'taxonomy' in this)) return undefined
      if (key === 'image' && each !== null && typeof each === 'object') {
        const { id, width, height } = each as Json
        return { id, width, height }
      }
      return typeof each === 'string' ? each.replaceAll(base, '') : each
    }),
  )
}
const keyOf = (plural: Plural, record: Json): string =>
  plural === 'events' ? `${String(record['slug'])} ${String(record['start_date'])}` : String(record['slug'])

async function readAll({ get, base }: TestServer, plural: Plural): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  const query =
    plural === 'events'
      ? '&start_date=2000-01-01&end_date=2100-01-01'
      : plural === 'venues' || plural === 'organizers'
        ? ''
        : '&hide_empty=false'
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { json, status, text } = await get(`/${plural}?per_page=50&page=${page}${query}`)
    assert.equal(status, 200, text)
    pages = Number(json['total_pages'])
    for (const record of json[plural] as Json[]) found.set(keyOf(plural, record), normalize(plural, record, base))
  }
  return found
}

test('19.7 a site is imported over HTTP by processes that are killed, and both calendars have the same records', {
  timeout: 7_200_000,
}, async () => {
  await fillSite()
  const source = await server.createSource({ type: 'tec', url: site.base })
  const started = await server.startRun(source, null)
  const run = Number(started.json['id'])
  const begun = performance.now()
  const interrupted = await killer(server, settings, scaled(12_000, 1_000))(run, KILLS)
  const seconds = (performance.now() - begun) / 1_000
  const shown = await server.ended(source, run)
  const items = 3 + 2 + 7 + 5 + EVENTS + 1
  const failed = await server.items(source, run, '?outcome=failed')
  assert.deepEqual([shown.state, shown.reason, counted(shown), failed], ['finished', null, { new: items }, []])
  assert.deepEqual([interrupted.length, interrupted.at(-1)], [KILLS, 'running'])
  let compared = 0
  const differences: (readonly [here: unknown, there: unknown])[] = []
  for (const plural of ['categories', 'tags', 'venues', 'organizers', 'events'] as const) {
    const [there, here] = [await readAll(site, plural), await readAll(server, plural)]
    assert.deepEqual([...here.keys()].sort(), [...there.keys()].sort())
    for (const [key, record] of there) {
      compared += 1
      if (JSON.stringify(here.get(key)) !== JSON.stringify(record)) differences.push([here.get(key), record])
    }
  }
  assert.deepEqual(differences[0]?.[0], differences[0]?.[1])
  assert.equal(differences.length, 0)
  const second = await server.startRun(source, null)
  await killer(server, settings)(Number(second.json['id']), 0)
  assert.deepEqual(counted(await server.ended(source, Number(second.json['id']))), { unchanged: items })
  const [tree, tags] = [await server.get('/categories?hide_empty=false'), await site.get('/tags')]
  const terms = tree.json['categories'] as Json[]
  const parentOf = (name: string): unknown =>
    terms.find((each) => each['id'] === terms.find((term) => term['name'] === name)?.['parent'])?.['name']
  assert.deepEqual([parentOf('Jazz'), parentOf('Unused')], ['Music & Arts', 'Jazz'])
  const [tag] = tags.json['tags'] as Json[]
  const kept = await server.get(`/tags?external_id=source-${source}:${String(tag?.['id'])}`, { as: 'admin' })
  assert.equal((kept.json['tags'] as Json[])[0]?.['slug'], tag?.['slug'])
  if (isFullRun) assert.ok(seconds <= MAX_SECONDS, `${seconds} s`)
  reportEvidence('import-tec', {
    events: EVENTS,
    pictures: PICTURES,
    processes_killed: KILLS,
    kills_during_the_run: interrupted.length,
    records_compared: compared,
    differences: 0,
    seconds: Math.round(seconds),
    max_seconds: MAX_SECONDS,
    changes_of_second_run: 0,
  })
})
