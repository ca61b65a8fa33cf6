// Closes a connection without losing the response: a client that is still sending its body reads the response first.
import type { ServerResponse } from 'node:http'

const LINGER_MS = 2_000

/**
 * After the response, ends this side of the connection and discards the input until the client closes its side, for two seconds at most.
 * If the connection were closed with unread input, TCP would reset it, and the client could lose the response.
 */
export function lingerBeforeClose({ socket }: ServerResponse): void {
  if (socket === null) return
  // The input belongs to the refused request, so the HTTP parser must not find another request in it.
  const discardInput = (): void => void socket.removeAllListeners('data').on('data', () => undefined)
  // Node.js calls this method when a response with `Connection: close` is complete.
  socket.destroySoon = () => {
    // A paused socket starts to read again in a listener that the HTTP server removes together with the parser.
    if (socket.isPaused()) socket.once('resume', discardInput).resume()
    else discardInput()
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
}
