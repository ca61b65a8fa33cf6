// Confirms an email address with the link that was mailed to it. A button starts it, because mail programs open links by themselves.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient, useText } from '../lib/language.tsx'
import { useLinkToken } from '../lib/link-token.ts'
import { useSubmission } from '../lib/submission.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { OutsidePage } from './outside-page.tsx'

export function ConfirmEmail() {
  const t = useText()
  const client = useClient()
  const token = useLinkToken()
  const [isConfirmed, setConfirmed] = useState(false)
  const { isPending, error, submit } = useSubmission(async () => {
    await client.passwords.confirmEmail(token)
    setConfirmed(true)
  }, [])
  return (
    <OutsidePage title={t('Confirm your email address')}>
      {error && <Note kind="problem">{error}</Note>}
      {isConfirmed ? (
        <>
          <Note kind="good">{t('The new email address is confirmed.')}</Note>
          <Link to="/" className="link">
            {t('Continue to the calendar')}
          </Link>
        </>
      ) : (
        <Button variant="primary" size="large" isBlock isPending={isPending} onPress={submit}>
          {t('Confirm the address')}
        </Button>
      )}
    </OutsidePage>
  )
}
