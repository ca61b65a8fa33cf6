// SQL as a value: a template tag whose parts can be put together, and which keeps values out of the text.

/** A piece of SQL. Values between the strings are parameters, or further pieces. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => new Sql(strings, values)

/** Text that is SQL itself. Never made from input. */
export const raw = (text: string): Sql => new Sql([text], [])

/** A name, quoted: `o.starts_at` becomes "o"."starts_at". */
export function ref(name: string): Sql {
  let quoted = names.get(name)
  if (quoted === undefined) {
    const parts = name.split('.').map((part) => `"${part.replaceAll('"', '""')}"`)
    quoted = raw(parts.join('.'))
    names.set(name, quoted)
  }
  return quoted
}
/** Names are those of the schema: there are no more of them than it has. */
const names = new Map<string, Sql>()

/** A word as a literal. Statuses are literals so that partial indexes fit also under generic plans. */
export const literal = (word: string): Sql => raw(`'${word.replaceAll("'", "''")}'`)

export const join = (parts: readonly Sql[], separator = ', '): Sql =>
  parts.length === 0 ? raw('') : new Sql(['', ...Array.from({ length: parts.length - 1 }, () => separator), ''], parts)

/** All of the conditions. */
export const and = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? raw('true') : join(conditions, '\n  and '))

/** Statements that write, none of which reads what another writes, as one. */
export const combineWrites = (statements: readonly Sql[]): Sql =>
  sql`with ${join(statements.map((statement, i) => sql`${raw(`s${i}`)} as (\n${statement}\n)`))}\nselect 1`

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The text with $1, $2 … and its values. */
export function render(piece: Sql): Statement {
  const values: unknown[] = []
  const walk = (part: Sql): string => {
    let text = part.strings[0] ?? ''
    part.values.forEach((value, i) => {
      if (value instanceof Sql) text += walk(value)
      else text += `$${values.push(value)}`
      text += part.strings[i + 1] ?? ''
    })
    return text
  }
  return { text: walk(piece), values }
}
