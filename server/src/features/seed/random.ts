// Pseudorandom numbers (mulberry32): the same seed gives the same sequence.

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** An integer from 0 to n - 1. */
  below(n: number): number
  pick<T>(list: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return { next, below, pick: (list) => list[below(list.length)] as (typeof list)[number] }
}
