// Full-text search: the search text of a record in each language, and the SQL condition that matches it (contract section 9).
import { join, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { fold, canUseTrigramIndex } from '../../kernel/text/fold.ts'
import { htmlToSearchText } from '../../kernel/text/html.ts'
import type { Kind, RequestContext, StoredRow } from '../definition/kind.ts'
import { firstText, readInLanguage, type Texts } from './texts.ts'

/** Returns the searchable text of a record as readers of the first language see it. Protected records are searchable by title only. */
export function searchText(kind: Kind, texts: Texts, languages: readonly string[], row: StoredRow): string {
  const names = kind.passwordProtection && row[kind.passwordProtection.flagColumn] === true ? [kind.title] : kind.searchFields
  const parts = names.map((name) => {
    const storage = kind.fields[name]?.storage
    if (storage?.in !== 'text') return String(row[storage?.in === 'column' ? storage.column : name] ?? '')
    const value = firstText(texts, languages, name) ?? ''
    return storage.html ? htmlToSearchText(value) : value
  })
  return fold(parts.filter(Boolean).join('\n'))
}

/** The columns of a row that its search text depends on. */
export const searchedColumns = ({ searchFields, fields, passwordProtection }: Kind): string[] => [
  ...searchFields.flatMap((name) => (fields[name]?.storage.in === 'column' ? [fields[name].storage.column] : [])),
  ...(passwordProtection ? [passwordProtection.flagColumn] : []),
]

export const searchCondition = (kind: Pick<Kind, 'texts'>, id: Sql, patterns: readonly string[], ctx: RequestContext): Sql =>
  sql`${id} in (select t.id from ${ref(kind.texts)} t where ${join(
    patterns.map((pattern) => (canUseTrigramIndex(pattern) ? sql`t.search like ${pattern}` : sql`(t.search || '') like ${pattern}`)),
    ' and ',
  )} and ${readInLanguage(kind, ctx)})`
