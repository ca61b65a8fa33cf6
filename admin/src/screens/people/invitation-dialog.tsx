// The link of an invitation, which the calendar shows once.
import type { InvitedUser } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nameOfUser, useSendsMail } from './people-queries.ts'

interface InvitationDialogProps {
  readonly user: InvitedUser
  readonly onClose: () => void
}
export function InvitationDialog({ user, onClose }: InvitationDialogProps) {
  const t = useText()
  const { moment } = useFormats()
  const isMailed = useSendsMail() === true && user.email !== null
  const { invitation } = user
  return (
    <Dialog
      title={t('{name} is invited', { name: nameOfUser(user) })}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <p>
        {isMailed
          ? t('The link is on its way to {email}. You can also pass it on yourself.', { email: user.email ?? '' })
          : t('No mail is sent. Copy the link and pass it on: it is not shown again.')}
      </p>
      {invitation && (
        <>
          <CopyText text={invitation.url} label={t('Copy the link')} />
          <p className="hint">{t('It works once, until {time}.', { time: moment(invitation.expires_utc) })}</p>
        </>
      )}
    </Dialog>
  )
}
