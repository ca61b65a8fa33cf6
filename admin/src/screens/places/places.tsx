// The lists of venues and of organizers: tabs by status, a search, and duplicates that are merged.
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { placePath, placesPath } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { focusRow } from '../events/row-focus.ts'
import { STATUSES } from '../events/event-search.ts'
import { sum } from '../events/event-queries.ts'
import { useStatusNames } from '../events/status-names.ts'
import { AddressSearch } from '../library/address-search.tsx'
import { EmptyList, MoreRows } from '../library/list-parts.tsx'
import { MergeDialog } from '../library/merge-dialog.tsx'
import { useTitle } from '../outside-page.tsx'
import { PlaceBar } from './place-bar.tsx'
import { ORGANIZERS, placeTexts, VENUES, type PlaceKind, type PlacePage } from './place-kinds.ts'
import { PlaceRows } from './place-list.tsx'
import { usePlaceCounts, usePlaceList } from './place-queries.ts'
import type { PlaceSearch } from './place-search.ts'
import { usePlaceActions } from './use-place-actions.ts'
import '../../styles/filters.css'
import '../../styles/bulk-bar.css'
import '../../styles/events.css'
import '../../styles/library.css'

export const VenuesScreen = () => <Places key="venues" kind={VENUES} />
export const OrganizersScreen = () => <Places key="organizers" kind={ORGANIZERS} />

function Places({ kind }: { readonly kind: PlaceKind }) {
  const t = useText()
  const texts = placeTexts(kind, t)
  const search = useSearch({ strict: false }) as PlaceSearch
  const { data: me } = useMe()
  const list = usePlaceList(kind, search)
  useTitle(texts.title)
  return (
    <div className="page events">
      <header>
        <h1>{texts.title}</h1>
        {me?.may.create && (
          <Link className="button primary" to={placePath(kind.plural, 'new')}>
            <Icon name="plus" />
            {texts.create}
          </Link>
        )}
      </header>
      <div className="event-tools">
        <PlaceTabs kind={kind} search={search} />
        <div className="filters" role="group" aria-label={t('Search and filters')}>
          <AddressSearch label={texts.searchLabel} search={search.search} />
        </div>
      </div>
      <QueryState query={list}>
        {({ pages }) => <PlaceList kind={kind} search={search} pages={pages} more={list} isStale={list.isPlaceholderData} />}
      </QueryState>
    </div>
  )
}

function PlaceTabs({ kind, search }: { readonly kind: PlaceKind; readonly search: PlaceSearch }) {
  const t = useText()
  const { number } = useFormats()
  const names = useStatusNames()
  const { data: counts } = usePlaceCounts(kind, search)
  const { status: current } = search
  const shown = STATUSES.filter((each) => each === current || each === 'trash' || (counts?.[each] ?? 0) > 0)
  const all = counts && sum(STATUSES.filter((each) => each !== 'trash').map((each) => counts[each]))
  const tab = (status: (typeof STATUSES)[number] | undefined, name: string, count: number | undefined) => (
    <Link
      key={status ?? 'all'}
      className="tab"
      to={placesPath(kind.plural)}
      search={{ ...(search.search && { search: search.search }), ...(status && { status }) } as never}
      activeProps={{}}
      {...(status === current ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
    >
      {name}
      {count !== undefined && <span className="count">{number(count)}</span>}
    </Link>
  )
  return (
    <nav className="tabs" aria-label={t('Status')}>
      {tab(undefined, t('All'), all)}
      {shown.map((each) => tab(each, names[each], counts?.[each]))}
    </nav>
  )
}

interface PlaceListProps {
  readonly kind: PlaceKind
  readonly search: PlaceSearch
  readonly pages: readonly PlacePage[]
  readonly more: Parameters<typeof MoreRows>[0]['query']
  readonly isStale: boolean
}
function PlaceList({ kind, search, pages, more, isStale }: PlaceListProps) {
  const t = useText()
  const texts = placeTexts(kind, t)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isMerging, setMerging] = useState(false)
  const rows = useMemo(() => pages.flatMap(({ places }) => places), [pages])
  // Rows that a search or another person removed are no longer selected.
  const selected = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen])
  const actions = usePlaceActions(kind, rows)
  const clear = (): void => setChosen(new Set())
  if (rows.length === 0)
    return search.search || search.status ? (
      <EmptyList
        icon="search"
        title={search.search ? texts.none(search.search) : t('Nothing here')}
        text={t('Try fewer or other words, or another tab.')}
      />
    ) : (
      <EmptyList icon={kind.icon} title={texts.empty} text={texts.emptyText} />
    )
  return (
    <>
      <PlaceRows {...{ kind, rows, isStale, actions }} selected={selected} onSelect={setChosen} />
      <MoreRows shown={rows.length} total={pages.at(-1)?.total ?? 0} query={more} />
      {selected.length > 0 && (
        <PlaceBar
          selected={selected}
          onClear={clear}
          onMerge={() => setMerging(true)}
          onTrash={() => {
            clear()
            void actions.trash(selected)
          }}
          onRestore={() => {
            clear()
            void actions.restore(selected)
          }}
        />
      )}
      {isMerging && (
        <MergeDialog
          plural={kind.plural}
          records={selected}
          onClose={() => setMerging(false)}
          onMerged={(id) => {
            setMerging(false)
            clear()
            focusRow(id)
          }}
        />
      )}
    </>
  )
}
