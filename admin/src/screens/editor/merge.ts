// Compares the values of the editor, and combines what was typed with what others have stored meanwhile.
import type { EventValues, SharedValues, Texts } from './values.ts'
import { NO_TEXTS } from './values.ts'

export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A value by its name; texts also have a language. */
export interface ValueName {
  readonly name: keyof SharedValues | keyof Texts
  readonly language: string | null
}

/** Returns the parts of an object that differ. */
export function changedParts<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[]
  return Object.fromEntries(names.filter((name) => !isEqual(before[name], after[name])).map((name) => [name, after[name]])) as Partial<T>
}

export function changedNames(before: EventValues, after: EventValues): ValueName[] {
  const shared = Object.keys(changedParts(before.shared, after.shared)) as (keyof SharedValues)[]
  const texts = Object.entries(after.texts).flatMap(([language, each]) =>
    (Object.keys(changedParts(before.texts[language] ?? NO_TEXTS, each)) as (keyof Texts)[]).map((name) => ({ name, language })),
  )
  return [...shared.map((name) => ({ name, language: null })), ...texts]
}
export const isChanged = (before: EventValues, after: EventValues): boolean => changedNames(before, after).length > 0

/** Applies what was changed from `base` to `mine` to `theirs`. A value that both changed stays as it is in `mine`. */
export function rebase(base: EventValues, mine: EventValues, theirs: EventValues): EventValues {
  const languages = new Set([...Object.keys(mine.texts), ...Object.keys(theirs.texts)])
  const texts = [...languages].map((language): [string, Texts] => {
    const before = base.texts[language] ?? NO_TEXTS
    const stored = theirs.texts[language] ?? before
    return [language, { ...stored, ...changedParts(before, mine.texts[language] ?? before) }]
  })
  return { shared: { ...theirs.shared, ...changedParts(base.shared, mine.shared) }, texts: Object.fromEntries(texts) }
}

/** A value that others changed: in the version that both began with, in theirs, and in mine. */
export interface ChangedValue extends ValueName {
  readonly base: unknown
  readonly theirs: unknown
  readonly mine: unknown
}
export interface Merge {
  /** Values that only others changed. */
  readonly taken: readonly ChangedValue[]
  /** Values that were changed here in another way, too. */
  readonly collisions: readonly ChangedValue[]
}
export function mergeChanges(base: EventValues, mine: EventValues, theirs: EventValues): Merge {
  const changes = changedNames(base, theirs).map((each) => ({
    ...each,
    base: valueOf(base, each),
    theirs: valueOf(theirs, each),
    mine: valueOf(mine, each),
  }))
  const isCollision = (each: ChangedValue): boolean => !isEqual(each.mine, each.base) && !isEqual(each.mine, each.theirs)
  return {
    taken: changes.filter((each) => isEqual(each.mine, each.base)),
    collisions: changes.filter(isCollision),
  }
}

export const keyOf = ({ name, language }: ValueName): string => `${name}.${language ?? ''}`
export const valueOf = ({ shared, texts }: EventValues, { name, language }: ValueName): unknown =>
  language === null ? shared[name as keyof SharedValues] : (texts[language] ?? NO_TEXTS)[name as keyof Texts]
export function withValue({ shared, texts }: EventValues, { name, language }: ValueName, value: unknown): EventValues {
  if (language === null) return { shared: { ...shared, [name]: value }, texts }
  return { shared, texts: { ...texts, [language]: { ...(texts[language] ?? NO_TEXTS), [name]: value } } }
}
