// The actions on rows of the list. Each of them is one change that a toast offers to undo.
import { useCallback, useMemo, useState } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'
import { useHideRows, useReloadEvents, type ListedEvent } from './event-queries.ts'
import { todayOfCalendar } from './event-search.ts'
import { addingTerm, duplicating, publishing, restoring, runBatch, trashing, type WriteResult } from './event-writes.ts'

export interface NewTerm {
  readonly field: 'categories' | 'tags'
  /** An ID, or the name of a new term. */
  readonly term: number | string
  readonly name: string
}
export interface EventActions {
  readonly isPending: boolean
  publish(events: readonly ListedEvent[]): Promise<void>
  addTerm(events: readonly ListedEvent[], term: NewTerm): Promise<void>
  /** Moves events to the trash, and leaves out dates of series. */
  trash(events: readonly ListedEvent[]): Promise<void>
  /** Moves a series with all of its dates to the trash. */
  trashSeries(event: ListedEvent, rows: readonly ListedEvent[]): Promise<void>
  restore(events: readonly ListedEvent[]): Promise<void>
  duplicate(event: ListedEvent): Promise<void>
}

export function useEventActions(): EventActions {
  const t = useText()
  const client = useClient()
  const { shortWallDay } = useFormats()
  const { isPending, run } = useEventChange()
  return useMemo(() => {
    const trashText = ([event, ...others]: readonly ListedEvent[], done: number): string => {
      if (event === undefined || others.length > 0) return t('{count} events moved to trash.', { count: done })
      if (event.series === null) return t('“{title}” moved to trash.', { title: event.title })
      return t('“{title}”: {day} left out.', { title: event.title, day: shortWallDay(event.start_date, todayOfCalendar().slice(0, 4)) })
    }
    return {
      isPending,
      publish: (events) =>
        run(
          () => runBatch(client, publishing(events)),
          (count) => t('{count} events published.', { count }),
        ),
      addTerm: (events, { field, term, name }) =>
        run(
          async () => runBatch(client, await addingTerm(client, events, { field, term })),
          (count) =>
            field === 'tags'
              ? t('{count} events tagged “{name}”.', { count, name })
              : t('{count} events added to “{name}”.', { count, name }),
        ),
      trash: (events) =>
        run(
          () => runBatch(client, trashing(events.map(({ id }) => id))),
          (done) => trashText(events, done),
          events,
        ),
      trashSeries: (event, rows) =>
        run(
          () => runBatch(client, trashing([event.series ?? event.id])),
          () => t('“{title}” and all its dates moved to trash.', { title: event.title }),
          rows.filter(({ series }) => series !== null && series === event.series),
        ),
      restore: (events) =>
        run(
          () => runBatch(client, restoring(events)),
          (count) => t('{count} events restored.', { count }),
          events,
        ),
      duplicate: (event) =>
        run(
          async () => runBatch(client, await duplicating(client, event.id)),
          () => t('“{title}” duplicated as a draft.', { title: event.title }),
        ),
    }
  }, [client, isPending, run, shortWallDay, t])
}

/** Sends a change, reports its result with a way to undo it, and loads the list again. Rows that leave the list are hidden at once. */
export function useEventChange() {
  const t = useText()
  const [isPending, setPending] = useState(false)
  const reload = useReloadEvents()
  const hideRows = useHideRows()
  const undo = useUndo()
  const run = useCallback(
    async (send: () => Promise<WriteResult>, textOf: (done: number) => string, leaving: readonly ListedEvent[] = []): Promise<void> => {
      setPending(true)
      const showAgain = hideRows(new Set(leaving.map(({ id }) => id)))
      try {
        const { done, refusals, changeIds } = await send()
        const refused = [...refusals].map(([reason, count]) => t('{count} events were not changed: {reason}', { count, reason }))
        const text = done + refused.length === 0 ? t('Nothing to change.') : [...(done > 0 ? [textOf(done)] : []), ...refused].join(' ')
        showToast({ text, ...(changeIds.length > 0 && { action: { label: t('Undo'), run: () => void undo(changeIds) } }) })
      } catch (error) {
        showAgain()
        showToast({ text: messageOf(error, t) })
      } finally {
        setPending(false)
        await reload()
      }
    },
    [hideRows, reload, t, undo],
  )
  return { isPending, run }
}

function useUndo(): (changeIds: readonly string[]) => Promise<void> {
  const t = useText()
  const client = useClient()
  const reload = useReloadEvents()
  return useCallback(
    async (changeIds) => {
      try {
        // The last change is undone first, because an earlier one may have changed the same records.
        for (const changeId of changeIds.toReversed()) await client.undo(changeId)
        showToast({ text: t('Undone.') })
      } catch (error) {
        showToast({ text: messageOf(error, t) })
      }
      await reload()
    },
    [client, reload, t],
  )
}
