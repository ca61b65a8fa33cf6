// Recurrence 13.2.2 and 13.6.1: random rules are expanded by Kalends and by other implementations of RFC 5545.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandRecurrence } from '../../src/kernel/recurrence/expand.ts'
import { isRecurrenceError } from '../../src/kernel/recurrence/recurrence-error.ts'
import { parseStoredRule } from '../../src/kernel/recurrence/recurrence.ts'
import { isPortableRule } from '../../src/kernel/recurrence/rule.ts'
import { isFullRun, reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { requiresTools } from '../support/tools.ts'
import { DIFFERENCE_CLASSES } from './differences.ts'
import { expandWithIcalJs, expandWithPython, expandWithRrule, expandWithTemporal, type OracleAnswer, type OracleTask } from './oracles.ts'
import { makeRule, type RandomRule } from './random-series.ts'

const PORTABLE_RULES = scaled(100_000)
const RFC_RULES = scaled(50_000)
const PART = 2_500
/** The number of dates that are compared. Libraries end in different years, so later dates are not compared. */
const DATES = 12
const LAST_YEAR = '2199'

interface Case {
  readonly made: RandomRule
  readonly task: OracleTask
  readonly dates: readonly string[]
}

/** The first dates of a rule. The horizon grows until there are enough. */
function firstDates({ recurrence, times }: RandomRule): { readonly dates: readonly string[]; readonly isComplete: boolean } | null {
  for (let days = 60; ; days *= 4) {
    const day = new Date(Date.parse(`${times.start.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    const expanded = expandRecurrence(recurrence, times, { throughDay: day > LAST_YEAR ? `${LAST_YEAR}-12-31` : day, maxDates: 100_000 })
    if (isRecurrenceError(expanded)) return null
    const dates = expanded.dates.map(({ start }) => start)
    if (expanded.isComplete || dates.length >= DATES || day > LAST_YEAR)
      return { dates: dates.slice(0, DATES), isComplete: expanded.isComplete }
  }
}

/** A part of the rules. Portable rules are given as Kalends writes them, others as a client would send them. */
function makeCases(
  kind: 'portable' | 'rfc',
  firstIndex: number,
  count: number,
): { readonly cases: readonly Case[]; readonly next: number } {
  const cases: Case[] = []
  let index = firstIndex
  for (; cases.length < count; index += 1) {
    const made = makeRule(kind, seed, index)
    const first = made && firstDates(made)
    if (!made || !first) continue
    const { dates, isComplete } = first
    const [stored] = made.recurrence.rules
    const text = kind === 'portable' ? `${stored?.rrule}${stored?.until ? `;UNTIL=${stored.until.replaceAll('-', '')}` : ''}` : made.text
    const rule = text.replace(/UNTIL=\d{8}/, '$&T235959')
    // One more date is asked for only if there must be none: a library that looks for a rare date takes long.
    cases.push({ made, dates, task: { rule, start: made.times.start, count: Math.min(DATES, dates.length + (isComplete ? 1 : 0)) } })
  }
  return { cases, next: index }
}

const isBeforeLimit = (date: string): boolean => date.slice(0, 4) <= LAST_YEAR
function agrees({ dates }: Case, answer: OracleAnswer | undefined): boolean {
  if (!answer) return false
  const [own, other] = [dates.filter(isBeforeLimit), answer.filter(isBeforeLimit)]
  return own.length === other.length && own.every((date, index) => date === other[index])
}
/** A library that throws has no answer. */
function attempt(expand: (task: OracleTask) => OracleAnswer, task: OracleTask): OracleAnswer {
  try {
    return expand(task)
  } catch {
    return null
  }
}
const show = ({ task, dates }: Case): string => `${task.rule} from ${task.start}: ${dates.slice(0, 4).join(', ')}`

interface PartResult {
  readonly next: number
  readonly differences: Readonly<Record<string, number>>
  readonly examples: readonly string[]
}
const add = (counts: Record<string, number>, more: Readonly<Record<string, number>>): Record<string, number> => {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count
  return counts
}
/** Runs a comparison in parts, so that an interrupted run continues. */
async function runParts(
  kind: 'portable' | 'rfc',
  total: number,
  compare: (cases: readonly Case[]) => Promise<Omit<PartResult, 'next'>>,
): Promise<Omit<PartResult, 'next'>> {
  const differences: Record<string, number> = {}
  const examples: string[] = []
  let next = 0
  for (let done = 0; done < total; done += PART) {
    const first = next
    const result = await resumable('recurrence-rules', `${kind}-${done}`, async () => {
      const { cases, next } = makeCases(kind, first, Math.min(PART, total - done))
      return { ...(await compare(cases)), next }
    })
    add(differences, result.differences)
    examples.push(...result.examples)
    next = result.next
  }
  return { differences, examples }
}

const TOOLS = requiresTools('dateutil', 'libical')
void test('13.6.1 portable rules: five other implementations compute the same dates', TOOLS, async () => {
  const { differences, examples } = await runParts('portable', PORTABLE_RULES, async (cases) => {
    const tasks = cases.map(({ task }) => task)
    const answers = {
      dateutil: await expandWithPython('dateutil', tasks),
      libical: await expandWithPython('libical', tasks),
      rrule: tasks.map((task) => attempt(expandWithRrule, task)),
      'rrule-temporal': tasks.map((task) => attempt(expandWithTemporal, task)),
      'ical.js': tasks.map((task) => attempt(expandWithIcalJs, task)),
      'not portable': cases.map((each) =>
        isPortableRule(parseStoredRule(each.made.recurrence.rules[0]?.rrule ?? '')) ? each.dates : null,
      ),
    }
    const wrong = Object.entries(answers).map(([name, own]) => [name, cases.filter((each, index) => !agrees(each, own[index]))] as const)
    return {
      differences: Object.fromEntries(wrong.map(([name, all]) => [name, all.length])),
      examples: wrong.flatMap(([name, all]) => all.slice(0, 2).map((each) => `${name}: ${show(each)}`)),
    }
  })
  reportEvidence('recurrence-rules', { portable_rules: PORTABLE_RULES, portable_differences: differences })
  assert.deepEqual(examples.slice(0, 5), [])
})

void test('13.2.2 weeks and positions from the end, which other implementations count differently', () => {
  const dates = (rrule: string, start: string): readonly string[] => {
    const times = { start, end: null, allDay: false }
    const recurrence = { rules: [{ rrule, from: null, until: null, start_time: null, end_time: null }], dates: [], exclude: [] }
    return (firstDates({ text: rrule, recurrence, times })?.dates ?? []).slice(0, 4).map((date) => date.slice(0, 10))
  }
  // In 2032, which has 53 weeks, week -53 is the week of 29 December 2031.
  assert.deepEqual(dates('FREQ=YEARLY;BYWEEKNO=-53;BYDAY=MO,SA', '2031-12-29 18:30:00'), [
    '2031-12-29',
    '2032-01-03',
    '2036-12-29',
    '2037-01-03',
  ])
  // The week of 29 May 2026 has only two of these days in May.
  assert.deepEqual(dates('FREQ=WEEKLY;BYMONTH=5,7;BYDAY=WE,FR,SA;BYSETPOS=-3;WKST=FR', '2026-05-15 17:30:00'), [
    '2026-05-15',
    '2026-05-22',
    '2026-07-03',
    '2026-07-10',
  ])
})

void test('13.2.2 rules with any parts: two of three implementations agree, or the difference is known', TOOLS, async () => {
  const { differences, examples } = await runParts('rfc', RFC_RULES, async (cases) => {
    const dateutil = await expandWithPython(
      'dateutil',
      cases.map(({ task }) => task),
    )
    const scored = cases.map((each, index) => {
      const isDateutil = agrees(each, dateutil[index])
      return { each, isDateutil, votes: Number(isDateutil) + Number(agrees(each, attempt(expandWithRrule, each.task))) }
    })
    // libical is slow where a rule has few dates, so it is asked only where the others do not decide.
    const open = scored.filter(({ votes }) => votes < 2)
    const libical = await expandWithPython(
      'libical',
      open.map(({ each }) => each.task),
    )
    const left = open.filter(({ each, votes }, index) => votes + Number(agrees(each, libical[index])) < 2)
    const classOf = ({ each, isDateutil }: (typeof left)[number]): string => {
      const rule = parseStoredRule(each.made.text)
      return DIFFERENCE_CLASSES.find(({ applies, needsDateutil }) => applies(rule) && (isDateutil || !needsDateutil))?.name ?? 'unknown'
    }
    return {
      differences: Object.fromEntries([...Map.groupBy(left, classOf)].map(([name, all]) => [name, all.length])),
      examples: left
        .filter((each) => classOf(each) === 'unknown')
        .slice(0, 5)
        .map(({ each }) => show(each)),
    }
  })
  reportEvidence('recurrence-rules', { rfc_rules: RFC_RULES, rfc_known_differences: differences })
  assert.deepEqual(examples.slice(0, 5), [])
  assert.deepEqual(
    DIFFERENCE_CLASSES.filter(({ name, isRare }) => differences[name] === undefined && (isFullRun || !isRare)),
    [],
    'every class occurs',
  )
})
