// The tabs, the search and the filters of the list of people.
import { Link } from '@tanstack/react-router'
import type { UserStatus } from '@kalends/client'
import { useEffect, useState } from 'react'
import { useDebounced } from '../../lib/delayed.ts'
import { useText } from '../../lib/language.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { USER_ROLES, USER_STATUSES, validatePeopleSearch, type PeopleSearch } from './people-search.ts'
import { useRoleNames, useUserStatusNames } from './person-names.ts'

const SEARCH_PAUSE_MS = 200

interface PeopleFiltersProps {
  readonly search: PeopleSearch
  readonly onChange: (search: PeopleSearch) => void
}
export function PeopleFilters({ search, onChange }: PeopleFiltersProps) {
  const t = useText()
  const statuses = useUserStatusNames()
  const change = (changes: { readonly [K in keyof PeopleSearch]?: PeopleSearch[K] | undefined }): PeopleSearch =>
    validatePeopleSearch({ ...search, ...changes })
  const tab = (state: UserStatus | undefined, label: string) => (
    <Link
      key={label}
      className="tab"
      to="/users"
      search={change({ state })}
      activeProps={{}}
      {...(search.state === state ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
    >
      {label}
    </Link>
  )
  return (
    <div className="stack">
      <nav className="tabs" aria-label={t('Status')}>
        {tab(undefined, t('All'))}
        {USER_STATUSES.map((status) => tab(status, statuses[status]))}
      </nav>
      <div className="filters" role="group" aria-label={t('Search and filters')}>
        <TypedSearch text={search.search ?? ''} onChange={(text) => onChange(change({ search: text }))} />
        <RoleChip role={search.role} onChange={(role) => onChange(change({ role }))} />
      </div>
    </div>
  )
}

/** The address follows the text after a pause. */
function TypedSearch({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState(text)
  const settled = useDebounced(typed, SEARCH_PAUSE_MS)
  useEffect(() => {
    if (settled !== text && settled === typed) onChange(settled)
  }, [settled, typed, text, onChange])
  return <SearchField label={t('Name, login or email address')} value={typed} onChange={setTyped} />
}

interface RoleChipProps {
  readonly role: PeopleSearch['role']
  readonly onChange: (role: PeopleSearch['role']) => void
}
function RoleChip({ role, onChange }: RoleChipProps) {
  const t = useText()
  const names = useRoleNames()
  return (
    <Menu
      label={t('Role')}
      trigger={<Chip isSet={role !== undefined}>{role === undefined ? t('Role') : names[role]}</Chip>}
      entries={[
        { id: 'all', label: t('All roles'), isCurrent: role === undefined, run: () => onChange(undefined) },
        ...USER_ROLES.map((each) => ({ id: each, label: names[each], isCurrent: role === each, run: () => onChange(each) })),
      ]}
    />
  )
}
