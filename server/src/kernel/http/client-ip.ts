// Keys of clients by their IP address, for rate limits and concurrency limits.
import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the key of a client: its IPv4 address, or the /64 network of its IPv6 address, which usually belongs to one host or household.
 * All texts that are not IP addresses share one key.
 */
export function clientIpKey(address: string): string {
  if (isIPv4(address)) return address
  const host = withoutPort(address)
  if (isIPv4(host)) return host
  if (!isIPv6(host)) return 'unknown'
  const groups = groupsOf(host)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
/** Some proxies forward the client's port too, as in `192.0.2.1:1234` or `[2001:db8::1]:1234`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** Parses the eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const first = parseGroups(head)
  if (tail === undefined) return first
  const last = parseGroups(tail)
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
const parseGroups = (text: string): number[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? dottedGroups(group) : [Number.parseInt(group, 16)]))
const dottedGroups = (dotted: string): number[] => {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
