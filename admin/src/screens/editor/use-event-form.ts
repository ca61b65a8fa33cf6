// The state of the editor: the values that are stored, the values that are typed, and the draft of them on this device.
import { useCallback, useState } from 'react'
import { readDraft, type DraftKey } from './drafts.ts'
import type { LoadedEvent } from './load.ts'
import { isChanged, mergeChanges, rebase, withValue, type Merge, type ValueName } from './merge.ts'
import { useDraft } from './use-draft.ts'
import { NO_TEXTS, type EventValues, type SharedValues, type Texts } from './values.ts'

interface FormState {
  /** The stored values that the typed values are based on. */
  readonly base: EventValues
  readonly values: EventValues
  /** When the draft was written that the values were restored from. */
  readonly restoredUtc: string | null
  /** Values that others stored after the draft was begun. */
  readonly restoredMerge: Merge | null
  /** The stored version that the state was last combined with. */
  readonly adopted: LoadedEvent | null
}
export interface EventForm extends Omit<FormState, 'adopted'> {
  readonly isDirty: boolean
  readonly setShared: (changes: Partial<SharedValues>) => void
  readonly setTexts: (language: string, changes: Partial<Texts>) => void
  /** Replaces one value, whichever it is. */
  readonly setValue: (name: ValueName, value: unknown) => void
  /** Adds the stored texts of a language that is opened. */
  readonly addLanguage: (language: string, stored: Texts) => void
  /** Takes the values as stored, after they were sent. */
  readonly confirm: (sent: EventValues) => void
  /** Drops everything that is not stored. */
  readonly discard: () => void
}

/** `initial` has the values of an event that does not exist yet, or those that were loaded. */
export function useEventForm(key: DraftKey, initial: EventValues, loaded: LoadedEvent | null): EventForm {
  const [state, setState] = useState<FormState>(() => restore(key, initial, loaded))
  // A version that was loaded after a save, an undo or a conflict is combined with what was typed.
  if (loaded !== null && loaded !== state.adopted) setState(adopt(state, loaded))
  const { base, values, restoredUtc, restoredMerge } = state
  const isDirty = isChanged(base, values)
  useDraft(key, state, isDirty)
  const change = useCallback((next: (values: EventValues) => EventValues) => setState((old) => ({ ...old, values: next(old.values) })), [])
  return {
    base,
    values,
    restoredUtc: isDirty ? restoredUtc : null,
    restoredMerge,
    isDirty,
    setShared: useCallback((changes) => change((old) => ({ ...old, shared: { ...old.shared, ...changes } })), [change]),
    setTexts: useCallback(
      (language, changes) =>
        change(({ shared, texts }) => ({ shared, texts: { ...texts, [language]: { ...(texts[language] ?? NO_TEXTS), ...changes } } })),
      [change],
    ),
    setValue: useCallback((name, value) => change((old) => withValue(old, name, value)), [change]),
    addLanguage: useCallback((language, stored) => setState((old) => withLanguage(old, language, stored)), []),
    confirm: useCallback((sent) => setState((old) => ({ ...old, base: sent, restoredUtc: null })), []),
    discard: useCallback(() => setState((old) => ({ ...old, values: old.base, restoredUtc: null })), []),
  }
}

function restore(key: DraftKey, initial: EventValues, loaded: LoadedEvent | null): FormState {
  const draft = readDraft(key)
  if (draft === null) return { base: initial, values: initial, restoredUtc: null, restoredMerge: null, adopted: loaded }
  const base = { ...initial, texts: { ...draft.base.texts, ...initial.texts } }
  const merge = mergeChanges(draft.base, draft.values, base)
  return {
    base,
    values: rebase(draft.base, draft.values, base),
    restoredUtc: draft.savedUtc,
    restoredMerge: merge.collisions.length > 0 ? merge : null,
    adopted: loaded,
  }
}

function adopt(state: FormState, loaded: LoadedEvent): FormState {
  const stored = { ...loaded.values, texts: { ...state.base.texts, ...loaded.values.texts } }
  return { ...state, base: stored, values: rebase(state.base, state.values, stored), adopted: loaded }
}

function withLanguage(state: FormState, language: string, stored: Texts): FormState {
  const { base, values } = state
  if (base.texts[language] !== undefined) return state
  return {
    ...state,
    base: { ...base, texts: { ...base.texts, [language]: stored } },
    values: { ...values, texts: { [language]: stored, ...values.texts } },
  }
}
