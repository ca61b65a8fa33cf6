// Parses query strings, forms and JSON bodies. The results have no prototype, which prevents prototype pollution.
import { Problem, type ProblemCode } from '../errors/problems.ts'

export type Pair = readonly [name: string, value: string]
export type Inputs = Readonly<Record<string, unknown>>

const MAX_DEPTH = 32
const MAX_PAIRS = 5_000
/** Query strings need fewer pairs, because a list parameter takes at most 100 items. */
const MAX_QUERY_PAIRS = 500

/** Returns the pairs of a query string, in order. */
export const parseQueryPairs = (text: string): Pair[] => parsePairs(text, MAX_QUERY_PAIRS, 'rest_uri_too_long')
/** Returns the pairs of a form, in order. */
export const parseFormPairs = (text: string): Pair[] => parsePairs(text, MAX_PAIRS, 'rest_body_too_large')

/** Text that cannot be decoded stays unchanged. */
function parsePairs(text: string, max: number, tooMany: ProblemCode): Pair[] {
  if (text === '') return []
  const pairs = text.split('&', max + 1)
  if (pairs.length > max) throw new Problem(tooMany)
  return pairs.filter(Boolean).map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
  })
}
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  // Exceptions are slow, so a pattern recognizes most texts that cannot be decoded.
  if (!spaced.includes('%') || /%(?![\da-f]{2})/i.test(spaced)) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** Inputs nested deeper than this match no parameter. */
const MAX_BRACKETS = 5

/** Converts `a=1&a=2`, `a[]=1&a[]=2` and `a[b]=1` to lists and objects. */
export function expandBrackets(pairs: readonly Pair[]): Inputs {
  const root = new Branch()
  for (const [name, value] of pairs) root.put(pathOf(name), value)
  return root.toObject()
}
/** A name with too many brackets is not split, so it is reported as an unknown input. */
function pathOf(name: string): readonly string[] {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return [name]
  const keys = name.slice(open + 1, -1).split('][', MAX_BRACKETS + 1)
  return keys.length > MAX_BRACKETS ? [name] : [name.slice(0, open), ...keys]
}

/** An object or list under construction. Every operation takes constant time on average. */
class Branch {
  readonly #entries = new Map<string, string | string[] | Branch>()
  /** No free index is below this one. */
  #next = 0

  put([key = '', ...rest]: readonly string[], value: string): void {
    const name = key === '' ? this.#freeIndex() : key
    const before = this.#entries.get(name)
    if (rest.length > 0) {
      const inner = before instanceof Branch ? before : Branch.#from(before)
      this.#entries.set(name, inner)
      inner.put(rest, value)
    } else if (before === undefined) this.#entries.set(name, value)
    else if (before instanceof Branch) before.put([''], value)
    else if (typeof before === 'string') this.#entries.set(name, [before, value])
    else before.push(value)
  }

  /** Plain values that were sent under the same name come first. */
  static #from(before: string | readonly string[] | undefined): Branch {
    const branch = new Branch()
    for (const item of before === undefined ? [] : [before].flat()) branch.put([''], item)
    return branch
  }

  #freeIndex(): string {
    this.#next = Math.max(this.#next, this.#entries.size)
    while (this.#entries.has(String(this.#next))) this.#next += 1
    return String(this.#next)
  }

  toObject(): Record<string, unknown> {
    const object = Object.create(null) as Record<string, unknown>
    for (const [name, value] of this.#entries) object[name] = value instanceof Branch ? value.#toValue() : value
    return object
  }
  /** A branch whose keys are 0, 1, 2 … is a list. */
  #toValue(): unknown {
    const object = this.toObject()
    return Object.keys(object).every((key, i) => key === String(i)) ? Object.values(object) : object
  }
}
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a JSON body, which must be an object. A leading byte order mark is ignored. */
export function parseJson(sent: string): Inputs {
  const text = sent.startsWith('\ufeff') ? sent.slice(1) : sent
  if (text.trim() === '') return Object.create(null) as Inputs
  if (exceedsMaxDepth(text)) throw new Problem('rest_invalid_json')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('rest_invalid_json')
  }
  if (!isObject(value)) throw new Problem('rest_invalid_json')
  return Object.assign(Object.create(null) as Record<string, unknown>, value)
}

function exceedsMaxDepth(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 92) i += 1
      else if (c === 34) quoted = false
    } else if (c === 34) quoted = true
    else if (c === 91 || c === 123) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (c === 93 || c === 125) depth -= 1
  }
  return false
}
