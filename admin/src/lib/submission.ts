// Sends a form: one request at a time, with the errors of its fields and of the form.
import { useCallback, useRef, useState } from 'react'
import { isKalendsError } from '@kalends/client'
import { useText } from './language.tsx'

export interface Submission {
  readonly isPending: boolean
  /** Messages by name of the field. */
  readonly fieldErrors: Readonly<Record<string, string>>
  /** The message of an error that belongs to no field. */
  readonly error: string | null
  readonly submit: () => void
}

/** `fields` are the names of the fields that the form has: errors of other inputs are shown as errors of the form. */
export function useSubmission(send: () => Promise<void>, fields: readonly string[]): Submission {
  const t = useText()
  const [isPending, setPending] = useState(false)
  const [errors, setErrors] = useState<Pick<Submission, 'fieldErrors' | 'error'>>({ fieldErrors: {}, error: null })
  const isRunning = useRef(false)
  const submit = useCallback(() => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    setErrors({ fieldErrors: {}, error: null })
    send()
      .catch((error: unknown) => setErrors(describeError(error, fields, t)))
      .finally(() => {
        isRunning.current = false
        setPending(false)
      })
  }, [send, fields, t])
  return { isPending, ...errors, submit }
}

function describeError(
  error: unknown,
  fields: readonly string[],
  t: ReturnType<typeof useText>,
): Pick<Submission, 'fieldErrors' | 'error'> {
  if (!isKalendsError(error)) throw error
  const entries = Object.entries(error.details).map(([name, { message }]) => [name, message] as const)
  const fieldErrors = Object.fromEntries(entries.filter(([name]) => fields.includes(name)))
  const others = entries.filter(([name]) => !fields.includes(name)).map(([, message]) => message)
  if (Object.keys(fieldErrors).length > 0 && others.length === 0) return { fieldErrors, error: null }
  return { fieldErrors, error: others.length > 0 ? others.join(' ') : messageOf(error, t) }
}

/** Messages of the server are in the language of the interface. Errors that the client detects have messages for developers. */
export function messageOf(error: unknown, t: ReturnType<typeof useText>): string {
  if (!isKalendsError(error)) return t('Something went wrong. Try again.')
  if (isKalendsError(error, 'network_error', 'timeout')) return t('The calendar does not respond. Check your connection, and try again.')
  if (isKalendsError(error, 'unexpected_response', 'outcome_unknown')) return t('Something went wrong. Try again.')
  return error.message
}
