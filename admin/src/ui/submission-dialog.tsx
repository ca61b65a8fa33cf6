// A dialog with a form: Cancel closes it, and the other button sends the form.
import { useId, type ReactNode } from 'react'
import { useText } from '../lib/language.tsx'
import type { Submission } from '../lib/submission.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { IconName } from './icon.tsx'
import { SubmissionForm } from './submission-form.tsx'

interface SubmissionDialogProps {
  readonly title: string
  readonly submission: Submission
  /** The button that sends the form. */
  readonly action: string
  readonly icon?: IconName
  /** Shown above the form and its errors. */
  readonly introduction?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}
export function SubmissionDialog({ title, submission, action, icon, introduction, onClose, children }: SubmissionDialogProps) {
  const t = useText()
  const form = useId()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" {...(icon && { icon })} isPending={submission.isPending}>
            {action}
          </Button>
        </>
      }
    >
      {introduction}
      <SubmissionForm id={form} submission={submission}>
        {children}
      </SubmissionForm>
    </Dialog>
  )
}
