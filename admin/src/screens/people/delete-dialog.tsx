// Deletes a person for good. Another person takes over the events.
import type { User } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { useSubmission } from '../../lib/submission.ts'
import { Finder } from '../../ui/finder.tsx'
import { Note } from '../../ui/note.tsx'
import { SubmissionDialog } from '../../ui/submission-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { nameOfUser, useReloadPeople, USERS_KEY, useUserNames } from './people-queries.ts'

const NO_FIELDS: readonly string[] = []
const FOUND_MAX = 10

export function DeleteDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const reload = useReloadPeople()
  const { data: me } = useMe()
  const own = me?.id && me.id !== user.id ? me.id : null
  const [successor, setSuccessor] = useState<number | null>(own)
  const name = nameOfUser(user)
  const submission = useSubmission(async () => {
    await client.users.delete(user.id, successor === null ? {} : { reassign: successor })
    onClose()
    showToast({ text: t('“{name}” is deleted.', { name }) })
    await reload()
  }, NO_FIELDS)
  return (
    <SubmissionDialog
      title={t('Delete {name}?', { name })}
      submission={submission}
      action={t('Delete for good')}
      icon="trash"
      introduction={
        <Note kind="warning">
          {t(
            'Name, login, email address, tokens and devices are erased. This cannot be undone. To keep the person out for a while, disable the account instead.',
          )}
        </Note>
      }
      onClose={onClose}
    >
      <Successor user={user} successor={successor} onChange={setSuccessor} />
    </SubmissionDialog>
  )
}

interface SuccessorProps {
  readonly user: User
  readonly successor: number | null
  readonly onChange: (id: number) => void
}
function Successor({ user, successor, onChange }: SuccessorProps) {
  const t = useText()
  const client = useClient()
  const nameOf = useUserNames()
  const find = async (search: string, signal: AbortSignal) => {
    const { users } = await client.users.list({ ...(search && { search }), per_page: FOUND_MAX }, { signal })
    return users.map((each) => ({ id: String(each.id), label: nameOfUser(each), detail: each.login }))
  }
  return (
    <div className="stack">
      <p role="status">
        {successor === null
          ? t('Nobody takes over the events, venues and pictures of this person yet.')
          : t('{name} takes over the events, venues and pictures of this person.', { name: nameOf(successor) })}
      </p>
      <Finder
        label={t('Somebody else takes over')}
        name="successor"
        icon="people"
        placeholder={t('Find a person')}
        queryKey={[...USERS_KEY, 'find']}
        find={find}
        excluded={[String(user.id)]}
        onChoose={({ id }) => onChange(Number(id))}
      />
    </div>
  )
}
