// The actions on rows of a list of places. Each of them is one change that a toast offers to undo.
import { useMemo } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'
import { checkedBatch } from '../editor/save.ts'
import { focusRow } from '../events/row-focus.ts'
import { useLibraryChange } from '../library/use-library-change.ts'
import type { Place, PlaceKind } from './place-kinds.ts'

export interface PlaceActions {
  trash(places: readonly Place[]): Promise<void>
  /** Takes places out of the trash, as they are visible to everyone. */
  restore(places: readonly Place[]): Promise<void>
}

export function usePlaceActions({ plural }: PlaceKind, rows: readonly Place[]): PlaceActions {
  const t = useText()
  const client = useClient()
  const { run } = useLibraryChange()
  return useMemo(() => {
    const send = async (places: readonly Place[], write: { method: 'DELETE' | 'PATCH'; body?: Record<string, string> }, text: string) => {
      const operations = places.map(({ id }) => ({ id: `place-${id}`, path: `/${plural}/${id}`, ...write }))
      const next = rowAfter(rows, places)
      if (await run(() => checkedBatch(client.batch(operations, { atomic: true })), text)) focusRow(next)
    }
    const textFor = (places: readonly Place[], one: (name: string) => string, many: (count: number) => string): string =>
      places.length === 1 ? one(places[0]?.name ?? '') : many(places.length)
    return {
      trash: (places) =>
        send(
          places,
          { method: 'DELETE' },
          textFor(
            places,
            (name) => t('“{name}” moved to trash.', { name }),
            (count) => t('{count} entries moved to trash.', { count }),
          ),
        ).catch((error: unknown) => showToast({ text: messageOf(error, t) })),
      restore: (places) =>
        send(
          places,
          { method: 'PATCH', body: { status: 'publish' } },
          textFor(
            places,
            (name) => t('“{name}” restored.', { name }),
            (count) => t('{count} entries restored.', { count }),
          ),
        ),
    }
  }, [client, plural, rows, run, t])
}

/** The row that gets the focus when others leave the list. */
function rowAfter(rows: readonly Place[], leaving: readonly Place[]): number | undefined {
  const ids = new Set(leaving.map(({ id }) => id))
  const first = rows.findIndex(({ id }) => ids.has(id))
  return (rows.slice(first).find(({ id }) => !ids.has(id)) ?? rows.slice(0, first).at(-1))?.id
}
