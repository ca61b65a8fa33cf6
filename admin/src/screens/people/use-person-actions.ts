// The commands of a row that need no form: disable, enable, and a new link of an invitation.
import { useMutation } from '@tanstack/react-query'
import type { InvitedUser, User } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'
import { nameOfUser, useReloadPeople } from './people-queries.ts'

interface PersonActions {
  /** The message of the server about the last command, if it was refused. */
  readonly problem: string | null
  readonly setStatus: (user: User, status: 'active' | 'disabled') => void
  readonly inviteAgain: (user: User) => void
}
export function usePersonActions(onInvited: (user: InvitedUser) => void): PersonActions {
  const t = useText()
  const client = useClient()
  const reload = useReloadPeople()
  const status = useMutation({
    mutationFn: ({ user, next }: { user: User; next: 'active' | 'disabled' }) => client.users.update(user.id, { status: next }),
    onSuccess: (user, { next }) => {
      const undo = (): void => status.mutate({ user, next: next === 'active' ? 'disabled' : 'active' })
      const name = nameOfUser(user)
      showToast({
        text:
          next === 'disabled' ? t('“{name}” is disabled and signed out everywhere.', { name }) : t('“{name}” can sign in again.', { name }),
        action: { label: t('Undo'), run: undo },
      })
    },
    onSettled: reload,
  })
  const invitation = useMutation({ mutationFn: (user: User) => client.users.invite(user.id), onSuccess: onInvited, onSettled: reload })
  const error = status.error ?? invitation.error
  return {
    problem: error && messageOf(error, t),
    setStatus: (user, next) => status.mutate({ user, next }),
    inviteAgain: (user) => invitation.mutate(user),
  }
}
