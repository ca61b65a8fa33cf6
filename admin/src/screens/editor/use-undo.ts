// Offers to undo a change, in a message that stays for a few seconds.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient, useText } from '../../lib/language.tsx'
import { eventPath } from '../../lib/paths.ts'
import { messageOf } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'
import { editorKey, loadEvent, type LoadedEvent } from './load.ts'
import type { Saved } from './save.ts'

interface UndoableChange extends Pick<Saved, 'id' | 'changeId'> {
  /** The event that was open before the change, if the change opened another one. */
  readonly before?: number
}
/** Returns a function that shows the message about a change. The change can be undone from any screen. */
export function useUndo(): (change: UndoableChange, text: string) => void {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const undo = async ({ id, before = id }: UndoableChange, changeId: string): Promise<void> => {
    await client.undo(changeId)
    const opened = queries.getQueryCache().find<LoadedEvent>({ queryKey: editorKey(id) })
    // An event whose creation is undone is in the trash, where it can still be loaded.
    if (opened?.isActive() && before !== id) await navigate({ to: eventPath(before), replace: true })
    else if (opened?.isActive())
      queries.setQueryData(editorKey(id), await loadEvent(client, id, Object.keys(opened.state.data?.values.texts ?? {})))
    else queries.removeQueries({ queryKey: editorKey(id) })
    void queries.invalidateQueries({ queryKey: ['events'] })
    showToast({ text: t('Undone.') })
  }
  return (change, text) => {
    const { changeId } = change
    if (changeId === undefined) return showToast({ text })
    const run = (): void => void undo(change, changeId).catch((error: unknown) => showToast({ text: messageOf(error, t) }))
    showToast({ text, action: { label: t('Undo'), run } })
  }
}
