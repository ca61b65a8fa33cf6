// Makes a failing sequence small: operations are left out, then parts of them, as long as it still fails and time lasts.
import type { Operation } from './operations.ts'

/** `fails` plays a sequence from the beginning and says whether anything differs. */
export async function shrink(
  sequence: readonly Operation[],
  fails: (sequence: readonly Operation[]) => Promise<boolean>,
  seconds: number,
): Promise<readonly Operation[]> {
  const deadline = Date.now() + seconds * 1000
  const inTime = (): boolean => Date.now() < deadline
  let left = sequence
  for (let size = Math.ceil(left.length / 2); size >= 1 && inTime(); size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end, where what does not matter stands.
    for (let from = left.length - size; from > -size && inTime(); from -= size) {
      const without = left.filter((_, i) => i < from || i >= from + size)
      if (without.length < left.length && (await fails(without))) left = without
    }
  }
  for (let i = 0; i < left.length; i += 1)
    for (const smaller of smallerOnes(left[i] as Operation)) {
      if (!inTime()) return left
      const changed = left.with(i, smaller(left[i] as Operation))
      if (await fails(changed)) left = changed
    }
  return left
}

/** Ways to take something out of an operation, to be tried one after the other. */
function smallerOnes(operation: Operation): ((operation: Operation) => Operation)[] {
  const part = 'body' in operation ? 'body' : 'query' in operation ? 'query' : null
  if (part === null) return []
  const names = Object.keys((operation as unknown as Record<string, object>)[part] ?? {})
  return names.map((name) => (from) => {
    const { [name]: _, ...rest } = (from as unknown as Record<string, Record<string, unknown>>)[part] ?? {}
    return { ...from, [part]: rest }
  })
}
