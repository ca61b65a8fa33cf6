// Settings that are refused say what is expected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

/** The messages about settings that are wrong; none if they are right. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.fieldErrors
  }
}

void test('settings: a list names the item that is wrong and what is expected', () => {
  const cases: readonly (readonly [name: string, value: string, message: RegExp])[] = [
    ['SURROGATE_KEY_HEADERS', 'xkey,foo', /"foo" is not one of surrogate-key, xkey, cache-tag, edge-cache-tag;/],
    ['TRUSTED_PROXIES', 'foo', /"foo" is not an IP address or a network such as 10\.0\.0\.0\/8;/],
    ['TRUSTED_PROXIES', 'dead', /"dead" is not an IP address/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /"10\.0\.0\.0\/33" is not an IP address/],
    ['LANGUAGES', 'EN,FR', /"EN" is not a language code in lower case such as en or pt-pt;/],
    ['EGRESS_PORTS', '80,http', /"http" is not a port;/],
    ['EGRESS_ALLOW', 'localhost', /"localhost" is not a host with its port such as 127\.0\.0\.1:8080;/],
    ['EGRESS_DNS', 'resolver', /"resolver" is not an IP address, perhaps with a port;/],
  ]
  for (const [name, value, message] of cases) {
    const [fault = '', ...others] = faultsOf({ [name]: value })
    assert.match(fault, new RegExp(`^${name} `), value)
    assert.match(fault, message, value)
    assert.deepEqual(others, [], value)
  }
  assert.deepEqual(faultsOf({ TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8,10.0.0.0/255.0.0.0', LANGUAGES: 'en, pt-pt' }), [])
})

void test('settings: a page URL takes {id}, {slug} and {language} only', () => {
  for (const value of ['https://example.org/{sulg}', 'https://example.org/{id', 'https://example.org/{}'])
    assert.match(faultsOf({ EVENT_URL: value })[0] ?? '', /^EVENT_URL .*placeholders are \{id\}, \{slug\} and \{language\}; it is /, value)
  assert.deepEqual(faultsOf({ EVENT_URL: 'https://example.org/{language}/{id}-{slug}', TAG_URL: 'https://example.org/tags' }), [])
})
