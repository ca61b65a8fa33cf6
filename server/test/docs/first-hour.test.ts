// Follows the README from `git clone` to a subscribed calendar in a temporary folder, and measures how long each step takes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { isFullRun, reportEvidence } from '../support/evidence.ts'
import { parseBlocks, parseSection, type Block } from './blocks.ts'
import { openReader, type BlockRun } from './run-page.ts'
import { openSandbox, ROOT } from './sandbox.ts'

/** The steps of the README, and the command by which each block is recognized. */
const STEPS: readonly [step: string, command: RegExp][] = [
  ['clone and install', /^git clone/],
  ['create demo data', /kalends seed/],
  ['start the server', /kalends serve/],
  ['list events', /events\?per_page/],
  ['create a token', /kalends token add/],
  ['create an event', /-X POST "\$KALENDS\/events"/],
  ['upload a picture', /\$KALENDS\/media/],
  ['fetch the subscribed calendar', /events\.ics/],
]
const stepOf = ({ text, where }: Block): string => {
  const step = STEPS.find(([, command]) => command.test(text))?.[0]
  assert.ok(step, `${where} belongs to no step`)
  return step
}
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })

/**
 * An ordinary run copies the installed packages as hard links. `.ci/run` runs `npm ci` in a clean checkout before the tests, and the
 * evidence runs it here.
 */
function linkPackages(): string {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] }
  const link = statSync(tmpdir()).dev === statSync(ROOT).dev ? '--link' : ''
  return ['.', ...workspaces]
    .filter((folder) => existsSync(join(ROOT, folder, 'node_modules')))
    .flatMap((folder) => [
      `mkdir '${folder}/node_modules'`,
      // Other tests write to the cache meanwhile.
      `find '${join(ROOT, folder, 'node_modules')}' -mindepth 1 -maxdepth 1 ! -name .cache -exec cp -a ${link} -t '${folder}/node_modules' {} +`,
    ])
    .join('\n')
}

/** Only committed files are cloned, so the README is the committed one too. The clone command needs a URL in place of the placeholder. */
function readmeBlocks(): Block[] {
  const readme = git('show', 'HEAD:README.md')
  const source = parseSection('README.md', readme, 'start-from-source')
  const [clone] = source
  assert.match(clone?.text ?? '', /^git clone <URL of this repository> kalends && cd kalends\nnpm ci\nnpm run build$/)
  const typed = {
    ...(clone as Block),
    mode: 'run' as const,
    text: (clone?.text ?? '')
      .replace('<URL of this repository>', `'file://${ROOT}'`)
      .replace('npm ci', (command) => (isFullRun ? command : linkPackages())),
  }
  return [typed, ...parseBlocks('README.md', readme).filter(({ line, mode }) => line > typed.line && mode !== 'skipped')]
}

void test('docs: the README leads from git clone to a subscribed calendar', async (t) => {
  const blocks = readmeBlocks()
  const sandbox = await openSandbox(false)
  const reader = openReader(sandbox)
  const runs: BlockRun[] = []
  try {
    await reader.read(blocks, (run) => runs.push(run))
  } finally {
    await reader.close()
    await sandbox.close()
  }
  assert.deepEqual(
    runs.map(({ block }) => stepOf(block)),
    STEPS.map(([step]) => step),
  )
  const calendar = new ICAL.Component(ICAL.parse(runs.at(-1)?.output ?? ''))
  const summaries = calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('summary'))
  assert.ok(summaries.includes('Open day'), summaries.join())

  const toSeconds = (duration_ms: number): number => Math.round(duration_ms / 100) / 10
  const seconds = Object.fromEntries(runs.map(({ block, duration_ms }) => [stepOf(block), toSeconds(duration_ms)]))
  const total = toSeconds(runs.reduce((sum, { duration_ms }) => sum + duration_ms, 0))
  t.diagnostic(`${total} s in total: ${JSON.stringify(seconds)}`)
  reportEvidence('first-hour', { seconds, total_seconds: total })
})
