// Composable SQL: values become parameters, never text of the statement.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { and, compile, join, literal, raw, ref, render, slot, Sql, sql } from './sql.ts'

void test('values are parameters, numbered in order', () => {
  assert.deepEqual(render(sql`select 1`), { text: 'select 1', values: [] })
  assert.deepEqual(render(sql`select * from t where a = ${1} and b = ${'x'}`), {
    text: 'select * from t where a = $1 and b = $2',
    values: [1, 'x'],
  })
  assert.deepEqual(render(sql`${1}${2}`), { text: '$1$2', values: [1, 2] })
})
void test('nested fragments share one numbering', () => {
  const inner = sql`b = ${2} or c = ${3}`
  assert.deepEqual(render(sql`a = ${1} and (${inner}) and d = ${4}`), {
    text: 'a = $1 and (b = $2 or c = $3) and d = $4',
    values: [1, 2, 3, 4],
  })
  assert.deepEqual(render(sql`(${inner}) and (${inner})`), { text: '(b = $1 or c = $2) and (b = $3 or c = $4)', values: [2, 3, 2, 3] })
  assert.deepEqual(render(sql`${sql`${sql`${sql`${'deep'}`}`}`}`), { text: '$1', values: ['deep'] })
})
void test('a compiled statement gets the values of its slots, and keeps the others', () => {
  const statement = compile(sql`select ${'fixed'} where id = any(${slot('ids')}) and ${sql`n = ${slot('n')}`}`)
  const text = 'select $1 where id = any($2) and n = $3'
  assert.deepEqual(render(statement({ ids: [1, 2], n: null })), { text, values: ['fixed', [1, 2], null] })
  assert.deepEqual(render(statement({ n: 3, ids: [] })), { text, values: ['fixed', [], 3] })
  assert.throws(() => statement({ ids: [1] }), /needs a value for "n"/)
})
void test('rendering does not change a fragment', () => {
  const piece = sql`a = ${1} and ${sql`b = ${2}`}`
  assert.deepEqual(render(piece), render(piece))
})
void test('values of every type are passed through unchanged', () => {
  const values = [null, undefined, false, 0, '', [1, 2], { a: 1 }, new Date(0), "'; drop table events; --", '$1', '${x}']
  const { text, values: passed } = render(new Sql(['', ...values.map(() => ',')], values))
  assert.equal(text, values.map((_, i) => `$${i + 1},`).join(''))
  assert.deepEqual(passed, values)
})
void test('an object that only looks like a fragment is a value', () => {
  const fake = { strings: ['drop table events'], values: [] }
  assert.deepEqual(render(sql`select ${fake}`), { text: 'select $1', values: [fake] })
})
void test('identifiers are quoted part by part', () => {
  assert.equal(render(ref('starts_at')).text, '"starts_at"')
  assert.equal(render(ref('o.starts_at')).text, '"o"."starts_at"')
  assert.equal(render(ref('a"; drop table t; --')).text, '"a""; drop table t; --"')
})
void test('literals are quoted', () => {
  assert.equal(render(literal('publish')).text, "'publish'")
  assert.equal(render(literal("it's")).text, "'it''s'")
  assert.equal(render(literal("'; drop table t; --")).text, "'''; drop table t; --'")
  assert.equal(render(sql`status = ${literal('publish')} and a = ${1}`).text, "status = 'publish' and a = $1")
})
void test('fragments are joined; an empty list gives an empty fragment', () => {
  assert.deepEqual(render(join([])), { text: '', values: [] })
  assert.deepEqual(render(join([sql`${1}`])), { text: '$1', values: [1] })
  assert.deepEqual(render(join([sql`${1}`, raw('now()'), sql`${3}`])), { text: '$1, now(), $2', values: [1, 3] })
  assert.deepEqual(render(sql`in (${join([sql`${1}`, sql`${2}`], ' | ')})`), { text: 'in ($1 | $2)', values: [1, 2] })
})
void test('an empty list of conditions is true', () => {
  assert.equal(render(and([])).text, 'true')
  assert.equal(render(and([sql`a = ${1}`])).text, 'a = $1')
  assert.equal(render(and([sql`a = ${1}`, sql`b = ${2}`])).text.replace(/\s+/g, ' '), 'a = $1 and b = $2')
})
