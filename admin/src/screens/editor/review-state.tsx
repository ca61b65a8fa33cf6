// The state of the review above the form: changes that wait, a note with which the event was returned, and the way to the decision.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EventDetail, Me, ReviewNote } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { TextArea } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { EVENTS_KEY } from '../events/event-queries.ts'
import type { LoadedEvent, Proposal } from './load.ts'

/** Editors, and the author of the event, read the notes of its review. */
export function useReviewNotes(id: number, isEnabled: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: [...EVENTS_KEY, 'review-notes', id],
    queryFn: ({ signal }) => client.reviewNotes('events', id, { signal }),
    enabled: isEnabled,
  })
}

interface ReviewStateProps {
  readonly loaded: LoadedEvent
  readonly me: Me
  readonly note: string
  readonly onNote: (note: string) => void
}
export function ReviewState({ loaded: { record, proposal }, me, note, onNote }: ReviewStateProps) {
  const { data } = useReviewNotes(record.id, pageSettings.authentication)
  const latest = data?.notes.findLast(({ decision }) => decision !== null)
  const isWaiting = record.status === 'pending' || (latest?.decision === 'submit' && record.status !== 'draft')
  const isReturned = latest?.decision === 'return' && (record.status === 'draft' || proposal?.copy?.state === 'draft')
  return (
    <>
      {isReturned && <ReturnedNote note={latest} />}
      {proposal && <ProposalNote {...{ proposal, note, onNote }} />}
      {me.may.edit_others && isWaiting && <WaitingNote record={record} />}
    </>
  )
}

function ReturnedNote({ note: { author, note, created_utc } }: { readonly note: ReviewNote }) {
  const t = useText()
  const { moment } = useFormats()
  return (
    <Note kind="warning">
      <p>
        <b>{t('{name} returned this with a note', { name: author?.name || t('Somebody') })}</b>{' '}
        <span className="faint small">{moment(created_utc)}</span>
      </p>
      <p className="review-note" dir="auto">
        {note}
      </p>
    </Note>
  )
}

interface ProposalNoteProps {
  readonly proposal: Proposal
  readonly note: string
  readonly onNote: (note: string) => void
}
/** A copy that waits is not sent again, so it has no new note. */
function ProposalNote({ proposal: { copy }, note, onNote }: ProposalNoteProps) {
  const t = useText()
  const isSent = copy?.state === 'pending'
  return (
    <Note kind="information">
      <div className="stack">
        <p>
          {isSent
            ? t('Your changes wait for review. You can still edit them. Visitors see the published version until then.')
            : copy === null
              ? t('This event is published. Your changes go to the editors first, and visitors see the published version until then.')
              : t('Your changes are saved, but not sent yet. Send them when they are ready.')}
        </p>
        {!isSent && (
          <TextArea name="note" label={t('Note to the editors')} remark={t('optional')} rows={2} value={note} onChange={onNote} />
        )}
      </div>
    </Note>
  )
}

function WaitingNote({ record: { id, status } }: { readonly record: EventDetail }) {
  const t = useText()
  return (
    <Note kind="information">
      <p>
        {status === 'pending' ? t('This event waits for review.') : t('Changes of this event wait for review.')}{' '}
        <Link className="link" to="/review" search={{ item: `event-${id}` }}>
          {t('Look and decide')}
        </Link>
      </p>
    </Note>
  )
}
