// The list of events: tabs by status, search and filters, an agenda, and actions on the selected rows.
import { Navigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { isAllowed } from '../../lib/allowed-destinations.ts'
import { DESTINATIONS } from '../../lib/destinations.ts'
import { useMe } from '../../lib/me.ts'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import '../../styles/filters.css'
import '../../styles/bulk-bar.css'
import '../../styles/events.css'
import { useTitle } from '../outside-page.tsx'
import { hasFirstSteps } from '../welcome/first-run.ts'
import { Agenda } from './agenda.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useEventList, useEventTotal, useSeriesSummaries, useTabCounts, type EventListQuery } from './event-queries.ts'
import { isFiltered, type EventSearch } from './event-search.ts'
import { SeriesSummaries } from './event-row.tsx'
import { Filters } from './filters.tsx'
import { EmptyCalendar, ListFailed, ListLoading, NothingFound } from './list-states.tsx'
import { NewEventLink } from './new-event-link.tsx'
import { focusRow } from './row-focus.ts'
import { StatusTabs } from './status-tabs.tsx'
import { useEventActions } from './use-event-actions.ts'
import { ViewSwitch } from './view-switch.tsx'

export function Events() {
  const t = useText()
  const search = useSearch({ from: '/frame/events' })
  const { data: me } = useMe()
  const list = useEventList(search)
  const counts = useTabCounts(search)
  const { data: records } = useEventTotal()
  const mayCreate = me?.may.create === true
  const mayImport = me !== undefined && DESTINATIONS.filter(isAllowed(me)).some(({ path }) => path === '/imports')
  const isEmpty = records?.total === 0 && records.trashed === 0 && !isFiltered(search) && list.data?.pages[0]?.total === 0
  useTitle(t('Events'))
  if (hasFirstSteps(me, isEmpty)) return <Navigate to="/welcome" replace />
  return (
    <div className="page events">
      <header>
        <h1>{t('Events')}</h1>
        <ViewSwitch search={search} />
        {mayCreate && <NewEventLink />}
      </header>
      {isEmpty ? (
        <EmptyCalendar mayCreate={mayCreate} mayImport={mayImport} />
      ) : (
        <>
          <div className="event-tools">
            <StatusTabs search={search} counts={counts.data} />
            <Filters search={search} />
          </div>
          <EventList list={list} search={search} />
        </>
      )}
    </div>
  )
}

function EventList({ list, search }: { readonly list: EventListQuery; readonly search: EventSearch }) {
  const t = useText()
  const actions = useEventActions()
  const summaries = useSeriesSummaries(list.data?.pages)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => list.data?.pages.flatMap(({ events }) => events) ?? [], [list.data])
  // Rows that a filter or another person removed are no longer selected.
  const selectedRows = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen])
  const selected = useMemo(() => new Set(selectedRows.map(({ id }) => id)), [selectedRows])
  const total = list.data?.pages.at(-1)?.total ?? 0
  if (list.data === undefined) return list.isError ? <ListFailed onRetry={() => void list.refetch()} /> : <ListLoading />
  return (
    <>
      <p className="visually-hidden" role="status">
        {!list.isPlaceholderData && t('{count} events found', { count: total })}
      </p>
      {list.isError && (
        <Note kind="problem">
          <p>{messageOf(list.error, t)}</p>
          <Button size="small" onPress={() => void list.refetch()}>
            {t('Try again')}
          </Button>
        </Note>
      )}
      {rows.length === 0 ? (
        <NothingFound search={search} suggested={list.data.pages[0]?.suggested_search} />
      ) : (
        <SeriesSummaries value={summaries}>
          <Agenda rows={rows} selected={selected} onSelect={setChosen} actions={actions} isStale={list.isPlaceholderData} />
        </SeriesSummaries>
      )}
      {rows.length > 0 && <ListFoot list={list} shown={rows.length} total={total} />}
      {selectedRows.length > 0 && <BulkBar rows={rows} selected={selectedRows} onClear={() => setChosen(new Set())} actions={actions} />}
    </>
  )
}

interface ListFootProps {
  readonly list: EventListQuery
  readonly shown: number
  readonly total: number
}
function ListFoot({ list, shown, total }: ListFootProps) {
  const t = useText()
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  /** The button may disappear, so the focus moves to the first of the new rows. */
  const showMore = async (): Promise<void> => {
    const { data } = await fetchNextPage()
    focusRow(data?.pages.flatMap(({ events }) => events)[shown]?.id)
  }
  return (
    <div className="list-foot">
      <span>{t('Showing {shown} of {total}', { shown, total })}</span>
      {hasNextPage && (
        <Button size="small" onPress={() => !isFetchingNextPage && void showMore()}>
          {isFetchingNextPage ? t('Loading…') : t('Show more')}
        </Button>
      )}
    </div>
  )
}
