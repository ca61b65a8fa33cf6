// Loaded into a server before it starts: a latitude takes a quarter of a second to read, as a quadratic pattern would.
import type { IncomingMessage } from 'node:http'
import { subscribe } from 'node:diagnostics_channel'

const BLOCKED_MS = 250
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  if (!request.url?.includes('geoloc_lat')) return
  const end = performance.now() + BLOCKED_MS
  while (performance.now() < end);
})
