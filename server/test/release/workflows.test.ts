// The GitHub workflows: valid, limited in rights and time, and together they run every check of `npm run check` exactly once.
import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import type * as WorkflowParser from '@actions/workflow-parser'
import { build } from 'esbuild'
import { parse } from 'yaml'
import { CHECKS, FULL_RUN, groupChecks, selectChecks } from '../../../scripts/checks.ts'
import { LONGEST, longestFirst } from '../../../scripts/run-tests.ts'
import { TOOLS } from '../support/tools.ts'

interface Step {
  readonly run?: string
  readonly uses?: string
}
interface Job {
  readonly 'timeout-minutes'?: number
  readonly permissions?: Readonly<Record<string, string>>
  readonly container?: string | { readonly image: string }
  readonly needs?: string | readonly string[]
  readonly strategy?: { readonly matrix?: { readonly shard?: readonly number[] } }
  readonly services?: Readonly<Record<string, { readonly image: string }>>
  readonly uses?: string
  readonly steps?: readonly Step[]
}
interface Workflow {
  readonly permissions?: unknown
  readonly concurrency?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const files = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort()
const workflows = new Map(files.map((file) => [basename(file, '.yml'), parse(read(file)) as Workflow]))
const jobs = [...workflows].flatMap(([name, workflow]) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ id: `${name}/${id}`, job, runs: (job.steps ?? []).flatMap(({ run }) => run ?? []) })),
)

const folder = mkdtempSync(join(tmpdir(), 'kalends-workflows-'))
after(() => rmSync(folder, { recursive: true }))
/** The parser of GitHub is written for bundlers: it imports JSON without the attribute that Node requires. */
async function loadParser(): Promise<typeof WorkflowParser> {
  const outfile = join(folder, 'parser.cjs')
  const contents = `export * from '@actions/workflow-parser'`
  await build({ stdin: { contents, resolveDir: ROOT }, bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' })
  return ((await import(outfile)) as { default: typeof WorkflowParser }).default
}
const { parseWorkflow, NoOperationTraceWriter } = await loadParser()
const faultsOf = (name: string, content: string): string[] =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message)

void test("workflows: GitHub's own parser accepts every file", () => {
  assert.deepEqual([...workflows.keys()], ['checks', 'codeql', 'image', 'nightly', 'release'])
  for (const file of files) assert.deepEqual(faultsOf(file, read(file)), [])
})
void test('workflows: the parser reports an unknown key and an unknown context', () => {
  const wrong = read('.github/workflows/checks.yml').replace('timeout-minutes', 'tiemout-minutes').replace('github.ref', 'githb.ref')
  const faults = faultsOf('wrong.yml', wrong).join('\n')
  assert.match(faults, /Unexpected value 'tiemout-minutes'/)
  assert.match(faults, /Unrecognized named-value: 'githb'/)
})

void test('workflows: every job has a time limit and only the rights it names', () => {
  for (const [name, { permissions, concurrency }] of workflows) {
    assert.deepEqual(permissions, {}, `${name} grants nothing by default`)
    assert.ok(concurrency, `${name} limits concurrent runs`)
  }
  for (const { id, job } of jobs) {
    assert.ok(job.permissions, `${id} names its permissions`)
    // A job that calls another workflow has the time limits of that workflow.
    assert.ok(job.uses !== undefined || (job['timeout-minutes'] ?? Infinity) <= 360, `${id} has a time limit`)
  }
  const writers = jobs.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write')).map(({ id }) => id)
  assert.deepEqual(writers, ['codeql/analyze', 'image/publish', 'release/npm', 'release/image', 'release/github-release'])
})

void test('workflows: every action names a version, and no checkout keeps its credentials', () => {
  for (const { id, job } of jobs) {
    for (const { uses } of job.steps ?? [])
      if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w/-]+@(v\d+(\.\d+\.\d+)?|[0-9a-f]{40})$/, id)
    const checkouts = (job.steps ?? []).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    for (const step of checkouts)
      assert.equal((step as { with?: Record<string, unknown> }).with?.['persist-credentials'], false, `${id} keeps credentials`)
  }
})

void test('workflows: every npm script and every file that a step runs exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  let found = 0
  for (const { id, runs } of jobs)
    for (const run of runs) {
      for (const [, name = ''] of run.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)) assert.ok(scripts[name], `${id}: npm run ${name}`)
      for (const [path = ''] of run.matchAll(/(?<![\w./-])(?:\.ci|scripts|conformance|bench)\/[\w./-]+/g)) {
        assert.ok(existsSync(join(ROOT, path)), `${id}: ${path}`)
        found += 1
      }
    }
  for (const { id, job } of jobs) if (job.uses?.startsWith('./')) assert.ok(existsSync(join(ROOT, job.uses)), `${id}: ${job.uses}`)
  assert.ok(found >= 6)
})

/** The checks that a job selects with --only, once for each. */
const selectionsIn = (workflow: string): string[] =>
  jobs
    .filter(({ id }) => id.startsWith(`${workflow}/`))
    .flatMap(({ runs }) => runs)
    .flatMap((run) => [...run.matchAll(/(?:\.ci\/run|npm run check --) (--only .*)$/gm)])
    .flatMap(([, args = '']) => selectChecks(args.replace(/\$\{\{ matrix\.shard \}\}/, '1').split(' ')).checks)
    .map(({ name }) => name)
const namesOf = (checks: typeof CHECKS): string[] => checks.map(({ name }) => name).toSorted()

void test('workflows: each check of the full run is in exactly one job, and that job is required', () => {
  assert.deepEqual(selectionsIn('checks').toSorted(), namesOf(FULL_RUN))
  assert.deepEqual(selectionsIn('nightly').toSorted(), namesOf(CHECKS.filter(({ tier }) => tier === 'nightly')))
  const { 'all-checks': all, ...others } = workflows.get('checks')?.jobs ?? {}
  assert.deepEqual([all?.needs].flat().toSorted(), Object.keys(others).toSorted())
})

void test('workflows: the shards of a job are 1 to the total that its command names', () => {
  const sharded = jobs.filter(({ runs }) => runs.some((run) => run.includes('--shard')))
  assert.equal(sharded.length, 2)
  for (const { id, job, runs } of sharded) {
    const shards = job.strategy?.matrix?.shard ?? []
    assert.deepEqual(
      shards,
      Array.from(shards, (_, i) => i + 1),
      id,
    )
    assert.ok(
      runs.some((run) => run.endsWith(`--shard \${{ matrix.shard }}/${shards.length}`)),
      id,
    )
  }
})

void test('workflows: jobs use the Node of .node-version and the PostgreSQL of compose.yaml', () => {
  const node = read('.node-version').trim()
  for (const { id, job } of jobs) {
    const image = typeof job.container === 'string' ? job.container : job.container?.image
    if (image !== undefined)
      assert.match(image, new RegExp(`^node:${node.replaceAll('.', '\\.')}-(bookworm|trixie)(@sha256:[0-9a-f]{64})?$`), id)
  }
  const compose = parse(read('compose.yaml')) as { services: { db: { image: string } } }
  assert.equal(workflows.get('release')?.jobs['npm']?.services?.['postgres']?.image, compose.services.db.image)
})

void test('checks: names, shards and options are validated', () => {
  assert.deepEqual(namesOf(selectChecks([]).checks), namesOf(FULL_RUN))
  assert.deepEqual(namesOf(selectChecks(['--fast']).checks), [
    'admin-types',
    'fast-tests',
    'format',
    'generated',
    'lint',
    'types',
    'unused',
    'widget-types',
  ])
  assert.deepEqual(selectChecks(['--only=tests', '--shard', '2/3']).shard, '2/3')
  assert.throws(() => selectChecks(['--only', 'types,typos']), /Unknown check: typos/)
  assert.throws(() => selectChecks(['--quick']), /Unknown option: --quick/)
  assert.throws(() => selectChecks(['--shard', '1/3']), /Leave out: types, admin-types, widget-types, lint/)
  for (const wrong of ['0/3', '4/3', '1', '1/3/5', ''])
    assert.throws(() => selectChecks(['--only', 'tests', '--shard', wrong]), /Not a shard/)
})

void test('checks: those without deadlines run beside the tests, those that measure time run alone, and each of them once', () => {
  const groups = groupChecks(FULL_RUN).map((group) => group.map(({ name }) => name))
  assert.deepEqual(groups, [['tests'], ['timed-tests'], ['conformance', 'fuzz']])
  const patient = FULL_RUN.filter(({ isLowPriority }) => isLowPriority).map(({ name }) => name)
  assert.deepEqual(patient, ['types', 'admin-types', 'widget-types', 'lint', 'format', 'unused', 'generated', 'openapi-tools'])
  assert.equal(FULL_RUN.length, patient.length + groups.flat().length)
  assert.deepEqual(
    FULL_RUN.filter(({ isMeasurement }) => isMeasurement).map(({ name }) => name),
    ['timed-tests'],
  )
})

void test('tests: the longest files exist and start first, and every file runs once', () => {
  for (const file of LONGEST) assert.ok(existsSync(join(ROOT, file)), file)
  const [longest = ''] = LONGEST
  assert.deepEqual(longestFirst(['a.test.ts', longest, 'b.test.ts']), [longest, 'a.test.ts', 'b.test.ts'])
})

void test('.ci/run installs every program that tests need', () => {
  const installed = read('.ci/run')
  // A command of its own installs the programs of the cluster, and keeps their services from starting.
  const [, programs = ''] = /^for program in (.*); do\n.* npm run --silent cluster -- install /m.exec(installed) ?? []
  const [, packages = ''] = /^const PACKAGES = '(.*)'$/m.exec(read('scripts/cluster/cluster.ts')) ?? []
  for (const [name, tool] of Object.entries(TOOLS)) {
    if (programs.split(' ').includes(name)) assert.ok(packages.split(' ').includes(tool.package), name)
    else assert.match(installed, new RegExp(`^.*need .*\\b${tool.package}$`, 'm'), name)
  }
})

interface Form {
  readonly name?: string
  readonly description?: string
  readonly body: readonly { readonly type: string; readonly id?: string; readonly attributes: Readonly<Record<string, unknown>> }[]
}
void test('forms: each has fields that GitHub supports, with unique IDs and labels', () => {
  const paths = globSync(['.github/ISSUE_TEMPLATE/!(config).yml', '.github/DISCUSSION_TEMPLATE/*.yml'], { cwd: ROOT })
  assert.equal(paths.length, 3)
  for (const path of paths) {
    const { name, description, body } = parse(read(path)) as Form
    if (path.includes('ISSUE_TEMPLATE')) assert.ok(name && description, `${path} has a name and a description`)
    for (const { type, id, attributes } of body) {
      assert.ok(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes'].includes(type), `${path}: ${type}`)
      assert.ok(type === 'markdown' ? attributes['value'] : id && attributes['label'], `${path}: ${type} is incomplete`)
    }
    const ids = body.flatMap(({ id }) => id ?? [])
    assert.equal(new Set(ids).size, ids.length, path)
  }
})

void test('.gitattributes: every generated file is marked, and files with CRLF line ends are kept', () => {
  const attributes = read('.gitattributes')
  const generated = read('scripts/generate.ts').match(/(?<=')(?:docs|client)\/[\w./-]+(?=':)/g) ?? []
  assert.ok(generated.length >= 4)
  for (const path of generated) assert.ok(attributes.includes(`${path} linguist-generated`), path)
  const texts = globSync('{admin,bench,client,conformance,docs,examples,scripts,server,widget}/**/*.*', {
    cwd: ROOT,
    // Git ignores the folders that the admin and the widget are built into.
    exclude: (path) => /node_modules|^server\/(admin|embed)$|\.(png|jpe?g|webp|avif)$/.test(path),
  }).filter((path) => statSync(join(ROOT, path)).isFile())
  assert.match(attributes, /^\*\.ics -text$/m)
  assert.deepEqual(
    texts.filter((path) => !path.endsWith('.ics') && read(path).includes('\r\n')),
    [],
  )
})

void test('renovate: updates wait a week, and only patches of development packages merge by themselves', () => {
  const config = JSON.parse(read('renovate.json')) as Record<string, unknown> & { packageRules: Record<string, unknown>[] }
  assert.equal(config['minimumReleaseAge'], '7 days')
  assert.ok((config['extends'] as string[]).includes('helpers:pinGitHubActionDigests'))
  assert.equal(config['automerge'], undefined)
  const automatic = config.packageRules.filter(({ automerge }) => automerge === true)
  assert.deepEqual(
    automatic.map(({ matchDepTypes, matchUpdateTypes }) => [matchDepTypes, matchUpdateTypes]),
    [[['devDependencies'], ['patch']]],
  )
})
