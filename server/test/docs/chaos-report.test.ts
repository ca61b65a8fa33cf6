// The figures of the chaos report are those of the evidence that each row links to.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const ROW = /^\|.*\]\(evidence\/([\w-]+\.json)\) \|$/gm
/** Names such as p99 are no figures. */
const FIGURE = /(?<![\w.`/])\d[\d,]*(?:\.\d+)?(?![\w`])/g

/** Figures of the rows that their evidence does not have. The number of figures of the evidence, such as attacks, is one of them. */
function unproven(report: string, evidence: (file: string) => string): string[] {
  return [...report.matchAll(ROW)].flatMap(([row, file = '']) => {
    const { figures } = JSON.parse(evidence(file)) as { figures: Readonly<Record<string, unknown>> }
    const known = new Set([...JSON.stringify(figures).matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number)))
    known.add(Object.keys(figures).length).add(0)
    const claimed = [...row.matchAll(FIGURE)].map(([number]) => Number(number.replaceAll(',', '')))
    return claimed.filter((number) => !known.has(number)).map((number) => `${number} is not in ${file}`)
  })
}

test('the chaos report has the figures of its evidence', () => {
  const report = read('docs/chaos.md')
  assert.ok([...report.matchAll(ROW)].length > 5)
  assert.deepEqual(
    unproven(report, (file) => read(`docs/evidence/${file}`)),
    [],
  )
})
test('a figure that the evidence does not have is found', () => {
  const row = '| worker killed | 1,000 kills, 0 lost, p99 at most 3.5 ms | [jobs](evidence/jobs.json) |'
  const evidence = (kills: number): string => JSON.stringify({ figures: { kills, p99_ms: 3.5 } })
  assert.deepEqual(
    unproven(row, () => evidence(1_000)),
    [],
  )
  assert.deepEqual(
    unproven(row, () => evidence(999)),
    ['1000 is not in jobs.json'],
  )
})
