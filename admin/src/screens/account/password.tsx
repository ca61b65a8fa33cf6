// Changes the password of the person.
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SubmissionForm } from '../../ui/submission-form.tsx'
import { Section } from './section.tsx'

const FIELDS = ['current_password', 'password'] as const
const EMPTY = { current_password: '', password: '' }

export function PasswordSection() {
  const t = useText()
  const client = useClient()
  const [values, setValues] = useState(EMPTY)
  const submission = useSubmission(async () => {
    await client.passwords.change(values)
    setValues(EMPTY)
    showToast({ text: t('Your password is changed. You are signed out on all other devices.') })
  }, FIELDS)
  return (
    <Section title={t('Password')}>
      <SubmissionForm submission={submission}>
        <div className="two-columns">
          <PasswordField
            name="current_password"
            label={t('Current password')}
            value={values.current_password}
            onChange={(value) => setValues({ ...values, current_password: value })}
            autoComplete="current-password"
            isRequired
          />
          <PasswordField
            name="password"
            label={t('New password')}
            value={values.password}
            onChange={(value) => setValues({ ...values, password: value })}
            autoComplete="new-password"
            minLength={12}
            isRequired
          />
        </div>
        <div className="row">
          <Button type="submit" isPending={submission.isPending}>
            {t('Change the password')}
          </Button>
        </div>
      </SubmissionForm>
    </Section>
  )
}
