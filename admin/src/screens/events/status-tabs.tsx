// The tabs of the list: one for each status, with the number of events that it has.
import { Link } from '@tanstack/react-router'
import type { Status, StatusCounts } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { sum } from './event-queries.ts'
import { changeSearch, STATUSES, type EventSearch } from './event-search.ts'
import { useStatusNames } from './status-names.ts'

interface StatusTabsProps {
  readonly search: EventSearch
  readonly counts: StatusCounts | undefined
}
export function StatusTabs({ search, counts }: StatusTabsProps) {
  const t = useText()
  const names = useStatusNames()
  const all = counts && sum(STATUSES.filter((status) => status !== 'trash').map((status) => counts[status]))
  return (
    <nav className="tabs" aria-label={t('Status')}>
      <StatusTab search={search} status={undefined} name={t('All')} count={all} />
      {STATUSES.filter((status) => status !== 'private' || search.status === status || (counts?.private ?? 0) > 0).map((status) => (
        <StatusTab key={status} search={search} status={status} name={names[status]} count={counts?.[status]} />
      ))}
    </nav>
  )
}

interface StatusTabProps {
  readonly search: EventSearch
  readonly status: Status | undefined
  readonly name: string
  readonly count: number | undefined
}
function StatusTab({ search, status, name, count }: StatusTabProps) {
  const { number } = useFormats()
  return (
    <Link
      className="tab"
      to="/events"
      search={changeSearch(search, { status })}
      activeProps={{}}
      {...(search.status === status ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
    >
      {name}
      {count !== undefined && <span className={status === 'pending' && count > 0 ? 'count hot' : 'count'}>{number(count)}</span>}
    </Link>
  )
}
