// Switches between the list and the month view. The filters that both have stay set.
import { Link } from '@tanstack/react-router'
import { useText } from '../../lib/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { sharedFilters } from '../month/month-search.ts'
import type { EventSearch } from './event-search.ts'

const EXACT = { exact: true, includeSearch: false } as const

export function ViewSwitch({ search }: { readonly search: EventSearch }) {
  const t = useText()
  const filters = sharedFilters(search)
  return (
    <div className="segments view-switch" role="group" aria-label={t('View')}>
      <Link to="/events" search={filters} activeOptions={EXACT}>
        <Icon name="list" small />
        {t('List')}
      </Link>
      <Link to="/events/month" search={filters} activeOptions={EXACT}>
        <Icon name="calendar" small />
        {t('Month')}
      </Link>
    </div>
  )
}
