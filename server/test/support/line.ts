// A line to a port, on which, once frozen, nothing moves and nothing ends: as when a network is cut.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** All connections, or those whose first words have this in them. */
  freeze(only?: string): void
  thaw(): void
  close(): void
}

export async function freezable(to: number): Promise<Line> {
  let frozen: string | null = null
  const pairs = new Map<Socket, { readonly far: Socket; words: string }>()
  const isFrozen = (words: string): boolean => frozen !== null && words.includes(frozen)
  const settle = (): void => {
    for (const [near, { far, words }] of pairs)
      for (const socket of [near, far]) {
        if (isFrozen(words)) socket.pause()
        else socket.resume()
      }
  }
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    const pair = { far, words: '' }
    pairs.set(near, pair)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('error', () => undefined).on('close', () => pairs.delete(near) && into.destroy())
    near.on('data', (chunk: Buffer) => {
      pair.words ||= chunk.toString('latin1')
      far.write(chunk)
      if (isFrozen(pair.words)) settle()
    })
    far.on('data', (chunk: Buffer) => near.write(chunk))
    if (isFrozen(pair.words)) settle()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    freeze: (only = '') => {
      frozen = only
      settle()
    },
    thaw: () => {
      frozen = null
      settle()
    },
    close: () => {
      for (const [near, { far }] of pairs) for (const socket of [near, far]) socket.destroy()
      server.close()
    },
  }
}
