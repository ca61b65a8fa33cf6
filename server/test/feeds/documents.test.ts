// RSS, Atom, JSON Feed and CSV as others read them: xmllint, the rules of the formats, and Python's csv.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { inDays, testServer, type Json } from '../support/server.ts'
import { PYTHON, requiresTools } from '../support/tools.ts'

const server = await testServer({ CALENDAR_NAME: 'Fêtes & "more" <here>' }, undefined, false)
const { get, make } = server
const HARD = 'a,"b"; <c> & d\r\nsecond ليلة é \u0001\u{1f3b7}'
const venue = { venue: `Hall ${HARD}`, address: '=HYPERLINK("http://evil.example")', city: 'Lyon', geo_lat: -1.5e-7, geo_lng: -4.5 }
for (const [i, title] of [
  '=1+1',
  '+33 1',
  '-2',
  '@SUM(A1)',
  '\u2028=1',
  '＝1',
  '|calc',
  '%x',
  HARD,
  "'=1",
  'Été à la plage',
  'ليلة الموسيقى',
].entries())
  await make('events', {
    title,
    start_date: inDays(i + 1),
    end_date: inDays(i + 1.1),
    all_day: i % 4 === 0,
    description: `<p>${HARD.replaceAll('<', '&lt;')} ]]&gt; </p>`,
    website: 'https://example.org/?a=1&b="2"',
    cost: '=2+5',
    tags: [HARD, 'plain'],
    ...(i % 2 === 0 && { venue, organizer: [{ organizer: HARD, email: 'a@example.org', phone: '+33 1' }, { organizer: 'Ben' }] }),
  })
await make('events', { title: 'Protected', start_date: inDays(20), end_date: inDays(20), password: 'x', description: 'not this' })
const list = (await get('/events?per_page=100&from=-30 days')).json['events'] as Json[]

/** An XPath of a feed, as xmllint gives it; the namespaces are those the feeds use. */
function run(xml: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('xmllint', ['--noout', '--nonet', ...args, '-'], { input: xml, encoding: 'utf8' })
  assert.equal(status, 0, `${stderr}\n${xml.slice(0, 500)}`)
  return stdout
}
const number = (xml: string, path: string): number => Number(run(xml, '--xpath', `count(${path})`))
const text = (xml: string, path: string): string => run(xml, '--xpath', `string(${path})`).replace(/\n$/, '')
const named = (path: string): string => path.replace(/(?<=^|\/)([a-z]+)(?=\/|\[|$)/g, "*[local-name()='$1']")
// oxlint-disable-next-line no-control-regex -- what XML cannot carry
const clean = (value: unknown): string =>
  String(value)
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .replace(/\r\n?/g, '\n')

void test('feeds: RSS is well-formed and keeps the rules of RSS 2.0', requiresTools('xmllint'), async () => {
  const xml = (await get('/events.rss')).text
  assert.equal(run(xml), '')
  for (const name of ['title', 'link', 'description', 'language', 'lastBuildDate'])
    assert.equal(number(xml, `/rss[@version='2.0']/channel/${name}`), 1, name)
  assert.equal(text(xml, '/rss/channel/title'), 'Fêtes & "more" <here>')
  assert.equal(number(xml, '/rss/channel/item'), list.length)
  assert.equal(number(xml, '/rss/channel/item[title and link and description and count(guid)=1 and count(pubDate)=1]'), list.length)
  assert.equal(number(xml, "/rss/channel/item/guid[@isPermaLink='false' and starts-with(., 'urn:uuid:')]"), list.length)
  assert.equal(number(xml, '/rss/channel/item/guid[. = following::guid]'), 0, 'no two are called the same')
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d \+0000$/
  for (const [i, event] of list.entries()) {
    const item = `/rss/channel/item[${i + 1}]`
    assert.equal(text(xml, `${item}/title`), clean(event['title']))
    assert.equal(text(xml, `${item}/link`), event['url'])
    assert.match(text(xml, `${item}/pubDate`), date)
    assert.ok(text(xml, `${item}/description`).endsWith(clean(event['description'])))
    assert.equal(text(xml, `${item}/*[local-name()='startdate']`), `${String(event['utc_start_date']).replace(' ', 'T')}Z`)
  }
  assert.ok(!xml.includes('not this'))
})

void test('feeds: Atom is well-formed and keeps the rules of RFC 4287', requiresTools('xmllint'), async () => {
  const xml = (await get('/events.atom?search=')).text
  assert.equal(run(xml), '')
  const feed = named('/feed')
  const under = (path: string): string => feed + named(path)
  for (const name of ['id', 'title', 'updated', 'author']) assert.equal(number(xml, under(`/${name}`)), 1, name)
  assert.equal(number(xml, `${under('/link')}[@rel='self']`), 1)
  assert.equal(number(xml, `${under('/link')}[@rel='alternate']`), 1)
  assert.equal(number(xml, under('/entry')), list.length)
  const entry = under('/entry')
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
  assert.match(text(xml, under('/updated')), moment)
  for (const [i, event] of list.entries()) {
    const at = `${entry}[${i + 1}]`
    for (const name of ['id', 'title', 'updated', 'published', 'content']) assert.equal(number(xml, at + named(`/${name}`)), 1, name)
    assert.match(text(xml, at + named('/id')), /^urn:uuid:[0-9a-f-]{36}$/)
    assert.match(text(xml, at + named('/updated')), moment)
    assert.equal(text(xml, at + named('/title')), clean(event['title']))
    assert.ok(text(xml, `${at}${named('/content')}[@type='html']`).endsWith(clean(event['description'])))
    assert.equal(number(xml, `${at}${named('/author')}`), (event['organizer'] as unknown[]).length)
    assert.equal(number(xml, `${at}${named('/link')}[@rel='alternate']`), 1)
  }
  assert.ok(text(xml, named('/feed/entry/point')) === '-0.00000015 -4.5')
})

void test('feeds: JSON Feed 1.1 names version, addresses and items, each with an id of its own', async () => {
  const { json } = await get('/events.json')
  const items = json['items'] as Json[]
  assert.equal(json['version'], 'https://jsonfeed.org/version/1.1')
  assert.equal(new Set(items.map(({ id }) => id)).size, list.length)
  assert.deepEqual(
    items.map(({ title }) => title),
    list.map(({ title }) => title),
  )
  assert.ok(
    items.every((item) => Object.values(item).every((value) => value !== null)),
    'nothing is null: what is not there is left out',
  )
})

const READ_CSV = `
import csv, io, json, sys
text = sys.stdin.buffer.read()
assert text.startswith(b"\\xef\\xbb\\xbf")
rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline=""), strict=True))
json.dump(rows, sys.stdout)
`
void test("feeds: CSV is read by Python's csv as the API says, and no cell is a formula", requiresTools('python3'), async () => {
  const answer = await fetch(`${server.base}/calendar/events/v1/events.csv`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', READ_CSV], {
    input: bytes,
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  })
  assert.equal(status, 0, stderr)
  const rows = JSON.parse(stdout) as Record<string, string>[]
  assert.equal(rows.length, list.length)
  /** The apostrophe that keeps a cell from being run is not part of the text. */
  const plain = (cell: string): string => cell.replace(/^'(?='*[\s\ufeff\0]*[=+\-@\t\r\n|%＝＋－＠])/u, '')
  for (const [i, event] of list.entries()) {
    const row = rows[i] ?? {}
    const [first] = event['venue'] as Json[]
    for (const name of ['title', 'start_date', 'end_date', 'timezone', 'utc_start_date', 'status', 'cost', 'website', 'url', 'language'])
      assert.equal(plain(row[name] ?? ''), String(event[name] ?? ''), name)
    assert.deepEqual([row['id'], row['all_day']], [String(event['id']), String(event['all_day'])])
    assert.equal(plain(row['address'] ?? ''), first ? String(first['address']) : '')
    assert.equal(row['geo_lng'], first ? '-4.5' : '')
    for (const [name, cell] of Object.entries(row))
      if (!name.startsWith('geo_')) assert.doesNotMatch(cell, /^[\s\ufeff\0]*[=+\-@|%＝＋－＠]/u, `${name} would be run`)
  }
  assert.equal(rows[0]?.['title'], "'=1+1")
})
