// The reference pages match the OpenAPI document: request bodies of every media type, correct defaults, and code in descriptions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../support/server.ts'

const api = await testServer()
const pageOf = async (path: string): Promise<string> => (await fetch(api.base + path)).text()
/** Returns a section of a page by the id of its heading. */
const sectionOf = (page: string, id: string): string =>
  new RegExp(`<section aria-labelledby="${id}">[\\s\\S]*?</section>`).exec(page)?.[0] ?? ''
/** Returns a field of a section with its name, type and description. */
const fieldOf = (section: string, name: string): string =>
  new RegExp(`<dt><code>${name}</code>[\\s\\S]*?</dd></div>`).exec(section)?.[0] ?? ''

void test('pages: the upload of an image shows its request body', async () => {
  const body = sectionOf(await pageOf('/docs/reference/create_image'), 'body')
  for (const type of ['multipart/form-data', 'image/*', 'application/octet-stream']) assert.ok(body.includes(`<code>${type}</code>`), type)
  assert.match(fieldOf(body, 'file'), /class="required"/)
  assert.match(fieldOf(body, 'alt'), /string/)
  const event = sectionOf(await pageOf('/docs/reference/create_event'), 'body')
  assert.ok(event.includes('<code>application/json</code> <code>application/x-www-form-urlencoded</code>'))
  assert.equal(sectionOf(await pageOf('/docs/reference/get_event'), 'body'), '')
})

void test('pages: a feed has an example', async () => {
  assert.match(await pageOf('/docs/reference/list_events_ics'), /<div data-example>[\s\S]*BEGIN:VCALENDAR[\s\S]*SUMMARY.*:Jazz night/)
  assert.match(await pageOf('/docs/reference/list_events_json'), /<div data-example>[\s\S]*jsonfeed\.org[\s\S]*Jazz night/)
})

void test('pages: no page of the reference shows raw backticks, in any language', async () => {
  const document = (await api.get('/doc')).json as { paths: Record<string, Record<string, { operationId: string }>> }
  const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  let code = 0
  for (const root of ['', '/ar', '/fr', '/pt-pt', '/sw'])
    for (const id of ids) {
      const page = await pageOf(`${root}/docs/reference/${id}`)
      assert.ok(!page.includes('`'), `${root}/docs/reference/${id}`)
      code += page.match(/<code>handling=strict<\/code>/g)?.length ?? 0
    }
  assert.ok(code > 100, 'names between backticks are shown as code')
})

void test('pages: a default is shown only where the server uses it', async () => {
  const body = sectionOf(await pageOf('/docs/reference/create_event'), 'body')
  for (const name of ['status', 'author', 'date', 'timezone', 'slug', 'website']) {
    assert.notEqual(fieldOf(body, name), '', name)
    assert.doesNotMatch(fieldOf(body, name), /class="note">default/, name)
  }
  assert.match(fieldOf(body, 'show_map'), /default <code>true<\/code>/)
  const list = sectionOf(await pageOf('/docs/reference/list_events'), 'query')
  assert.match(fieldOf(list, 'per_page'), /default <code>10<\/code>/)
  const feed = sectionOf(await pageOf('/docs/reference/list_events_ics'), 'query')
  assert.doesNotMatch(fieldOf(feed, 'per_page'), /class="note">default/)
  assert.match(fieldOf(feed, 'per_page'), /the feed contains all matching events/)
})
