// Invites a person.
import type { InvitedUser } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { TextField } from '../../ui/fields.tsx'
import { SubmissionDialog } from '../../ui/submission-dialog.tsx'
import { useReloadPeople, useSendsMail } from './people-queries.ts'
import { PersonFields, type PersonValues } from './person-fields.tsx'

const FIELDS = ['login', 'name', 'email', 'role', 'language'] as const
const EMPTY: PersonValues = { name: '', email: '', role: 'author', language: '' }

interface InviteDialogProps {
  readonly onClose: () => void
  readonly onInvited: (user: InvitedUser) => void
}
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const t = useText()
  const client = useClient()
  const reload = useReloadPeople()
  const sendsMail = useSendsMail()
  const [login, setLogin] = useState('')
  const [values, setValues] = useState(EMPTY)
  const submission = useSubmission(async () => {
    const { name, email, role, language } = values
    const user = await client.users.create({ login, role, ...(name && { name }), ...(email && { email }), ...(language && { language }) })
    onInvited(user)
    await reload()
  }, FIELDS)
  return (
    <SubmissionDialog title={t('Invite a person')} submission={submission} action={t('Invite')} onClose={onClose}>
      <TextField
        name="login"
        label={t('Login')}
        hint={t('The name to sign in with. It cannot be changed later.')}
        value={login}
        onChange={setLogin}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <PersonFields values={values} onChange={setValues} emailHint={sendsMail ? t('The invitation is sent to this address.') : undefined} />
    </SubmissionDialog>
  )
}
