// Tests the React example in a browser: from the clone, and as a copy with the packed client.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bin, packClient } from '../../client/test/support/package.ts'
import { openBrowser, watchedPage } from '../../server/test/support/browser.ts'
import { freePort } from '../../server/test/support/process.ts'
import { copyFromClone, ROOT, runCommand, startDemoServer, temporaryFolder } from './support.ts'

const server = await startDemoServer()
const browser = await openBrowser()
const packed = packClient()
after(() => packed.remove())

const clone = join(ROOT, 'examples/react')
const copy = join(temporaryFolder(), 'examples/react')
copyFromClone(join(copy, '../..'), 'examples/react')
mkdirSync(join(copy, 'node_modules/@kalends'), { recursive: true })
cpSync(packed.folder, join(copy, 'node_modules/@kalends/client'), { recursive: true })
mkdirSync(join(copy, 'node_modules/@types'))
for (const name of ['react', 'react-dom', 'scheduler', 'csstype', '@types/react', '@types/react-dom'])
  symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))

/** Runs the start script of the example on a free port and returns its URL. */
async function start(folder: string): Promise<string> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const port = await freePort()
  const [, ...args] = scripts.start.replace(':8080', `:${port}`).split(' ')
  const child = spawn(bin('esbuild'), args, { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'], detached: true })
  after(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode === null && (await fetch(`${url}/dist/main.js`).catch(() => null))?.ok) return url
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`esbuild did not start: ${output}`)
}

const listTitles = async (query: string): Promise<string[]> => {
  const { json } = await server.get(`/events?from=today&per_page=10${query}`)
  return (json['events'] as { title: string }[]).map(({ title }) => title)
}

for (const [name, folder] of [
  ['from the clone', clone],
  ['with the packed client', copy],
] as const)
  void test(`examples: the React application searches, turns pages and switches the language, ${name}`, async () => {
    await runCommand(bin('tsc'), ['-p', '.'], { cwd: folder })
    const { page, complaints, close } = await watchedPage(browser, server.base)
    await page.goto(`${await start(folder)}/?server=${server.base}`)
    /** Waits until the list shows the first page that the API returns for a query. */
    const expectList = async (query: string): Promise<string[]> => {
      const titles = await listTitles(query)
      await page.waitForFunction(
        `[...document.querySelectorAll('li a')].map((link) => link.textContent).join() === ${JSON.stringify(titles.join())}`,
      )
      return titles
    }
    const first = await expectList('&i18n_language=en')
    assert.equal(first.length, 10)
    await page.getByRole('button', { name: 'Next page' }).click()
    assert.notDeepEqual(await expectList('&i18n_language=en&page=2'), first)
    await page.getByLabel('Language').selectOption('fr')
    await expectList('&i18n_language=fr&page=2')
    await page.getByLabel('Search').fill('concert')
    const found = await expectList('&i18n_language=fr&search=concert')
    assert.ok(found.length > 0)
    await page.getByText(/^\d+ events, page 1 of \d+$/).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })
