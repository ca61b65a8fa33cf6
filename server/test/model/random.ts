// Chance that can be repeated: numbers from a seed, and ways to choose with them.

export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  /** A whole number from 0 up to, not including, `n`. */
  below(n: number): number {
    return Math.floor(this.next() * n)
  }
  chance(p: number): boolean {
    return this.next() < p
  }
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('nothing to pick from')
    return from[this.below(from.length)] as T
  }
  /** Some of them, up to `most`, none twice, in any order. */
  some<T>(from: readonly T[], most: number): T[] {
    const left = [...from]
    return Array.from({ length: Math.min(left.length, 1 + this.below(most)) }, () => left.splice(this.below(left.length), 1)).flat()
  }
  /** One of the names, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries<number>(weights) as [K, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    return (entries.at(-1) as [K, number])[0]
  }
}

/** A seed of its own for every sequence of a run. */
export const seedOf = (run: number, sequence: number): number =>
  (Math.imul(run ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(sequence + 1, 0xc2b2ae35)) >>> 0
