// Alerting rules and dashboard: promtool accepts them, the unit tests of the rules pass, and each metric in them exists.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { testServer } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'
import { parseSamples } from './samples.ts'

const folder = join(import.meta.dirname, '../../../monitoring')
const [ALERTS, TESTS, DASHBOARD] = ['alerts.yaml', 'alerts.test.yaml', 'grafana-dashboard.json'] as const
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'kalends-monitoring-'))
after(() => rmSync(scratch, { recursive: true }))
const promtool = (args: readonly string[], input = ''): { readonly ok: boolean; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { ok: status === 0, output: stdout + stderr }
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string; readonly for?: string }[] }[]
}
const alertsIn = (text: string) => (parse(text) as RuleFile).groups.flatMap(({ rules }) => rules)
interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly w: number }
  readonly targets?: readonly { readonly expr: string }[]
}
const { panels } = JSON.parse(read(DASHBOARD)) as { readonly panels: readonly Panel[] }
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const expressions = [...alertsIn(read(ALERTS)).map(({ expr }) => expr), ...queries]

void test('promtool accepts the alerting rules, and their unit tests pass', requiresTools('promtool'), () => {
  const checked = promtool(['check', 'rules', join(folder, ALERTS)])
  assert.ok(checked.ok, checked.output)
  const tested = promtool(['test', 'rules', join(folder, TESTS)])
  assert.ok(tested.ok, tested.output)
})

void test('the unit tests notice each change of the alerts that they test', requiresTools('promtool'), () => {
  copyFileSync(join(folder, TESTS), join(scratch, TESTS))
  const tested = (parse(read(TESTS)) as { tests: { alert_rule_test: { alertname: string }[] }[] }).tests
  const names = new Set(tested.flatMap(({ alert_rule_test }) => alert_rule_test.map(({ alertname }) => alertname)))
  assert.ok(names.size >= 3, [...names].join())
  for (const name of names) {
    const changed = parse(read(ALERTS)) as RuleFile
    for (const group of changed.groups)
      Object.assign(group, { rules: group.rules.map((rule) => (rule.alert === name ? { ...rule, expr: `(${rule.expr}) < -1` } : rule)) })
    writeFileSync(join(scratch, ALERTS), stringify(changed))
    const result = promtool(['test', 'rules', join(scratch, TESTS)])
    assert.ok(!result.ok && result.output.includes(name), `${name}: ${result.output}`)
  }
})

void test('promtool accepts each query of the dashboard', requiresTools('promtool'), () => {
  assert.ok(queries.length > 20, `${queries.length} queries`)
  const rules = queries.map((expr, i) => ({
    record: `query:${i}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }))
  const check = (list: readonly object[]): { readonly ok: boolean; readonly output: string } => {
    const file = join(scratch, 'queries.yaml')
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: list }] }))
    return promtool(['check', 'rules', file])
  }
  const checked = check(rules)
  assert.ok(checked.ok, checked.output)
  assert.ok(!check([...rules, { record: 'query:bad', expr: 'sum(rate(up[5m])' }]).ok)
})

void test('the panels of the dashboard have unique ids and fit into the grid', () => {
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { title, gridPos } of panels) assert.ok(gridPos.x + gridPos.w <= 24, title)
  for (const { title, type, targets } of panels) assert.equal(targets === undefined, type === 'row', title)
})

const server = await testServer()
void test(
  'the metrics of a server pass promtool, and include each metric of the rules and the dashboard',
  requiresTools('promtool'),
  async () => {
    await server.get('/tags')
    // The job that counts the backlog of series runs for the first time after the start.
    for (let i = 0; i < 100 && !(await server.app.metrics.text()).includes('kalends_recurrence_backlog_series{'); i += 1)
      await setTimeout(100)
    const text = await server.app.metrics.text()
    const checked = promtool(['check', 'metrics'], text)
    assert.deepEqual(checked, { ok: true, output: '' })
    assert.ok(!promtool(['check', 'metrics'], '# TYPE wrong_total gauge\nwrong_total 1\n').ok)
    const served = new Set(parseSamples(text).map(({ name }) => name))
    const named = new Set(expressions.flatMap((expr) => expr.match(/\b(?:kalends|process|nodejs)_\w+/g) ?? []))
    assert.deepEqual(
      [...named].filter((name) => !served.has(name)),
      [],
    )
    const own = [...served].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')).filter((name) => name.startsWith('kalends_'))
    const shown = [...named].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))
    assert.deepEqual(
      [...new Set(own)].filter((name) => !shown.includes(name)),
      [],
      'the dashboard shows every metric of ours',
    )
  },
)
