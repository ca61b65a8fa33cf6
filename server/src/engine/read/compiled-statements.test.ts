// Compiled statements are shared only by requests whose statements have the same text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render, slot, sql } from '../../kernel/database/sql.ts'
import { ANONYMOUS, type Caller } from '../../kernel/security/caller.ts'
import type { Site, StatementContext } from '../definition/kind.ts'
import { compiledStatement } from './compiled-statements.ts'

const site = {} as Site
const editor: Caller = { id: 1, login: 'a', role: 'editor', scope: 'write' }
const build = ({ caller, language }: StatementContext) =>
  sql`select ${caller.id}, ${caller.role}, ${caller.scope}, ${language}, ${slot('id')}`
const valuesFor = (name: string, ctx: StatementContext): readonly unknown[] => render(compiledStatement(name, ctx, build)({ id: 7 })).values

void test('callers with other rights, languages and sites have statements of their own', () => {
  const contexts: StatementContext[] = [
    { site, caller: ANONYMOUS, language: 'en' },
    { site, caller: ANONYMOUS, language: 'fr' },
    { site, caller: editor, language: 'en' },
    { site, caller: { ...editor, id: 2 }, language: 'en' },
    { site, caller: { ...editor, role: 'author' }, language: 'en' },
    { site, caller: { ...editor, scope: 'read' }, language: 'en' },
  ]
  for (const _ of [1, 2])
    for (const ctx of contexts) assert.deepEqual(valuesFor('one', ctx), [ctx.caller.id, ctx.caller.role, ctx.caller.scope, ctx.language, 7])
  const [first] = contexts as [StatementContext]
  const other = compiledStatement('one', { ...first, site: { ...site } }, () => sql`select 2`)
  assert.equal(render(other({})).text, 'select 2')
})

void test('a statement is built once, from the site, the caller and the language only', () => {
  const built: string[][] = []
  const ctx = { site: {} as Site, caller: ANONYMOUS, language: 'en', languagePrefix: '/en' }
  for (const _ of [1, 2, 3])
    compiledStatement('one', ctx, (own) => {
      built.push(Object.keys(own))
      return sql`select 1`
    })
  assert.deepEqual(built, [['site', 'caller', 'language']])
})
