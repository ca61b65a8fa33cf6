// Shortcuts of one key, or of two keys one after the other, such as `g e`. They work outside of fields and dialogs only, and never together
// with a modifier. People who speak to their computer can switch them off.
import { useEffect, useRef } from 'react'

interface Registration {
  readonly keys: () => readonly string[]
  readonly run: (keys: string) => void
  /** A fallback runs if the screen has no shortcut of its own with these keys. */
  readonly isFallback: boolean
}
const registrations = new Set<Registration>()
const SEQUENCE_MS = 1_500
const sequence = { first: '', until: 0 }

const BUSY = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'
/** Whether the person is typing or works in a dialog. */
const isBusyElsewhere = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest(BUSY) !== null

const CODES: Readonly<Record<string, string>> = { Slash: '/', 'Shift Slash': '?' }
/** The key in Latin letters: a keyboard for another script has the same shortcuts in the same places. */
export function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1 || key.charCodeAt(0) < 128) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? CODES[shiftKey ? `Shift ${code}` : code] ?? key
}

const STORED = 'kalends-single-keys'
export const areShortcutsOn = (): boolean => localStorage.getItem(STORED) !== 'off'
export function switchShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'off')
}

function find(keys: string): Registration | undefined {
  const found = [...registrations].filter((each) => each.keys().includes(keys))
  return found.findLast(({ isFallback }) => !isFallback) ?? found.at(-1)
}
const isIgnored = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.repeat ||
  event.isComposing ||
  event.defaultPrevented ||
  isBusyElsewhere(event.target)

/** The second key of a sequence belongs to the sequence, even if the focused row has a command with this key. */
function listenFirst(event: KeyboardEvent): void {
  if (event.timeStamp > sequence.until || isIgnored(event)) return
  const keys = `${sequence.first} ${latinKey(event)}`
  sequence.until = 0
  const registration = find(keys)
  if (registration === undefined) return
  event.preventDefault()
  event.stopPropagation()
  registration.run(keys)
}
function listen(event: KeyboardEvent): void {
  if (isIgnored(event) || !areShortcutsOn()) return
  const key = latinKey(event)
  const registration = find(key)
  if (registration !== undefined) {
    event.preventDefault()
    return registration.run(key)
  }
  if (![...registrations].some((each) => each.keys().some((keys) => keys.startsWith(`${key} `)))) return
  sequence.first = key
  sequence.until = event.timeStamp + SEQUENCE_MS
}

function register(registration: Registration): () => void {
  if (registrations.size === 0) {
    document.addEventListener('keydown', listenFirst, { capture: true })
    document.addEventListener('keydown', listen)
  }
  registrations.add(registration)
  return () => {
    registrations.delete(registration)
    if (registrations.size > 0) return
    document.removeEventListener('keydown', listenFirst, { capture: true })
    document.removeEventListener('keydown', listen)
  }
}

export const useShortcut = (key: string, run: () => void): void => useShortcuts({ [key]: run })

export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>, isFallback = false): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => register({ keys: () => Object.keys(latest.current), run: (keys) => latest.current[keys]?.(), isFallback }), [isFallback])
}
