// A TCP proxy between the client and the server that can drop requests and responses.
import { createServer, connect, type Socket } from 'node:net'

/**
 * `response-lost` resets the connection instead of forwarding the response, and `reset` right after forwarding the request.
 * `reset-before-forwarding` resets without forwarding the request, and `no-response` leaves the client waiting.
 */
export type Failure = 'response-lost' | 'reset' | 'reset-before-forwarding' | 'no-response'
export interface Proxy {
  readonly url: string
  /** Request line of each request. */
  readonly requests: string[]
  /** Sets the failures of the next requests, in order. Later requests succeed. */
  failNext(...failures: Failure[]): void
  /** Resets all open connections. */
  cut(): void
  close(): Promise<void>
}

export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const requests: string[] = []
  const failures: Failure[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let failure: Failure | undefined
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk: Buffer) => {
      const [line = ''] = chunk.toString('latin1').split('\r\n', 1)
      if (/^[A-Z]+ \/.* HTTP\/1\.1$/.test(line)) {
        requests.push(line)
        failure = failures.shift()
      }
      if (failure !== 'no-response' && failure !== 'reset-before-forwarding') upstream.write(chunk)
      if (failure === 'reset' || failure === 'reset-before-forwarding') client.resetAndDestroy()
    })
    upstream.on('data', (chunk: Buffer) => {
      if (failure === 'response-lost') client.resetAndDestroy()
      else client.write(chunk)
    })
    client.once('close', () => upstream.end())
    upstream.once('close', () => client.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    failNext: (...next) => void failures.push(...next),
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
