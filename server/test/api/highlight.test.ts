// Contract 5.22: `highlight` marks the words of a search in the records of a list, as the caller sees them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Json, type Sending } from '../support/server.ts'

const { make, get, patch } = await testServer({ LANGUAGES: 'en,fr,ar' })
const DATES = { start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00' }
const WINDOW = 'from=2030-01-01&to=2032-01-01'

async function list(query: string, sending: Sending = {}, plural = 'events'): Promise<Json[]> {
  const { status, json, text } = await get(`/${plural}?${plural === 'events' ? `${WINDOW}&` : ''}${query}`, sending)
  assert.equal(status, 200, text)
  return json[plural] as Json[]
}
const highlights = async (search: string, more = '', sending: Sending = {}): Promise<unknown[]> =>
  (await list(`search=${encodeURIComponent(search)}&highlight=true${more}`, sending)).map(({ highlight }) => highlight)

await make('events', {
  title: 'Jázz & blues',
  description: `<p>An evening with <em>ja</em>zz.</p><p>${'Other words. '.repeat(40)}</p>`,
  excerpt: 'Blues only',
  ...DATES,
})

void test('5.22 the fields that contain a word of the search are returned as HTML, with the matches marked', async () => {
  const [shown] = await highlights('jazz')
  const { title, description, ...others } = shown as Record<string, string>
  assert.equal(title, '<mark>Jázz</mark> &#38; blues')
  assert.match(description ?? '', /^An evening with <mark>jazz<\/mark>\. Other words\..*…$/)
  assert.ok((description ?? '').length <= 200 + '<mark></mark>…'.length)
  assert.deepEqual(others, {})
  assert.deepEqual(Object.keys((await highlights('blues evening'))[0] as Json), ['title', 'description', 'excerpt'])
})
void test('5.22 without the parameter, records have no highlight, and `_fields` selects it as other fields', async () => {
  for (const query of ['search=jazz', 'search=jazz&highlight=false', 'search=jazz&highlight=true&_fields=id,title'])
    assert.equal('highlight' in ((await list(query))[0] ?? {}), false, query)
  const [selected] = await list('search=jazz&highlight=true&_fields=id,highlight')
  assert.deepEqual(Object.keys(selected ?? {}), ['id', 'highlight'])
  const [one] = await list('search=jazz&highlight=true&_fields=highlight.title')
  assert.deepEqual(one, { highlight: { title: '<mark>Jázz</mark> &#38; blues' } })
})
void test('5.22 without a search it is 400', async () => {
  for (const query of ['highlight=true', 'highlight=true&search=%20', 'highlight=perhaps&search=jazz']) {
    const { status, json } = await get(`/events?${query}`)
    assert.equal(status, 400, query)
    assert.deepEqual(Object.keys((json['data'] as { params: Json }).params), [query.includes('perhaps') ? 'highlight' : 'search'], query)
  }
  assert.equal((await get('/events?highlight=false')).status, 200)
  assert.equal((await get('/events?inventory=true&search=jazz&highlight=true')).status, 400)
})
void test('5.22 texts with markup are escaped', async () => {
  const hostile = [
    '<script>alert(1)</script> wombat',
    'wombat"><img src=x onerror=alert(1)>',
    "<mark onclick='x'>wombat</mark>",
    '&lt;b&gt;wombat&lt;/b&gt;',
    'w<b>omb</b>at <!-- wombat',
    '\u202ewombat</mark><svg/onload=x>',
  ]
  for (const text of hostile) await make('events', { title: text, description: `<p>${text}</p>`, excerpt: text, ...DATES })
  for (const search of ['wombat', 'wombat <', '<script', '" onerror', 'mark', '&lt', 'wombat -->']) {
    for (const fields of await highlights(search, '&per_page=100'))
      for (const html of Object.values(fields as Record<string, string>))
        assert.doesNotMatch(html.replaceAll(/<\/?mark>/g, ''), /[<>"']|&(?!#\d+;)/, html)
  }
  assert.equal((await highlights('wombat', '&per_page=100')).length, hostile.length)
})
void test('5.22 cached records have the highlight of each search, and lists without one have none', async () => {
  for (const search of ['jazz', 'blues', 'jazz']) {
    const [shown] = await highlights(search, '&collapse=series')
    assert.match(String((shown as Json)['title']), search === 'jazz' ? /<mark>Jázz/ : /<mark>blues/)
    const [plain] = await list(`search=${search}&collapse=series`)
    assert.equal('highlight' in (plain ?? {}), false)
  }
  const cached = await get(`/events?${WINDOW}&search=jazz&highlight=true&per_page=7`)
  const again = await get(`/events?${WINDOW}&search=jazz&highlight=true&per_page=7`)
  assert.equal(again.text, cached.text)
  assert.notEqual((await get(`/events?${WINDOW}&search=jazz&per_page=7`)).headers.get('etag'), cached.headers.get('etag'))
  const asEditor = await get(`/events?${WINDOW}&search=jazz&highlight=true&per_page=7`, { as: 'admin' })
  assert.deepEqual(
    (asEditor.json['events'] as Json[]).map((each) => each['highlight']),
    (cached.json['events'] as Json[]).map((each) => each['highlight']),
  )
})
void test('5.22 protected events have a highlight of their title only, for all callers', async () => {
  await make('events', { title: 'Secret lighthouse', description: 'The lighthouse key', password: 'secret password', ...DATES })
  for (const as of [undefined, 'admin'] as const)
    assert.deepEqual(await highlights('lighthouse', '', as ? { as } : {}), [{ title: 'Secret <mark>lighthouse</mark>' }])
})
void test('5.22 the texts are those of the requested language, with its fallback', async () => {
  const { id } = await make('events', { title: 'Carousel', description: 'An old merry-go-round', ...DATES, i18n_language: 'en' })
  await patch(`/events/${id}?i18n_language=ar`, { title: 'أرجوحة دوّارة' }, { as: 'admin' })
  assert.deepEqual(await highlights('ارجوحه merry', '&i18n_language=ar'), [
    { title: '<mark>أرجوحة</mark> دوّارة', description: 'An old <mark>merry</mark>-go-round' },
  ])
})
void test('5.22 other lists have a highlight of their searched fields', async () => {
  await make('venues', { venue: 'Kiosk', city: 'Kiosktown', phone: '555', description: '<p>No match</p>' })
  assert.deepEqual((await list('search=kiosk&highlight=true', {}, 'venues'))[0]?.['highlight'], {
    venue: '<mark>Kiosk</mark>',
    city: '<mark>Kiosk</mark>town',
  })
  await make('organizers', { organizer: 'Pavilion club', email: 'pavilion@example.org' })
  assert.deepEqual((await list('search=pavilion&highlight=true', {}, 'organizers'))[0]?.['highlight'], {
    organizer: '<mark>Pavilion</mark> club',
    email: '<mark>pavilion</mark>@example.org',
  })
  await make('tags', { name: 'Puppets & toys' })
  assert.deepEqual((await list('search=puppet&highlight=true&hide_empty=false', {}, 'tags'))[0]?.['highlight'], {
    name: '<mark>Puppet</mark>s &#38; toys',
    slug: '<mark>puppet</mark>s-toys',
  })
})
void test('5.22 only the beginning of a long text is marked', async () => {
  const long = (words: number): string => `<p>${'filler '.repeat(words)}<strong>walrus</strong></p>`
  await make('events', { title: 'First', description: long(2_800), ...DATES })
  await make('events', { title: 'Second', description: long(2_860), ...DATES })
  const found = (await list('search=walrus&highlight=true')).map(({ title, highlight }) => [title, Object.keys(highlight as Json)])
  assert.deepEqual(found, [
    ['First', ['description']],
    ['Second', []],
  ])
})
