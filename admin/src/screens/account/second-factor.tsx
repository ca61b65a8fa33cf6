// Turns the second factor of the person on and off.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmissionForm } from '../../ui/submission-form.tsx'
import { Section } from './section.tsx'

type Step =
  | { readonly name: 'start' }
  | { readonly name: 'confirm'; readonly secret: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] }

export function SecondFactorSection({ userId }: { readonly userId: number }) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'start' })
  const query = useQuery({ queryKey: ['users', userId], queryFn: ({ signal }) => client.users.get(userId, { signal }) })
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['users', userId] })
  return (
    <Section title={t('Second factor')} lead={t('Sign-ins with your password also need a code of an authenticator app.')}>
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => setStep({ name: 'start' })} />}
      {step.name === 'confirm' && (
        <ConfirmForm
          secret={step.secret}
          onConfirmed={(codes) => {
            setStep({ name: 'codes', codes })
            void refresh()
          }}
        />
      )}
      {step.name === 'start' && (
        <QueryState query={query}>
          {({ second_factor: isOn }) =>
            isOn ? (
              <WithPassword
                button={t('Turn off the second factor')}
                send={async (password) => {
                  await client.passwords.removeSecondFactor(password)
                  await refresh()
                }}
              />
            ) : (
              <WithPassword
                button={t('Set up a second factor')}
                send={async (password) => {
                  const { secret } = await client.passwords.startSecondFactor(password)
                  setStep({ name: 'confirm', secret })
                }}
              />
            )
          }
        </QueryState>
      )}
    </Section>
  )
}

interface WithPasswordProps {
  readonly button: string
  readonly send: (currentPassword: string) => Promise<void>
}
const PASSWORD_FIELDS = ['current_password'] as const
function WithPassword({ button, send }: WithPasswordProps) {
  const t = useText()
  const [password, setPassword] = useState('')
  const submission = useSubmission(async () => {
    await send(password)
    setPassword('')
  }, PASSWORD_FIELDS)
  return (
    <SubmissionForm submission={submission}>
      <PasswordField
        name="current_password"
        label={t('Current password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
      />
      <div className="row">
        <Button type="submit" isPending={submission.isPending}>
          {button}
        </Button>
      </div>
    </SubmissionForm>
  )
}

interface ConfirmFormProps {
  readonly secret: string
  readonly onConfirmed: (codes: readonly string[]) => void
}
const CODE_FIELDS = ['code'] as const
function ConfirmForm({ secret, onConfirmed }: ConfirmFormProps) {
  const t = useText()
  const client = useClient()
  const [code, setCode] = useState('')
  const submission = useSubmission(
    async () => onConfirmed((await client.passwords.confirmSecondFactor(code.replaceAll(/\s/g, ''))).recovery_codes),
    CODE_FIELDS,
  )
  return (
    <SubmissionForm submission={submission}>
      <p>{t('Enter this key in your authenticator app:')}</p>
      <p className="mono secret" dir="ltr">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <TextField
        name="code"
        label={t('Code')}
        hint={t('The six digits that the app shows now.')}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        autoFocus
        isRequired
      />
      <div className="row">
        <Button type="submit" variant="primary" isPending={submission.isPending}>
          {t('Turn on the second factor')}
        </Button>
      </div>
    </SubmissionForm>
  )
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const t = useText()
  return (
    <div className="stack">
      <Note kind="good">
        {t('The second factor is on. Keep these recovery codes in a safe place. Each works once, if you lose your phone.')}
      </Note>
      <ul className="recovery-codes mono" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button variant="primary" onPress={onDone}>
          {t('I have kept them')}
        </Button>
      </div>
    </div>
  )
}
