// Peer IP addresses: limits connections per peer, and warns about untrusted proxies that send X-Forwarded-For.
import type { IncomingMessage, Server } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { clientIpKey } from './client-ip.ts'

export interface PeerSettings {
  readonly trustedProxies: readonly string[]
  /** Connections that one peer may hold; 0 is no limit. Trusted proxies are exempt. */
  readonly maxConnectionsPerAddress: number
}
export interface PeerWarnings {
  /** Called when a peer that is not in TRUSTED_PROXIES sends X-Forwarded-For. */
  readonly untrustedProxy: (peer: string) => void
  readonly tooManyConnections: (peer: string) => void
}

/** Returns a function that tests whether an IP address belongs to a trusted proxy. */
export function compileTrustedProxies(addresses: readonly string[]): (address: string) => boolean {
  const trust = proxyAddr.compile([...addresses])
  return (address) => trust(address, 0)
}

/** Returns a function that reads the IP address of the client, which trusted proxies forward. */
export function clientAddress({ trustedProxies }: PeerSettings): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = compileTrustedProxies(trustedProxies)
  return (request) => proxyAddr(request, isTrusted)
}

export function watchPeers(server: Server, settings: PeerSettings, warnings: PeerWarnings): void {
  const { trustedProxies, maxConnectionsPerAddress: max } = settings
  const isTrusted = compileTrustedProxies(trustedProxies)
  const held = new Map<string, number>()
  if (max > 0)
    server.on('connection', (socket) => {
      const peer = socket.remoteAddress ?? ''
      if (isTrusted(peer)) return
      const key = clientIpKey(peer)
      const count = (held.get(key) ?? 0) + 1
      if (count > max) {
        warnings.tooManyConnections(peer)
        socket.destroy()
        return
      }
      held.set(key, count)
      socket.once('close', () => {
        const left = (held.get(key) ?? 1) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
      })
    })
  server.on('request', ({ headers, socket }) => {
    const peer = socket.remoteAddress ?? ''
    if (headers['x-forwarded-for'] !== undefined && !isTrusted(peer)) warnings.untrustedProxy(peer)
  })
}

/** Wraps a function so that it runs at most once per interval. */
export function atMostEvery<A extends unknown[]>(ms: number, call: (...args: A) => void): (...args: A) => void {
  let last = -Infinity
  return (...args) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    call(...args)
  }
}
