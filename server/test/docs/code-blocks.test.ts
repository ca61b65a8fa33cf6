// Runs every code block of README.md, of the guide and of the client's README as a reader types it, and checks that the runner detects pages that are wrong.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { packClient, type Packed } from '../../../client/test/support/package.ts'
import { linkToServer, parseBlocks, parseSection, type Block } from './blocks.ts'
import { isProgram, openReader, type Reader } from './run-page.ts'
import { copySandbox, openSandbox, ROOT, type Sandbox } from './sandbox.ts'

const GUIDE = 'docs/api/first-steps.md'
const PAGES = ['README.md', 'client/README.md', ...globSync('docs/api/*.md', { cwd: ROOT }).sort()]
const selected = process.env['PAGES']?.split(',')
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
const serverBlocks = parseSection(GUIDE, read(GUIDE), 'start-a-server')

let packed: Packed | undefined
let demo: { readonly sandbox: Sandbox; readonly reader: Reader } | undefined
let shared: { readonly sandbox: Sandbox; readonly reader: Reader } | undefined
after(async () => {
  packed?.remove()
  for (const each of [demo, shared]) {
    await each?.reader.close()
    await each?.sandbox.close()
  }
})
const isServer = ({ mode }: Block): boolean => mode === 'background'
/** Copies the calendar of the guide as it is before the server starts. The demo data takes longer than most pages. */
async function copyDemo(): Promise<Sandbox> {
  if (!demo) {
    const sandbox = await openSandbox()
    demo = { sandbox, reader: openReader(sandbox) }
    await demo.reader.read(serverBlocks.filter((block) => !isServer(block)))
  }
  return copySandbox(demo.sandbox)
}
/** Starts the server of the guide once, for all pages that can use the same calendar. */
async function sharedReader(): Promise<Reader> {
  if (!shared) {
    const sandbox = await copyDemo()
    shared = { sandbox, reader: openReader(sandbox) }
    await shared.reader.read(serverBlocks.filter(isServer))
  }
  return shared.reader
}
/** Two pages cannot add the same user, and a page that starts a server must not find one. */
const needsOwnCalendar = (blocks: readonly Block[]): boolean =>
  blocks.some((block) => isServer(block) || block.text.includes('user add ada') || isProgram(block))

/** The blocks that the reader must have run before this page: those of the section that the page links to. */
function prerequisites(page: string, blocks: readonly Block[], markdown: string): Block[] {
  const target = linkToServer(blocks, markdown)
  if (target === null || blocks.some(isServer)) return []
  const [path = '', anchor = ''] = target.split('#')
  const file = join(dirname(page), path)
  return parseSection(file, read(file), anchor)
}

for (const page of PAGES.filter((each) => !selected || selected.includes(each)))
  void test(`docs: the code blocks of ${page} produce the documented output`, async (t) => {
    const markdown = read(page)
    const blocks = parseBlocks(page, markdown)
    const count = (mode: string): number => blocks.filter((block) => block.mode === mode).length
    t.diagnostic(`${count('run') + count('background')} run, ${count('expected')} compared, ${count('skipped')} skipped for a reason`)
    if (count('run') === 0) return
    const before = prerequisites(page, blocks, markdown)
    const isDemo = before[0]?.where === serverBlocks[0]?.where
    if (isDemo && !needsOwnCalendar(blocks)) return (await sharedReader()).read(blocks)
    if (blocks.some((block) => block.mode === 'run' && isProgram(block))) packed ??= packClient()
    const sandbox = isDemo ? await copyDemo() : await openSandbox()
    const reader = openReader(sandbox, packed)
    try {
      await reader.read(isDemo ? before.filter(isServer) : before)
      await reader.read(blocks)
    } finally {
      await reader.close()
      await sandbox.close()
    }
  })

const BASE = 'http://127.0.0.1:3000/calendar/events/v1'
const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`
const REQUEST = block('sh', `curl -s '${BASE}/tags?per_page=1&_fields=id,url'`)
const GET_TOKEN = block('sh', 'npx kalends user add hedy --role editor\nexport TOKEN=$(npx kalends token add hedy)')

/** Pages that are wrong, and the error that the runner reports. */
const WRONG_PAGES: readonly [about: string, page: string, message: RegExp][] = [
  ['a command that fails', block('sh', 'false'), /page:1: the block failed/],
  ['a variable that the page does not set', block('sh', `curl -s ${BASE}/me -H "Authorization: Bearer $TOKEN"`), /TOKEN: unbound/],
  ['a setting that the page does not set', block('sh', 'echo "$DATABASE_URL"'), /DATABASE_URL: unbound/],
  [
    'a variable of the terminal in which the server runs',
    block('sh', 'one=1') + block('sh background', 'sleep 60') + block('sh', 'echo "$one"'),
    /one: unbound/,
  ],
  ['a key that is missing', REQUEST + block('json', '{"tags": ["…"], "color": 1, "…": "…"}'), /page:4: \$ has no color/],
  ['a key that is not shown', REQUEST + block('json', '{"tags": "…"}'), /also has rest_url/],
  ['a different value', REQUEST + block('json', '{"total_pages": -1, "…": "…"}'), /total_pages is \d+, not -1/],
  ['a different length', REQUEST + block('json', '{"tags": [], "…": "…"}'), /tags has 1 items, not 0/],
  ['an example with a different type', REQUEST + block('json example', '{"total_pages": "3", "…": "…"}'), /total_pages is \d+, not "3"/],
  ['an example with a key that is not shown', REQUEST + block('json example', '{"tags": [{ "id": 7, "url": "x" }]}'), /also has rest_url/],
  ['a different text', block('sh', 'echo one') + block('text', 'two'), /the output is:\none/],
  [
    'a different header',
    block('sh', `curl -si ${BASE}/tags`) + block('http', 'HTTP/1.1 200 OK\nX-Total: minus one'),
    /x-total is \d+, not minus one/,
  ],
  ['a different status', block('sh', `curl -si ${BASE}/nothing`) + block('http', 'HTTP/1.1 200 OK'), /the status is HTTP\/1.1 404/],
  ['a program that does not compile', block('ts', 'const one: number = "one"\nconsole.log(one)'), /not assignable to type 'number'/],
  ['a program that throws', block('ts', 'if (process.pid) throw new Error("no")'), /page:1: the block failed/],
]
void test('docs: the runner', async (t) => {
  const reader = await sharedReader()
  for (const [about, page, message] of WRONG_PAGES)
    await t.test(`docs: the runner detects ${about}`, async () => {
      await assert.rejects(reader.read(parseBlocks('page', page)), { message })
    })
  await t.test('docs: a terminal has no variables except those of a login', async () => {
    await reader.read(parseBlocks('page', block('sh', 'env | cut -d= -f1 | sort') + block('text', 'HOME\nLANG\nPATH\nPWD\n_')))
  })
  await t.test('docs: a page that is right passes, whatever it runs', async () => {
    const page = [
      block('sh', 'one=1'),
      GET_TOKEN,
      block('ts', "import { env } from 'node:process'\nconst two: number = 2\nconsole.log(env['TOKEN'] !== '')"),
      block('text', 'true'),
      block('sh', 'echo "$one é"'),
      block('text', '1 …'),
      block('ts', 'console.log(JSON.stringify({ two, list: [1, 2, 3], text: "a b" }))'),
      block('json', '{"two": 2, "list": [1, "…"], "text": "a…"}'),
      block('js', "import { env } from 'node:process'\nconst two = env.TOKEN.length > 9\nconsole.log(two)"),
      block('text', 'true'),
      REQUEST,
      block('json example', '{"tags": [{"id": 7, "url": "https://calendar.example/tags/7"}], "total": 12, "…": "…"}'),
      REQUEST,
      block('json', `{"tags": [{"id": "…", "url": "${new URL(BASE).origin}/events?tags=…"}], "…": "…"}`),
      block('sh', `curl -si '${BASE}/tags?per_page=1&_fields=id' -H "Authorization: Bearer $TOKEN"`),
      block('http', 'HTTP/1.1 200 OK\nCache-Control: private, no-store\nX-Total: …\n\n{"tags": ["…"], "…": "…"}'),
      block('sh no-run: it would take a week', 'exit 1'),
    ].join('\n')
    await reader.read(parseBlocks('page', page))
  })
})
void test('docs: the runner detects a page that starts no server', async () => {
  const sandbox = await openSandbox()
  const reader = openReader(sandbox)
  await assert.rejects(reader.read(parseBlocks('page', REQUEST)), { message: /page:1: the block failed/ })
  await assert.rejects(reader.read(parseBlocks('page', block('sh background', 'echo no server; exit 1'))), { message: /no server/ })
  await reader.close()
  await sandbox.close()
})

void test('docs: a block states how it is run, or why it is not', () => {
  assert.throws(() => parseBlocks('page', block('sql', 'select 1')), /page:1: a block in "sql" cannot be run/)
  assert.throws(() => parseBlocks('page', block('sql no-run', 'select 1')), /needs a reason/)
  assert.throws(() => parseBlocks('page', block('sh no-run: no', 'x')), /needs a reason/)
  assert.throws(() => parseBlocks('page', block('', 'x')), /a block in "" cannot be run/)
  assert.throws(() => parseBlocks('page', block('json', '{}')), /no block is run before it/)
  assert.throws(() => parseBlocks('page', '```sh\nnever closed'), /never closed/)
})

void test('docs: a page names the section that starts its server before its first command', () => {
  const link = 'See [First steps](first-steps.md#start-a-server).\n\n'
  const linkIn = (markdown: string): string | null => linkToServer(parseBlocks('page', markdown), markdown)
  assert.equal(linkIn(link + REQUEST), 'first-steps.md#start-a-server')
  assert.equal(linkIn(REQUEST + link), null)
  assert.equal(serverBlocks.at(-1)?.mode, 'background')
  assert.throws(() => parseSection('page', '# One\n', 'two'), /page has no section #two/)
})
