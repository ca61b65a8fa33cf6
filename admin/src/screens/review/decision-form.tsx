// The decision on a submission: a note to its author, and the buttons that return, schedule and publish it.
import { useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { useShortcut } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import type { ReviewPaneProps } from './review-pane.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { Submission } from './submission.ts'
import { useDecision } from './use-decision.ts'

type DecisionFormProps = Pick<ReviewPaneProps, 'item' | 'note' | 'onNote' | 'onDone'> & { readonly submission: Submission }
export function DecisionForm({ item, submission, note, onNote, onDone }: DecisionFormProps) {
  const t = useText()
  const { pending, error, decide } = useDecision(item, submission, onDone)
  const [isScheduling, setScheduling] = useState(false)
  const [isNoteMissing, setNoteMissing] = useState(false)
  const isApplicable = submission.copy?.preview !== null
  const approve = (): void => {
    if (isApplicable) decide('publish', { note: note.trim() })
  }
  const giveBack = (): void => {
    if (note.trim() !== '') return decide('return', { note: note.trim() })
    setNoteMissing(true)
    document.querySelector<HTMLElement>('textarea[name=review_note]')?.focus()
  }
  useShortcut('a', approve)
  useShortcut('r', giveBack)
  return (
    <section className="decision" aria-label={t('Decision')}>
      {error !== null && <Note kind="problem">{error}</Note>}
      <TextArea
        name="review_note"
        label={t('Note to the author')}
        remark={t('needed only to return it')}
        rows={2}
        value={note}
        onChange={onNote}
        errorMessage={isNoteMissing && note.trim() === '' ? t('Write what should be changed.') : undefined}
      />
      <div className="row decision-buttons">
        <Button name="return" icon="undo" isPending={pending === 'return'} onPress={giveBack}>
          {t('Return with note')}
          <kbd aria-hidden="true">R</kbd>
        </Button>
        {item.kind === 'event' && !item.is_copy && (
          <Button name="schedule" icon="clock" isPending={pending === 'schedule'} onPress={() => setScheduling(true)}>
            {t('Schedule')}
          </Button>
        )}
        <Button
          name="publish"
          variant="primary"
          icon="check"
          isPending={pending === 'publish'}
          isDisabled={!isApplicable}
          onPress={approve}
        >
          {t('Approve and publish')}
          <kbd aria-hidden="true">A</kbd>
        </Button>
      </div>
      <ScheduleDialog
        isOpen={isScheduling}
        onClose={() => setScheduling(false)}
        onSchedule={(date) => {
          setScheduling(false)
          decide('schedule', { note: note.trim(), date })
        }}
      />
    </section>
  )
}
