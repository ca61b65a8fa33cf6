// Contract sections 1 to 4 and 6 to 8 for organizers, rule by rule.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, idsOf, testServer, unique } from '../support/server.ts'

const server = await testServer()
const { get, post, patch, remove, make } = server

test('3.6 3.11 a created organizer is 201, whole, with Location and version', async () => {
  const answer = await post('/organizers', { organizer: 'Café Société', email: 'x@example.org' })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), answer.json['rest_url'])
  assert.equal(answer.headers.get('x-record-version'), '1')
  assert.deepEqual(
    [answer.json['organizer'], answer.json['slug'], answer.json['email'], answer.json['phone']],
    ['Café Société', 'café-société', 'x@example.org', null],
  )
})
test('2.8 all bad inputs are named at once', async () => {
  const answer = await post('/organizers', { organizer: unique(), email: 'nope', website: 'nope', status: 'odd', image: 'x' })
  assert.deepEqual(badInputs(answer).sort(), ['email', 'image', 'status', 'website'])
})
test('6.1 search finds words in any listed field, without case and accents', async () => {
  const word = unique()
  const { id } = await make('organizers', { organizer: `Été ${word}`, phone: '+254 700', description: '<p>Vin &amp; fromage</p>' })
  for (const sought of ['ETE', 'fromage', '+254', `${word} ete vin`])
    assert.deepEqual(idsOf((await get(`/organizers?search=${encodeURIComponent(`${sought} ${word}`)}`)).json['organizers']), [id], sought)
  assert.equal((await get(`/organizers?search=${word}+nothing`)).json['total'], 0)
})
test('8.4 a draft of another does not exist, on any path', async () => {
  const draft = await make('organizers', { organizer: unique(), status: 'draft' }, 'author')
  for (const as of [undefined, 'subscriber', 'other'] as const) {
    const sending = as ? { as } : {}
    for (const path of [`/organizers/${draft.id}`, `/organizers/by-slug/${draft.slug}`]) {
      assert.equal((await get(path, sending)).status, 404)
      assert.equal((await get(path, sending)).json['code'], 'rest-organizer-not-found')
    }
    assert.equal((await get(`/organizers?search=${draft.slug}${as ? '&status=any' : ''}`, sending)).json['total'], 0)
  }
  assert.equal((await get(`/organizers/${draft.id}`, { as: 'editor' })).status, 200)
})
test('7.11 trash, second delete, restore, permanent deletion', async () => {
  const { id } = await make('organizers', { organizer: unique() })
  assert.equal((await remove(`/organizers/${id}`)).json['status'], 'trash')
  assert.equal((await remove(`/organizers/${id}`)).status, 410)
  assert.equal((await get(`/organizers/${id}`)).json['code'], 'organizer-is-in-trash')
  assert.equal((await patch(`/organizers/${id}`, { status: 'publish' })).status, 200)
  assert.equal((await get(`/organizers/${id}`)).status, 200)
  assert.equal((await remove(`/organizers/${id}?force=true`)).status, 200)
  assert.equal((await get(`/organizers/${id}`)).status, 404)
})
