// Values that are made once for each key.

/** The browser takes up to a millisecond to make a formatter, and a list would make several of them for each row. */
export function cachedBy<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key) as T
  }
}
