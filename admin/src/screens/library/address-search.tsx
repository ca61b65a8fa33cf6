// A search field whose text is part of the address of the screen.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../lib/delayed.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { SearchField } from '../../ui/search-field.tsx'

const PAUSE_MS = 250

export function AddressSearch({ label, search: wanted = '' }: { readonly label: string; readonly search: string | undefined }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(wanted)
  const settled = useDebounced(text, PAUSE_MS).trim()
  const sent = useRef(wanted)
  useShortcut('/', () => input.current?.focus())
  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    const change = (old: object): object => ({ ...old, search: settled || undefined })
    void navigate({ to: '.', search: change as never, replace: true })
  }, [settled, navigate])
  useEffect(() => {
    // Another link or the history of the browser changed the search.
    if (wanted === sent.current) return
    sent.current = wanted
    setText(wanted)
  }, [wanted])
  return <SearchField label={label} name="search" shortcut="/" inputRef={input} value={text} onChange={setText} />
}
