// A proxy to PostgreSQL that cuts the connection at a statement: before the server receives it, or after the server has run it and before the
// client receives the answer.
import { connect, createServer, type AddressInfo } from 'node:net'

export interface CuttingProxy {
  readonly port: number
  /**
   * Cuts the next connection that sends a message with these words, and refuses all connections for some time after. `answered` cuts it when
   * the client has received the answer.
   */
  cut(when: Moment, words: string, refusedMs?: number): void
  close(): void
}
type Moment = 'before' | 'after' | 'answered'
export async function cuttingProxy(to: number): Promise<CuttingProxy> {
  /** The functions that end the connections. */
  const connections = new Set<() => void>()
  let next: { readonly when: Moment; readonly words: string; readonly refusedMs: number } | null = null
  let refusedUntil = 0
  const server = createServer((near) => {
    if (performance.now() < refusedUntil) return void near.resetAndDestroy()
    const far = connect(to, '127.0.0.1')
    let cutAt: Moment | null = null
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
        cutAt = next.when
        if (next.refusedMs > 0) for (const each of connections) if (each !== end) each()
        if (next.when === 'before') end()
        next = null
      }
      if (!far.destroyed) far.write(chunk)
    })
    // PostgreSQL sends the answer after the commit.
    far.on('data', (chunk: Buffer) => (cutAt === 'after' ? end() : near.write(chunk, () => cutAt === 'answered' && end())))
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
