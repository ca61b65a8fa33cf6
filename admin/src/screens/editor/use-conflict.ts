// Combines what was typed with a newer version that others have stored, and keeps both until the event is saved.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Client, HistoryEntry, Me } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { showToast } from '../../ui/toast.tsx'
import { editorKey } from './load.ts'
import { isChanged, mergeChanges, rebase, type Merge } from './merge.ts'
import { loadForEditing } from './proposal.ts'
import type { EventForm } from './use-event-form.ts'
import type { EventValues } from './values.ts'

/** Others stored a newer version than the one that was edited. What they changed is in the form, except for collisions. */
export interface Conflict {
  readonly merge: Merge
  /** The latest change, if it is known. */
  readonly latest: HistoryEntry | null
}
export interface ConflictState {
  readonly conflict: Conflict | null
  /** Whether the versions are being compared. */
  readonly isComparing: boolean
  readonly compare: (isOpen: boolean) => void
  /** A draft that was restored may collide with a newer version, which must not be overwritten unseen. */
  readonly mustCompare: () => boolean
  /** Loads the stored version, and combines it with what was typed. */
  readonly combine: (id: number, typed: EventValues) => Promise<void>
  readonly clear: () => void
}
export function useConflict(form: EventForm, me: Me): ConflictState {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(form.restoredMerge && { merge: form.restoredMerge, latest: null })
  const [isComparing, setComparing] = useState(false)
  const isCompared = useRef(false)
  const compare = (isOpen: boolean): void => {
    if (isOpen) isCompared.current = true
    setComparing(isOpen)
  }
  return {
    conflict,
    isComparing,
    compare,
    mustCompare: () => conflict !== null && !isCompared.current,
    combine: async (id, typed) => {
      const languages = Object.keys(typed.texts)
      const [next, latest] = await Promise.all([loadForEditing(client, id, { languages, me }), loadLatest(client, id)])
      const merge = mergeChanges(form.base, typed, next.values)
      const isStored = !isChanged(next.values, rebase(form.base, typed, next.values))
      queries.setQueryData(editorKey(id), next)
      setConflict(isStored ? null : { merge, latest })
      // After a lost response, the stored version may be the one that was sent.
      if (isStored) showToast({ text: t('Everything is saved already.') })
      else compare(true)
    },
    clear: () => setConflict(null),
  }
}

/** People who may not read the history do not learn the name. */
async function loadLatest(client: Client, id: number): Promise<HistoryEntry | null> {
  const page = await client.history('events', id, { per_page: 1 }).catch(() => null)
  return page?.history[0] ?? null
}
