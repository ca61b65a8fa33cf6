// The real executable as people and programs use it: help that teaches, JSON, exit codes, errors with the way out, completion, the doctor.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ADMIN_URL, connected, emptyDatabase, freshDatabase, portOf, throughPort, urlOf } from '../support/database.ts'
import { kalends, type Ran } from '../support/process.ts'
import { requiresTools } from '../support/tools.ts'

const database = await freshDatabase()
const empty = await emptyDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kalends-cli-'))
after(async () => {
  await database.drop()
  await empty.drop()
  rmSync(folder, { recursive: true })
})
const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://calendar.example', MEDIA_DIR: join(folder, 'media') }
const ran = (args: string, more: Record<string, string> = {}): Ran => kalends(args.split(' '), { ...env, ...more }, true)

void test('every command has help with examples, and kalends --help lists the exit codes', () => {
  const first = ran('--help')
  assert.equal(first.code, 0)
  for (const part of ['Examples:', 'Exit codes:', 'kalends serve --no-auth', 'doctor', 'completion <shell>'])
    assert.ok(first.stdout.includes(part), part)
  for (const command of ['serve', 'user', 'token add', 'doctor', 'completion']) {
    const { code, stdout } = ran(`${command} --help`)
    assert.deepEqual([command, code, /Examples:\n {2}\S/.test(stdout)], [command, 0, true])
  }
})

void test('invalid arguments exit with 2 and print a remedy', () => {
  const cases: [string, RegExp, Record<string, string>?][] = [
    ['sevre', /Did you mean serve\?[^]*kalends --help/],
    ['user add ada', /required option '--role <role>'/],
    ['user add ada --role king', /Unknown role "king"\. Valid roles: subscriber/],
    ['user role nobody editor', /User "nobody" does not exist\. See: kalends user list/],
    ['token add ada --days soon', /--days must be a whole number of days/],
    ['token add ada --days 90 --no-expiry', /'--no-expiry' cannot be used with option '--days <n>'/],
    ['completion tcsh', /Unsupported shell "tcsh"\. Supported shells: bash, zsh, fish\./],
    ['user list', /PORT must be a whole number[^]*docs\/settings\.md[^]*kalends doctor/, { PORT: 'x' }],
  ]
  for (const [args, message, more] of cases) {
    const { code, stdout, stderr } = ran(args, more)
    assert.deepEqual([args, code, stdout], [args, 2, ''])
    assert.match(stderr, message)
  }
})

void test('failures exit with 1 and print a remedy', () => {
  const gone = throughPort(urlOf('kalends_test_none'), portOf(ADMIN_URL))
  for (const [url, message] of [
    [
      'postgresql://127.0.0.1:1/x',
      /Cannot connect to PostgreSQL at 127\.0\.0\.1:1, database "x": connection refused \(ECONNREFUSED\)\. Start/,
    ],
    ['postgresql://no-such-host.invalid/x', /at no-such-host\.invalid:5432, database "x": the host name cannot be resolved/],
    ['postgresql:///x?host=%2Fno-such-folder', /at \/no-such-folder:5432, database "x": the socket file does not exist/],
    [gone, /does not exist on 127\.0\.0\.1:\d+\. Create it with: createdb kalends_test_none/],
    [empty.url, /The database has no tables\. Create them with: kalends migrate/],
  ] as const) {
    const { code, stderr } = ran('user list', { DATABASE_URL: url })
    assert.equal(code, 1, stderr)
    assert.match(stderr, message)
  }
})

void test('every listing is JSON for programs, and columns for people', () => {
  const json = (args: string): Record<string, unknown>[] => {
    const { code, stdout, stderr } = ran(`${args} --json`)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as Record<string, unknown>[]
  }
  assert.deepEqual(json('migrate'), [])
  const [ada] = json('user add ada --role editor')
  assert.deepEqual([ada?.['login'], ada?.['role'], ada?.['disabled']], ['ada', 'editor', false])
  assert.match(String(json('token add ada --label laptop')[0]?.['secret']), /^kal_/)
  assert.deepEqual(json('user role ada author')[0]?.['role'], 'author')
  assert.deepEqual(json('user disable ada')[0]?.['disabled'], true)
  assert.deepEqual(
    json('user list').map(({ login }) => login),
    ['ada'],
  )
  assert.deepEqual(
    json('token list').map(({ label }) => label),
    ['laptop'],
  )
  assert.ok(json('security-log').length >= 4)
  assert.equal(json('seed --events 5')[0]?.['events'], 5)
  assert.ok(json('rebuild').length > 0)
  assert.match(ran('user list').stdout, /^id {2}login {2}name[^]*ada/)
})

void test('by default a token expires after a year and has the scope write, as the message states', () => {
  for (const [options, scope, days] of [
    ['--label default', 'write', 365],
    ['--scope admin --days 90', 'admin', 90],
    ['--scope read --no-expiry', 'read', null],
  ] as const) {
    const [token] = JSON.parse(ran(`token add ada ${options} --json`).stdout) as Record<string, string | null>[]
    const lifetime = token?.['expires_at'] ? Math.round((Date.parse(token['expires_at']) - Date.now()) / 86_400_000) : null
    assert.deepEqual([token?.['scope'], lifetime], [scope, days], options)
  }
  assert.match(ran('token add ada').stderr, /^Token \d+ of ada: scope write, expires \d{4}-\d\d-\d\d\. It is shown only once:\n$/)
})

interface Finding {
  readonly check: string
  readonly state: string
  readonly found: string
  readonly remedy: string
}
const doctor = (more: Record<string, string> = {}): { code: number | null; by: Map<string, Finding> } => {
  const { code, stdout, stderr } = ran('doctor --json', more)
  assert.equal(stderr, '')
  return { code, by: new Map((JSON.parse(stdout) as Finding[]).map((finding) => [finding.check, finding])) }
}
void test('the doctor finds all well where all is well', () => {
  const { code, by } = doctor()
  assert.equal(code, 0)
  for (const check of ['settings', 'disk', 'database', 'connections', 'clock', 'migrations', 'time-zone data', 'listings'])
    assert.equal(by.get(check)?.state, 'ok', JSON.stringify(by.get(check)))
  assert.match(ran('doctor').stdout, /ok +database +PostgreSQL 1\d[^]*\n(All checks passed|\d+ warnings?)\.\n$/)
})
void test('the doctor reports problems and remedies: settings, database, migrations, time-zone data, listings, proxies, Redis, OpenID Connect, mail', async () => {
  const settings = doctor({ PORT: 'x', LOG_LEVEL: 'loud' })
  assert.deepEqual([settings.code, settings.by.get('settings')?.state], [1, 'error'])
  const away = doctor({
    DATABASE_URL: 'postgresql://127.0.0.1:1/x',
    REDIS_URL: 'redis://127.0.0.1:1',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'x',
    SMTP_URL: 'smtp://events:secret@127.0.0.1:1',
    MAIL_FROM: 'events@example.org',
  })
  assert.deepEqual(
    [away.code, ...['database', 'redis', 'OpenID Connect', 'mail'].map((check) => away.by.get(check)?.state)],
    [1, 'error', 'warning', 'warning', 'warning'],
  )
  assert.equal(JSON.stringify([...away.by]).includes('secret'), false)
  assert.match(away.by.get('database')?.remedy ?? '', /connection refused \(ECONNREFUSED\)/)
  const bare = doctor({ DATABASE_URL: empty.url })
  assert.deepEqual(
    [bare.code, bare.by.get('migrations')],
    [1, { check: 'migrations', state: 'error', found: 'the database is empty', remedy: 'Run: kalends migrate' }],
  )
  const on = (statement: string): Promise<unknown> => connected(database.url, (client) => client.query(statement))
  await on(`update events set zone_data = '1970a'`)
  const old = doctor()
  assert.match(ran('doctor').stdout, /WARN +time-zone data +the times of \d+ events[^]* → Run: kalends rebuild\n[^]*\n\d+ warnings?\.\n$/)
  assert.deepEqual(
    [old.code, old.by.get('time-zone data')?.state, old.by.get('time-zone data')?.remedy],
    [0, 'warning', 'Run: kalends rebuild'],
  )
  await on(`insert into listings select 0, now(), id, id, now(), null, null, true, false from events order by id desc limit 1`)
  const listed = doctor()
  assert.deepEqual(
    [listed.code, listed.by.get('listings')?.state, listed.by.get('listings')?.remedy],
    [0, 'warning', 'Run: kalends rebuild'],
  )
  assert.match(listed.by.get('listings')?.found ?? '', /of 1 of the newest \d+ events/)
  await on(`insert into security_log (action, address) values ('proxy not trusted', '10.1.2.3')`)
  const proxied = doctor()
  assert.deepEqual([proxied.code, proxied.by.get('proxies')?.state], [0, 'warning'])
  assert.match(proxied.by.get('proxies')?.remedy ?? '', /TRUSTED_PROXIES[^]*10\.1\.2\.3/)
  assert.equal(doctor({ TRUSTED_PROXIES: '10.0.0.0/8' }).by.get('proxies')?.state, 'ok')
  await on(`insert into migrations (name, digest) values ('9999_future.sql', 'x')`)
  const future = doctor()
  assert.deepEqual([future.code, future.by.get('migrations')?.remedy], [1, 'Run the newer version of Kalends.'])
  await on(`delete from migrations where name = '9999_future.sql'`)
})

void test('bash completes commands, commands of commands, and options', () => {
  const script = ran('completion bash').stdout
  const complete = (...words: string[]): string[] => {
    const line = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _kalends; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', line], { encoding: 'utf8' }).stdout.trim().split(' ')
  }
  assert.deepEqual(complete('kalends', 'se'), ['serve', 'seed', 'security-log'])
  assert.deepEqual(complete('kalends', 'user', ''), ['add', 'invite', 'reset', 'list', 'role', 'disable', 'remove', '--help'])
  assert.deepEqual(complete('kalends', 'token', 'add', 'ada', '--s'), ['--scope'])
  assert.deepEqual(complete('kalends', 'completion', 'z'), ['zsh'])
})
void test('the scripts for zsh and fish are right', requiresTools('zsh', 'fish'), () => {
  const [zsh, fish] = [join(folder, '_kalends'), join(folder, 'kalends.fish')]
  writeFileSync(zsh, ran('completion zsh').stdout)
  writeFileSync(fish, ran('completion fish').stdout)
  const asked = spawnSync(
    'zsh',
    ['-f', '-c', `compdef() { }; _describe() { print -l \${(P)2} }; source ${zsh}; words=(kalends user ''); CURRENT=3; _kalends`],
    { encoding: 'utf8' },
  )
  assert.deepEqual([asked.status, asked.stdout.split('\n')[0]], [0, 'add:Add a user.'], asked.stderr)
  const told = spawnSync('fish', ['--no-config', '-c', `source ${fish}; complete -C 'kalends user '`], { encoding: 'utf8' })
  assert.deepEqual(
    [told.status, told.stdout.split('\n').map((line) => line.split('\t')[0])],
    [0, ['add', 'disable', 'invite', 'list', 'remove', 'reset', 'role', '']],
    told.stderr,
  )
})
