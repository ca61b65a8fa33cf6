// F2: a name is resolved once per hop, all its IP addresses are checked, and only these are connected to. Partial DNS answers are refused.
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openDns, type Answer, type Sort } from './dns.ts'
import { door, inOwnNetwork, openWorld, outcome, PUBLIC, PUBLIC_6 } from './world.ts'

const ATTEMPTS = 1_000
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** First and second DNS answers of a name, for A and AAAA. */
const SCRIPTS: Readonly<
  Record<string, { first: (sort: Sort) => Answer; later: (sort: Sort) => Answer; outcomes: readonly [string, string] }>
> = {
  'public-then-inner': { first: () => [PUBLIC], later: () => ['127.0.0.1'], outcomes: ['200', 'address'] },
  'public-then-inner6': { first: () => [PUBLIC_6], later: () => ['::1'], outcomes: ['200', 'address'] },
  'public-then-metadata': { first: () => [PUBLIC, PUBLIC_6], later: () => ['169.254.169.254'], outcomes: ['200', 'address'] },
  mixed: { first: () => [PUBLIC, '127.0.0.1'], later: () => ['127.0.0.1', PUBLIC], outcomes: ['address', 'address'] },
  'mixed-sorts': { first: () => [PUBLIC, 'fd00::1'], later: () => [PUBLIC_6, '10.0.0.1'], outcomes: ['address', 'address'] },
  'mixed-many': { first: () => [...manyPublic, '10.0.0.1'], later: () => [...manyPublic, '::1'], outcomes: ['address', 'address'] },
  alias: { first: () => ['-> alias.example', PUBLIC], later: () => ['-> alias.example', '10.0.0.1'], outcomes: ['200', 'address'] },
  mapped: { first: () => ['::ffff:127.0.0.1'], later: () => ['64:ff9b::7f00:1'], outcomes: ['address', 'address'] },
  'error-then-inner': { first: () => 'SERVFAIL', later: () => ['127.0.0.1'], outcomes: ['unresolved', 'address'] },
  'refused-then-inner': { first: () => 'REFUSED', later: () => ['127.0.0.1'], outcomes: ['unresolved', 'address'] },
  nowhere: { first: () => 'NXDOMAIN', later: () => [], outcomes: ['unresolved', 'unresolved'] },
  'half-an-answer': {
    first: (sort) => (sort === 'A' ? [PUBLIC] : 'SERVFAIL'),
    later: (sort) => (sort === 'A' ? 'SERVFAIL' : [PUBLIC_6]),
    outcomes: ['unresolved', 'unresolved'],
  },
  'one-sort-only': {
    first: (sort) => (sort === 'A' ? [PUBLIC] : 'NXDOMAIN'),
    later: (sort) => (sort === 'A' ? [] : [PUBLIC_6]),
    outcomes: ['200', '200'],
  },
}
const manyPublic = Array.from({ length: 20 }, (_, i) => `11.2.0.${i + 1}`)

await inOwnNetwork(import.meta.filename, async () => {
  const turns = new Map<string, number>()
  let random = SEED
  const dice = (n: number): number => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((random / 0x80000000) * n)
  }
  const anything: readonly Answer[] = [
    [PUBLIC],
    [PUBLIC_6, PUBLIC],
    ['127.0.0.1'],
    ['::1'],
    [PUBLIC, '10.0.0.1'],
    ['::ffff:10.0.0.1', PUBLIC],
    'SERVFAIL',
    'NXDOMAIN',
    [],
  ]
  const dns = await openDns((name, sort) => {
    if (name === 'silent.example') return 'silent'
    if (name.endsWith('.dice.example')) return anything[dice(anything.length)] ?? []
    const script = SCRIPTS[name.replace('.example', '')]
    if (!script) return [PUBLIC]
    const turn = turns.get(`${sort} ${name}`) ?? 0
    turns.set(`${sort} ${name}`, turn + 1)
    return turn === 0 ? script.first(sort) : script.later(sort)
  })
  const answer: RequestListener = (request, reply) =>
    request.url === '/again' ? reply.writeHead(302, { location: '/' }).end() : reply.end(request.socket.localAddress)
  const world = await openWorld(answer)
  after(() => {
    dns.close()
    world.close()
  })
  const egress = door({ dns: [dns.server] })

  for (const [name, { outcomes }] of Object.entries(SCRIPTS))
    void test(`F2 ${name}: ${outcomes.join(', then ')}`, async () => {
      world.calls.length = 0
      assert.equal(await outcome(egress, `http://${name}.example/`), outcomes[0])
      assert.equal(await outcome(egress, `http://${name}.example/`), outcomes[1])
      assert.deepEqual(world.strangers(), [])
      assert.equal(world.calls.length, outcomes.filter((one) => one === '200').length)
    })
  void test('F2 a name is resolved once per hop', async () => {
    dns.asked.length = 0
    assert.equal(await outcome(egress, 'http://once.example/'), '200')
    assert.deepEqual(dns.asked.toSorted(), ['A once.example', 'AAAA once.example'])
    turns.clear()
    assert.equal(await outcome(egress, 'http://public-then-inner.example/again'), 'address')
    assert.deepEqual(world.strangers(), [])
  })
  void test('F2 a name server that does not answer is cut by the deadline', async () => {
    const start = performance.now()
    assert.equal(await outcome(door({ dns: [dns.server], deadlineMs: 300 }), 'http://silent.example/'), 'deadline')
    assert.ok(performance.now() - start < 600, `${performance.now() - start} ms`)
    assert.equal(
      await outcome(door({ dns: ['127.0.0.1:9'], deadlineMs: 1_000 }), 'http://any.example/'),
      'unresolved',
      'and one that is not there',
    )
  })
  void test(`F2 ${ATTEMPTS} attempts with a name server that throws dice`, async (t) => {
    world.calls.length = 0
    const counts: Record<string, number> = {}
    for (let i = 0; i < ATTEMPTS; i += 20)
      for (const is of await Promise.all(
        Array.from({ length: 20 }, (_, n) => outcome(egress, `http://x-${i + n}.dice.example/${n % 2 ? 'again' : ''}`)),
      ))
        counts[is] = (counts[is] ?? 0) + 1
    await setTimeout(100)
    t.diagnostic(
      `${ATTEMPTS} attempts, seed ${SEED}: ${JSON.stringify(counts)}, ${world.strangers().length} connections to inner addresses`,
    )
    assert.deepEqual(world.strangers(), [])
    assert.deepEqual(Object.keys(counts).toSorted(), ['200', 'address', 'unresolved'])
    assert.ok((counts['200'] ?? 0) > 20, 'the public is reached')
  })
})
