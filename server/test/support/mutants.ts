// Mutants of an answer: one key dropped, added or of another type, at every depth. An exact schema refuses them all.
// Places that the schema leaves open (keys of maps, optional keys) produce no mutant and are counted.
import type { Schema } from './document.ts'

export interface Mutated {
  readonly made: number
  /** Places where the document says that it may be otherwise: a key of a map, a key that is left out when it is not set. */
  readonly open: number
  /** Mutants that were taken for good. */
  readonly taken: readonly string[]
}
type Json = Record<string, unknown>
interface Place {
  readonly what: string
  readonly apply: () => () => void
}

/** `most` bounds the mutants of one answer; of more, every n-th is tried. */
export function mutate(value: unknown, schema: Schema, root: Json, isGood: (value: unknown) => boolean, most: number): Mutated {
  const places: Place[] = []
  const holder = { value: structuredClone(value) }
  const open = walk(holder.value, schema, root, '$', places)
  const step = Math.max(1, places.length / most)
  const taken: string[] = []
  let made = 0
  for (let i = 0; i < places.length; i += step) {
    const place = places[Math.floor(i)]
    if (!place) continue
    const undo = place.apply()
    made += 1
    if (isGood(holder.value)) taken.push(place.what)
    undo()
  }
  return { made, open, taken }
}

/** Collects the mutants below a value, and gives the number of places that are open. */
function walk(value: unknown, schema: Schema, root: Json, at: string, places: Place[]): number {
  const own = resolve(schema, value, root)
  if (Array.isArray(value)) {
    // Two of a list are as good as all of it.
    return value
      .slice(0, 2)
      .reduce<number>((sum, item, i) => sum + walk(item, (own['items'] ?? {}) as Schema, root, `${at}[${i}]`, places), 0)
  }
  if (typeof value !== 'object' || value === null) return 0
  const target = value as Json
  const properties = (own['properties'] ?? {}) as Record<string, Schema>
  const rest = own['additionalProperties']
  const required = (own['required'] ?? []) as readonly string[]
  const others = ((follow(schema, root)['anyOf'] ?? []) as readonly Schema[]).map(
    (each) => (follow(each, root)['required'] ?? []) as readonly string[],
  )
  // Another form of the answer has the same keys except this one.
  const isLeftOutElsewhere = (key: string): boolean =>
    others.some((names) => names.length === required.length - 1 && names.every((each) => each !== key && required.includes(each)))
  // A schema that says nothing of keys is open: JSON Schema inside the document.
  if (rest === undefined && Object.keys(properties).length === 0) return 1
  let open = 0
  if (rest === false || own['propertyNames'] !== undefined) {
    const name = rest === false ? 'no_such_key' : 'No such key '.repeat(20)
    const sample = Object.values(target)[0] ?? null
    places.push(change(`${at} with ${name}`, target, name, sample))
  } else open += 1
  for (const [key, inner] of Object.entries(target)) {
    const sub = Object.hasOwn(properties, key) ? (properties[key] ?? {}) : ((rest ?? {}) as Schema)
    if (required.includes(key) && !isLeftOutElsewhere(key)) places.push(drop(`${at} without ${key}`, target, key))
    else open += 1
    const types = typesOf(sub, root)
    if (types === null) open += 1
    else
      for (const [type, sample] of Object.entries(SAMPLES))
        if (!types.has(type) && !(type === 'integer' && types.has('number')))
          places.push(change(`${at}.${key} as ${type}`, target, key, sample))
    open += walk(inner, sub, root, `${at}.${key}`, places)
  }
  return open
}
const SAMPLES: Readonly<Record<string, unknown>> = { null: null, boolean: true, number: 0.5, string: 'x', array: [], object: {} }

const change = (what: string, target: Json, key: string, sample: unknown): Place => ({
  what,
  apply: () => {
    const had = Object.hasOwn(target, key)
    const before = target[key]
    target[key] = sample
    return () => {
      if (had) target[key] = before
      else Reflect.deleteProperty(target, key)
    }
  },
})
const drop = (what: string, target: Json, key: string): Place => ({
  what,
  apply: () => {
    const before = target[key]
    Reflect.deleteProperty(target, key)
    return () => {
      target[key] = before
    }
  },
})

const follow = (schema: Schema, root: Json): Schema => {
  if (typeof schema['$ref'] !== 'string') return schema
  const parts = schema['$ref'].slice(2).split('/')
  return follow(parts.reduce<unknown>((node, part) => (node as Json)[part], root) as Schema, root)
}
/** The part of a schema that speaks of this value. */
function resolve(schema: Schema, value: unknown, root: Json): Schema {
  const own = follow(schema, root)
  const anyOf = own['anyOf'] as readonly Schema[] | undefined
  return anyOf?.map((each) => resolve(each, value, root)).find((each) => speaksOf(each, value)) ?? own
}
function speaksOf(schema: Schema, value: unknown): boolean {
  const types = [schema['type']].flat()
  if (Array.isArray(value)) return types.includes('array')
  if (typeof value !== 'object' || value === null) return true
  if (!types.includes('object')) return false
  const keys = Object.keys(value)
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const isWord = Object.entries(properties).every(
    ([key, { enum: words }]) => !Array.isArray(words) || !(key in value) || words.includes((value as Json)[key]),
  )
  const isNamed = schema['additionalProperties'] !== false || keys.every((key) => Object.hasOwn(properties, key))
  return isWord && isNamed && ((schema['required'] ?? []) as readonly string[]).every((key) => keys.includes(key))
}
/** The types a schema allows; null for any. */
function typesOf(schema: Schema, root: Json): Set<string> | null {
  const own = follow(schema, root)
  const found = new Set([own['type'] ?? []].flat() as string[])
  for (const each of (own['anyOf'] ?? []) as readonly Schema[]) for (const type of typesOf(each, root) ?? []) found.add(type)
  return found.size === 0 ? null : found
}
