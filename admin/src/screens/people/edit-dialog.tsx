// Changes a person.
import type { User, UserChanges } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { Note } from '../../ui/note.tsx'
import { SubmissionDialog } from '../../ui/submission-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { nameOfUser, useReloadPeople } from './people-queries.ts'
import { PersonFields, type PersonValues } from './person-fields.tsx'

const FIELDS = ['name', 'email', 'role', 'language'] as const
const valuesOf = ({ name, email, role, language }: User): PersonValues => ({ name, email: email ?? '', role, language: language ?? '' })

/** Only values that differ are sent, so that a change of the role does not confirm an address again. */
function changesOf(user: User, values: PersonValues): UserChanges {
  const before = valuesOf(user)
  return {
    ...(values.name !== before.name && { name: values.name || null }),
    ...(values.email !== before.email && { email: values.email || null }),
    ...(values.language !== before.language && { language: values.language || null }),
    ...(values.role !== before.role && { role: values.role }),
  }
}

export function EditDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const reload = useReloadPeople()
  const [values, setValues] = useState(valuesOf(user))
  const submission = useSubmission(async () => {
    const changed = await client.users.update(user.id, changesOf(user, values))
    onClose()
    showToast({
      text: changed.pending_email
        ? t('Saved. {email} counts once it is confirmed.', { email: changed.pending_email })
        : t('“{name}” is saved.', { name: nameOfUser(changed) }),
    })
    await reload()
  }, FIELDS)
  return (
    <SubmissionDialog
      title={nameOfUser(user)}
      submission={submission}
      action={t('Save')}
      introduction={
        <p className="soft">
          {t('Login')}: <bdi>{user.login}</bdi>
        </p>
      }
      onClose={onClose}
    >
      <PersonFields
        values={values}
        onChange={setValues}
        emailHint={user.pending_email ? t('{email} is not confirmed yet.', { email: user.pending_email }) : undefined}
      />
      {values.role !== user.role && (
        <Note kind="information">{t('With another role, the person is signed out on all devices and signs in again.')}</Note>
      )}
    </SubmissionDialog>
  )
}
