// Error messages of invalid settings say which value is expected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, databaseTarget, readConfig, SETTING_GROUPS, SETTINGS } from './config.ts'

/** Returns the error messages for these settings; an empty list if all are valid. */
function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.fieldErrors
  }
}

void test('settings: the error of a list names the invalid item and the expected value', () => {
  const cases: readonly (readonly [name: string, value: string, message: RegExp])[] = [
    ['SURROGATE_KEY_HEADERS', 'xkey,foo', /"foo" is not one of surrogate-key, xkey, cache-tag, edge-cache-tag;/],
    ['TRUSTED_PROXIES', 'foo', /"foo" is not an IP address or a network such as 10\.0\.0\.0\/8;/],
    ['TRUSTED_PROXIES', 'dead', /"dead" is not an IP address/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /"10\.0\.0\.0\/33" is not an IP address/],
    ['LANGUAGES', 'EN,FR', /"EN" is not a language code in lower case such as en or pt-pt;/],
    ['EGRESS_PORTS', '80,http', /"http" is not a port;/],
    ['EGRESS_ALLOW', 'localhost', /"localhost" is not a host with its port such as 127\.0\.0\.1:8080;/],
    ['EGRESS_DNS', 'resolver', /"resolver" is not an IP address with an optional port;/],
  ]
  for (const [name, value, message] of cases) {
    const [fault = '', ...others] = errorsOf({ [name]: value })
    assert.match(fault, new RegExp(`^${name} `), value)
    assert.match(fault, message, value)
    assert.deepEqual(others, [], value)
  }
  assert.deepEqual(errorsOf({ TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8,10.0.0.0/255.0.0.0', LANGUAGES: 'en, pt-pt' }), [])
})

void test('settings: a page URL takes {id}, {slug} and {language} only, and that of an event {date}', () => {
  for (const value of ['https://example.org/{sulg}', 'https://example.org/{id', 'https://example.org/{}'])
    assert.match(
      errorsOf({ EVENT_URL: value })[0] ?? '',
      /^EVENT_URL .*placeholders are \{id\}, \{slug\}, \{language\} and \{date\}; it is /,
      value,
    )
  assert.match(
    errorsOf({ TAG_URL: 'https://example.org/{date}' })[0] ?? '',
    /^TAG_URL .*placeholders are \{id\}, \{slug\} and \{language\}; it is /,
  )
  assert.deepEqual(errorsOf({ EVENT_URL: 'https://example.org/{language}/{id}-{slug}/{date}', TAG_URL: 'https://example.org/tags' }), [])
})

void test('settings: DATABASE_URL and REDIS_URL accept only URLs of their servers, and errors do not show passwords', () => {
  for (const value of ['mysql://ada:s3cret@db/kalends', 'nonsense', '', 'postgresql://h:99999/x'])
    assert.match(
      errorsOf({ DATABASE_URL: value })[0] ?? '',
      /^DATABASE_URL must be a URL such as postgresql:\/\/user:password@host:5432\/database; it is "/,
      value,
    )
  assert.match(errorsOf({ DATABASE_URL: 'mysql://ada:s3cret@db/kalends' })[0] ?? '', /it is "mysql:\/\/ada:\*\*\*@db\/kalends"\.$/)
  assert.match(errorsOf({ REDIS_URL: 'localhost:6379' })[0] ?? '', /^REDIS_URL must be a URL such as redis:/)
  for (const value of [
    'postgres://h/x',
    'postgresql:///x',
    'postgresql://u@/x?host=%2Ftmp',
    'postgresql://u:p@[::1]:5432/x?sslmode=verify-full',
  ])
    assert.deepEqual(errorsOf({ DATABASE_URL: value }), [], value)
  assert.deepEqual(errorsOf({ REDIS_URL: 'rediss://u:p@h:1/0' }), [])
})

void test('settings: the target of DATABASE_URL is named for error messages, without the password', () => {
  const target = (url: string) => Object.values(databaseTarget({ DATABASE_URL: url }) ?? {}).join(' ')
  assert.equal(target('postgresql://ada:s3cret@db.example:6000/events'), 'db.example 6000 events ada')
  assert.equal(target('postgresql://ada@/events?host=%2Frun%2Fpg&port=7'), '/run/pg 7 events ada')
  assert.equal(target('postgresql:///events'), 'localhost 5432 events ')
  assert.equal(databaseTarget({ PORT: 'x' }), null)
})

void test('settings: every setting is in one group of the documentation', () => {
  const names = Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group))
  assert.deepEqual(names.toSorted(), Object.keys(SETTINGS).toSorted())
})

test('17.1 names of pages and services are refused as REST root and as language', () => {
  for (const root of ['/events', '/wp-json', '/docs/api', '/sitemap.xml', '/assets'])
    assert.match(errorsOf({ REST_ROOT: root })[0] ?? '', /^REST_ROOT must not begin with a reserved name/, root)
  assert.match(errorsOf({ LANGUAGES: 'en,wp-json' })[0] ?? '', /^LANGUAGES must not contain a reserved name/)
  assert.deepEqual(errorsOf({ REST_ROOT: '/api/events' }), [])
})
void test('settings: pictures in a bucket need the service and both parts of its key, and a timeout below that of idle transactions', () => {
  const key = { S3_ENDPOINT: 'https://s3.example.org/', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  assert.deepEqual(errorsOf({ MEDIA_URL: 's3://pictures/calendar', ...key }), [])
  assert.deepEqual(errorsOf({ MEDIA_URL: 's3://pictures', ...key }), [])
  assert.equal(errorsOf({ MEDIA_URL: 's3://pictures' }).length, 3)
  assert.equal(errorsOf({ MEDIA_PUBLIC_URL: 'https://cdn.example.org' }).length, 1)
  for (const host of ['10.0.0.5:9000', '[::1]:9000']) {
    const address = { MEDIA_URL: 's3://pictures', ...key, S3_ENDPOINT: `http://${host}` }
    assert.match(errorsOf(address).join(), /^S3_PATH_STYLE must be true/)
    assert.deepEqual(errorsOf({ ...address, S3_PATH_STYLE: 'true' }), [])
  }
  assert.match(errorsOf({ MEDIA_URL: 's3://pictures', ...key, S3_TIMEOUT_MS: '10000' }).join(), /^S3_TIMEOUT_MS must be less than/)
  for (const url of [
    's3://',
    's3://a',
    's3://Pictures',
    's3://pictures/../other',
    's3://pictures/a//b',
    's3://pictures/a b',
    'https://pictures',
  ])
    assert.equal(errorsOf({ MEDIA_URL: url, ...key }).length, 1, url)
})
