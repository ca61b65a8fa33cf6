// The fields of a person that an invitation and a change have in common.
import type { UserRole } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { TextField } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { USER_ROLES } from './people-search.ts'
import { useRoleHints, useRoleNames } from './person-names.ts'

export interface PersonValues {
  readonly name: string
  readonly email: string
  readonly role: UserRole
  /** Empty for the default language of the calendar. */
  readonly language: string
}
/** A choice needs a key that is not empty. */
const NO_LANGUAGE = 'default'

interface PersonFieldsProps {
  readonly values: PersonValues
  readonly onChange: (values: PersonValues) => void
  readonly emailHint: string | undefined
}
export function PersonFields({ values, onChange, emailHint }: PersonFieldsProps) {
  const t = useText()
  const [names, hints] = [useRoleNames(), useRoleHints()]
  const set = (changes: Partial<PersonValues>): void => onChange({ ...values, ...changes })
  return (
    <>
      <TextField name="name" label={t('Name')} value={values.name} onChange={(name) => set({ name })} autoComplete="off" />
      <TextField
        name="email"
        type="email"
        label={t('Email address')}
        hint={emailHint}
        value={values.email}
        onChange={(email) => set({ email })}
        autoComplete="off"
      />
      <div className="stack">
        <Select
          name="role"
          label={t('Role')}
          value={values.role}
          options={USER_ROLES.map((id) => ({ id, label: names[id] }))}
          onChange={(role) => set({ role })}
        />
        <p className="hint">{hints[values.role]}</p>
      </div>
      <Select
        name="language"
        label={t('Language of messages to this person')}
        value={values.language || NO_LANGUAGE}
        options={[
          { id: NO_LANGUAGE, label: t('Language of the calendar') },
          ...pageSettings.languages.map((id) => ({ id, label: languageName(id) })),
        ]}
        onChange={(language) => set({ language: language === NO_LANGUAGE ? '' : language })}
      />
    </>
  )
}
