// Graceful shutdown: closes idle connections, so that they do not delay the end of the server.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time that an idle connection has to send a request during shutdown. A request that is already under way arrives by then. */
const IDLE_GRACE_MS = 1_000
/** On shutdown, closes idle keep-alive connections, including those that never sent a request. */
export function closeIdleOnShutdown(app: FastifyInstance): void {
  const requestsPerSocket = new Map<Socket, number>()
  app.server.on('connection', (socket) => {
    requestsPerSocket.set(socket, 0)
    socket.once('close', () => requestsPerSocket.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    requestsPerSocket.set(socket, (requestsPerSocket.get(socket) ?? 0) + 1)
    // An aborted request has lost the reference to its socket.
    response.once('close', () => requestsPerSocket.has(socket) && requestsPerSocket.set(socket, (requestsPerSocket.get(socket) ?? 1) - 1))
  })
  // Node would close every idle connection immediately, including those whose first request is under way.
  app.server.closeIdleConnections = () => undefined
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const [socket, requests] of requestsPerSocket) if (requests === 0) socket.destroy()
    }, IDLE_GRACE_MS).unref()
  })
}
