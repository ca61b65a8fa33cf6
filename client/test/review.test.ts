// Tests working copies and review of the client against a real server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../server/test/support/server.ts'
import { createClient } from '../src/index.ts'
import { thrown } from './support/thrown.ts'

const server = await testServer()
const as = (token: string) => createClient({ baseUrl: server.base, token })
const [editor, contributor] = [as(server.tokens.editor), as(server.tokens.contributor)]

void test('client: a proposed change is returned, submitted again and published', async () => {
  const { id } = await contributor.events.create({ title: 'Fair', start_date: '2030-05-01', end_date: '2030-05-01', status: 'pending' })
  assert.equal((await editor.review('events', id, { decision: 'publish' })).status, 'publish')
  const copy = await contributor.saveWorkingCopy('events', id, { title: 'Spring fair' })
  assert.deepEqual([copy.preview?.title, copy.inputs, copy.conflicts], ['Spring fair', { en: { title: 'Spring fair' } }, []])
  await contributor.submitWorkingCopy('events', id, { note: 'A better title' })
  const [queued] = (await editor.reviews()).reviews
  assert.deepEqual([queued?.id, queued?.title, queued?.is_copy, queued?.note], [id, 'Fair', true, 'A better title'])
  await editor.review('events', id, { decision: 'return', note: 'Longer, please' })
  assert.deepEqual([(await contributor.reviews()).total, (await contributor.reviews({ state: 'returned' })).total], [0, 1])
  await contributor.addReviewNote('events', id, 'Done')
  const stale = contributor.saveWorkingCopy('events', id, { title: 'Other' }, { ifMatch: copy })
  assert.equal((await thrown(stale)).code, 'rest_precondition_failed')
  await contributor.saveWorkingCopy('events', id, { title: 'The great spring fair' })
  assert.equal((await contributor.submitWorkingCopy('events', id)).state, 'pending')
  assert.equal((await editor.review('events', id, { decision: 'publish' })).title, 'The great spring fair')
  const { notes } = await contributor.reviewNotes('events', id)
  assert.deepEqual(
    notes.map(({ decision, note }) => [decision, note]),
    [
      ['submit', ''],
      ['publish', ''],
      ['submit', 'A better title'],
      ['return', 'Longer, please'],
      [null, 'Done'],
      ['submit', ''],
      ['publish', ''],
    ],
  )
})

void test('client: a translation that is still correct is confirmed', async () => {
  const { id } = await editor.events.create({ title: 'Fair', start_date: '2030-05-01', end_date: '2030-05-01' }, { language: 'en' })
  await editor.events.update(id, { title: 'Foire' }, { language: 'fr' })
  await editor.events.update(id, { title: 'Spring fair' }, { language: 'en' })
  assert.equal((await editor.events.get(id)).translation_status.fr, 'outdated')
  await editor.events.update(id, {}, { language: 'fr', confirmTranslation: ['title'] })
  assert.equal((await editor.events.get(id)).translation_status.fr, 'current')
})

void test('client: conflicts are named, and resolved by a copy with a new base', async () => {
  const { id } = await editor.venues.create({ venue: 'Hall' })
  await editor.saveWorkingCopy('venues', id, { venue: 'Great hall' })
  await editor.venues.update(id, { venue: 'Old hall' })
  assert.deepEqual((await editor.getWorkingCopy('venues', id)).conflicts, ['venue'])
  const refused = await thrown(editor.publishWorkingCopy('venues', id))
  assert.deepEqual([refused.code, refused.data?.['conflicts']], ['rest_working_copy_conflicts', ['venue']])
  await editor.saveWorkingCopy('venues', id, { venue: 'Great old hall' }, { rebase: true })
  assert.equal((await editor.publishWorkingCopy('venues', id)).venue, 'Great old hall')
  assert.equal((await thrown(editor.deleteWorkingCopy('venues', id))).code, 'rest_working_copy_not_found')
  await as(server.tokens.admin).registerPresence('venues', id)
  assert.deepEqual(
    (await editor.registerPresence('venues', id)).editors.map((other) => other.id),
    [server.ids.admin],
  )
})

void test('client: records are counted by status, with the filters of the list', async () => {
  const venue = (await editor.venues.create({ venue: 'Counted hall' })).id
  const dates = { start_date: '2031-05-01', end_date: '2031-05-01', venue }
  await editor.events.create({ title: 'Counted fair', ...dates })
  await editor.events.create({ title: 'Counted draft', ...dates, status: 'draft' })
  const period = { from: '2031-05-01', to: '2031-05-02' }
  const none = { publish: 0, future: 0, draft: 0, pending: 0, private: 0, trash: 0 }
  assert.deepEqual(await editor.countByStatus('events', { venue, ...period }), { ...none, publish: 1, draft: 1 })
  assert.deepEqual(await contributor.countByStatus('events', { venue, ...period }), { ...none, publish: 1 })
})
