// A DNS server that answers as it is told: over UDP, for A and AAAA, truly or not.
import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'

/** Addresses; `-> name` is a CNAME, and what follows belongs to that name. `silent` never answers. */
export type Answer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silent'
export type Sort = 'A' | 'AAAA'
export interface Dns {
  readonly server: string
  /** Received questions in order, such as `A name`. */
  readonly asked: string[]
  close(): void
}

const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const
const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const

export async function openDns(answer: (name: string, sort: Sort) => Answer): Promise<Dns> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query)
    const sort: Sort = type === TYPES.AAAA ? 'AAAA' : 'A'
    asked.push(`${sort} ${name}`)
    const said = answer(name, sort)
    if (said === 'silent') return
    const records = typeof said === 'string' ? [] : recordsOf(name, sort, said)
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (typeof said === 'string' ? CODES[said] : 0), 2)
    for (const [count, at] of [
      [1, 4],
      [records.length, 6],
      [0, 8],
      [0, 10],
    ] as const)
      head.writeUInt16BE(count, at)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { server: `127.0.0.1:${socket.address().port}`, asked, close: () => void socket.close() }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // Resolvers mix the case of what they ask, to make answers hard to guess.
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function recordsOf(name: string, sort: Sort, said: readonly string[]): Buffer[] {
  let owner = name
  return said.flatMap((one) => {
    if (one.startsWith('-> ')) {
      const record = recordOf(owner, 'CNAME', nameBytes(one.slice(3)))
      owner = one.slice(3)
      return [record]
    }
    return (isIP(one) === 4) === (sort === 'A') ? [recordOf(owner, sort, addressBytes(one))] : []
  })
}
function recordOf(owner: string, type: keyof typeof TYPES, data: Buffer): Buffer {
  const middle = Buffer.alloc(10)
  middle.writeUInt16BE(TYPES[type], 0)
  middle.writeUInt16BE(1, 2)
  // Bytes 4 to 7 are the time to live: none.
  middle.writeUInt16BE(data.length, 8)
  return Buffer.concat([nameBytes(owner), middle, data])
}
const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]), Buffer.from([0])])

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // The parser of addresses writes the dotted tail of an IPv6 address in hexadecimal.
  const [front = '', back = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [groups(front), groups(back)]
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}
