// Composable SQL: a template tag that keeps values out of the text of a statement.

/** A fragment of SQL. The values between the strings are parameters or further fragments. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => new Sql(strings, values)

/** Text that is inserted as it is. It must never come from input. */
export const raw = (text: string): Sql => new Sql([text], [])

/** A complete statement of a library, which has numbered placeholders already. It cannot be part of another statement. */
export class NumberedSql extends Sql {
  readonly text: string
  readonly parameters: readonly unknown[]
  constructor(text: string, parameters: readonly unknown[]) {
    super([text], [])
    this.text = text
    this.parameters = parameters
  }
}

/** A quoted identifier: `o.starts_at` becomes "o"."starts_at". */
export function ref(name: string): Sql {
  let quoted = names.get(name)
  if (quoted === undefined) {
    const parts = name.split('.').map((part) => `"${part.replaceAll('"', '""')}"`)
    quoted = raw(parts.join('.'))
    names.set(name, quoted)
  }
  return quoted
}
/** Identifiers come from the schema, so their number is bounded. */
const names = new Map<string, Sql>()

/** A string literal. Statuses are literals, so that generic plans can use partial indexes too. */
export const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`)

export const join = (parts: readonly Sql[], separator = ', '): Sql =>
  parts.length === 0 ? raw('') : new Sql(['', ...Array.from({ length: parts.length - 1 }, () => separator), ''], parts)

/** Joins conditions with AND. */
export const and = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? raw('true') : join(conditions, '\n  and '))

/** Combines writing statements into one. None of them may read rows that another one writes. */
export const combineWrites = (statements: readonly Sql[]): Sql =>
  sql`with ${join(statements.map((statement, i) => sql`${raw(`s${i}`)} as (\n${statement}\n)`))}\nselect 1`

/** The place of a value that a compiled statement gets each time it runs. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
export const slot = (name: string): unknown => new Slot(name)
/** Returns the statement with these values in its slots. */
export type CompiledSql = (values: Readonly<Record<string, unknown>>) => Sql
/** Builds the text of a complete statement once. All requests share the text, so its name is found without hashing it again. */
export function compile(fragment: Sql): CompiledSql {
  const { text, values } = render(fragment)
  return (given) => {
    const valueOf = ({ name }: Slot): unknown => {
      if (!Object.hasOwn(given, name)) throw new Error(`The statement needs a value for "${name}".`)
      return given[name]
    }
    return new NumberedSql(
      text,
      values.map((value) => (value instanceof Slot ? valueOf(value) : value)),
    )
  }
}

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Returns the text with the placeholders $1, $2 … and the values. */
export function render(fragment: Sql): Statement {
  if (fragment instanceof NumberedSql) return { text: fragment.text, values: fragment.parameters }
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
  return { text: walk(fragment), values }
}
