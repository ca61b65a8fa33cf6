// Signs a person in: with a password, a passkey or single sign-on.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useClient, useText } from '../lib/language.tsx'
import { pageSettings } from '../lib/page-settings.ts'
import { useSubmission } from '../lib/submission.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { SubmissionForm } from '../ui/submission-form.tsx'
import { useCompletion, useEnter } from './after-sign-in.ts'
import { LoginField } from './login-field.tsx'
import { OutsidePage } from './outside-page.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const t = useText()
  const client = useClient()
  const { error, return: wanted } = route.useSearch()
  const [token, setToken] = useState<string | null>(null)
  const { data } = useQuery({ queryKey: ['sign-in-methods'], queryFn: ({ signal }) => client.sessions.methods({ signal }) })
  const methods = data?.methods ?? []
  if (token !== null)
    return (
      <OutsidePage title={t('One more step')} lead={t('Your account is protected by a second factor.')}>
        <SecondFactorForm token={token} wanted={wanted} />
      </OutsidePage>
    )
  const lead = pageSettings.name ? t('Sign in to {calendar}.', { calendar: pageSettings.name }) : t('Sign in to the calendar.')
  return (
    <OutsidePage title={t('Welcome back')} lead={lead}>
      {error && <Note kind="problem">{describeProviderError(error, t)}</Note>}
      {methods.includes('oidc') && <ProviderButton wanted={wanted} />}
      {methods.includes('passkey') && browserSupportsWebAuthn() && <PasskeyButton wanted={wanted} />}
      {methods.includes('password') && (
        <>
          {methods.length > 1 && <p className="divider">{t('or')}</p>}
          <PasswordForm wanted={wanted} onSecondFactor={setToken} />
        </>
      )}
    </OutsidePage>
  )
}

/** Codes that the server adds to the address after a sign-in at the OpenID Connect provider has failed. */
function describeProviderError(code: string, t: ReturnType<typeof useText>): string {
  return code === 'rest_user_not_found'
    ? t('You have no account in this calendar. Ask an administrator to invite you.')
    : t('The sign-in did not succeed. Try again.')
}

interface WantedProps {
  readonly wanted: string | undefined
}
function ProviderButton({ wanted }: WantedProps) {
  const t = useText()
  const start = (): void => {
    const query = new URLSearchParams(wanted === undefined ? {} : { return: `${pageSettings.base}/admin${wanted}` })
    location.assign(`${pageSettings.base}/auth/oidc/start${query.size > 0 ? `?${query}` : ''}`)
  }
  return (
    <Button size="large" icon="building" isBlock onPress={start}>
      {t('Continue with single sign-on')}
    </Button>
  )
}

function PasskeyButton({ wanted }: WantedProps) {
  const t = useText()
  const client = useClient()
  const enter = useEnter()
  const { isPending, error, submit } = useSubmission(async () => {
    const { options } = await client.sessions.startPasskey()
    const credential = await startAuthentication({ optionsJSON: options as never }).catch(() => null)
    // The person closed the dialog of the browser, which has said so already.
    if (credential === null) return
    await client.sessions.signInWithPasskey(credential)
    enter(wanted)
  }, [])
  return (
    <>
      {error && <Note kind="problem">{error}</Note>}
      <Button size="large" icon="key" isBlock isPending={isPending} onPress={submit}>
        {t('Use a passkey')}
      </Button>
    </>
  )
}

const FIELDS = ['login', 'password'] as const
function PasswordForm({ wanted, onSecondFactor }: WantedProps & { readonly onSecondFactor: (token: string) => void }) {
  const t = useText()
  const client = useClient()
  const complete = useCompletion()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const submission = useSubmission(async () => {
    const token = complete(await client.sessions.signIn({ login, password }), wanted)
    if (token !== null) onSecondFactor(token)
  }, FIELDS)
  return (
    <SubmissionForm submission={submission}>
      <LoginField value={login} onChange={setLogin} />
      <PasswordField
        name="password"
        label={t('Password')}
        size="large"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
      />
      <p>
        <Link to="/forgotten-password" className="link small">
          {t('Forgotten your password?')}
        </Link>
      </p>
      <Button type="submit" variant="primary" size="large" isBlock isPending={submission.isPending}>
        {t('Sign in')}
      </Button>
    </SubmissionForm>
  )
}
