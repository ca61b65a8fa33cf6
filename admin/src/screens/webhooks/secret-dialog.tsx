// The secret of a webhook, which the calendar shows once.
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface SecretDialogProps {
  readonly secret: string
  /** Whether it replaces another secret. */
  readonly isNew: boolean
  readonly onClose: () => void
}
export function SecretDialog({ secret, isNew, onClose }: SecretDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={t('Secret of the webhook')}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('I have kept it')}
        </Button>
      }
    >
      <p>{t('With this secret, the receiver checks that messages come from your calendar. Copy it now: it is not shown again.')}</p>
      <CopyText text={secret} label={t('Copy the secret')} />
      {isNew && <p className="hint">{t('The previous secret also works for 24 hours, so that you can replace it in the receiver.')}</p>}
    </Dialog>
  )
}
