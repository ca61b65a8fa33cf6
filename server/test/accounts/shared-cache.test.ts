// Contract 15.5: behind Varnish, which stores all that HTTP allows, nobody gets the response of a session, and a session gets no stored one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../model/random.ts'
import { seed } from '../support/evidence.ts'
import { NS, testServer, unique, type Answer } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { isHit, startVarnish } from '../support/varnish.ts'
import { addPerson, person } from './person.ts'

const REQUESTS = 300
/** Requests with cookies and credentials are looked up too. Without these lines Varnish would not store their responses at all. */
const VCL = (backend: URL): string => `vcl 4.1;
backend default { .host = "${backend.hostname}"; .port = "${backend.port}"; }
sub vcl_recv {
  if (req.method == "GET" || req.method == "HEAD") { return (hash); }
  return (pass);
}
sub vcl_backend_response { set beresp.grace = 0s; }
`

test('15.5 3.12 behind a shared cache every caller gets the response that is meant for them', requiresTools('varnishd'), async (t) => {
  const server = await testServer()
  const random = new Random(seed)
  const [editor, subscriber, external] = [unique(), unique(), unique()]
  await addPerson(server, editor, 'editor')
  await addPerson(server, subscriber, 'subscriber')
  const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }
  // Only callers who may edit an event see its external IDs.
  const event = await server.make('events', { title: unique(), ...dates, external_ids: { source: external } })
  const draft = await server.make('events', { title: external, ...dates, status: 'draft' })
  const signedIn = async (login: string): Promise<Record<string, string>> => {
    const own = person(server)
    await own.signIn(login)
    return own.headers()
  }
  const { cookie = '', ...page } = await signedIn(editor)
  const callers: Readonly<Record<string, Record<string, string>>> = {
    anonymous: {},
    editor: { cookie, ...page },
    subscriber: await signedIn(subscriber),
    'a page without a cookie': page,
    'a cookie without the header': { cookie },
    'a token': { authorization: `Bearer ${server.tokens.editor}` },
  }
  const paths = ['/events', `/events/${event.id}`, `/events/${draft.id}`, `/events.json?include=${event.id}`, '/me']
  const cached = await startVarnish({ vcl: VCL(new URL(server.base)), memory: '16m' })
  /** Responses of the server itself. */
  const direct: Record<string, Answer> = {}
  const counts = { hits: 0, misses: 0, forEditors: 0 }
  for (let i = 0; i < REQUESTS; i += 1) {
    const [name, path] = [random.pick(Object.keys(callers)), random.pick(paths)]
    const headers = { ...callers[name] }
    const wanted = (direct[`${name} ${path}`] ??= await server.get(path, { headers }))
    const answer = await fetch(`${cached}${NS}${path}`, { headers })
    const text = await answer.text()
    const wasStored = isHit(answer.headers.get('x-varnish'))
    counts[wasStored ? 'hits' : 'misses'] += 1
    assert.deepEqual([answer.status, text], [wanted.status, wanted.text], `${path} by ${name}`)
    const isEditor = name === 'editor' || name === 'a token'
    if (text.includes(external)) counts.forEditors += 1
    assert.ok(isEditor || !text.includes(external), `${path} shows ${name} what editors see`)
    if ('x-kalends-session' in headers) assert.equal(wasStored, false, `${path} by ${name} was stored`)
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.hits > 20 && counts.forEditors > 20, JSON.stringify(counts))
})
