// Every code block of the README, the guide and the client's README is run, and does what the page says; and the runner notices when one does not.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { blocksOf } from './blocks.ts'
import { openStage } from './pages.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PAGES = ['README.md', 'client/README.md', ...globSync('docs/api/*.md', { cwd: ROOT }).sort()].filter((page) =>
  existsSync(resolve(ROOT, page)),
)
const named = process.env['PAGES']?.split(',')
const stage = await openStage()
after(() => stage.close())

for (const page of PAGES.filter((page) => !named || named.includes(page)))
  void test(`docs: the code blocks of ${page} do what it says`, async (t) => {
    const blocks = blocksOf(page, readFileSync(resolve(ROOT, page), 'utf8'))
    await stage.run(blocks)
    const count = (manner: string): number => blocks.filter((block) => block.manner === manner).length
    t.diagnostic(`${count('run') + count('background')} run, ${count('expected')} compared, ${count('alone')} not run for a reason`)
  })

const BASE = 'http://127.0.0.1:3000/calendar/events/v1'
const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`
const ASKED = block('sh', `curl -s '${BASE}/tags?per_page=1&_fields=id,url'`)

/** Pages that lie, and what is said of them. */
const LIES: readonly [about: string, page: string, said: RegExp][] = [
  ['a command that fails', block('sh', 'false'), /page:1: it failed/],
  ['a variable that nobody set', block('sh', 'echo "$nowhere"'), /nowhere: unbound/],
  ['a key that is not there', ASKED + block('json', '{"tags": ["…"], "colour": 1, "…": "…"}'), /page:4: \$ has no colour/],
  ['a key that is not told', ASKED + block('json', '{"tags": "…"}'), /also has rest_url/],
  ['another value', ASKED + block('json', '{"total_pages": -1, "…": "…"}'), /total_pages is \d+, not -1/],
  ['another length', ASKED + block('json', '{"tags": [], "…": "…"}'), /tags has 1 items, not 0/],
  ['another text', block('sh', 'echo one') + block('text', 'two'), /it said:\none/],
  [
    'another header',
    block('sh', `curl -si ${BASE}/tags`) + block('http', 'HTTP/1.1 200 OK\nX-Total: minus one'),
    /x-total is \d+, not minus one/,
  ],
  ['another status', block('sh', `curl -si ${BASE}/nothing`) + block('http', 'HTTP/1.1 200 OK'), /the answer is HTTP\/1.1 404/],
  ['a program that does not compile', block('ts', 'const one: number = "one"\nconsole.log(one)'), /not assignable to type 'number'/],
  ['a program that throws', block('ts', 'if (process.pid) throw new Error("no")'), /page:1: it failed/],
]
for (const [about, page, said] of LIES)
  void test(`docs: the runner notices ${about}`, async () => {
    await assert.rejects(stage.run(blocksOf('page', page)), { message: said })
  })

void test('docs: a page that is true passes, whatever it runs', async () => {
  const page = [
    block('sh', 'one=1'),
    block('ts', "import { env } from 'node:process'\nconst two: number = 2\nconsole.log(env['TOKEN'] !== '')"),
    block('text', 'true'),
    block('sh', 'echo "$one é"'),
    block('text', '1 …'),
    block('ts', 'console.log(JSON.stringify({ two, list: [1, 2, 3], text: "a b" }))'),
    block('json', '{"two": 2, "list": [1, "…"], "text": "a…"}'),
    block('js', "import { env } from 'node:process'\nconst two = env.TOKEN.length > 9\nconsole.log(two)"),
    block('text', 'true'),
    ASKED,
    block('json', `{"tags": [{"id": "…", "url": "${BASE}/tags/…"}], "…": "…"}`),
    block('sh', `curl -si '${BASE}/tags?per_page=1&_fields=id' -H "Authorization: Bearer $TOKEN"`),
    block('http', 'HTTP/1.1 200 OK\nCache-Control: private, no-store\nX-Total: …\n\n{"tags": ["…"], "…": "…"}'),
    block('sh no-run: it would take a week', 'exit 1'),
  ].join('\n')
  await stage.run(blocksOf('page', page))
})

void test('docs: a block says how it is run, or why it is not', () => {
  assert.throws(() => blocksOf('page', block('sql', 'select 1')), /page:1: a block in "sql" is not run/)
  assert.throws(() => blocksOf('page', block('sql no-run', 'select 1')), /needs a reason/)
  assert.throws(() => blocksOf('page', block('sh no-run: no', 'x')), /needs a reason/)
  assert.throws(() => blocksOf('page', block('', 'x')), /a block in "" is not run/)
  assert.throws(() => blocksOf('page', block('json', '{}')), /none is run before it/)
  assert.throws(() => blocksOf('page', '```sh\nnever closed'), /never closed/)
})
