// A proxy to PostgreSQL that cuts the connection at a statement: before the server receives it, or after the server has run it and before the
// client receives the answer.
import { connect, createServer, type AddressInfo } from 'node:net'

export interface CuttingProxy {
  readonly port: number
  /** Cuts the next connection that sends a message with these words, and refuses all connections for some time after. */
  cut(when: 'before' | 'after', words: string, refusedMs?: number): void
  close(): void
}
export async function cuttingProxy(to: number): Promise<CuttingProxy> {
  /** The functions that end the connections. */
  const connections = new Set<() => void>()
  let next: { readonly when: 'before' | 'after'; readonly words: string; readonly refusedMs: number } | null = null
  let refusedUntil = 0
  const server = createServer((near) => {
    if (performance.now() < refusedUntil) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    let isCut = false
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    connections.add(end)
    for (const socket of [near, far])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          connections.delete(end)
          end()
        })
    near.on('data', (chunk: Buffer) => {
      if (next !== null && chunk.toString('latin1').includes(next.words)) {
        refusedUntil = performance.now() + next.refusedMs
        isCut = true
        if (next.refusedMs > 0) for (const each of connections) if (each !== end) each()
        if (next.when === 'before') end()
        next = null
      }
      if (!far.destroyed) far.write(chunk)
    })
    // PostgreSQL sends the answer after the commit.
    far.on('data', (chunk: Buffer) => (isCut ? end() : near.write(chunk)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut: (when, words, refusedMs = 0) => {
      next = { when, words, refusedMs }
    },
    close: () => {
      for (const end of connections) end()
      server.close()
    },
  }
}
