// Contract 5.19: a search that matches nothing because of a typing error suggests another one, from titles that the caller may see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Sending } from '../support/server.ts'

const { make, get } = await testServer()
const DATES = { start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00' }
const WINDOW = 'starts_after=2030-01-01'
const category = await make('categories', { name: 'Courses' })
await make('events', { title: 'Pottery for beginners', ...DATES, categories: category.id })
await make('events', { title: 'Visite du musée', ...DATES })
await make('events', { title: 'ساعة القصة في المكتبة', ...DATES })
await make('events', { title: 'Unrelated words', description: 'Calligraphy', ...DATES })
await make('events', { title: 'Zanzibarium', status: 'draft', ...DATES })
await make('events', { title: 'Xylophonia', hide_from_listings: true, ...DATES })
await make('events', { title: 'Weekly woodcarving', ...DATES, recurrence: 'FREQ=WEEKLY;COUNT=4' })

async function suggest(search: string, more = '', sending: Sending = {}): Promise<unknown> {
  const { status, json, text } = await get(`/events?${WINDOW}&search=${encodeURIComponent(search)}${more}`, sending)
  assert.equal(status, 200, text)
  assert.equal(json['total'], 0, `${search} matches something.`)
  return json['suggested_search']
}

void test('5.19 a misspelled word is replaced by the most similar word of a title, with its accents', async () => {
  assert.equal(await suggest('pottrey'), 'Pottery')
  assert.equal(await suggest('POTERY'), 'Pottery')
  assert.equal(await suggest('mussee'), 'musée')
  assert.equal(await suggest('woodcraving'), 'woodcarving')
  assert.equal(await suggest('المكتبا'), 'المكتبة')
})
void test('5.19 words that titles have stay, also as a part of a longer word', async () => {
  assert.equal(await suggest('begin pottrey'), 'begin Pottery')
})
void test('5.19 nothing is suggested that matches nothing, or resembles nothing', async () => {
  assert.equal(await suggest('pottrey musee'), undefined)
  assert.equal(await suggest('qqqqqq'), undefined)
  assert.equal(await suggest('ـ'), undefined)
  assert.equal(await suggest('pottrey '.repeat(9) + 'a b c d e f g h i'), undefined)
})
void test('5.19 the suggestion is from titles of the list, so it keeps its filters', async () => {
  assert.equal(await suggest('pottrey', `&categories=${category.id}`), 'Pottery')
  assert.equal(await suggest('mussee', `&categories=${category.id}`), undefined)
})
void test('5.19 words that the caller cannot see are not suggested', async () => {
  assert.equal(await suggest('zanzibarum'), undefined)
  assert.equal(await suggest('zanzibarum', '&status=any', { as: 'admin' }), 'Zanzibarium')
  assert.equal(await suggest('xylofonia', '&status=any', { as: 'admin' }), undefined)
})
void test('5.19 only the first page of a list without records has a suggestion', async () => {
  assert.equal(await suggest('pottrey', '&page=2'), undefined)
  const { json } = await get(`/events?${WINDOW}&search=pottery`)
  assert.deepEqual([json['total'], 'suggested_search' in json], [1, false])
})
void test('5.19 other lists suggest names', async () => {
  await make('venues', { venue: 'Theatre Royal' })
  const { json } = await get('/venues?search=theater')
  assert.deepEqual([json['total'], json['suggested_search']], [0, 'Theatre'])
})
