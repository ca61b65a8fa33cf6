// The second step of a sign-in: a code of the authenticator app, or a recovery code.
import { useState } from 'react'
import { useClient, useText } from '../lib/language.tsx'
import { useSubmission } from '../lib/submission.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { SubmissionForm } from '../ui/submission-form.tsx'
import { useEnter } from './after-sign-in.ts'

const FIELDS = ['code'] as const

export function SecondFactorForm({ token, wanted }: { readonly token: string; readonly wanted?: string | undefined }) {
  const t = useText()
  const client = useClient()
  const enter = useEnter()
  const [code, setCode] = useState('')
  const submission = useSubmission(async () => {
    await client.sessions.completeSignIn({ token, code: code.replaceAll(/\s/g, '') })
    enter(wanted)
  }, FIELDS)
  return (
    <SubmissionForm submission={submission}>
      <TextField
        name="code"
        label={t('Code')}
        hint={t('The six digits that your authenticator app shows, or a recovery code.')}
        size="large"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        autoFocus
        isRequired
      />
      <Button type="submit" variant="primary" size="large" isBlock isPending={submission.isPending}>
        {t('Sign in')}
      </Button>
    </SubmissionForm>
  )
}
