// Contract 17.6.8: the whole way of a suggestion in a real browser, from the form to the published event, in two directions and widths.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SUBMIT_STRINGS } from '../../src/features/submissions/submit-strings.ts'
import { translator } from '../../src/kernel/text/messages.ts'
import { fresh } from '../media/pictures.ts'
import { barriers, openBrowser, overflow, watchedPage } from '../support/browser.ts'
import { mailServer } from '../support/mail-server.ts'
import { inDays, testServer, unique, type Json } from '../support/server.ts'
import { waiting } from './sender.ts'

const mail = await mailServer()
const server = await testServer({ ...mail.settings, SUBMIT_FORM: 'true' })
const browser = await openBrowser()
const day = inDays(5).slice(0, 10)
const category = await server.make('categories', { name: `Music ${unique()}` })

const WAYS = [
  { language: 'en', width: 1_440, colorScheme: 'light' },
  { language: 'ar', width: 390, colorScheme: 'dark' },
] as const

async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await barriers(page), [], page.url())
  assert.equal(await overflow(page), 0, page.url())
}

for (const { language, width, colorScheme } of WAYS)
  test(`17.6.8 form, mail, confirmation, correction, publication: ${language}, ${width} px`, async () => {
    const { page, complaints, foreign, close } = await watchedPage(browser, server.base, {
      viewport: { width, height: 900 },
      colorScheme,
      locale: language,
    })
    const t = translator(language)
    const heading = (): Promise<string> => page.innerText('h1')
    const title = `Fair ${unique()}`
    const email = `${unique()}@example.org`
    const picture = await fresh()

    await page.goto(`${server.base}/${language}/submit`)
    await assertAccessible(page)
    await page.fill('#title', title)
    await page.fill('#description', 'First.\n\nhttps://example.org/')
    await page.fill('#start_day', day)
    await page.fill('#start_time', '19:30')
    await page.fill('#end_day', day)
    await page.fill('#end_time', '18:00')
    await page.fill('#venue', `Barn ${unique()}`)
    await page.fill('#website', 'example.org/fair')
    await page.check(`[value="${category.id}"]`)
    await page.setInputFiles('#file', { name: 'barn.jpg', mimeType: 'image/jpeg', buffer: picture })
    await page.fill('#image_alt', 'A barn')
    await page.fill('#name', 'Ada')
    await page.fill('#email', email)
    // The end is before the start: the form comes back with the typed values, and its error beside the field.
    await submitForm(page)
    assert.equal(await page.innerText('#end_day-error'), t(SUBMIT_STRINGS.backwards))
    assert.equal(await page.evaluate('document.activeElement?.getAttribute("role")'), 'alert')
    assert.deepEqual([await page.inputValue('#title'), await page.isChecked(`[value="${category.id}"]`)], [title, true])
    await assertAccessible(page)
    await page.fill('#end_time', '21:00')
    await page.setInputFiles('#file', { name: 'barn.jpg', mimeType: 'image/jpeg', buffer: picture })
    await submitForm(page)
    assert.equal(await heading(), t(SUBMIT_STRINGS.sent))
    await assertAccessible(page)

    const link = /https?:\S+\/submit\/own\?\S+/.exec((await mail.waitFor(email)).text)?.[0] ?? ''
    assert.match(link, new RegExp(`/${language}/submit/own`))
    await page.goto(link)
    assert.equal(await heading(), t(SUBMIT_STRINGS.confirm))
    assert.equal(
      (await waiting(server)).some((each) => each['title'] === title),
      false,
      'opening the link confirms nothing',
    )
    await assertAccessible(page)
    await page.click('main button')
    assert.equal(await heading(), t(SUBMIT_STRINGS.pending))
    await assertAccessible(page)
    assert.deepEqual([await page.inputValue('#start_time'), await page.inputValue('#website')], ['19:30', 'https://example.org/fair'])
    await page.fill('#cost', '12')
    await page.click('form.submit button')
    assert.equal(await page.innerText('[role=status].note'), t(SUBMIT_STRINGS.saved))

    const found = (await waiting(server)).find((each) => each['title'] === title)
    const path = `/events/${String(found?.['id'])}`
    const pending = (await server.get(path, { as: 'editor' })).json
    assert.deepEqual(
      [pending['status'], pending['cost'], pending['start_date'], (pending['image'] as Json)['alt'], pending['language']],
      ['pending', '12', `${day} 19:30:00`, 'A barn', language],
    )
    assert.match(String(pending['description']), /rel="nofollow ugc"/)
    assert.equal((await server.get(path)).status, 404)
    assert.equal((await server.post(`${path}/review`, { decision: 'publish' }, { as: 'editor' })).status, 200)
    assert.equal((await server.get(path)).json['title'], title)
    await page.goto(link)
    assert.equal(await heading(), t(SUBMIT_STRINGS.published))
    assert.equal(await page.getAttribute('main a.btn', 'href'), (await server.get(path, { root: `/${language}` })).json['url'])
    await assertAccessible(page)
    // The browser reports the response to the form with an error.
    assert.deepEqual([complaints.filter((each) => !each.includes('400 (Bad Request)')), foreign], [[], []])
    await close()
  })

/** Sends the form, and waits until the browser has solved the challenge and the next page is there. */
async function submitForm(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation({ timeout: 60_000 }), page.click('form.submit button')])
}
