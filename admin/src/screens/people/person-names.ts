// The names of roles and states, and what a role allows.
import type { UserRole, UserStatus } from '@kalends/client'
import { useText } from '../../lib/language.tsx'

export function useRoleNames(): Readonly<Record<UserRole, string>> {
  const t = useText()
  return {
    administrator: t('Administrator'),
    editor: t('Editor'),
    author: t('Author'),
    contributor: t('Contributor'),
    subscriber: t('Reader'),
  }
}
export function useRoleHints(): Readonly<Record<UserRole, string>> {
  const t = useText()
  return {
    administrator: t('Can do everything, and looks after people and settings.'),
    editor: t('Writes, changes and publishes everything.'),
    author: t('Writes and publishes events, and changes only these.'),
    contributor: t('Writes events that an editor reviews before they are published.'),
    subscriber: t('Signs in and reads, and changes nothing.'),
  }
}
export function useUserStatusNames(): Readonly<Record<UserStatus, string>> {
  const t = useText()
  return { active: t('Active'), invited: t('Invited'), disabled: t('Disabled') }
}
