// F1 F4: no inner address is called, however it is spelled or named, unless the operator opened it, and then nothing else is open.
import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { get } from 'node:http'
import { isIP } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { classifyIp } from '../../src/kernel/outbound/ip-ranges.ts'
import { openDns } from './dns.ts'
import { INNER_ADDRESSES, PUBLIC_ADDRESSES, TABLE } from './table.ts'
import { door, inOwnNetwork, openWorld, outcome, PROXY, PUBLIC, PUBLIC_6 } from './world.ts'

void test('the edges of ranges are where they should be', () => {
  for (const address of INNER_ADDRESSES) assert.notEqual(classifyIp(address), 'public', address)
  for (const address of PUBLIC_ADDRESSES) assert.equal(classifyIp(address), 'public', address)
  for (const address of ['', 'localhost', '127.1', 'fe80::1%lo', '2a00:1450::1%lo']) assert.equal(classifyIp(address), 'blocked', address)
})

await inOwnNetwork(import.meta.filename, async () => {
  /** n-3.example is the fourth of the inner addresses. */
  const dns = await openDns((name) => {
    const [, n] = /^n-(\d+)\.example$/.exec(name) ?? []
    if (n) return [INNER_ADDRESSES[Number(n)] ?? '']
    if (name === 'public.example') return [PUBLIC]
    if (name === 'public6.example') return [PUBLIC_6]
    if (name === 'metadata.example') return ['169.254.169.254']
    return 'NXDOMAIN'
  })
  const world = await openWorld((_request, reply) => reply.end('hello'))
  after(() => {
    dns.close()
    world.close()
  })
  const settings = { dns: [dns.server] }
  const named = INNER_ADDRESSES.map((_, n): [string, string] => [`http://n-${n}.example/`, 'address'])
  const all = [...TABLE, ...named]
  const check = async (allow: readonly string[]): Promise<void> => {
    const egress = door({ ...settings, allow })
    const wrong: string[] = []
    for (const [url, reason] of all) {
      const is = await outcome(egress, url)
      if (is !== reason) wrong.push(`${JSON.stringify(url)} is ${is}, not ${reason}`)
    }
    assert.deepEqual(wrong, [])
    // A connection that was made is seen a moment later.
    await setTimeout(100)
  }

  void test('F1 the witness sees: without the door most of the table is reached', async (t) => {
    const resolver = new Resolver()
    resolver.setServers([dns.server])
    const reached = await Promise.all(all.map(([url]) => reach(url, resolver)))
    const count = reached.filter(Boolean).length
    t.diagnostic(`${count} of ${all.length} are reached without the door`)
    assert.ok(count > 100, `${count}`)
    assert.ok(world.strangers().length > 100)
    world.calls.length = 0
  })
  void test('F1 no address of the table is contacted', async (t) => {
    await check([])
    t.diagnostic(`${all.length} refused, ${world.calls.length} connections`)
    assert.deepEqual(world.calls, [])
  })
  void test('F1 public hosts are reachable by address and by name', async () => {
    const egress = door(settings)
    for (const url of [`http://${PUBLIC}/`, `http://[${PUBLIC_6}]/`, 'http://public.example./a', 'http://public6.example/'])
      assert.equal(await outcome(egress, url), '200', url)
    assert.deepEqual(world.strangers(), [])
    assert.equal(world.calls.length, 4)
    world.calls.length = 0
  })
  void test('F1 a proxy that the environment names is not used', async () => {
    await new Promise((resolve) => get(`http://${PUBLIC}/`, resolve).on('error', resolve))
    assert.deepEqual(world.calls.splice(0), [{ address: PROXY, port: 8080 }], 'the plain client uses it')
    assert.equal(await outcome(door(settings), `http://${PUBLIC}/`), '200')
    assert.deepEqual(world.calls.splice(0), [{ address: PUBLIC, port: 80 }])
  })
  void test('F4 only an allowed host and port are reachable', async () => {
    const egress = door({ ...settings, allow: ['127.0.0.1:8080'] })
    assert.equal(await outcome(egress, 'http://127.0.0.1:8080/'), '200')
    assert.deepEqual(world.calls.splice(0), [{ address: '127.0.0.1', port: 8080 }])
    await check(['127.0.0.1:8080'])
    const others = [
      '127.0.0.2:8080',
      'localhost:8080',
      '[::1]:8080',
      '[::ffff:127.0.0.1]:8080',
      '127.0.0.1:8000',
      '0.0.0.0:8080',
      '127.0.0.1',
    ]
    for (const other of [...others, 'n-0.example:8080', `${PUBLIC}:8080`])
      assert.notEqual(await outcome(egress, `http://${other}/`), '200', other)
    assert.deepEqual(world.calls, [])
  })
  void test('F4 an opened name is reached at its inner address, at its port only', async () => {
    const egress = door({ ...settings, allow: ['n-0.example:8080', 'LocalHost:8080', '[FD00:0::1]:8080', '[::1]:8080'] })
    for (const host of ['n-0.example', 'localhost', '[fd00::1]', '[::1]'])
      assert.equal(await outcome(egress, `http://${host}:8080/`), '200', host)
    world.calls.length = 0
    for (const url of [
      'http://n-0.example/',
      'http://n-5.example:8080/',
      'http://127.0.0.1:8080/',
      'http://localhost/',
      'http://[fd00::2]:8080/',
    ])
      assert.notEqual(await outcome(egress, url), '200', url)
    assert.deepEqual(world.calls, [])
  })
  void test('F4 metadata of clouds cannot be opened', async () => {
    const hosts = [
      '169.254.169.254',
      'metadata.example',
      '100.100.100.200',
      '[fd00:ec2::254]',
      '[fd20:ce::254]',
      '168.63.129.16',
      '0.0.0.0',
    ]
    const egress = door({ ...settings, allow: hosts.map((host) => `${host}:80`) })
    for (const host of hosts) assert.equal(await outcome(egress, `http://${host}/`), 'address', host)
    assert.deepEqual(world.calls, [])
  })
})

/** Whether the plain client of Node gets an answer. */
async function reach(url: string, resolver: Resolver): Promise<boolean> {
  const parsed = URL.parse(url)
  if (!parsed || parsed.protocol !== 'http:') return false
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const [address] = isIP(host)
    ? [host]
    : await Promise.all([resolver.resolve4(host).catch(() => []), resolver.resolve6(host).catch(() => [])]).then((found) => found.flat())
  if (!address) return false
  return new Promise((resolve) => {
    const request = get({ host: address, port: parsed.port || 80, agent: false, timeout: 1_000 }, (answer) =>
      resolve(Boolean(answer.destroy())),
    )
    request.on('timeout', () => request.destroy()).on('error', () => resolve(false))
  })
}
