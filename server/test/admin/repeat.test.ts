// Job 4 of the admin: people repeat an event, change one date or the following ones, and cancel a date, in a real browser.
import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { addPerson } from '../accounts/person.ts'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { testServer, type Json } from '../support/server.ts'
import { begin, journey, nameOf, type JourneyView, type Person } from './journey.ts'
import { eventually, signInAt, tabTo } from './visitor.ts'

const port = await freePort()
const ORIGIN = `http://localhost:${port}`
const server = await testServer({ PORT: String(port), PUBLIC_URL: ORIGIN, CALENDAR_NAME: 'Lyon Agenda' })
const browser = await openBrowser()
await addPerson(server, 'amina', 'editor')
await server.make('venues', { venue: 'Harbor hall', city: 'Lyon' })

const WEEK_MS = 7 * 86_400_000
/** A class every week, ten times. The first date is in the given number of weeks. */
async function makeClass(title: string, weeks = 4): Promise<{ readonly id: number; readonly dates: readonly Json[] }> {
  const day = new Date(Date.now() + weeks * WEEK_MS).toISOString().slice(0, 10)
  const times = { start_date: `${day} 10:00`, end_date: `${day} 11:00` }
  const { id } = await server.make('events', { title, ...times, recurrence: 'FREQ=WEEKLY;COUNT=10' })
  return { id, dates: await datesOf(id) }
}
const datesOf = async (series: number): Promise<Json[]> =>
  (await server.get(`/events?series=${series}&starts_after=2020-01-01&per_page=20`, { as: 'admin' })).json['events'] as Json[]
const readEvent = async (id: unknown): Promise<Json> => (await server.get(`/events/${String(id)}`, { as: 'admin' })).json
const hourOf = (event: Json): number => Number(String(event['start_date']).slice(11, 13))

async function open(view: JourneyView, path: string): Promise<Person> {
  const person = await begin(browser, ORIGIN, view)
  await signInAt(person.page, `${ORIGIN}/admin${path}`, 'amina')
  return person
}
const button = ({ page }: Person, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
/** The button of the weekday of a day. */
const weekday = ({ page }: Person, { language }: JourneyView, day: string): Locator =>
  page.getByRole('button', {
    name: new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day)),
    exact: true,
  })
const undo = async (person: Person): Promise<void> => {
  const before = person.interactions()
  await person.press(person.page.getByRole('alertdialog').getByRole('button', { name: person.t('Undo') }))
  assert.ok(person.interactions() - before <= 2)
}
/** Opens a date in the list of dates of its series. */
async function openDate({ page, press }: Person, position: number): Promise<void> {
  await press(page.locator('.next-dates a').nth(position))
  await page.locator('.takes-place').waitFor()
  await page.locator('.next-dates').waitFor({ state: 'detached' })
}
/** Opens the first row of the list, and returns the number of steps that are not counted otherwise. */
async function openRow({ page, press }: Person, view: JourneyView, title: string): Promise<number> {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
    .first()
  await row.waitFor()
  if (view.input === 'keyboard') {
    await tabTo(page, '[role=row]')
    await page.keyboard.press('Enter')
  } else await press(row.getByRole('link'))
  await page.locator('.takes-place').waitFor()
  return view.input === 'keyboard' ? 1 : 0
}
const writeHour = ({ page, write }: Person, hour: string): Promise<void> => write(page.locator('#field-start_date [data-type=hour]'), hour)

journey('repeat: a weekly class with a place is written', 'keyboard', async (view) => {
  const person = await open(view, '/events/new')
  const { page, press, write, t, inspect } = person
  const before = person.interactions()
  const title = `Beginners class ${nameOf(view)}`
  await write(page.locator('#field-title'), title)
  await write(page.locator('#field-start_date [role=spinbutton]').first(), '02032027')
  await write(page.locator('#field-start_date [data-type=hour]'), '1000')
  if ((await page.locator('#field-start_date [data-type=dayPeriod]').count()) > 0) await page.keyboard.press('ArrowUp')
  await press(page.locator('#field-recurrence .pick').first())
  await press(page.getByRole('option', { name: t('Every week'), exact: true }))
  await press(weekday(person, view, '2027-03-04'))
  await page.locator('.next-date').nth(11).waitFor()
  await press(page.locator('.next-date').nth(1).getByRole('button'))
  await page.locator('.date-tokens li').waitFor()
  await inspect('a repetition')
  await write(page.locator('input[name=venue_search]'), 'Harbor')
  await press(page.getByRole('option', { name: /Harbor hall/ }).first())
  await press(page.locator('#save'))
  await page.waitForURL(/\/events\/\d+/)
  assert.ok(person.interactions() - before <= 25, `${person.interactions() - before} interactions`)
  const event = await readEvent(/\/events\/(\d+)/.exec(page.url())?.[1])
  const { rules, exclude } = event['recurrence'] as { rules: Json[]; exclude: string[] }
  assert.match(String(rules[0]?.['rrule']), /^FREQ=WEEKLY;BYDAY=[A-Z,]{5}$/)
  assert.equal(exclude.length, 1)
  assert.deepEqual(
    (event['venue'] as Json[]).map(({ venue }) => venue),
    ['Harbor hall'],
  )
  await page.locator('.next-dates a').first().waitFor()
  await inspect('a series')
  await person.close()
})

journey('repeat: the time of one date is changed, and that is undone', 'keyboard', async (view) => {
  const { id, dates } = await makeClass(`One date ${nameOf(view)}`)
  const person = await open(view, `/events/${id}`)
  await openDate(person, 2)
  await writeHour(person, '11')
  await person.press(person.page.locator('#save'))
  const confirm = button(person, person.t('Change this date'))
  await confirm.and(person.page.locator(':not([disabled])')).waitFor()
  await person.inspect('the question which dates should change')
  await person.press(confirm)
  const hours = async (): Promise<number[]> => (await datesOf(id)).map(hourOf)
  const expected = dates.map((_, index) => (index === 2 ? 11 : 10))
  await eventually(hours, expected)
  assert.equal((await readEvent(dates[2]?.['id']))['type'], 'exception')
  await undo(person)
  await eventually(hours, Array(10).fill(10))
  await person.close()
})

journey('repeat: the following dates are changed as the dry run says', 'keyboard', async (view) => {
  const { id, dates } = await makeClass(`Following ${nameOf(view)}`)
  const person = await open(view, `/events/${String(dates[3]?.['id'])}`)
  const { page, press, t } = person
  await writeHour(person, '11')
  await press(page.locator('#save'))
  await press(page.getByRole('radio', { name: new RegExp(t('This and all later dates')) }).locator('xpath=ancestor-or-self::label'))
  await page.getByText(t('{count} dates get another time.', { count: 7 }), { exact: true }).waitFor()
  await press(button(person, t('Change {count} dates', { count: 7 })))
  await eventually(async () => (await datesOf(id)).length, 3)
  const following = (await readEvent(dates[3]?.['id']))['series']
  const moved = await datesOf(Number(following))
  assert.deepEqual(
    moved.map((each) => [each['id'], hourOf(each)]),
    dates.slice(3).map((each) => [each['id'], 11]),
  )
  await undo(person)
  await eventually(async () => (await datesOf(id)).map(hourOf), Array(10).fill(10))
  await person.close()
})

journey('repeat: one date is canceled from the list of events in at most 4 steps', 'keyboard', async (view) => {
  const title = `Canceled ${nameOf(view)}`
  const { dates } = await makeClass(title, 1)
  const person = await open(view, '/events')
  const { page, press, write, t } = person
  await page.goto(`${ORIGIN}/admin/events?search=${encodeURIComponent(title)}`)
  const before = person.interactions()
  const steps = await openRow(person, view, title)
  await press(button(person, t('Cancel this date')))
  await write(page.locator('textarea[name=reason]'), 'The teacher is ill.')
  await person.inspect('the reason')
  await press(page.getByRole('dialog').getByRole('button', { name: t('Cancel this date') }))
  assert.ok(steps + person.interactions() - before <= 4)
  const states = async (): Promise<unknown[]> => {
    const ids = dates.slice(0, 2).map((each) => each['id'])
    return Promise.all(ids.map(async (id) => (await readEvent(id))['event_status']))
  }
  await eventually(states, ['cancelled', 'scheduled'])
  await page.getByText('The teacher is ill.').waitFor()
  await person.inspect('a canceled date')
  await undo(person)
  await eventually(states, ['scheduled', 'scheduled'])
  await person.close()
})

journey('repeat: a series loses its later dates, and an exhibition gets opening hours', 'keyboard', async (view) => {
  const { id, dates } = await makeClass(`Shorter ${nameOf(view)}`)
  const person = await open(view, `/events/${String(dates[6]?.['id'])}`)
  const { page, press, t } = person
  await press(button(person, t('Remove dates')))
  await press(page.locator('.scope-choice').nth(1))
  await page.getByText(t('{count} dates move to the trash.', { count: 4 }), { exact: true }).waitFor()
  await person.inspect('the question which dates to remove')
  await press(button(person, t('Move {count} dates to trash', { count: 4 })))
  await eventually(async () => (await datesOf(id)).length, 6)
  const times = { start_date: '2027-03-01 10:00', end_date: '2027-05-01 18:00' }
  const exhibition = await server.make('events', { title: `Glass ${nameOf(view)}`, ...times })
  await page.goto(`${ORIGIN}/admin/events/${exhibition.id}`)
  await press(page.locator('#field-hours .switch'))
  await press(weekday(person, view, '2027-03-01'))
  await person.inspect('opening hours')
  await press(page.locator('#save'))
  await eventually(
    async () => ((await readEvent(exhibition.id))['hours'] as Json | null)?.['weekly'],
    [{ days: ['tu', 'we', 'th', 'fr'], opens: '10:00', closes: '18:00' }],
  )
  await person.close()
})
