// The events of the security log in words.
import { useMemo } from 'react'
import { useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'

const actionNames = (t: Translate): Readonly<Record<string, string>> => ({
  'signed in': t('Signed in'),
  'signed out': t('Signed out'),
  'sign-in failed': t('Sign-in failed'),
  'sign-ins refused': t('Too many failed sign-ins'),
  'login failed': t('Wrong token or password of a program'),
  'logins refused': t('Too many wrong tokens or passwords of programs'),
  'guesses refused': t('Too many guesses of the password of a record'),
  'sessions ended': t('Signed out on other devices'),
  'password changed': t('Password changed'),
  'password reset requested': t('Link for a new password requested'),
  'email address changed': t('Email address changed'),
  'second factor added': t('Second factor turned on'),
  'second factor removed': t('Second factor turned off'),
  'recovery codes replaced': t('Recovery codes replaced'),
  'passkey added': t('Passkey added'),
  'passkey removed': t('Passkey removed'),
  'user added': t('Person added'),
  'user invited': t('Person invited'),
  'invitation accepted': t('Invitation accepted'),
  'user changed': t('Person changed'),
  'role changed': t('Role changed'),
  'role kept': t('Role of the last administrator kept'),
  'user disabled': t('Person disabled'),
  'user enabled': t('Person enabled'),
  'user removed': t('Person deleted'),
  'identity linked': t('Single sign-on linked'),
  'token added': t('Token created'),
  'token revoked': t('Token revoked'),
  'webhook switched off': t('Webhook switched off'),
  'proxy not trusted': t('Request through an unknown proxy'),
})
/** The name of an event that a later version of the server adds is its English one. */
export function useSecurityActions(): { readonly names: Readonly<Record<string, string>>; readonly nameOf: (action: string) => string } {
  const t = useText()
  return useMemo(() => {
    const names = actionNames(t)
    return { names, nameOf: (action) => names[action] ?? action }
  }, [t])
}
