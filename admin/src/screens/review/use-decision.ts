// Decides on a submission: publishes it now or later, or returns it with a note. Both wait for the server, because they may be refused.
import { useQueryClient } from '@tanstack/react-query'
import { changeIdOf, isKalendsError, type BatchOperation, type QueuedReview } from '@kalends/client'
import { useRef, useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { checkedBatch } from '../editor/save.ts'
import { useUndo } from '../editor/use-undo.ts'
import { EVENTS_KEY } from '../events/event-queries.ts'
import { COLLECTIONS, type Submission } from './submission.ts'

type Choice = 'publish' | 'schedule' | 'return'
export interface DecisionInput {
  readonly note: string
  /** The time of publication in the time zone of the site. */
  readonly date?: string
}
export interface Decision {
  readonly pending: Choice | null
  /** Why the decision was refused. */
  readonly error: string | null
  readonly decide: (choice: Choice, input: DecisionInput) => void
}
/** `onDone` runs before the queue is loaded again. */
export function useDecision(item: QueuedReview, submission: Submission, onDone: () => void): Decision {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const offerUndo = useUndo()
  const [pending, setPending] = useState<Choice | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isRunning = useRef(false)
  const run = async (choice: Choice, input: DecisionInput): Promise<void> => {
    isRunning.current = true
    setPending(choice)
    setError(null)
    try {
      const response = await checkedBatch(client.batch(operationsOf(item, submission, choice, input), { atomic: true }))
      const texts = {
        publish: t('“{title}” is published.', { title: item.title }),
        schedule: t('“{title}” is scheduled.', { title: item.title }),
        return: t('“{title}” is returned.', { title: item.title }),
      }
      offerUndo({ id: item.id, changeId: changeIdOf(response) }, texts[choice])
      onDone()
    } catch (refused) {
      const isOutdated = isKalendsError(refused, 'rest_precondition_failed', 'rest_working_copy_conflicts')
      setError(isOutdated ? t('Somebody changed this meanwhile. Look at it again before you decide.') : messageOf(refused, t))
    } finally {
      isRunning.current = false
      setPending(null)
      await queries.invalidateQueries({ queryKey: EVENTS_KEY })
    }
  }
  return {
    pending,
    error,
    decide: (choice, input) => {
      if (!isRunning.current) void run(choice, input)
    },
  }
}

/** One batch that does everything or nothing, so that it can be undone as one change. */
function operationsOf(item: QueuedReview, submission: Submission, choice: Choice, { note, date }: DecisionInput): BatchOperation[] {
  const { copy, etag, hidden } = submission
  const path = `/${COLLECTIONS[item.kind]}/${item.id}`
  const headers = etag === undefined ? {} : { 'If-Match': etag }
  const decision = choice === 'return' ? 'return' : 'publish'
  const before: BatchOperation[] = []
  if (decision === 'publish') {
    // The differences are those to the current version, so the proposed values replace it also where both changed.
    const rebased = copy !== null && copy.conflicts.length > 0 ? Object.entries(copy.inputs) : []
    for (const [language, body] of rebased)
      before.push({ id: `copy-${language}`, method: 'PUT', path: `${path}/working-copy?rebase=true&i18n_language=${language}`, body })
    if (date !== undefined) before.push({ id: 'date', method: 'PATCH', path, body: { date } })
  }
  // Only the first write finds the version that was read.
  const own: BatchOperation[] = [
    ...before,
    { id: 'review', method: 'POST', path: `${path}/review`, body: { decision, ...(note && { note }) } },
  ].map((each, index) => (index === 0 ? { ...each, headers } : each)) as BatchOperation[]
  const links = decision === 'publish' ? hidden : []
  return [
    ...links.map(
      ({ collection, id }): BatchOperation => ({
        id: `${collection}-${id}`,
        method: 'PATCH',
        path: `/${collection}/${id}`,
        body: { status: 'publish' },
      }),
    ),
    ...own,
  ]
}
