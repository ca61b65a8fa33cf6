// Keys of clients: which IP addresses share one rate limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientIpKey } from './client-ip.ts'

test('B8 the key of a client is its IPv4 address or its IPv6 /64 network, in any notation', () => {
  const keys = {
    '192.0.2.1': '192.0.2.1',
    '192.0.2.1:51234': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::FFFF:c000:201': '192.0.2.1',
    '0:0:0:0:0:ffff:c000:0201': '192.0.2.1',
    '2001:db8:1:2::1': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff': '2001:db8:1:2::/64',
    '[2001:db8:1:2::9]:443': '2001:db8:1:2::/64',
    '2001:db8:1:2:0:0:192.0.2.1': '2001:db8:1:2::/64',
    '2001:db8:1:3::1': '2001:db8:1:3::/64',
    '2001:db8::': '2001:db8:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '::1': '0:0:0:0::/64',
    '::': '0:0:0:0::/64',
    '': 'unknown',
    'unix:': 'unknown',
    '999.1.1.1': 'unknown',
    '[192.0.2.1]:1': '192.0.2.1',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(keys).map((address) => [address, clientIpKey(address)])), keys)
})
