// Marks the terms of a search in a text, as HTML. Terms are compared with the folded text, and the marks are put around the original letters.
import { fold } from './fold.ts'
import { escapeHtml } from './markup.ts'

/** The part of an excerpt that comes before the first match. */
const BEFORE = 0.3

/** Returns the text, or an excerpt of at most `max` characters around the first match, with `<mark>` around all matches. Null if it contains no term. */
export function highlight(text: string, terms: readonly string[], max = Number.POSITIVE_INFINITY): string | null {
  const line = text.replace(/\s+/g, ' ').trim()
  const folded = fold(line)
  const found = terms.map((term) => ({ term, place: folded.indexOf(term) })).filter(({ place }) => place >= 0)
  const [first] = found.toSorted((a, b) => a.place - b.place)
  if (!first) return null
  const match = originalPlace(line, first.place)
  const { start, end } = excerptAround(line, match, max)
  const marked = markTerms(line.slice(start, end), terms, { place: match - start, letters: first.term.length })
  return `${start > 0 ? '…' : ''}${marked}${end < line.length ? '…' : ''}`
}

/** Parts of a text that are folded letter by letter. */
const SHORT = 64
/** Finds the letter at a place of the folded text. Folding treats each letter by itself, so parts of the text can be folded separately. */
function originalPlace(line: string, foldedPlace: number): number {
  let [start, end, before] = [0, line.length, 0]
  while (end - start > SHORT) {
    const half = letterStart(line, Math.floor((start + end) / 2))
    const length = fold(line.slice(start, half)).length
    if (before + length <= foldedPlace) [start, before] = [half, before + length]
    else end = half
  }
  for (const letter of line.slice(start, end)) {
    before += foldLetter(letter).length
    if (before > foldedPlace) return start
    start += letter.length
  }
  return start
}
/** The place itself, or the one before it if it is inside a surrogate pair. */
const letterStart = (line: string, place: number): number => (place > 0 && (line.codePointAt(place - 1) ?? 0) > 0xff_ff ? place - 1 : place)

/** An excerpt begins and ends between words. In scripts without spaces, it begins and ends between letters. */
function excerptAround(line: string, match: number, max: number): { readonly start: number; readonly end: number } {
  if (line.length <= max) return { start: 0, end: line.length }
  let start = Math.max(0, Math.min(match - Math.floor(max * BEFORE), line.length - max))
  if (start > 0) {
    const space = line.lastIndexOf(' ', match)
    const next = line.indexOf(' ', start - 1)
    start = next >= 0 && next <= space ? next + 1 : letterStart(line, start)
  }
  const limit = start + max
  if (limit >= line.length) return { start, end: line.length }
  const space = line.lastIndexOf(' ', limit)
  return { start, end: space > match ? space : letterStart(line, limit) }
}

/** The first match begins at a place of the excerpt. It may be longer than the excerpt, which then does not contain the term as a whole. */
interface FirstMatch {
  readonly place: number
  /** The length of the folded term. */
  readonly letters: number
}
function markTerms(text: string, terms: readonly string[], first: FirstMatch): string {
  const letters = [...text]
  const folds = letters.map(foldLetter)
  const folded = folds.join('')
  const letterAt: number[] = []
  for (const [i, each] of folds.entries()) for (let n = 0; n < each.length; n++) letterAt.push(i)
  const isMarked = new Uint8Array(letters.length)
  const mark = (place: number, length: number): unknown =>
    isMarked.fill(1, letterAt[place], (letterAt[place + length - 1] ?? letters.length) + 1)
  const lettersBefore = Array.from(text.slice(0, first.place)).length
  mark(letterAt.indexOf(lettersBefore), first.letters)
  for (const term of terms)
    for (let place = folded.indexOf(term); place >= 0; place = folded.indexOf(term, place + 1)) mark(place, term.length)
  // Accents and vowel signs after a letter belong to it.
  for (const [i, each] of folds.entries()) if (each === '' && isMarked[i - 1] === 1) isMarked[i] = 1
  let html = ''
  for (let start = 0, end = 0; start < letters.length; start = end) {
    while (end < letters.length && isMarked[end] === isMarked[start]) end += 1
    const part = escapeHtml(letters.slice(start, end).join(''))
    html += isMarked[start] === 1 ? `<mark>${part}</mark>` : part
  }
  return html
}

/** Folding a letter takes a while, and texts have few different ones. */
const foldedLetters = new Map<string, string>()
const FOLDED_MAX = 10_000
function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter)
  if (known !== undefined) return known
  if (foldedLetters.size >= FOLDED_MAX) foldedLetters.clear()
  const folded = fold(letter)
  foldedLetters.set(letter, folded)
  return folded
}
