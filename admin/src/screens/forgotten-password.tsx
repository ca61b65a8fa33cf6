// Requests a link to choose a new password.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient, useText } from '../lib/language.tsx'
import { useSubmission } from '../lib/submission.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { SubmissionForm } from '../ui/submission-form.tsx'
import { LoginField } from './login-field.tsx'
import { OutsidePage } from './outside-page.tsx'

const FIELDS = ['login'] as const

export function ForgottenPassword() {
  const t = useText()
  const client = useClient()
  const [login, setLogin] = useState('')
  const [isSent, setSent] = useState(false)
  const submission = useSubmission(async () => {
    await client.passwords.requestReset(login)
    setSent(true)
  }, FIELDS)
  return (
    <OutsidePage title={t('Forgotten your password?')} lead={t('We send you a link to choose a new one.')}>
      {isSent ? (
        <Note kind="good">{t('If this account has an email address, a link is on its way. It works for 30 minutes.')}</Note>
      ) : (
        <SubmissionForm submission={submission}>
          <LoginField value={login} onChange={setLogin} autoFocus />
          <Button type="submit" variant="primary" size="large" isBlock isPending={submission.isPending}>
            {t('Send the link')}
          </Button>
        </SubmissionForm>
      )}
      <p>
        <Link to="/sign-in" className="link small">
          {t('Back to sign-in')}
        </Link>
      </p>
    </OutsidePage>
  )
}
