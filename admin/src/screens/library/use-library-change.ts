// Reports a change of the library with a way to undo it, and loads everything again that shows it.
import { useQueryClient } from '@tanstack/react-query'
import { changeIdOf } from '@kalends/client'
import { useCallback, useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'

/** The key of everything that shows venues, organizers, categories, tags and pictures. */
export const LIBRARY_KEY = 'library'

export function useReloadLibrary(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(async () => {
    // Events show the names of these records.
    await Promise.all([LIBRARY_KEY, 'events', 'options'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }, [queries])
}

/** Returns a function that shows the message about a change that was stored. Without a change ID, nothing can be undone. */
export function useReportChange(): (changeId: string | undefined, text: string) => Promise<void> {
  const t = useText()
  const client = useClient()
  const reload = useReloadLibrary()
  return useCallback(
    async (changeId, text) => {
      const undo = async (id: string): Promise<void> => {
        try {
          await client.undo(id)
          showToast({ text: t('Undone.') })
        } catch (error) {
          showToast({ text: messageOf(error, t) })
        }
        await reload()
      }
      showToast({ text, ...(changeId !== undefined && { action: { label: t('Undo'), run: () => void undo(changeId) } }) })
      await reload()
    },
    [client, reload, t],
  )
}

/** Sends a write and reports its result or its failure. */
export function useLibraryChange() {
  const t = useText()
  const report = useReportChange()
  const [isPending, setPending] = useState(false)
  const run = useCallback(
    async (send: () => Promise<object>, text: string): Promise<boolean> => {
      setPending(true)
      try {
        await report(changeIdOf(await send()), text)
        return true
      } catch (error) {
        showToast({ text: messageOf(error, t) })
        return false
      } finally {
        setPending(false)
      }
    },
    [report, t],
  )
  return { isPending, run }
}
