// The end of a server: connections on which nothing is asked do not hold it up.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a connection may be silent at the end: what was sent when it was made has arrived by then. */
const IDLE_GRACE_MS = 1_000
/** A connection on which nothing is asked does not hold up the end, also one on which nothing ever was. */
export function closeIdleOnShutdown(app: FastifyInstance): void {
  const requestsPerSocket = new Map<Socket, number>()
  app.server.on('connection', (socket) => {
    requestsPerSocket.set(socket, 0)
    socket.once('close', () => requestsPerSocket.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    requestsPerSocket.set(socket, (requestsPerSocket.get(socket) ?? 0) + 1)
    // A request that was cut off does not know its socket any more.
    response.once('close', () => requestsPerSocket.has(socket) && requestsPerSocket.set(socket, (requestsPerSocket.get(socket) ?? 1) - 1))
  })
  // Node would cut every connection without a request at once: also those whose first is on its way.
  app.server.closeIdleConnections = () => undefined
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const [socket, requests] of requestsPerSocket) if (requests === 0) socket.destroy()
    }, IDLE_GRACE_MS).unref()
  })
}
