// Other implementations of RFC 5545 that expand the same rules: three of JavaScript in this process, and three of Python in processes of their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { PYTHON } from '../support/tools.ts'

/** A rule to expand: its text, its first date, and the number of dates that are wanted. */
export interface OracleTask {
  readonly rule: string
  readonly start: string
  readonly count: number
}
/** The starts in order; null if the library did not finish. */
export type OracleAnswer = readonly string[] | null

const wallOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const utcMs = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`)
const basicOf = (wall: string): string => wall.replaceAll(/[-:]/g, '').replace(' ', 'T')
/** UNTIL is written on the wall clock, which the libraries that know zones take for UTC. */
const inUtc = (rule: string): string => rule.replace(/(UNTIL=\d{8}T\d{6})/, '$1Z')

/** The package declares ES modules that Node cannot load. */
const { RRule } = createRequire(import.meta.url)('rrule') as typeof import('rrule')
export function expandWithRrule({ rule, start, count }: OracleTask): OracleAnswer {
  const parsed = new RRule({ ...RRule.parseString(inUtc(rule)), dtstart: new Date(utcMs(start)) })
  return parsed
    .all((_, index) => index < count)
    .slice(0, count)
    .map((date) => wallOf(date.getTime()))
}

export function expandWithTemporal({ rule, start, count }: OracleTask): OracleAnswer {
  const parsed = new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:${basicOf(start)}\nRRULE:${inUtc(rule)}` })
  return parsed
    .all((_, index) => index < count)
    .slice(0, count)
    .map((date) => wallOf(date.epochMilliseconds))
}

export function expandWithIcalJs({ rule, start, count }: OracleTask): OracleAnswer {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start.replace(' ', 'T')))
  const found: string[] = []
  while (found.length < count) {
    const next = iterator.next() as ICAL.Time | null
    if (!next) break
    found.push(next.toString().slice(0, 19).replace('T', ' '))
  }
  return found
}

/** Expands all rules with a Python library. libical crashes on some rules (an assertion fails, or memory is read wrongly); such a rule gets no answer, and the next process continues after it. */
export async function expandWithPython(
  library: 'dateutil' | 'libical' | 'recurring-ical-events',
  tasks: readonly OracleTask[],
): Promise<readonly OracleAnswer[]> {
  const answers: OracleAnswer[] = []
  while (answers.length < tasks.length) {
    const child = spawn(PYTHON, [join(import.meta.dirname, 'oracle.py'), library], { stdio: ['pipe', 'pipe', 'inherit'] })
    const output = text(child.stdout)
    // A process that ended does not read the rest of its input.
    child.stdin.on('error', () => undefined)
    const rest = tasks.slice(answers.length)
    child.stdin.end(rest.map((task) => `${JSON.stringify(task)}\n`).join(''))
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    for (const line of (await output).split('\n').slice(0, -1)) answers.push(JSON.parse(line) as OracleAnswer)
    if (signal !== null) answers.push(null)
    else if (code !== 0) throw new Error(`${library} ended with code ${code}`)
  }
  return answers
}
