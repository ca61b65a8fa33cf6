// Writes the draft of a form on this device while somebody types.
import { useEffect, useRef } from 'react'
import { removeDraft, writeDraft, type DraftKey, type StoredDraft } from './drafts.ts'

const DRAFT_PAUSE_MS = 300
/** Writes the draft after each pause of typing, and when the page is left. */
export function useDraft<V>(key: DraftKey, { base, values }: Pick<StoredDraft<V>, 'base' | 'values'>, isDirty: boolean): void {
  const { userId, record } = key
  const latest = useRef<() => void>(() => undefined)
  const wasDirty = useRef(true)
  latest.current = () => {
    if (isDirty) writeDraft({ userId, record }, { base, values, savedUtc: new Date().toISOString() })
    else if (wasDirty.current) removeDraft({ userId, record })
    wasDirty.current = isDirty
  }
  useEffect(() => {
    if (!isDirty) return latest.current()
    const timer = setTimeout(() => latest.current(), DRAFT_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [base, values, isDirty])
  useEffect(() => {
    const flush = (): void => latest.current()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
}
