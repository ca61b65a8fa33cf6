// A line between the client and the service that can be cut.
import { createServer, connect, type Socket } from 'node:net'

/** What becomes of the next request: answered but the answer is lost, sent on and cut at once, cut before it is sent on, or left waiting. */
export type Fate = 'answer-lost' | 'cut' | 'refused' | 'silence'
export interface Proxy {
  readonly url: string
  /** The first line of each request that came. */
  readonly requests: string[]
  /** The fates of the next requests; after them all is well again. */
  fate(...fates: Fate[]): void
  close(): Promise<void>
}

export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const requests: string[] = []
  const fates: Fate[] = []
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    let fate: Fate | undefined
    for (const socket of [client, service]) {
      open.add(socket)
      socket.on('error', () => undefined).once('close', () => open.delete(socket))
    }
    client.on('data', (chunk: Buffer) => {
      const [line = ''] = chunk.toString('latin1').split('\r\n', 1)
      if (/^[A-Z]+ \/.* HTTP\/1\.1$/.test(line)) {
        requests.push(line)
        fate = fates.shift()
      }
      if (fate !== 'silence' && fate !== 'refused') service.write(chunk)
      if (fate === 'cut' || fate === 'refused') client.resetAndDestroy()
    })
    service.on('data', (chunk: Buffer) => {
      if (fate === 'answer-lost') client.resetAndDestroy()
      else client.write(chunk)
    })
    client.once('close', () => service.end())
    service.once('close', () => client.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    fate: (...next) => void fates.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
