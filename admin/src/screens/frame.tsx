// The frame of screens for people who are signed in: the navigation, and the place of the screen.
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient, useText } from '../lib/language.tsx'
import { isSignedOut, useForgetEverything, useMe } from '../lib/me.ts'
import { pageSettings } from '../lib/page-settings.ts'
import { messageOf } from '../lib/submission.ts'
import { Button } from '../ui/button.tsx'
import { LanguageMenu } from '../ui/language-menu.tsx'
import { Note } from '../ui/note.tsx'
import iconUrl from '../icon.svg'
import { FrameTools } from './frame-tools.tsx'
import { Navigation } from './navigation.tsx'

export function Frame() {
  const t = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data: me, error, refetch } = useMe()
  const mustSignIn = me !== undefined && isSignedOut(me)
  useEffect(() => {
    // The address changes before this screen disappears.
    if (mustSignIn && pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { return: pathname }, replace: true })
  }, [mustSignIn, navigate, pathname])
  if (error)
    return (
      <main className="empty">
        <Note kind="problem">{messageOf(error, t)}</Note>
        <Button onPress={() => void refetch()}>{t('Try again')}</Button>
      </main>
    )
  if (me === undefined || mustSignIn) return null
  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        {t('Skip to the content')}
      </a>
      <header className="sidebar">
        <p className="brand">
          <img src={iconUrl} alt="" width="32" height="32" />
          <span>
            <b>Kalends</b>
            {pageSettings.name && <span className="faint">{pageSettings.name}</span>}
          </span>
        </p>
        <FrameTools me={me} />
        <Navigation me={me} />
        <div className="bottom">
          <LanguageMenu />
          {pageSettings.authentication ? (
            <SignOutButton login={me.login ?? ''} />
          ) : (
            <p className="faint small">{t('Without authentication')}</p>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function SignOutButton({ login }: { readonly login: string }) {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const forget = useForgetEverything()
  const signOut = async (): Promise<void> => {
    const { provider_sign_out_url: url } = await client.sessions.signOut()
    forget()
    if (url !== null) location.assign(url)
    else await navigate({ to: '/sign-in' })
  }
  return (
    <Button variant="ghost" size="small" onPress={() => void signOut()}>
      {t('Sign out {login}', { login })}
    </Button>
  )
}
