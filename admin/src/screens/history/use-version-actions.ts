// Restores a version, and undoes a change. Both wait for the server, because they may be refused.
import { useQueryClient } from '@tanstack/react-query'
import { changeIdOf, type HistoryEntry } from '@kalends/client'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { useUndo } from '../editor/use-undo.ts'
import { EVENTS_KEY } from '../events/event-queries.ts'
import { historyLabel } from './field-labels.ts'

interface VersionActions {
  readonly pending: 'restore' | 'undo' | null
  /** Why the last action was refused. */
  readonly error: string | null
  readonly restore: (entry: HistoryEntry) => void
  readonly undo: (entry: HistoryEntry) => void
}
interface VersionActionsOptions {
  readonly id: number
  /** The ETag of the event as it was loaded. The event is not restored if somebody has changed it since. */
  readonly etag: string | undefined
  /** Runs after everything that shows the event was loaded again, unless the version is no longer shown. */
  readonly onDone: () => void
}
export function useVersionActions({ id, etag, onDone }: VersionActionsOptions): VersionActions {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const { moment, list } = useFormats()
  const offerUndo = useUndo()
  const [pending, setPending] = useState<VersionActions['pending']>(null)
  const [error, setError] = useState<string | null>(null)
  const isRunning = useRef(false)
  const isShown = useIsMounted()

  const run = async (name: 'restore' | 'undo', send: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(name)
    setError(null)
    try {
      await send()
      await queries.invalidateQueries({ queryKey: EVENTS_KEY })
      if (isShown.current) onDone()
    } catch (refused) {
      setError(messageOf(refused, t))
      await queries.invalidateQueries({ queryKey: EVENTS_KEY })
    } finally {
      isRunning.current = false
      setPending(null)
    }
  }
  return {
    pending,
    error,
    restore: ({ version, at }) =>
      void run('restore', async () => {
        const changeId = changeIdOf(await client.restoreVersion('events', id, version, { ifMatch: etag }))
        const text = changeId === undefined ? t('Nothing to change.') : t('The version of {time} is restored.', { time: moment(at) })
        offerUndo({ id, changeId }, text)
      }),
    undo: ({ change_id }) =>
      void run('undo', async () => {
        if (change_id === null) return
        const { change_id: undoing, not_restored } = await client.undo(change_id)
        const lost = [...new Set(not_restored.flatMap(({ field }) => (field === null ? [] : [historyLabel(field, t)])))]
        const text = lost.length === 0 ? t('The change is undone.') : t('Undone, except for: {fields}.', { fields: list(lost) })
        offerUndo({ id, changeId: undoing ?? undefined }, text)
      }),
  }
}

function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
