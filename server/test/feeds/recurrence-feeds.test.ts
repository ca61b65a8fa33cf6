// Contract 13.6: readers of iCalendar find the dates that the API lists, for random series.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, unique } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { assertSameDates, COMPARED, createSeries, expectedDate, listDates, NOW } from './recurrence-feeds.ts'
import { readBySubscription, withDefaultEnd } from './subscriptions.ts'
import { expandByIcal, expandByPython, inDays } from './recurrence-readers.ts'

const SUBSCRIBED_AT_ONCE = 25
const server = await testServer({}, { now: () => Temporal.Instant.from(NOW) })

void test(
  '13.6.1 ical.js and recurring-ical-events find the dates of the API',
  requiresTools('icalendar', 'recurring-ical-events'),
  async () => {
    const wanted = scaled(500, 12)
    let [series, dates, rules] = [0, 0, 0]
    for (let index = 0; series < wanted; index += 1) {
      const made = await createSeries(server, seed, index)
      if (!made) continue
      const listed = (await listDates(server, made.category)).map(expectedDate)
      const expected = inDays(listed, COMPARED)
      const ics = (await server.get(`/events.ics?categories=${made.category}&from=2000-01-01`)).text
      for (const [name, expand] of Object.entries({ 'ical.js': expandByIcal, 'recurring-ical-events': expandByPython }))
        assertSameDates(expand(ics, COMPARED), expected, `${name}, seed ${seed}, series ${index}`)
      series += 1
      dates += expected.length
      rules += ics.match(/^RRULE:/gm)?.length ?? 0
    }
    assert.ok(dates > 0 && rules > 0)
    reportEvidence('recurrence-feeds', { series, dates, rules })
  },
)

void test(
  '13.6.1 khal lists the dates of the API, after vdirsyncer copied the feed into Radicale',
  requiresTools('vdirsyncer', 'radicale', 'khal'),
  async () => {
    const wanted = scaled(500, 10)
    let [made, dates] = [0, 0]
    for (let index = 0; made < wanted; ) {
      // khal takes far more than twice as long for twice as many events.
      const category = unique()
      for (const end = Math.min(made + SUBSCRIBED_AT_ONCE, wanted); made < end; index += 1)
        if (await createSeries(server, seed + 7, index, category)) made += 1
      const expected = inDays((await listDates(server, category)).map(expectedDate), COMPARED)
      const feed = `${server.base}/calendar/events/v1/events.ics?categories=${category}&from=2000-01-01`
      assertSameDates(await readBySubscription(feed, COMPARED), expected.map(withDefaultEnd), `seed ${seed}, series before ${index}`)
      dates += expected.length
    }
    assert.ok(dates > 0)
    reportEvidence('recurrence-feeds', { subscribed_series: made, subscribed_dates: dates })
  },
)
