// Chooses a password with a link: of an invitation, or of a password reset.
import { Link } from '@tanstack/react-router'
import type { SignInResult } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../lib/language.tsx'
import { useLinkToken } from '../lib/link-token.ts'
import { useSubmission } from '../lib/submission.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { SubmissionForm } from '../ui/submission-form.tsx'
import { useCompletion } from './after-sign-in.ts'
import { OutsidePage } from './outside-page.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export function AcceptInvitation() {
  const t = useText()
  const client = useClient()
  const token = useLinkToken()
  const [name, setName] = useState('')
  return (
    <ChoosePassword
      title={t('Welcome to the team')}
      lead={t('Choose a password to accept the invitation.')}
      button={t('Accept the invitation')}
      send={(password) => client.passwords.acceptInvitation({ token, password, ...(name.trim() && { name }) })}
    >
      <TextField name="name" label={t('Your name')} size="large" value={name} onChange={setName} autoComplete="name" autoFocus />
    </ChoosePassword>
  )
}

export function ResetPassword() {
  const t = useText()
  const client = useClient()
  const token = useLinkToken()
  return (
    <ChoosePassword
      title={t('Choose a new password')}
      lead={t('You are signed out on all other devices.')}
      button={t('Set the password')}
      send={(password) => client.passwords.reset({ token, password })}
    />
  )
}

interface ChoosePasswordProps {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly send: (password: string) => Promise<SignInResult>
  readonly children?: React.ReactNode
}
const FIELDS = ['name', 'password'] as const
function ChoosePassword({ title, lead, button, send, children }: ChoosePasswordProps) {
  const t = useText()
  const complete = useCompletion()
  const [password, setPassword] = useState('')
  const [secondStep, setSecondStep] = useState<string | null>(null)
  const submission = useSubmission(async () => setSecondStep(complete(await send(password))), FIELDS)
  if (secondStep !== null)
    return (
      <OutsidePage title={t('One more step')} lead={t('Your account is protected by a second factor.')}>
        <SecondFactorForm token={secondStep} />
      </OutsidePage>
    )
  return (
    <OutsidePage title={title} lead={lead}>
      <SubmissionForm
        submission={submission}
        remedy={
          <Link to="/forgotten-password" className="link">
            {t('Get a new link')}
          </Link>
        }
      >
        {children}
        <NewPasswordField value={password} onChange={setPassword} />
        <Button type="submit" variant="primary" size="large" isBlock isPending={submission.isPending}>
          {button}
        </Button>
      </SubmissionForm>
    </OutsidePage>
  )
}

interface NewPasswordFieldProps {
  readonly value: string
  readonly onChange: (password: string) => void
}
export function NewPasswordField({ value, onChange }: NewPasswordFieldProps) {
  const t = useText()
  return (
    <PasswordField
      name="password"
      label={t('Password')}
      hint={t('At least 12 characters. Long is better than complicated: four words that you remember will do.')}
      size="large"
      value={value}
      onChange={onChange}
      autoComplete="new-password"
      minLength={12}
      isRequired
    />
  )
}
