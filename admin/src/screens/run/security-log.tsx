// The security log: sign-ins, failures, and changes of people, the newest first.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SecurityEntry } from '@kalends/client'
import { wallOfReader } from '../../lib/days.ts'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { MoreEntries } from './more-entries.tsx'
import { RunPage } from './run-page.tsx'
import { SecurityEntryRow } from './security-entry-row.tsx'
import { SecurityFilters } from './security-filters.tsx'
import type { SecuritySearch } from './security-search.ts'

const PAGE_SIZE = 50

export function SecurityLog() {
  const t = useText()
  return (
    <RunPage title={t('Security log')} lead={t('Sign-ins, failures, and changes of people. Passwords and secrets are never in it.')}>
      <LogList />
    </RunPage>
  )
}

function useSecurityLog(search: SecuritySearch) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: ['security-log', search],
    queryFn: async ({ pageParam, signal }) =>
      (await client.securityLog({ ...search, per_page: PAGE_SIZE, ...(pageParam > 0 && { before: pageParam }) }, { signal })).entries,
    initialPageParam: 0,
    getNextPageParam: (entries) => (entries.length < PAGE_SIZE ? undefined : entries.at(-1)?.id),
    placeholderData: keepPreviousData,
  })
}

function LogList() {
  const t = useText()
  const search = useSearch({ from: '/frame/security-log' })
  const navigate = useNavigate()
  const query = useSecurityLog(search)
  return (
    <>
      <SecurityFilters search={search} onChange={(next) => void navigate({ to: '/security-log', search: next, replace: true })} />
      <QueryState query={query}>
        {({ pages }) => {
          const entries = pages.flat()
          return (
            <>
              {entries.length === 0 && (
                <section className="card empty">
                  <h2>{t('No entries')}</h2>
                  <p>{t('Nothing in the log matches the filters. Clear one of them to see more.')}</p>
                </section>
              )}
              {daysOf(entries).map(([day, ofDay]) => (
                <LogDay key={day} day={day} entries={ofDay} />
              ))}
              <MoreEntries query={query} shown={entries.length} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}
const daysOf = (entries: readonly SecurityEntry[]): (readonly [string, readonly SecurityEntry[]])[] => [
  ...Map.groupBy(entries, ({ at_utc }) => wallOfReader(at_utc).slice(0, 10)),
]

function LogDay({ day, entries }: { readonly day: string; readonly entries: readonly SecurityEntry[] }) {
  const { wallDay } = useFormats()
  const id = `day-${day}`
  return (
    <section className="card log-day" aria-labelledby={id}>
      <h2 id={id}>{wallDay(`${day} 00:00:00`, wallOfReader(new Date().toISOString()).slice(0, 4))}</h2>
      <ul className="run-list">
        {entries.map((entry) => (
          <SecurityEntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}
