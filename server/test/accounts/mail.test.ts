// Contract 15.2 and 15.3: mail to users, read from a real SMTP server, and the confirmation of email addresses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAIL_TEXTS } from '../../src/features/accounts/mail-messages.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { translator } from '../../src/kernel/text/messages.ts'
import { until } from '../faults/launch.ts'
import { mailServer } from '../support/mail-server.ts'
import { testServer, unique } from '../support/server.ts'
import { addPerson, codeOf, OTHER_PASSWORD, PASSWORD, person } from './person.ts'

const mail = await mailServer()
const server = await testServer({ ...mail.settings, CALENDAR_NAME: 'City library' })
const addressOf = (login: string): string => `${login}@example.org`

for (const language of ['en', 'ar', 'fr', 'pt-pt', 'sw'])
  test(`15.2 an invitation is mailed in the language of the user: ${language}`, async () => {
    const login = unique()
    const made = await server.post('/users', { login, role: 'editor', email: addressOf(login), language })
    assert.equal(made.status, 201, made.text)
    const received = await mail.waitFor(addressOf(login))
    assert.equal(received.subject, translator(language)(MAIL_TEXTS.invitation.subject, { calendar: 'City library' }))
    assert.equal(received.from, 'events@example.org')
    assert.match(received.text, new RegExp(`^${server.base}/admin/invitation#[\\w-]{43}$`, 'm'))
    assert.equal(/\{\w+\}/.test(received.text + received.subject), false, received.text)
    const shown = new URL((made.json['invitation'] as { url: string }).url).hash.slice(1)
    assert.notEqual(received.token, shown, 'the mail has a link of its own, because no secret is stored')
    const accepted = await person(server).send('POST', '/invitations/accept', { token: received.token, password: PASSWORD })
    assert.equal(accepted.status, 200, accepted.text)
    const second = await person(server).send('POST', '/invitations/accept', { token: shown, password: PASSWORD })
    assert.equal(codeOf(second), '410 rest_link_expired', 'the accepted invitation ends both links')
  })

test('15.3 a reset is mailed to the user, by login and by address; an unknown account gets the same response and no mail', async () => {
  const login = unique()
  await addPerson(server, login, 'editor', { email: addressOf(login), language: 'fr' })
  const count = mail.received.length
  const ask = (name: string) => person(server).send('POST', '/password-reset', { login: name })
  const [known, unknown] = [await ask(addressOf(login)), await ask(unique())]
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
  const { token, subject } = await mail.waitFor(addressOf(login))
  assert.equal(subject, translator('fr')(MAIL_TEXTS['password-reset'].subject, { calendar: 'City library' }))
  const confirm = () => person(server).send('POST', '/password-reset/confirm', { token, password: OTHER_PASSWORD })
  assert.equal((await confirm()).status, 200)
  assert.equal(codeOf(await confirm()), '410 rest_link_expired')
  assert.equal(mail.received.length, count + 1)
  for (let i = 0; i < 8; i += 1) assert.equal((await ask(login)).status, 202)
  await mail.waitFor(addressOf(login), () => mail.received.filter(({ to }) => to === addressOf(login)).length === 5)
  await ask(login)
  const last = unique()
  await addPerson(server, last, 'editor', { email: addressOf(last) })
  await ask(last)
  await mail.waitFor(addressOf(last))
  assert.equal(mail.received.filter(({ to }) => to === addressOf(login)).length, 5, 'five mails in 15 minutes at most')
})

test('15.3 a new email address counts after its link is opened, and the old address is told before', async () => {
  const login = unique()
  const [old, next] = [addressOf(login), addressOf(`new-${login}`)]
  const id = await addPerson(server, login, 'editor', { email: old })
  const ada = person(server)
  await ada.signIn(login)
  const changed = await ada.send('PATCH', `/users/${id}`, { email: next })
  assert.deepEqual([changed.json['email'], changed.json['pending_email']], [old, next])
  const { token } = await mail.waitFor(next)
  const told = await mail.waitFor(old)
  assert.equal(told.subject, MAIL_TEXTS['email-changing'].subject)
  assert.equal(told.token, '')
  assert.ok(mail.received.indexOf(told) < mail.received.findIndex(({ to }) => to === next))
  assert.equal((await person(server).signIn(next)).status, 401)
  const confirm = (sent: string) => person(server).send('POST', '/email/confirm', { token: sent })
  assert.equal(codeOf(await confirm('x'.repeat(43))), '410 rest_link_expired')
  assert.deepEqual((await confirm(token)).json, { status: 'confirmed' })
  assert.equal(codeOf(await confirm(token)), '410 rest_link_expired')
  const shown = await ada.send('GET', `/users/${id}`)
  assert.deepEqual([shown.json['email'], shown.json['pending_email']], [next, null])
  assert.equal((await person(server).signIn(next)).status, 200)
})

test('15.3 a later change, and an address that another user has taken meanwhile, end the link', async () => {
  const [login, other] = [unique(), unique()]
  const id = await addPerson(server, login, 'editor', { email: addressOf(login) })
  const wanted = addressOf(`wanted-${login}`)
  await server.patch(`/users/${id}`, { email: wanted })
  const first = await mail.waitFor(wanted)
  await server.patch(`/users/${id}`, { email: addressOf(`third-${login}`) })
  const confirm = (sent: string) => person(server).send('POST', '/email/confirm', { token: sent })
  assert.equal(codeOf(await confirm(first.token)), '410 rest_link_expired')
  await server.patch(`/users/${id}`, { email: wanted })
  const second = await mail.waitFor(wanted, ({ token }) => token !== first.token)
  await addPerson(server, other, 'editor', { email: wanted })
  assert.equal(codeOf(await confirm(second.token)), '409 rest_user_exists')
  await server.patch(`/users/${id}`, { email: addressOf(login) })
  assert.equal((await server.get(`/users/${id}`, { as: 'admin' })).json['pending_email'], null)
  const answers = []
  for (let i = 0; i < 10; i += 1) answers.push((await server.patch(`/users/${id}`, { email: addressOf(`${i}-${login}`) })).status)
  assert.deepEqual([answers[0], answers.at(-1)], [200, 429], 'a user cannot have mail sent to any number of strangers')
})

test('15.2 mail that the server refuses for now is sent later; mail that it rejects is given up and leaves no job', async () => {
  const [later, never] = [unique(), unique()]
  const jobs = async (): Promise<number> => {
    const [row] = await server.app.database.query<{ n: number }>(sql`select count(*)::int as n from pgboss.job where name = 'mail'`)
    return row?.n ?? -1
  }
  const settle = async (): Promise<void> => {
    await until('no mail waits', 10_000, async () => (await jobs()) === 0)
  }
  await settle()
  mail.failures.push(550)
  await server.post('/users', { login: never, role: 'editor', email: addressOf(never) })
  await settle()
  mail.failures.push(451)
  await server.post('/users', { login: later, role: 'editor', email: addressOf(later) })
  await mail.waitFor(addressOf(later))
  assert.equal(mail.failures.length, 0)
  assert.equal(
    mail.received.some(({ to }) => to === addressOf(never)),
    false,
  )
})
