// The state of a translation: the texts that are stored, those that are typed, and the outdated ones that are still correct.
import { useCallback, useState } from 'react'
import { readDraft, type DraftKey } from '../editor/drafts.ts'
import { useDraft } from '../editor/use-draft.ts'
import type { LoadedTranslation } from './load-translation.ts'

type Texts = Readonly<Record<string, string>>
export interface TranslationValues {
  readonly texts: Texts
  /** Names of outdated texts that are still correct. */
  readonly confirmed: readonly string[]
}
interface FormState {
  readonly base: TranslationValues
  readonly values: TranslationValues
  readonly restoredUtc: string | null
  /** Texts that somebody else stored while they were changed here, too. */
  readonly collisions: Texts
  /** The stored version that the state was last combined with. */
  readonly adopted: LoadedTranslation
}
export interface TranslationForm extends Omit<FormState, 'adopted'> {
  readonly isDirty: boolean
  readonly setText: (name: string, text: string) => void
  readonly setConfirmed: (names: readonly string[], isConfirmed: boolean) => void
  /** Takes the values as stored, after they were sent. */
  readonly accept: (sent: TranslationValues) => void
  /** Drops everything that is not stored. */
  readonly discard: () => void
}

export function useTranslationForm(key: DraftKey, loaded: LoadedTranslation): TranslationForm {
  const [state, setState] = useState<FormState>(() => restore(key, loaded))
  if (loaded !== state.adopted) setState(adopt(state, loaded))
  const { base, values, restoredUtc, collisions } = state
  const isDirty = values.confirmed.length > 0 || changedTexts(base, values).length > 0
  useDraft(key, state, isDirty)
  return {
    base,
    values,
    collisions,
    isDirty,
    restoredUtc: isDirty ? restoredUtc : null,
    // A text that is changed needs no confirmation.
    setText: useCallback((name, text) => setState((old) => withText(old, name, text)), []),
    setConfirmed: useCallback((names, isConfirmed) => setState((old) => withConfirmed(old, names, isConfirmed)), []),
    accept: useCallback(
      (sent) =>
        setState((old) => ({
          ...old,
          base: { texts: sent.texts, confirmed: [] },
          values: { ...old.values, confirmed: [] },
          restoredUtc: null,
          collisions: {},
        })),
      [],
    ),
    discard: useCallback(() => setState((old) => ({ ...old, values: old.base, restoredUtc: null, collisions: {} })), []),
  }
}

/** Names of the texts that differ. */
export const changedTexts = (base: TranslationValues, { texts }: TranslationValues): string[] =>
  Object.keys(texts).filter((name) => texts[name] !== base.texts[name])

const storedValues = ({ fields }: LoadedTranslation): TranslationValues => ({
  texts: Object.fromEntries(fields.map(({ name, stored }) => [name, stored])),
  confirmed: [],
})

function restore(key: DraftKey, loaded: LoadedTranslation): FormState {
  const base = storedValues(loaded)
  const draft = readDraft<TranslationValues>(key)
  const first = { base, values: base, restoredUtc: null, collisions: {}, adopted: loaded }
  return draft === null ? first : { ...adopt({ ...first, ...draft }, loaded), restoredUtc: draft.savedUtc }
}

/** Combines what was typed with a stored version. Texts that were not changed here have the stored value. */
function adopt({ base, values, collisions, restoredUtc }: FormState, loaded: LoadedTranslation): FormState {
  const stored = storedValues(loaded)
  const mine = changedTexts(base, values).filter((name) => stored.texts[name] !== undefined && values.texts[name] !== stored.texts[name])
  const pick = (names: readonly string[], texts: Texts): Texts => Object.fromEntries(names.map((name) => [name, texts[name] ?? '']))
  const collided = mine.filter((name) => stored.texts[name] !== base.texts[name] || collisions[name] !== undefined)
  const isOutdated = (name: string): boolean => loaded.fields.some((field) => field.name === name && field.state === 'outdated')
  return {
    base: stored,
    values: { texts: { ...stored.texts, ...pick(mine, values.texts) }, confirmed: values.confirmed.filter(isOutdated) },
    collisions: pick(collided, stored.texts),
    restoredUtc,
    adopted: loaded,
  }
}

const withText = (state: FormState, name: string, text: string): FormState => ({
  ...state,
  values: { texts: { ...state.values.texts, [name]: text }, confirmed: state.values.confirmed.filter((each) => each !== name) },
})

function withConfirmed(state: FormState, names: readonly string[], isConfirmed: boolean): FormState {
  const others = state.values.confirmed.filter((name) => !names.includes(name))
  return { ...state, values: { ...state.values, confirmed: isConfirmed ? [...others, ...names] : others } }
}
