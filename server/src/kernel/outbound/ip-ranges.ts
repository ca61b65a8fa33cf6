// Classifies IP addresses as public, private or blocked, to protect against server-side request forgery (SSRF).
import { BlockList, isIP } from 'node:net'

/** The operator can allow `private` addresses, by host and port. `blocked` addresses cannot be allowed. */
export type IpClass = 'public' | 'private' | 'blocked'

export function classifyIp(address: string): IpClass {
  const version = isIP(address)
  // A zone id names a network interface. No public address needs one.
  if (version === 0 || address.includes('%')) return 'blocked'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (BLOCKED_RANGES.check(address, family)) return 'blocked'
  if (PRIVATE_RANGES.check(address, family)) return 'private'
  return version === 4 || GLOBAL_UNICAST.check(address, family) ? 'public' : 'blocked'
}

const blocks = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Loopback, private, carrier-grade NAT, and unique local addresses. */
const PRIVATE_RANGES = blocks(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '::1/128', 'fc00::/7'])

/** IPv6 addresses that are assigned to the public. Addresses that embed IPv4 (mapped, compatible, NAT64) are outside, or blocked below. */
const GLOBAL_UNICAST = blocks(['2000::/3'])

const BLOCKED_RANGES = blocks([
  '0.0.0.0/8', // this network
  '169.254.0.0/16', // link-local, with cloud metadata services
  '100.100.100.200/32', // metadata
  '168.63.129.16/32', // metadata, among public addresses
  'fd00:ec2::/32', // metadata
  'fd20:ce::254/128', // metadata
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '198.51.100.0/24',
  '203.0.113.0/24',
  '192.31.196.0/24', // sinks and relays: AS112, AMT, 6to4
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15', // benchmarking
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '3fff::/20',
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
])
