// Finds the known name that a misspelled name is closest to.

/** Longer names get no suggestion, so the cost of a comparison has a limit. */
const MAX_LENGTH = 64

/** Returns the known name with the smallest edit distance, if it is small enough for a misspelling. Letter case does not count. */
export function closestName(name: string, known: Iterable<string>): string | null {
  if (name.length > MAX_LENGTH) return null
  const wanted = name.toLowerCase()
  let closest: string | null = null
  let smallest = wanted.length < 5 ? 2 : 3
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= smallest || candidate.length > MAX_LENGTH) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < smallest) [closest, smallest] = [candidate, distance]
  }
  return closest
}

/** Levenshtein distance: the number of characters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
