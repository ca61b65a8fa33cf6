// The filters of the security log: one kind of event, and one person.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../lib/delayed.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Picker } from '../../ui/picker.tsx'
import { nameOfUser, USERS_KEY, useUserNames } from '../people/people-queries.ts'
import { useSecurityActions } from './security-actions.ts'
import type { SecuritySearch } from './security-search.ts'

const FOUND_MAX = 30
const SEARCH_PAUSE_MS = 200

interface SecurityFiltersProps {
  readonly search: SecuritySearch
  readonly onChange: (search: SecuritySearch) => void
}
export function SecurityFilters({ search: { action, user }, onChange }: SecurityFiltersProps) {
  const t = useText()
  return (
    <div className="filters" role="group" aria-label={t('Filters')}>
      <ActionChip action={action} onChange={(next) => onChange({ ...(user && { user }), ...(next && { action: next }) })} />
      <PersonChip user={user} onChange={(next) => onChange({ ...(action && { action }), ...(next && { user: next }) })} />
    </div>
  )
}

const ClearFilter = ({ onPress }: { readonly onPress: () => void }) => {
  const t = useText()
  return (
    <Button variant="ghost" size="small" onPress={onPress}>
      {t('Clear this filter')}
    </Button>
  )
}

interface ActionChipProps {
  readonly action: string | undefined
  readonly onChange: (action: string | undefined) => void
}
function ActionChip({ action, onChange }: ActionChipProps) {
  const t = useText()
  const { names, nameOf } = useSecurityActions()
  const [text, setText] = useState('')
  const options = Object.entries(names)
    .map(([id, name]) => ({ id, name }))
    .filter(({ name }) => name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()))
  return (
    <Picker
      trigger={<Chip isSet={action !== undefined}>{action === undefined ? t('Kind of entry') : nameOf(action)}</Chip>}
      label={t('Kind of entry')}
      searchLabel={t('Find a kind')}
      emptyText={t('Nothing found')}
      options={options}
      search={text}
      onSearch={setText}
      selected={action === undefined ? [] : [action]}
      onChange={([id]) => onChange(id === undefined ? undefined : String(id))}
      {...(action !== undefined && { footer: <ClearFilter onPress={() => onChange(undefined)} /> })}
    />
  )
}

interface PersonChipProps {
  readonly user: number | undefined
  readonly onChange: (user: number | undefined) => void
}
function PersonChip({ user, onChange }: PersonChipProps) {
  const t = useText()
  const client = useClient()
  const nameOf = useUserNames()
  const [text, setText] = useState('')
  const sought = useDebounced(text.trim(), SEARCH_PAUSE_MS)
  const { data } = useQuery({
    queryKey: [...USERS_KEY, 'options', sought],
    queryFn: ({ signal }) => client.users.list({ per_page: FOUND_MAX, ...(sought && { search: sought }) }, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Picker
      trigger={<Chip isSet={user !== undefined}>{user === undefined ? t('Person') : nameOf(user)}</Chip>}
      label={t('Person')}
      searchLabel={t('Find a person')}
      emptyText={t('Nothing found')}
      options={(data?.users ?? []).map((each) => ({ id: each.id, name: nameOfUser(each) }))}
      search={text}
      onSearch={setText}
      selected={user === undefined ? [] : [user]}
      onChange={([id]) => onChange(id === undefined ? undefined : Number(id))}
      {...(user !== undefined && { footer: <ClearFilter onPress={() => onChange(undefined)} /> })}
    />
  )
}
