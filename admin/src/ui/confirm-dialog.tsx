// Asks before something leaves for good. Changes that can be undone are not asked about.
import { useState, type ReactNode } from 'react'
import { useText } from '../lib/language.tsx'
import { messageOf } from '../lib/submission.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly action: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}
export function ConfirmDialog({ title, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  const t = useText()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const confirm = (): void => {
    setPending(true)
    setError(null)
    onConfirm()
      .then(onClose)
      .catch((reason: unknown) => setError(messageOf(reason, t)))
      .finally(() => setPending(false))
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" icon="trash" isPending={isPending} onPress={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {error && <Note kind="problem">{error}</Note>}
      {children}
    </Dialog>
  )
}
