// Contract 17.6: submissions of the public, confirmed with a link from a real SMTP server, corrected by their senders and decided by editors.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { blob, fresh } from '../media/pictures.ts'
import { mailServer } from '../support/mail-server.ts'
import { badInputs, testServer, unique, type Json } from '../support/server.ts'
import { confirm, correct, newEvent, newSender, own, solved, submit, submitBody, SUBMITTING, tokenIn, waiting } from './sender.ts'

const mail = await mailServer()
const mediaFolder = join(tmpdir(), `media-submissions-${randomUUID()}`)
const server = await testServer({ ...mail.settings, ...SUBMITTING, MEDIA_DIR: mediaFolder })

/** Submits an event, and returns the token that its sender gets by mail. */
async function submitted(body: Json = {}): Promise<{ token: string; email: string; title: string }> {
  const sender = newSender()
  const event = newEvent(body)
  const answer = await submit(server, { ...event, ...sender })
  assert.equal(answer.status, 202, answer.text)
  assert.deepEqual(answer.json, { state: 'unconfirmed', url: null })
  const { text } = await mail.waitFor(sender.email)
  return { token: tokenIn(text), email: sender.email, title: String(event['title']) }
}
async function confirmed(body: Json = {}): Promise<{ token: string; email: string; title: string; id: number }> {
  const sent = await submitted(body)
  const answer = await confirm(server, sent.token)
  assert.equal(answer.status, 200, answer.text)
  const found = (await waiting(server)).find(({ title }) => title === sent.title)
  return { ...sent, id: Number(found?.['id']) }
}
const eventOf = async (id: number): Promise<Json> => (await server.get(`/events/${id}`, { as: 'editor' })).json
const review = (id: number, body: Json) => server.post(`/events/${id}/review`, body, { as: 'editor' })

test('17.6.4 a submission waits for an editor only after its sender has opened the link', async () => {
  const { token, title, email } = await submitted({ description: 'First.\n\nSee https://example.org/a?b=1&c=2, or <b>not</b>.' })
  assert.equal(
    (await waiting(server)).some((each) => each['title'] === title),
    false,
  )
  assert.equal((await own(server, token)).json['state'], 'unconfirmed')
  const answer = await confirm(server, token)
  assert.equal(answer.json['state'], 'pending')
  assert.equal((await confirm(server, token)).json['state'], 'pending', 'a second confirmation changes nothing')
  const found = (await waiting(server)).filter((each) => each['title'] === title)
  assert.equal(found.length, 1)
  assert.deepEqual(found[0]?.['sender'], { name: `Sender ${email.replace('@example.org', '')}`, email })
  const event = await eventOf(Number(found[0]?.['id']))
  assert.equal(event['status'], 'pending')
  assert.equal(
    event['description'],
    '<p>First.</p>\n<p>See <a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc">https://example.org/a?b=1&amp;c=2</a>, or &lt;b&gt;not&lt;/b&gt;.</p>',
  )
})

test('17.6.3 new venues and organizers are drafts, and known ones are linked', async () => {
  const known = await server.make('venues', { venue: `Hall ${unique()}`, city: 'Lyon' })
  const [a, b] = [
    await confirmed({ venue: known['venue'], city: 'Lyon' }),
    await confirmed({ venue: `Barn ${unique()}`, organizer: unique() }),
  ]
  const [linked, created] = [await eventOf(a.id), await eventOf(b.id)]
  assert.equal((linked['venue'] as Json[])[0]?.['id'], known.id)
  for (const name of ['venue', 'organizer']) {
    const [record] = created[name] as Json[]
    assert.equal(record?.['status'], 'draft', name)
  }
  assert.equal((await review(b.id, { decision: 'publish' })).status, 200)
  assert.equal(((await eventOf(b.id))['venue'] as Json[])[0]?.['status'], 'draft', 'the decision on the event is none on the venue')
})

test('17.6.3 all wrong inputs are reported at once, by their names', async () => {
  const [altcha, email] = [await solved(server), newSender().email]
  const missing = await submitBody(server, { altcha, city: 'Lyon' })
  assert.equal(missing.json['code'], 'rest_missing_callback_param', missing.text)
  assert.deepEqual((missing.json['data'] as Json)['params'], ['title', 'start_date', 'name', 'email', 'venue'])
  const wrong = await submitBody(server, { ...newEvent(), altcha, name: 'A', email: 'a@b', website: 'x', start_date: 'soon' })
  assert.deepEqual(badInputs(wrong).sort(), ['email', 'start_date', 'website'])
  const late = await submitBody(server, { ...newEvent(), altcha, name: 'A', email, end_date: '2030-04-01', categories: [99_999_999] })
  assert.deepEqual(badInputs(late).sort(), ['categories', 'end_date'])
})

test('17.6.5 the sender corrects the event until it is decided, and keeps the edits of editors', async () => {
  const { token, id } = await confirmed({ venue: `Barn ${unique()}`, city: 'Lyon', cost: '5' })
  const [before] = (await eventOf(id))['venue'] as Json[]
  assert.equal((await server.patch(`/events/${id}`, { website: 'https://example.org/editor' }, { as: 'editor' })).status, 200)
  const title = `Corrected ${unique()}`
  const answer = await correct(server, token, { title, venue: `Stable ${unique()}`, cost: null })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(Object.keys(answer.json['inputs'] as Json).sort(), ['city', 'start_date', 'title', 'venue'])
  const event = await eventOf(id)
  assert.deepEqual(
    [event['title'], event['cost'], event['website'], event['status']],
    [title, null, 'https://example.org/editor', 'pending'],
  )
  const [venue] = event['venue'] as Json[]
  assert.deepEqual(
    [venue?.['id'], venue?.['venue']],
    [before?.['id'], (answer.json['inputs'] as Json)['venue']],
    'the draft is corrected in place',
  )
  assert.equal((await correct(server, token, { start_date: '2030-05-03 10:00', end_date: '2030-05-02 10:00' })).status, 400)
  assert.equal((await review(id, { decision: 'publish' })).status, 200)
  const late = await correct(server, token, { title: 'Too late' })
  assert.equal(late.json['code'], 'rest_submission_closed', late.text)
  const shown = (await own(server, token)).json
  assert.deepEqual([shown['state'], shown['url']], ['published', (await eventOf(id))['url']])
})

test('17.6.6 the sender is told about decisions, and a returned event waits again after its correction', async () => {
  const { token, id, email } = await confirmed()
  assert.equal((await review(id, { decision: 'return', note: 'Which hall?' })).status, 200)
  const returned = await mail.waitFor(email, ({ text }) => text.includes('Which hall?'))
  assert.equal((await own(server, token)).json['state'], 'returned')
  assert.equal((await correct(server, tokenIn(returned.text), { venue: `Hall ${unique()}` })).json['state'], 'pending')
  assert.equal(
    (await waiting(server)).some((each) => each['id'] === id),
    true,
  )
  assert.equal((await review(id, { decision: 'publish' })).status, 200)
  const url = String((await eventOf(id))['url'])
  assert.equal(
    (await mail.waitFor(email, ({ subject }) => subject.startsWith('Published'))).text.includes(url.split('/').at(-1) ?? url),
    true,
  )
  // A later working copy of the event is none of the sender's business.
  const count = mail.received.filter(({ to }) => to === email).length
  assert.equal((await server.request('PUT', `/events/${id}/working-copy`, { as: 'editor', body: { title: 'X' } })).status, 200)
  assert.equal((await server.request('POST', `/events/${id}/working-copy/publish`, { as: 'editor' })).status, 200)
  assert.equal(mail.received.filter(({ to }) => to === email).length, count)
})

test('17.6.2 a sender has three unconfirmed submissions, and an address sends ten an hour', async () => {
  const { email } = newSender()
  for (const status of [202, 202, 202, 429])
    assert.equal((await submit(server, { email: status === 429 ? email.toUpperCase() : email })).status, status)
  const address = '203.0.113.7'
  const statuses: number[] = []
  for (let i = 0; i < 12; i += 1) statuses.push((await submit(server, {}, address)).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(202), 429, 429])
  assert.equal((await submit(server, { end_date: '2030-04-01' }, '203.0.113.8')).status, 400)
})

test('17.6.7 links that nobody confirms expire, and senders are forgotten 90 days after the decision', async () => {
  const { database } = server.app
  const [late, done] = [await submitted(), await confirmed()]
  assert.equal((await review(done.id, { decision: 'publish' })).status, 200)
  await database.query(sql`update submissions set created_at = created_at - interval '25 hours' where email = ${late.email}`)
  assert.equal((await confirm(server, late.token)).json['code'], 'rest_link_expired')
  const { eraseSubmissions } = await import('../../src/features/submissions/erase-submissions.ts')
  const now = Temporal.Now.instant()
  const left = async (email: string) => (await database.query(sql`select from submissions where email = ${email}`)).length
  await eraseSubmissions(database, now.add({ hours: 24 * 89 }))
  assert.deepEqual([await left(late.email), await left(done.email)], [0, 1])
  await eraseSubmissions(database, now.add({ hours: 24 * 91 }))
  assert.equal(await left(done.email), 0)
  assert.equal((await own(server, done.token)).status, 410)
  assert.equal((await eventOf(done.id))['status'], 'publish', 'the event stays')
  const deleted = await confirmed()
  assert.equal((await server.remove(`/events/${deleted.id}?force=true`)).status, 200)
  assert.equal(await left(deleted.email), 0, 'a deleted event has no sender')
})

test('17.6.3 the library gets the picture when the submission is confirmed, and nobody loads it before', async () => {
  const [picture, sender, form] = [await fresh(), newSender(), new FormData()]
  const fields: Json = { ...newEvent(), ...sender, image_alt: 'A stage', altcha: await solved(server) }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', blob(picture), 'stage.jpg')
  const answer = await server.request('POST', '/submissions', { upload: form, headers: { 'x-forwarded-for': '203.0.113.9' } })
  assert.equal(answer.status, 202, answer.text)
  const digest = createHash('sha256').update(picture).digest('hex')
  const load = async (): Promise<number> => (await fetch(`${server.base}/media/${digest}/full.jpg`)).status
  const count = async (): Promise<unknown> => (await server.get('/media?per_page=1', { as: 'editor' })).json['total']
  assert.deepEqual([await load(), await count()], [404, 0])
  // The files were never among those that are served, not even for a moment.
  assert.deepEqual((await readdir(mediaFolder)).sort(), ['calendar-id', 'deleting-database', 'trash', 'work'])
  assert.equal((await confirm(server, tokenIn((await mail.waitFor(sender.email)).text))).json['state'], 'pending')
  assert.deepEqual([await load(), await count()], [200, 1])
  const [found] = (await waiting(server)).filter(({ title }) => title === fields['title'])
  assert.equal(((await eventOf(Number(found?.['id'])))['image'] as Json)['alt'], 'A stage')
})

test('17.6.2 at most 500 submissions wait for editors, and at most 2,000 for a confirmation', async () => {
  const { database } = server.app
  const late = await submitted()
  const fill = (count: number, isConfirmed: boolean) =>
    database.query(sql`
insert into submissions (name, email, language, inputs, record_id, created_at, confirmed_at)
select 'A', 'full' || n || '@example.org', 'en', '{}', ${isConfirmed ? sql`-n` : sql`null`}, now(), ${isConfirmed ? sql`now()` : sql`null`}
from generate_series(1, ${count}::int) n`)
  const empty = () => database.query(sql`delete from submissions where email like 'full%'`)
  for (const [count, isConfirmed] of [
    [500, true],
    [2_000, false],
  ] as const) {
    await fill(count, isConfirmed)
    const { status, json } = await submit(server)
    assert.deepEqual([status, json['code']], [503, 'rest_submissions_full'])
    if (isConfirmed) assert.equal((await confirm(server, late.token)).json['code'], 'rest_submissions_full')
    await empty()
  }
  assert.equal((await confirm(server, late.token)).json['state'], 'pending', 'the link still works when there is room')
})
