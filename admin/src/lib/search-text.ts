// The text of a search field that the address keeps.
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './delayed.ts'

const SEARCH_PAUSE_MS = 250

/** Sends the text after a pause of typing. `wanted` is the text of the address, which links and the history of the browser change too. */
export function useSearchText(wanted: string, send: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(wanted)
  const settled = useDebounced(text, SEARCH_PAUSE_MS).trim()
  const sent = useRef(wanted)
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    latest.current(settled)
  }, [settled])
  useEffect(() => {
    if (wanted === sent.current) return
    sent.current = wanted
    setText(wanted)
  }, [wanted])
  return [text, setText]
}
