// Tests users, sessions, tokens, settings, findings, webhooks and sources of the client against a real server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, person } from '../../server/test/accounts/person.ts'
import { testServer, unique } from '../../server/test/support/server.ts'
import { createClient } from '../src/index.ts'
import { thrown } from './support/thrown.ts'

const server = await testServer()
const admin = createClient({ baseUrl: server.base, token: server.tokens.admin })
/** A client in a page of the calendar: browsers keep the cookies and send `Sec-Fetch-Site`. */
function page() {
  const cookies = new Map<string, string>()
  return createClient({
    baseUrl: server.base,
    session: true,
    fetch: async (url, init) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const response = await fetch(url, { ...init, headers: { ...(init.headers as object), 'sec-fetch-site': 'same-origin', cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  })
}

void test('client: administrators manage users', async () => {
  const login = unique()
  const added = await admin.users.create({ login, role: 'author', name: 'Ada' })
  assert.match(added.invitation?.url ?? '', /#[\w-]{43}$/)
  assert.notEqual((await admin.users.invite(added.id)).invitation?.url, added.invitation?.url)
  assert.equal((await admin.users.list({ search: login, status: 'invited' })).total, 1)
  assert.equal((await admin.users.update(added.id, { role: 'editor', name: null })).name, '')
  assert.equal((await admin.users.get(added.id)).role, 'editor')
  assert.equal((await admin.users.delete(added.id)).id, added.id)
  assert.equal((await thrown(admin.users.get(added.id))).code, 'rest_user_not_found')
})

void test('client: administrators read settings and findings', async () => {
  const { settings } = await admin.settings()
  assert.deepEqual([settings.find(({ name }) => name === 'DATABASE_URL')?.value, settings.length > 50], [null, true])
  const { findings, checked_utc } = await admin.doctor()
  assert.equal(findings.find(({ check }) => check === 'database')?.state, 'ok')
  assert.match(checked_utc, /^\d{4}-\d\d-\d\dT[\d:]+Z$/)
  assert.equal((await thrown(createClient({ baseUrl: server.base, token: server.tokens.editor }).settings())).status, 403)
})

void test('client: administrators read the security log', async () => {
  const { id } = await admin.users.create({ login: unique(), role: 'author' })
  const { entries } = await admin.securityLog({ user: id })
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['user invited', 'user added'],
  )
  const [first] = (await admin.securityLog({ user: id, before: entries[0]?.id ?? 0, per_page: 1 })).entries
  assert.equal(first?.id, entries[1]?.id)
})

void test('client: editors import from sources', async () => {
  const editor = createClient({ baseUrl: server.base, token: server.tokens.editor })
  const { sources } = editor
  const { id } = await sources.create({ name: 'Table', type: 'csv', mapping: { title: 'Name' } })
  assert.equal((await sources.update(id, { mapping: {}, every_hours: null })).name, 'Table')
  const file = new Blob(['title,start_date\nReading,2028-01-10 19:00\nWalk,someday\n'])
  const ended = async (runId: number) => {
    for (;;) {
      const run = await sources.run(id, runId)
      if (!['waiting', 'running', 'undoing'].includes(run.state)) return run
    }
  }
  const dry = await ended((await sources.startRun(id, file, { dryRun: true })).id)
  assert.deepEqual(
    [dry.dry_run, dry.counts.new, dry.columns?.map(({ field, example }) => [field, example])],
    [
      true,
      1,
      [
        ['title', 'Reading'],
        ['start_date', '2028-01-10 19:00'],
      ],
    ],
  )
  const run = await ended((await sources.startRun(id, file, { acceptGone: true })).id)
  assert.equal((await sources.items(id, run.id, { outcome: ['failed', 'kept'] })).items[0]?.title, 'Walk')
  assert.match(await sources.failedRows(id, run.id), /^title,start_date,error\r\nWalk,someday,/)
  await sources.undo(id, run.id)
  assert.equal((await ended(run.id)).state, 'undone')
  assert.equal((await sources.runs(id, { per_page: 1 })).total, 2)
  assert.equal((await thrown(sources.startRun(id))).code, 'rest_missing_callback_param')
  assert.equal((await thrown(sources.failedRows(id, 999_999))).code, 'rest_run_not_found')
  assert.equal((await sources.get(id)).url, null)
  await sources.delete(id)
  assert.deepEqual((await sources.list()).sources, [])
})

void test('client: editors manage webhooks', async () => {
  const editor = createClient({ baseUrl: server.base, token: server.tokens.editor })
  const { secret, id } = await editor.webhooks.create({ url: 'https://example.org/hook', events: ['event.created'], active: false })
  assert.match(secret, /^whsec_/)
  assert.notEqual((await editor.webhooks.rotate(id)).secret, secret)
  assert.equal((await editor.webhooks.update(id, { description: 'Website' })).description, 'Website')
  assert.deepEqual([(await editor.webhooks.get(id)).events, (await editor.webhooks.list()).webhooks.length], [['event.created'], 1])
  const { next } = await editor.changesPage({ since: 'now' })
  assert.equal((await editor.webhooks.replay(id, next)).id, id)
  const sent = await editor.webhooks.test(id)
  assert.equal((await editor.webhooks.redeliver(id, sent.id)).message_id, sent.message_id)
  assert.equal((await editor.webhooks.deliveries(id, { per_page: 5 })).total, 1)
  assert.equal((await editor.webhooks.delete(id)).id, id)
  assert.equal((await thrown(editor.webhooks.get(id))).code, 'rest_webhook_not_found')
})

void test('client: a person signs in, lists and ends sessions, creates a token, and signs out', async () => {
  const login = unique()
  await admin.users.create({ login, role: 'editor', password: PASSWORD })
  const [ada, elsewhere] = [page(), person(server)]
  await elsewhere.signIn(login)
  assert.equal((await thrown(ada.sessions.signIn({ login, password: 'not the password' }))).code, 'rest_sign_in_failed')
  assert.equal((await ada.sessions.signIn({ login, password: PASSWORD })).user?.login, login)
  assert.equal((await ada.me()).login, login)
  const { sessions } = await ada.sessions.list()
  assert.equal(sessions.filter(({ current }) => current).length, 1)
  assert.deepEqual(await ada.sessions.endOthers(), { ended: 1 })
  const { secret, id } = await ada.tokens.create({ label: 'script', scope: 'read' })
  assert.equal((await createClient({ baseUrl: server.base, token: secret }).me()).login, login)
  assert.ok((await ada.tokens.list()).tokens.some((token) => token.id === id))
  assert.equal((await ada.tokens.revoke(id)).id, id)
  assert.deepEqual(await ada.sessions.signOut(), { ended: 1, provider_sign_out_url: null })
  assert.equal((await thrown(ada.sessions.list())).status, 401)
})
