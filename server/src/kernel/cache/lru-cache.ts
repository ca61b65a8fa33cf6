// Values kept in memory under a name, up to a weight: the oldest go first.

export interface LruCache<T> {
  get(name: string): T | undefined
  set(name: string, value: T): void
  clear(): void
  readonly size: { readonly values: number; readonly weight: number }
}

/** `most`: about how many bytes. */
export function createLruCache<T>(maxBytes: number): LruCache<T> {
  const values = new Map<string, { readonly value: T; readonly weight: number }>()
  let sum = 0
  const drop = (name: string): void => {
    sum -= values.get(name)?.weight ?? 0
    values.delete(name)
  }
  return {
    get: (name) => values.get(name)?.value,
    set: (name, value) => {
      drop(name)
      const weight = weigh(value) + 2 * name.length
      // One value does not push out a quarter of all others.
      if (weight > maxBytes / 4) return
      values.set(name, { value, weight })
      sum += weight
      for (const oldest of values.keys()) {
        if (sum <= maxBytes) return
        drop(oldest)
      }
    },
    clear: () => {
      values.clear()
      sum = 0
    },
    get size() {
      return { values: values.size, weight: sum }
    },
  }
}

/** About what a value takes: two bytes for a letter, some words for everything. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 16
  if (typeof value !== 'object' || value === null) return 16
  if (value instanceof Uint8Array) return value.byteLength + 96
  let sum = 48
  for (const name in value) sum += weigh((value as Readonly<Record<string, unknown>>)[name])
  return sum
}
