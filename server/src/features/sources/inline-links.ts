// Remembers the existing records that inline venues and organizers of a batch were linked to. Most documents repeat a few of them, and each lookup
// takes three statements.
import type { Kind } from '../../engine/definition/kind.ts'
import type { ReusedRecord } from '../../engine/write/reuse-records.ts'
import { isObject } from '../../kernel/http/request-parsing.ts'
import { digestOf } from './importer.ts'

type Values = Readonly<Record<string, unknown>>

export class InlineLinks {
  readonly #ids = new Map<string, number>()

  /** Replaces inline records that are known by their IDs. */
  replace(kind: Kind, inputs: Values): Values {
    const replaced = Object.entries(linksIn(kind, inputs)).map(([name, { to, values }]) => {
      const known = values.map((value) => (isInline(value) ? (this.#ids.get(nameOf(to, value)) ?? value) : value))
      return [name, Array.isArray(inputs[name]) ? known : known[0]]
    })
    return { ...inputs, ...Object.fromEntries(replaced) }
  }

  /** `reused` are the records that took the place of inline ones in a write of these inputs. */
  remember(kind: Kind, inputs: Values, reused: readonly ReusedRecord[]): void {
    for (const { to, values } of Object.values(linksIn(kind, inputs))) {
      const inline = values.filter(isInline)
      const own = reused.filter((record) => record.kind === to)
      // If the counts differ, some records are new, and the caller cannot tell which.
      if (own.length === inline.length) for (const [i, value] of inline.entries()) this.#ids.set(nameOf(to, value), own[i]?.id ?? 0)
    }
  }
}

const nameOf = (kind: string, value: unknown): string => digestOf([kind, value])
const isInline = (value: unknown): boolean => isObject(value) && !('id' in value) && !('create' in value)
const linksIn = (kind: Kind, inputs: Values): Record<string, { readonly to: string; readonly values: readonly unknown[] }> =>
  Object.fromEntries(
    Object.entries(kind.fields).flatMap(([name, { storage }]) => {
      const value = inputs[name]
      return storage.in === 'links' && typeof value === 'object' && value !== null
        ? [[name, { to: storage.to, values: [value].flat() }]]
        : []
    }),
  )
