// The reading pane of something that was decided: who decided what, the notes, and a button that undoes the decision.
import { Link } from '@tanstack/react-router'
import type { QueuedReview } from '@kalends/client'
import { RECORD_TARGETS } from '../../lib/destinations.ts'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { historyPath, pathOf } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useLibraryChange } from '../library/use-library-change.ts'
import { NoteThread } from './note-thread.tsx'
import { DecisionBadge } from './review-list.tsx'
import { ReviewBar, SubmissionTitle, type ReviewPaneProps } from './review-pane.tsx'
import { useReviewNotes } from './review-queries.ts'

type DecidedPaneProps = Pick<ReviewPaneProps, 'item' | 'onPrevious' | 'onNext' | 'onDone'>
export function DecidedPane({ item, onPrevious, onNext, onDone }: DecidedPaneProps) {
  const t = useText()
  const query = useReviewNotes(item)
  const { kind, id, is_copy, change_id } = item
  return (
    <>
      <ReviewBar onPrevious={onPrevious} onNext={onNext}>
        <DecidedLine item={item} />
      </ReviewBar>
      <div className="version-content review-content">
        <SubmissionTitle item={item} />
        <p className="row">
          <DecisionBadge item={item} />
          <span className="small faint">{is_copy ? t('Changes of a published version') : t('A new entry')}</span>
        </p>
        <QueryState query={query}>{({ notes }) => <NoteThread notes={notes} />}</QueryState>
        <p className="row">
          <Link className="button small" to={pathOf(RECORD_TARGETS[kind](id).path)}>
            {{ event: t('Open the event'), venue: t('Open the venue'), organizer: t('Open the organizer') }[kind]}
          </Link>
          {kind === 'event' && (
            <Link className="button small" to={historyPath(id)}>
              {t('History')}
            </Link>
          )}
          {change_id !== null && <UndoButton item={item} changeId={change_id} onDone={onDone} />}
        </p>
      </div>
    </>
  )
}

function DecidedLine({ item: { decision, decided_by, at_utc } }: Pick<DecidedPaneProps, 'item'>) {
  const t = useText()
  const { moment } = useFormats()
  const values = { name: decided_by?.name || t('Somebody'), time: moment(at_utc) }
  return (
    <p className="grow small soft">
      {decision === 'return' ? t('{name} returned this, {time}', values) : t('{name} published this, {time}', values)}
    </p>
  )
}

interface UndoButtonProps {
  readonly item: QueuedReview
  readonly changeId: string
  readonly onDone: () => void
}
function UndoButton({ item: { title }, changeId, onDone }: UndoButtonProps) {
  const t = useText()
  const client = useClient()
  const { isPending, run } = useLibraryChange()
  const undo = async (): Promise<void> => {
    if (await run(() => client.undo(changeId), t('The decision about “{title}” is undone.', { title }))) onDone()
  }
  return (
    <Button name="undo" size="small" icon="undo" isPending={isPending} onPress={() => void undo()}>
      {t('Undo the decision')}
    </Button>
  )
}
