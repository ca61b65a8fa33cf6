// Keeps what was typed on this device until it is stored, so that a reload, a lost connection or an expired session loses nothing.
import type { EventValues } from './values.ts'

export interface StoredDraft<V = EventValues> {
  /** The values that the editing began with. */
  readonly base: V
  readonly values: V
  readonly savedUtc: string
}
export interface DraftKey {
  readonly userId: number | null
  /** The ID of the event, `new`, `copy-` with the ID of the event that is copied, or the name of a translation, a venue or an organizer. */
  readonly record: string
}

const nameOf = ({ userId, record }: DraftKey): string => `kalends-draft:${userId ?? 'anybody'}:event:${record}`

export function readDraft<V = EventValues>(key: DraftKey): StoredDraft<V> | null {
  try {
    const text = localStorage.getItem(nameOf(key))
    return text === null ? null : (JSON.parse(text) as StoredDraft<V>)
  } catch {
    return null
  }
}
/** Returns whether the draft is kept. A browser may refuse to store anything. */
export function writeDraft<V>(key: DraftKey, draft: StoredDraft<V>): boolean {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}
export function removeDraft(key: DraftKey): void {
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // Without storage there is no draft.
  }
}
