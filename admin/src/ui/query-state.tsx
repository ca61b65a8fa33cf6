// The states of a screen that loads data: bones while it loads, and a way to try again after a failure.
import type { ReactNode } from 'react'
import { useText } from '../lib/language.tsx'
import { messageOf } from '../lib/submission.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

interface QueryStateProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => Promise<unknown> }
  readonly children: (data: T) => ReactNode
}
export function QueryState<T>({ query: { data, error, refetch }, children }: QueryStateProps<T>) {
  if (data !== undefined) return children(data)
  if (error === null)
    return (
      <div className="stack" aria-busy="true">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    )
  return <FailureNote error={error} onRetry={() => void refetch()} />
}

/** Tells that data could not be loaded, and offers to try again. */
export function FailureNote({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText()
  return (
    <Note kind="problem">
      <p>{messageOf(error, t)}</p>
      <Button size="small" onPress={onRetry}>
        {t('Try again')}
      </Button>
    </Note>
  )
}
