// The difference between two texts, word by word.

export interface DifferencePart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}
/** Longer texts are shown whole, before and after, so that a comparison takes a few milliseconds at most. */
const LENGTH_MAX = 20_000
/** The table of the comparison has a cell for each pair of words that differ. */
const CELLS_MAX = 1_000_000

/**
 * The parts of both texts in reading order. The parts that are the same and those that were removed make the first text; the parts that are the
 * same and those that were added make the second one.
 */
export function wordDifference(before: string, after: string, language?: string): DifferencePart[] {
  if (before === after) return join([{ kind: 'same', text: before }])
  if (before.length > LENGTH_MAX || after.length > LENGTH_MAX) return join(replacement(before, after))
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const split = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
  const [old, now] = [split(before), split(after)]
  const start = commonLength(old, now)
  const end = commonLength(old.slice(start).toReversed(), now.slice(start).toReversed())
  const changed = compare(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return join([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...withoutGaps(changed),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ])
}

const replacement = (before: string, after: string): DifferencePart[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
]

/** How many words two texts have in common at their start. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((word, index) => word !== b[index])
  return different === -1 ? a.length : different
}

/** Compares by the longest common subsequence of words. */
function compare(old: readonly string[], now: readonly string[]): DifferencePart[] {
  const columns = now.length + 1
  if (old.length * now.length > CELLS_MAX) return replacement(old.join(''), now.join(''))
  // Each cell has the length of the longest subsequence that the rests of both texts have in common.
  const lengths = new Uint32Array((old.length + 1) * columns)
  const lengthAt = (row: number, column: number): number => lengths[row * columns + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      lengths[row * columns + column] =
        old[row] === now[column] ? lengthAt(row + 1, column + 1) + 1 : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const parts: DifferencePart[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const [removed, added] = [old[row], now[column]]
    if (removed !== undefined && removed === added) {
      parts.push({ kind: 'same', text: removed })
      row += 1
      column += 1
    } else if (removed !== undefined && (added === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      parts.push({ kind: 'removed', text: removed })
      row += 1
    } else {
      parts.push({ kind: 'added', text: added ?? '' })
      column += 1
    }
  }
  return parts
}

/** A space between two words that changed changes with them, so that a new phrase is one part. */
function withoutGaps(parts: readonly DifferencePart[]): DifferencePart[] {
  const isChange = (part: DifferencePart | undefined): boolean => part !== undefined && part.kind !== 'same'
  return parts.flatMap((part, index) =>
    part.kind === 'same' && part.text.trim() === '' && isChange(parts[index - 1]) && isChange(parts[index + 1])
      ? replacement(part.text, part.text)
      : [part],
  )
}

/** Joins neighbors of one kind. In each run of changes, the removed words come before the added ones. */
function join(parts: readonly DifferencePart[]): DifferencePart[] {
  const joined: DifferencePart[] = []
  let [removed, added] = ['', '']
  const flush = (): void => {
    joined.push(...replacement(removed, added).filter(({ text }) => text !== ''))
    ;[removed, added] = ['', '']
  }
  for (const { kind, text } of parts) {
    if (text === '') continue
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      const last = joined.at(-1)
      if (last?.kind === 'same') joined[joined.length - 1] = { kind, text: last.text + text }
      else joined.push({ kind, text })
    }
  }
  flush()
  return joined
}
