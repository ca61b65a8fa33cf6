// Memoizes functions of a key, with a bound on the number of results.

/** Returns a function that computes the result of each key once. When `max` results are stored, all of them are dropped. */
export function memoize<T, Rest extends readonly unknown[] = []>(
  max: number,
  compute: (key: string, ...rest: Rest) => T,
): (key: string, ...rest: Rest) => T {
  const results = new Map<string, T>()
  return (key, ...rest) => {
    let result = results.get(key)
    if (result === undefined) {
      result = compute(key, ...rest)
      if (results.size >= max) results.clear()
      results.set(key, result)
    }
    return result
  }
}
