// `npm run check`: runs the selected checks. All of them run, and the last lines name the failed ones.
import { spawn } from 'node:child_process'
import { buildBrowserFiles } from './build-browser-files.ts'
import { groupChecks, selectChecks, type Check, type Selection } from './checks.ts'

// The checks start hundreds of processes from the same sources; the cache halves the time that each takes to start.
process.env['NODE_COMPILE_CACHE'] ??= new URL('../node_modules/.cache/node-compile-cache', import.meta.url).pathname

/** Most checks keep one core busy for most of their time. */
const AT_ONCE = 2
const LOWEST_PRIORITY = ['nice', '-n', '19']
const { checks, shard } = selection()
const failed: string[] = []
const started = performance.now()
const groups = groupChecks(checks)
const lowPriorityChecks = checks.filter(({ isLowPriority }) => isLowPriority)
// The build at the start of the tests writes temporary files, which the checks of sources must not find.
if (groups.length > 0 && lowPriorityChecks.length > 0) buildBrowserFiles()
// The tests wait for timers, disks and browsers for a part of their time. The checks without deadlines run in that time.
const lowPriorityRun = runSeveral(lowPriorityChecks)
for (const group of groups) {
  if (group.some(({ isMeasurement }) => isMeasurement)) await lowPriorityRun
  await runSeveral(group)
}
await lowPriorityRun
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(failed.length === 0 ? `\nAll checks passed in ${minutes} min.` : `\nFailed: ${failed.join(', ')} (${minutes} min)`)
console.log(`checks: ${checks.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

async function runSeveral(group: readonly Check[]): Promise<void> {
  const waiting = [...group]
  const runWaiting = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await runCheck(check, group.length > 1)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runWaiting))
}

/** Runs one check. If others run at the same time, its output is printed at its end, so that the lines of two checks do not mix. */
async function runCheck({ name, command, args, isLowPriority }: Check, isHeldBack: boolean): Promise<void> {
  const start = performance.now()
  if (!isHeldBack) console.log(`\n== ${name}`)
  const words = [...(isLowPriority ? LOWEST_PRIORITY : []), command, ...args, ...(shard === null ? [] : [`--shard=${shard}`])]
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: isHeldBack ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(null)
    })
    child.once('close', resolve)
  })
  if (status !== 0) failed.push(name)
  if (isHeldBack) process.stdout.write(`\n== ${name}\n${Buffer.concat(output).toString()}`)
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((performance.now() - start) / 1_000).toFixed(1)} s)`)
}

function selection(): Selection {
  try {
    return selectChecks(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}
