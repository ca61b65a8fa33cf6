// Contract 15.9: mail about reviews, read from a real SMTP server, in the languages of both sides.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAIL_TEXTS, type MailMessage } from '../../src/features/accounts/mail-messages.ts'
import type { Role } from '../../src/kernel/security/caller.ts'
import { translator } from '../../src/kernel/text/messages.ts'
import { addPerson, person } from '../accounts/person.ts'
import { mailServer } from '../support/mail-server.ts'
import { testServer, unique } from '../support/server.ts'

const LANGUAGES = ['en', 'ar', 'fr', 'pt-pt', 'sw'] as const
const mail = await mailServer()
const server = await testServer(mail.settings)
const addressOf = (login: string): string => `${login}@example.org`

/** A user with an address and a name, who is signed in. */
async function addUser(role: Role, language: string) {
  const login = unique()
  const id = await addPerson(server, login, role, { email: addressOf(login), language, name: `Name ${login}` })
  const who = person(server)
  await who.signIn(login)
  return { id, login, who, address: addressOf(login), name: `Name ${login}` }
}

for (const language of LANGUAGES)
  test(`15.9 editors are told about submissions, and authors about decisions: ${language}`, async () => {
    const [editor, author] = [await addUser('editor', language), await addUser('contributor', language)]
    const title = `Fair ${unique()}`
    const body = { title, start_date: '2030-05-01', end_date: '2030-05-01', status: 'pending' }
    const made = await author.who.send('POST', '/events', body)
    assert.equal(made.status, 201, made.text)
    const url = `${server.base}/admin/events/${String(made.json['id'])}`
    const isMessage = (message: MailMessage) => (received: { subject: string; text: string }) =>
      received.subject === translator(language)(MAIL_TEXTS[message].subject, { title }) && received.text.includes(url)
    const submitted = await mail.waitFor(editor.address, isMessage('review-submitted'))
    assert.ok(submitted.text.includes(author.name))
    const path = `/events/${String(made.json['id'])}`
    assert.equal((await editor.who.send('POST', `${path}/review`, { decision: 'return', note: 'Which hall?' })).status, 200)
    const returned = await mail.waitFor(author.address, isMessage('review-returned'))
    assert.ok(returned.text.includes('Which hall?') && returned.text.includes(editor.name), returned.text)
    assert.equal((await author.who.send('PATCH', path, { status: 'pending' })).status, 200)
    assert.equal((await editor.who.send('POST', `${path}/review`, { decision: 'publish' })).status, 200)
    const published = await mail.waitFor(author.address, isMessage('review-published'))
    assert.equal(/\{\w+\}/.test(published.text + published.subject), false, published.text)
    // The author proposes a change of the published record, which goes the same way.
    assert.equal((await author.who.send('PUT', `${path}/working-copy`, { title: `${title}!` })).status, 200)
    const count = mail.received.filter(({ to }) => to === editor.address).length
    assert.equal((await author.who.send('POST', `${path}/working-copy/submit`, {})).status, 200)
    await mail.waitFor(editor.address, () => mail.received.filter(({ to }) => to === editor.address).length > count)
    assert.equal((await editor.who.send('POST', `${path}/review`, { decision: 'publish', note: 'Thanks' })).status, 200)
    const changed = await mail.waitFor(author.address, ({ text }) => text.includes('Thanks'))
    assert.equal(changed.subject, translator(language)(MAIL_TEXTS['review-published'].subject, { title: `${title}!` }))
    const own = mail.received.filter(({ to, text }) => to === editor.address && text.includes(editor.name))
    assert.deepEqual(own, [], 'nobody is told about their own decisions')
  })
