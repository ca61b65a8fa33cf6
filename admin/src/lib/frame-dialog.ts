// The dialog that can be opened from every screen: the command palette, or the help.
import { useSyncExternalStore } from 'react'

export type FrameDialog = 'palette' | 'help' | null
let current: FrameDialog = null
const listeners = new Set<() => void>()

export function showFrameDialog(dialog: FrameDialog): void {
  current = dialog
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useFrameDialog = (): FrameDialog => useSyncExternalStore(subscribe, () => current)
