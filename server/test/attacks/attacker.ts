// A process that plays one attacker: `node attacker.ts <attack> <options as JSON>`. It talks to loopback only and ends by itself after `seconds`.
import { request, type RequestOptions } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface AttackOptions {
  readonly port: number
  readonly seconds: number
  /** The path of the API. */
  readonly api: string
  /** The token of an author. */
  readonly token: string
  /** A protected event. */
  readonly protectedId: number
}
const options = JSON.parse(process.argv[3] ?? '{}') as AttackOptions
const { port, seconds, api, token, protectedId } = options
/** Each attack has an address of its own, so that no attack finds its budget used up by another. */
export const addressOfAttack = (attack: string): string => `127.0.1.${attackNames.indexOf(attack) + 1}`
const address = (): string => addressOfAttack(process.argv[2] ?? '')
const end = performance.now() + seconds * 1_000
const isOver = (): boolean => performance.now() > end
const statuses = new Map<number, number>()

interface Sent {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
/** Sends a request and forgets it; only its status is counted. */
function fire({ path, method = 'GET', headers = {}, body }: Sent): void {
  const to: RequestOptions = { host: '127.0.0.1', port, path, method, headers, localAddress: address(), agent: false }
  const sent = request(to, (response) => {
    statuses.set(response.statusCode ?? 0, (statuses.get(response.statusCode ?? 0) ?? 0) + 1)
    response.resume()
  })
  sent.on('error', () => undefined)
  sent.end(body)
}
async function atRate(perSecond: number, make: (n: number) => Sent): Promise<void> {
  const started = performance.now()
  for (let n = 0; !isOver(); n += 1) {
    fire(make(n))
    await pause(Math.max(0, started + ((n + 1) * 1_000) / perSecond - performance.now()))
  }
}
async function allAtOnce(count: number, make: (n: number) => Sent): Promise<void> {
  for (let n = 0; n < count; n += 1) fire(make(n))
  while (!isOver()) await pause(100)
}
const asCaller = { authorization: `Bearer ${token}` }
const json = { ...asCaller, 'content-type': 'application/json' }

/** Requests whose body arrives at one byte a second. */
async function dripBodies(count: number): Promise<void> {
  const head = `POST ${api}/venues HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`
  const open = (): Socket =>
    connect({ port, host: '127.0.0.1', localAddress: address() }, function (this: Socket) {
      this.write(head)
    }).on('error', () => undefined)
  const sockets = Array.from({ length: count }, open)
  while (!isOver()) {
    sockets.forEach((socket, i) => {
      if (socket.writable) socket.write('a')
      else sockets[i] = open()
    })
    await pause(1_000)
  }
  for (const socket of sockets) socket.destroy()
}
/** Connections that send nothing, opened again when the server closes them. */
async function holdConnections(count: number): Promise<void> {
  const open = (): Socket => connect({ port, host: '127.0.0.1', localAddress: address() }).on('error', () => undefined)
  const sockets = Array.from({ length: count }, open)
  while (!isOver()) {
    for (const [i, socket] of sockets.entries()) if (socket.destroyed) sockets[i] = open()
    await pause(500)
  }
  for (const socket of sockets) socket.destroy()
}
/** A different address of one IPv6 /64 for every request, as a client of a trusted proxy. */
const forged = (n: number): Record<string, string> => ({
  'x-forwarded-for': `2001:db8:0:1:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}:0:1`,
})

const ATTACKS: Readonly<Record<string, () => Promise<void>>> = {
  'B1 repeated query parameters': () => atRate(20, () => ({ path: `${api}/events?${'a&'.repeat(4_070)}` })),
  'B2 number followed by a letter': () => atRate(9, () => ({ path: `${api}/events?geoloc_lng=1&geoloc_lat=${'1'.repeat(8_000)}x` })),
  'B2 long number in a body': () =>
    atRate(2, () => ({
      path: `${api}/venues`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ venue: 'x', geo_lat: `${'1'.repeat(1_000_000)}x` }),
    })),
  'B3 nested HTML': () =>
    atRate(2, () => ({
      path: `${api}/events`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ title: 'x', start_date: '2031-01-01', end_date: '2031-01-02', description: '<b>'.repeat(150_000) }),
    })),
  'B3 long HTML': () =>
    atRate(4, () => ({
      path: `${api}/events`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        title: 'x',
        start_date: '2031-01-01',
        end_date: '2031-01-02',
        description: '<p>a <b>b</b> &amp; c</p>'.repeat(7_500),
      }),
    })),
  'B4 unfinished forms': () =>
    allAtOnce(640, () => ({
      path: `${api}/media`,
      method: 'POST',
      headers: { ...asCaller, 'content-type': 'multipart/form-data; boundary=B' },
      body: '--B\r\nX: y\r\n\r\n--B--\r\n',
    })),
  'B5 slow bodies': () => dripBodies(520),
  'B6 searches of the whole calendar': () =>
    atRate(18, (n) => ({
      path: `${api}/events?search=${encodeURIComponent(['a', 'e', 'on', 'er', 'le'][n % 5] ?? 'a')}&start_date=0001-01-01&end_date=9999-12-31&page=${n + 1}`,
    })),
  'B6 whole feeds at once': () => allAtOnce(300, (n) => ({ path: `${api}/events.ics?start_date=0001-01-0${(n % 9) + 1}` })),
  'B8 addresses of one network': () => atRate(400, (n) => ({ path: `${api}/tags?page=${n + 1}`, headers: forged(n) })),
  'B9 wrong tokens': () =>
    atRate(100, (n) => ({ path: `${api}/me`, headers: { authorization: `Bearer kal_${String(n).padStart(60, 'x')}` } })),
  'B10 pages that are not counted': () =>
    atRate(
      200,
      (n) =>
        [{ path: '/docs/reference/create_event' }, { path: `/nothing-${n}` }, { path: `${api}/events`, method: 'OPTIONS' }][n % 3] ?? {
          path: '/',
        },
    ),
  'B10 guesses of a password': () =>
    atRate(50, (n) => ({ path: `${api}/events/${protectedId}?password=a${n}`, headers: { 'x-event-password': `b${n}` } })),
  'B10 idle connections': () => holdConnections(3_000),
}

export const attackNames = Object.keys(ATTACKS)

if (process.argv[1] === import.meta.filename) {
  const attack = ATTACKS[process.argv[2] ?? '']
  if (!attack) throw new Error(`There is no attack "${process.argv[2] ?? ''}".`)
  await attack()
  process.stdout.write(JSON.stringify(Object.fromEntries(statuses)))
  process.exit(0)
}
