// The account of the person: password, second factor, passkeys, sessions and tokens.
import { useText } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { pageSettings } from '../lib/page-settings.ts'
import { Note } from '../ui/note.tsx'
import { PasskeysSection } from './account/passkeys.tsx'
import { PasswordSection } from './account/password.tsx'
import { SecondFactorSection } from './account/second-factor.tsx'
import { SessionsSection } from './account/sessions.tsx'
import { TokensSection } from './account/tokens.tsx'
import { useTitle } from './outside-page.tsx'

export function Account() {
  const t = useText()
  const { data: me } = useMe()
  useTitle(t('Your account'))
  return (
    <div className="page narrow">
      <header>
        <h1>{t('Your account')}</h1>
      </header>
      {pageSettings.authentication && me?.id ? (
        <>
          <PasswordSection />
          <SecondFactorSection userId={me.id} />
          <PasskeysSection />
          <SessionsSection />
          <TokensSection />
        </>
      ) : (
        <Note kind="information">{t('The server runs without authentication, so nobody has an account here.')}</Note>
      )}
    </div>
  )
}
