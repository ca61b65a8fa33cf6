// The rules that the form of the editor can express, read from the API and written back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positionsOf, ruleAfterMove, simpleRuleOf, withRule } from '../../../admin/src/screens/editor/rule.ts'

const PARIS = { day: '2027-03-09', timezone: 'Europe/Paris' }
const NO_TIMES = { from: null, start_time: null, end_time: null }
const recurrenceOf = (rrule: string) => ({ rules: [{ rrule, ...NO_TIMES }], dates: [], exclude: [] })
const rewritten = (rrule: string): string | null => {
  const rule = simpleRuleOf(recurrenceOf(rrule), PARIS)
  return rule && (withRule(null, rule, PARIS.day).rules[0]?.rrule ?? null)
}

test('rules of the form are read as they were written', () => {
  assert.equal(rewritten('FREQ=DAILY;INTERVAL=3;COUNT=5'), 'FREQ=DAILY;INTERVAL=3;COUNT=5')
  assert.equal(rewritten('FREQ=WEEKLY;BYDAY=TH,TU'), 'FREQ=WEEKLY;BYDAY=TU,TH')
  assert.equal(rewritten('FREQ=MONTHLY;BYDAY=2TU'), 'FREQ=MONTHLY;BYDAY=2TU')
  // The start implies the day of the month and of the year.
  assert.equal(rewritten('FREQ=MONTHLY;BYMONTHDAY=9'), 'FREQ=MONTHLY')
  assert.equal(rewritten('FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=9'), 'FREQ=YEARLY')
})

test('the last day of a rule is that of the place', () => {
  assert.equal(rewritten('FREQ=DAILY;UNTIL=20270630T215959Z'), 'FREQ=DAILY;UNTIL=20270630')
  const american = simpleRuleOf(recurrenceOf('FREQ=DAILY;UNTIL=20270701T035959Z'), { ...PARIS, timezone: 'America/New_York' })
  assert.deepEqual(american?.ending, { kind: 'day', day: '2027-06-30' })
})

test('rules that the form cannot express are recognized', () => {
  for (const rrule of [
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=10',
    'FREQ=MONTHLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=TU;BYSETPOS=1',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=2TU',
    'FREQ=DAILY;BYMONTH=1',
  ])
    assert.equal(rewritten(rrule), null, rrule)
  const own = { rules: [{ rrule: 'FREQ=DAILY', from: null, start_time: '10:00:00', end_time: null }], dates: [], exclude: [] }
  assert.equal(simpleRuleOf(own, PARIS), null)
})

test('a new rule follows the start of its event, and chosen weekdays stay', () => {
  const moved = (rrule: string): string | undefined =>
    ruleAfterMove(recurrenceOf(rrule), PARIS, { ...PARIS, day: '2027-03-31' })?.rules[0]?.rrule
  assert.equal(moved('FREQ=WEEKLY;BYDAY=TU'), 'FREQ=WEEKLY')
  assert.equal(moved('FREQ=WEEKLY;BYDAY=TU,TH'), 'FREQ=WEEKLY;BYDAY=TU,TH')
  assert.equal(moved('FREQ=MONTHLY;BYDAY=2TU'), 'FREQ=MONTHLY;BYDAY=-1WE')
  assert.equal(moved('FREQ=MONTHLY;BYMONTHDAY=1,15'), 'FREQ=MONTHLY;BYMONTHDAY=1,15')
})

test('a day is the first to fourth of its weekday in the month, or the last', () => {
  assert.deepEqual(positionsOf('2027-03-09'), [2])
  assert.deepEqual(positionsOf('2027-03-25'), [4, -1])
  assert.deepEqual(positionsOf('2027-03-31'), [-1])
})
