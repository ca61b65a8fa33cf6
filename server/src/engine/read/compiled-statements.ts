// Statements that read records, compiled once: building their text for each request takes longer than sending them.
import { compile, type CompiledSql, type Sql } from '../../kernel/database/sql.ts'
import type { Site, StatementContext } from '../definition/kind.ts'

/** Statements that a site retains: a few for each kind, language and authenticated user. When there are more, all are built again. */
const MAX_STATEMENTS = 1_000
const statements = new WeakMap<Site, Map<string, CompiledSql>>()

/**
 * Returns the statement with this name for the caller and the language of a request. `build` gets nothing else of the request, so that the text
 * cannot depend on it: other values are slots. The name must contain everything else that the text depends on, such as the kind.
 */
export function compiledStatement(
  name: string,
  { site, caller, language }: StatementContext,
  build: (ctx: StatementContext) => Sql,
): CompiledSql {
  const { id, role, scope } = caller
  const key = `${name} ${language} ${id} ${role} ${scope}`
  let known = statements.get(site)
  if (known === undefined) statements.set(site, (known = new Map()))
  let statement = known.get(key)
  if (statement === undefined) {
    statement = compile(build({ site, caller, language }))
    if (known.size >= MAX_STATEMENTS) known.clear()
    known.set(key, statement)
  }
  return statement
}
