// Declares every check that `npm run check` runs, and selects checks by tier or by name.

export interface Check {
  readonly name: string
  /** `static` checks run always, `fast` ones only with --fast, `full` ones only without it, `nightly` ones only by name. */
  readonly tier: 'static' | 'fast' | 'full' | 'nightly'
  readonly command: string
  readonly args: readonly string[]
  /** Whether --shard splits this check. */
  readonly isSharded?: true
  /** Whether no check but those of low priority may run at the same time, because it keeps two cores busy. */
  readonly isAlone?: true
  /** Whether no check at all may run at the same time. */
  readonly isMeasurement?: true
  /** Whether the check has no deadlines: it runs at the lowest priority, in the processor time that the tests leave. */
  readonly isLowPriority?: true
}
export interface Selection {
  readonly checks: readonly Check[]
  /** Such as `1/3`: the first of three shards. */
  readonly shard: string | null
}

const bin = (name: string): string => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname
const node = process.execPath
const FUZZ = 'server/test/fuzz/fuzz.long.test.ts'
export const CHECKS: readonly Check[] = [
  { name: 'types', tier: 'static', command: bin('tsc'), args: ['-p', '.'], isLowPriority: true },
  { name: 'admin-types', tier: 'static', command: bin('tsc'), args: ['-p', 'admin'], isLowPriority: true },
  { name: 'widget-types', tier: 'static', command: bin('tsc'), args: ['-p', 'widget'], isLowPriority: true },
  { name: 'lint', tier: 'static', command: bin('oxlint'), args: ['--type-aware'], isLowPriority: true },
  { name: 'format', tier: 'static', command: bin('biome'), args: ['format', '.'], isLowPriority: true },
  { name: 'unused', tier: 'static', command: bin('knip'), args: [], isLowPriority: true },
  { name: 'generated', tier: 'static', command: node, args: ['scripts/generate.ts', '--check'], isLowPriority: true },
  { name: 'fast-tests', tier: 'fast', command: node, args: ['scripts/test.ts', '--fast'], isAlone: true },
  { name: 'tests', tier: 'full', command: node, args: ['scripts/test.ts'], isSharded: true, isAlone: true },
  { name: 'timed-tests', tier: 'full', command: node, args: ['scripts/test.ts', '--timed'], isAlone: true, isMeasurement: true },
  { name: 'conformance', tier: 'full', command: node, args: ['conformance/run.ts'] },
  { name: 'openapi-tools', tier: 'full', command: node, args: ['scripts/openapi-tools.ts'], isLowPriority: true },
  { name: 'fuzz', tier: 'full', command: node, args: ['--test', '--test-reporter=spec', FUZZ] },
  { name: 'long-tests', tier: 'nightly', command: node, args: ['scripts/test.ts', '--long'], isSharded: true, isAlone: true },
]
/** The checks of `npm run check` without options, which is also what `.ci/run` runs. */
export const FULL_RUN: readonly Check[] = CHECKS.filter(({ tier }) => tier === 'static' || tier === 'full')

export const USAGE = `Usage: npm run check -- [--fast] [--only NAME,NAME] [--shard INDEX/TOTAL]
  --fast    only the checks that take less than a minute
  --only    only these checks: ${CHECKS.map(({ name }) => name).join(', ')}
  --shard   one part of the test files, such as 1/3`

/** Reads the command line of `npm run check`. Throws an error with a message for the terminal. */
export function selectChecks(args: readonly string[]): Selection {
  const options = new Map<string, string | null>()
  for (let i = 0; i < args.length; i += 1) {
    const [name = '', value] = (args[i] ?? '').split('=', 2)
    if (name === '--fast') options.set(name, null)
    else if (name === '--only' || name === '--shard') options.set(name, value ?? args[(i += 1)] ?? '')
    else throw new Error(`Unknown option: ${name}\n${USAGE}`)
  }
  const shard = options.get('--shard') ?? null
  if (shard !== null) parseShard(shard)
  const only = options.get('--only')?.split(',')
  const unknown = only?.filter((name) => !CHECKS.some((check) => check.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`Unknown check: ${unknown.join(', ')}\n${USAGE}`)
  const tiers = options.has('--fast') ? ['static', 'fast'] : ['static', 'full']
  const checks = CHECKS.filter(({ name, tier }) => (only ? only.includes(name) : tiers.includes(tier)))
  const whole = checks.filter(({ isSharded }) => !isSharded)
  if (shard !== null && whole.length > 0)
    throw new Error(`--shard splits the test files only. Leave out: ${whole.map(({ name }) => name).join(', ')}\n${USAGE}`)
  return { checks, shard }
}

/** Splits the checks of ordinary priority into groups that run one after the other. The checks of a group may run at the same time. */
export function groupChecks(checks: readonly Check[]): Check[][] {
  const groups: Check[][] = []
  for (const check of checks.filter(({ isLowPriority }) => !isLowPriority)) {
    const last = groups.at(-1)
    if (last === undefined || check.isAlone || last[0]?.isAlone) groups.push([check])
    else last.push(check)
  }
  return groups
}

/** Parses `INDEX/TOTAL`, where the first index is 1. */
export function parseShard(text: string): { readonly index: number; readonly total: number } {
  const [, index, total] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index === undefined || total === undefined || index < 1 || index > total)
    throw new Error(`Not a shard: "${text}". Write INDEX/TOTAL, such as 1/3.`)
  return { index, total }
}
