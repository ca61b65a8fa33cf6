// Adds the first administrator of an empty calendar, with the link that the server printed when it started.
import { useState } from 'react'
import { useClient, useText } from '../lib/language.tsx'
import { useLinkToken } from '../lib/link-token.ts'
import { useSubmission } from '../lib/submission.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { SubmissionForm } from '../ui/submission-form.tsx'
import { useCompletion } from './after-sign-in.ts'
import { NewPasswordField } from './choose-password.tsx'
import { OutsidePage } from './outside-page.tsx'

const FIELDS = ['login', 'name', 'email', 'password'] as const

export function FirstAdministrator() {
  const t = useText()
  const client = useClient()
  const token = useLinkToken()
  const complete = useCompletion()
  const [values, setValues] = useState({ login: '', name: '', email: '', password: '' })
  const set = (name: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  const submission = useSubmission(async () => {
    const { login, name, email, password } = values
    const result = await client.passwords.addFirstAdministrator({ token, login, password, ...(name && { name }), ...(email && { email }) })
    complete(result)
  }, FIELDS)
  return (
    <OutsidePage
      title={t('Make it yours')}
      lead={t('Nobody looks after this calendar yet. Create the first administrator. You can invite others in a minute.')}
    >
      {token === '' && (
        <Note kind="warning">
          {t(
            'This address is not complete. Open the whole link that the server printed when it started, or restart the server to get a new one.',
          )}
        </Note>
      )}
      <SubmissionForm submission={submission}>
        <div className="two-columns">
          <TextField
            name="name"
            label={t('Your name')}
            size="large"
            value={values.name}
            onChange={set('name')}
            autoComplete="name"
            autoFocus
          />
          <TextField
            name="login"
            label={t('Login')}
            size="large"
            value={values.login}
            onChange={set('login')}
            autoComplete="username"
            isRequired
          />
        </div>
        <TextField
          name="email"
          type="email"
          label={t('Email address')}
          remark={t('for a forgotten password')}
          size="large"
          value={values.email}
          onChange={set('email')}
          autoComplete="email"
        />
        <NewPasswordField value={values.password} onChange={set('password')} />
        <Button type="submit" variant="primary" size="large" isBlock isPending={submission.isPending} isDisabled={token === ''}>
          {t('Create the administrator')}
        </Button>
      </SubmissionForm>
    </OutsidePage>
  )
}
