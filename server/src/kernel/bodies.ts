// Query strings and bodies: pairs, brackets, JSON that is not too deep. What comes out has no prototype to poison.
import { Problem } from './problems.ts'

export type Pair = readonly [name: string, value: string]
export type Inputs = Readonly<Record<string, unknown>>

const MAX_DEPTH = 32
const MAX_PAIRS = 5_000

/** The pairs of a query string or form, in order. What cannot be decoded stays as it is. */
export function pairsOf(text: string): Pair[] {
  if (text === '') return []
  const pairs = text.split('&', MAX_PAIRS + 1)
  if (pairs.length > MAX_PAIRS) throw new Problem('rest_body_too_large')
  return pairs.filter(Boolean).map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
  })
}
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** `a=1&a=2`, `a[]=1&a[]=2` and `a[b]=1` as lists and objects. */
export function nest(pairs: readonly Pair[]): Inputs {
  const inputs = Object.create(null) as Record<string, unknown>
  for (const [name, value] of pairs) {
    const open = name.indexOf('[')
    const path = open > 0 && name.endsWith(']') ? [name.slice(0, open), ...name.slice(open + 1, -1).split('][')] : [name]
    // What is nested deeper than anything we know is an input of that very name: unknown, and said so.
    put(inputs, path.length > 6 ? [name] : path, value)
  }
  return plainLists(inputs)
}

function put(into: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string): void {
  const name = key === '' ? nextIndex(into) : key
  const before = into[name]
  if (rest.length > 0) {
    const inner = branchOf(before)
    into[name] = inner
    put(inner, rest, value)
  } else if (before === undefined) into[name] = value
  else if (isBranch(before)) before[nextIndex(before)] = value
  else into[name] = [before, value].flat()
}
/** What stood there before goes first. */
function branchOf(before: unknown): Record<string, unknown> {
  if (isBranch(before)) return before
  const branch = Object.create(null) as Record<string, unknown>
  for (const item of before === undefined ? [] : [before].flat()) branch[nextIndex(branch)] = item
  return branch
}
function nextIndex(branch: Record<string, unknown>): string {
  let index = Object.keys(branch).length
  while (String(index) in branch) index += 1
  return String(index)
}
const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Branches whose keys are 0, 1, 2 … are lists. */
function plainLists(branch: Record<string, unknown>): Record<string, unknown> {
  for (const [key, value] of Object.entries(branch)) {
    if (!isBranch(value)) continue
    plainLists(value)
    const keys = Object.keys(value)
    if (keys.every((k, i) => k === String(i))) branch[key] = Object.values(value)
  }
  return branch
}

/** A JSON body, which must be an object. */
export function parseJson(text: string): Inputs {
  if (text.trim() === '') return Object.create(null) as Inputs
  if (tooDeep(text)) throw new Problem('rest_invalid_json')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('rest_invalid_json')
  }
  if (!isBranch(value)) throw new Problem('rest_invalid_json')
  return Object.assign(Object.create(null) as Record<string, unknown>, value)
}

function tooDeep(text: string): boolean {
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

/** `_fields`: only these, also of what is nested. */
export function pick(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields))
  if (typeof value !== 'object' || value === null) return value
  const heads = Map.groupBy(fields, (field) => field.split('.')[0] ?? '')
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const wanted = heads.get(name)
      if (!wanted) return []
      const below = wanted.flatMap((field) => (field.includes('.') ? [field.slice(field.indexOf('.') + 1)] : []))
      return [[name, below.length < wanted.length ? inner : pick(inner, below)]]
    }),
  )
}

/** Names of inputs that nothing was done with: never silently (contract 2.7). */
export const ignoredHeader = (names: readonly string[]): Record<string, string> =>
  names.length === 0
    ? {}
    : {
        'x-ignored-parameters': names
          .slice(0, 20)
          .map((name) => encodeURIComponent(name.toWellFormed().slice(0, 100)))
          .join(', '),
      }
