// The reading pane: who sent what, the differences to the version that visitors see, and the decision.
import { Link } from '@tanstack/react-router'
import type { Me, QueuedReview } from '@kalends/client'
import type { ReactNode } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { eventPath } from '../../lib/paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Differences } from '../history/differences.tsx'
import { historyLabel } from '../history/field-labels.ts'
import { DecisionForm } from './decision-form.tsx'
import { NoteThread } from './note-thread.tsx'
import { useSubmission } from './review-queries.ts'
import type { Submission } from './submission.ts'

/** The heading gets the focus when a submission is chosen. */
export const REVIEW_HEADING = 'submission-title'

export interface ReviewPaneProps {
  readonly item: QueuedReview
  readonly me: Me
  readonly isReturned: boolean
  readonly note: string
  readonly onNote: (note: string) => void
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  /** Runs after a decision. */
  readonly onDone: () => void
}
export function ReviewPane(props: ReviewPaneProps) {
  const { item, onPrevious, onNext } = props
  const query = useSubmission(item)
  return (
    <>
      <ReviewBar onPrevious={onPrevious} onNext={onNext}>
        <SentLine {...props} />
      </ReviewBar>
      <div className="version-content review-content">
        <SubmissionTitle item={item} />
        <QueryState query={query}>{(submission) => <LoadedSubmission {...props} submission={submission} />}</QueryState>
      </div>
    </>
  )
}

type ReviewBarProps = Pick<ReviewPaneProps, 'onPrevious' | 'onNext'> & { readonly children: ReactNode }
export function ReviewBar({ onPrevious, onNext, children }: ReviewBarProps) {
  const t = useText()
  return (
    <header className="version-bar">
      {children}
      <IconButton label={t('Previous submission')} icon="chevron-left" isDisabled={!onPrevious} onPress={() => onPrevious?.()} />
      <IconButton label={t('Next submission')} icon="chevron-right" isDisabled={!onNext} onPress={() => onNext?.()} />
    </header>
  )
}
export function SubmissionTitle({ item: { title, language } }: Pick<ReviewPaneProps, 'item'>) {
  const t = useText()
  return (
    <h2 id={REVIEW_HEADING} tabIndex={-1}>
      <bdi lang={language}>{title || t('Event without a title')}</bdi>
    </h2>
  )
}

function SentLine({ item: { author, sender, is_copy, at_utc }, isReturned }: Pick<ReviewPaneProps, 'item' | 'isReturned'>) {
  const t = useText()
  const { moment } = useFormats()
  const values = { name: sender?.name || author?.name || t('Somebody'), time: moment(at_utc) }
  return (
    <p className="grow small soft">
      {isReturned
        ? t('Returned to {name}, {time}', values)
        : is_copy
          ? t('{name} sent changes, {time}', values)
          : t('{name} sent this, {time}', values)}
    </p>
  )
}

function LoadedSubmission({ submission, ...props }: ReviewPaneProps & { readonly submission: Submission }) {
  const t = useText()
  const { item, me, isReturned } = props
  const { copy, changes, names, notes } = submission
  return (
    <>
      <p className="row">
        {item.is_copy ? <span className="badge good">{t('Published')}</span> : <span className="badge waiting">{t('New')}</span>}
        <span className="small faint">{item.is_copy ? t('compared with the version that visitors see now') : t('Not published yet')}</span>
      </p>
      {item.sender && <SenderLine sender={item.sender} />}
      <NoteThread notes={notes} />
      {copy?.preview === null && (
        <Note kind="problem">{t('These changes no longer fit the event. Return them, so that their author can repair them.')}</Note>
      )}
      {copy && copy.conflicts.length > 0 && <ConflictsNote fields={copy.conflicts} />}
      {changes.length > 0 ? <Differences changes={changes} names={names} /> : <p className="soft">{t('Nothing is different.')}</p>}
      <HiddenLinks submission={submission} />
      {item.kind === 'event' && (
        <p>
          <Link className="link" to={eventPath(item.id)}>
            {me.may.edit_others ? t('Correct it yourself') : t('Open the event')}
          </Link>
        </p>
      )}
      {me.may.edit_others && !isReturned && <DecisionForm {...props} submission={submission} />}
    </>
  )
}

/** Editors can write to somebody who has no account. */
function SenderLine({ sender: { name, email } }: { readonly sender: NonNullable<QueuedReview['sender']> }) {
  const t = useText()
  return (
    <p className="review-check small">
      <Icon name="info" small />
      <span>
        {t('Sent with the public form. Only editors see the sender:')} <bdi>{name}</bdi>,{' '}
        <a className="link" href={`mailto:${encodeURIComponent(email)}`}>
          <bdi>{email}</bdi>
        </a>
      </span>
    </p>
  )
}

/** Values that the published version and the working copy both changed. */
function ConflictsNote({ fields }: { readonly fields: readonly string[] }) {
  const t = useText()
  const { list } = useFormats()
  return (
    <Note kind="warning">
      {t('The published version was changed meanwhile, too: {fields}. If you publish, the values below replace it.', {
        fields: list(fields.map((field) => historyLabel(field, t))),
      })}
    </Note>
  )
}

/** Venues and organizers that only the author and editors see would be missing in the published event. */
function HiddenLinks({ submission: { hidden } }: { readonly submission: Submission }) {
  const t = useText()
  const { list } = useFormats()
  if (hidden.length === 0) return null
  return (
    <p className="review-check small">
      <Icon name="info" small />
      <span>{t('Not published yet, and published together with this: {names}', { names: list(hidden.map(({ name }) => name)) })}</span>
    </p>
  )
}
