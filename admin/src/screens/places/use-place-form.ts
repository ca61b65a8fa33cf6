// The state of the form of a venue or an organizer: what is stored, what is typed, and saving.
import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { isKalendsError } from '@kalends/client'
import { useCallback, useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { placePath } from '../../lib/paths.ts'
import { useSubmission, type Submission } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'
import { readDraft, type DraftKey } from '../editor/drafts.ts'
import { isEqual } from '../editor/merge.ts'
import { useDraft } from '../editor/use-draft.ts'
import { saveRecord } from '../library/save-record.ts'
import { useReportChange } from '../library/use-library-change.ts'
import { loadPlace, NO_PLACE_TEXTS, placeKey, planPlace, rebasePlace, type LoadedPlace, type PlaceValues } from './place-form.ts'
import type { PlaceField, PlaceKind } from './place-kinds.ts'

export interface PlaceForm {
  readonly values: PlaceValues
  readonly setShared: (name: PlaceField, value: string) => void
  readonly setTexts: (language: string, changes: Partial<PlaceValues['texts'][string]>) => void
  readonly setValues: (changes: Partial<PlaceValues>) => void
  readonly submission: Submission
  /** Whether somebody else has changed the record while it was edited. */
  readonly isChangedByOthers: boolean
  readonly isSignedOut: boolean
  /** When the draft was written that the values were restored from. */
  readonly restoredUtc: string | null
  /** Drops everything that is not stored. */
  readonly discard: () => void
}

interface PlaceFormOptions {
  readonly kind: PlaceKind
  readonly userId: number | null
  /** Null for a record that does not exist yet. */
  readonly loaded: LoadedPlace | null
  readonly initial: PlaceValues
  /** The language in which a new record is written, unless only others have a name. */
  readonly language: string
}
export function usePlaceForm({ kind, userId, loaded, initial, language }: PlaceFormOptions): PlaceForm {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const report = useReportChange()
  const key = { userId, record: `${kind.plural}-${loaded?.id ?? 'new'}` }
  const [state, setState] = useState(() => ({ ...restore(key, initial), adopted: loaded }))
  const [isChangedByOthers, setChangedByOthers] = useState(false)
  const [isSignedOut, setSignedOut] = useState(false)
  // A version that was loaded after a save, an undo or a conflict is combined with the typed values.
  if (loaded !== null && loaded !== state.adopted)
    setState({ ...state, base: loaded.values, values: rebasePlace(state.base, state.values, loaded.values), adopted: loaded })
  const { base, values, restoredUtc } = state
  const isDirty = !isEqual(base, values)
  useDraft(key, state, isDirty)
  const change = useCallback((next: (old: PlaceValues) => PlaceValues) => setState((old) => ({ ...old, values: next(old.values) })), [])
  const store = async (): Promise<void> => {
    const original = loaded?.original ?? firstNamed(values, language)
    const { writes, before } = planPlace(kind, base, values, original)
    const isNew = loaded === null
    if (writes.length + before.length === 0 && !isNew) return showToast({ text: t('Everything is saved already.') })
    // A new record without a name is sent too, so that the server names the field.
    const sent = isNew && writes.length === 0 ? [{ language: original, body: {} }] : writes
    const saved = await saveRecord(client, { plural: kind.plural, id: loaded?.id ?? null, etag: loaded?.etag ?? null }, sent, before)
    setState((old) => ({ ...old, base: values, restoredUtc: null }))
    setChangedByOthers(false)
    queries.setQueryData(placeKey(kind, saved.id), await loadPlace(client, kind, saved.id))
    void report(saved.changeId, t('Saved.'))
    if (!isNew) return
    await navigate({ to: placePath(kind.plural, saved.id), replace: true })
    document.getElementById('save')?.focus()
  }
  const save = async (): Promise<void> => {
    setSignedOut(false)
    try {
      await store()
    } catch (error) {
      if (isKalendsError(error) && error.status === 401) return setSignedOut(true)
      if (loaded === null || !isKalendsError(error, 'rest_precondition_failed')) throw error
      queries.setQueryData(placeKey(kind, loaded.id), await loadPlace(client, kind, loaded.id))
      setChangedByOthers(true)
    }
  }
  return {
    values,
    setShared: (name, value) => change((old) => ({ ...old, shared: { ...old.shared, [name]: value } })),
    setTexts: (each, changes) =>
      change((old) => ({ ...old, texts: { ...old.texts, [each]: { ...NO_PLACE_TEXTS, ...old.texts[each], ...changes } } })),
    setValues: (changes) => change((old) => ({ ...old, ...changes })),
    submission: useSubmission(save, [kind.nameField, 'description', 'image', ...kind.fields]),
    isChangedByOthers,
    isSignedOut,
    restoredUtc: isDirty ? restoredUtc : null,
    discard: () => setState((old) => ({ ...old, values: old.base, restoredUtc: null })),
  }
}

function restore(key: DraftKey, initial: PlaceValues) {
  const draft = readDraft<PlaceValues>(key)
  if (draft === null) return { base: initial, values: initial, restoredUtc: null }
  return { base: initial, values: rebasePlace(draft.base, draft.values, initial), restoredUtc: draft.savedUtc }
}

const firstNamed = ({ texts }: PlaceValues, language: string): string =>
  [language, ...Object.keys(texts)].find((each) => texts[each]?.name.trim()) ?? language
