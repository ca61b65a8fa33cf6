// Values that follow others after a pause.
import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for the given time. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Whether the condition has been true for the given time, so that short waits show nothing. */
export function useDelayedFlag(isSet: boolean, ms: number): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isSet) return setDue(false)
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [isSet, ms])
  return isSet && isDue
}
