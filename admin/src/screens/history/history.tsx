// The history of an event: the versions on one side, and on the other side the changes of the chosen one. On a phone these are two steps.
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { HistoryPage, Me } from '@kalends/client'
import { useEffect, useMemo, useRef } from 'react'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { eventPath } from '../../lib/paths.ts'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { focusRow } from '../events/row-focus.ts'
import { useTitle } from '../outside-page.tsx'
import { HistoryFailed, HistoryLoading } from './history-states.tsx'
import { entriesOf, historyKey, useEventHead, useHistory, useWantedVersion, type EventHead, type HistoryQuery } from './history-query.ts'
import { VersionList } from './version-list.tsx'
import { PANE_HEADING, VersionPane } from './version-pane.tsx'
import '../../styles/history.css'

const ROUTE = '/frame/events/$id/history'

export function EventHistory() {
  const t = useText()
  const id = Number(useParams({ from: ROUTE }).id)
  const { version } = useSearch({ from: ROUTE })
  const { data: me } = useMe()
  const { data: head } = useEventHead(id)
  const query = useHistory(id)
  useWantedVersion(query, version)
  useTitle(t('History of “{title}”', { title: head?.title || t('Event') }))
  return (
    <div className={version === undefined ? 'history' : 'history reading'}>
      {query.data !== undefined && me !== undefined ? (
        <LoadedHistory {...{ id, version, query, head, me }} pages={query.data.pages} />
      ) : (
        <div className="history-side">
          <HistoryHead id={id} head={head} version={undefined} />
          {query.error === null ? <HistoryLoading /> : <HistoryFailed id={id} error={query.error} onRetry={() => void query.refetch()} />}
        </div>
      )}
    </div>
  )
}

interface HistoryHeadProps {
  readonly id: number
  readonly head: EventHead | undefined
  readonly version: number | undefined
}
/** The way back leads to the event, and on a phone from a version to the list. */
function HistoryHead({ id, head, version }: HistoryHeadProps) {
  const t = useText()
  return (
    <header className="history-head">
      <nav aria-label={t('Back')}>
        <Link className="to-event" to={eventPath(id)} activeOptions={{ exact: true }}>
          <Icon name="back" small />
          <bdi lang={head?.language}>{head?.title || t('Event')}</bdi>
        </Link>
        {version !== undefined && (
          <Link className="to-list" to="/events/$id/history" params={{ id: String(id) }} activeOptions={{ exact: true }}>
            <Icon name="back" small />
            {t('All changes')}
          </Link>
        )}
      </nav>
      <h1>{t('History')}</h1>
    </header>
  )
}

interface LoadedHistoryProps extends HistoryHeadProps {
  readonly query: HistoryQuery
  readonly pages: readonly HistoryPage[]
  readonly me: Me
}
function LoadedHistory({ id, head, version, query, pages, me }: LoadedHistoryProps) {
  const { t, language } = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const entries = useMemo(() => entriesOf(pages), [pages])
  const newest = entries[0]?.version
  const shown = version === undefined ? entries[0] : entries.find((entry) => entry.version === version)
  const total = pages[0]?.total ?? entries.length
  const choose = (chosen: number): void =>
    void navigate({ to: '/events/$id/history', params: { id: String(id) }, search: { version: chosen }, resetScroll: false })
  useFocusOf(version)
  /** A restored version, and an undo, are the newest version of the event. */
  const chooseNewest = (): void => {
    const loaded = queries.getQueryData<InfiniteData<HistoryPage>>(historyKey(id, language))
    const latest = loaded?.pages[0]?.history[0]?.version
    if (latest !== undefined) choose(latest)
  }
  return (
    <>
      <div className="history-side">
        <HistoryHead id={id} head={head} version={version} />
        <section className="versions" aria-label={t('Versions')}>
          <VersionList {...{ entries, me }} chosen={shown && version} shown={shown?.version} onChoose={choose} />
          {query.hasNextPage && (
            <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t('Show more')}
            </Button>
          )}
          {query.isError && <Note kind="problem">{messageOf(query.error, t)}</Note>}
          <p className="faint small" role="status">
            {t('Showing {shown} of {total}', { shown: entries.length, total })}
          </p>
        </section>
      </div>
      <section className="version-pane" {...(shown ? { 'aria-labelledby': PANE_HEADING } : { 'aria-label': t('Version') })}>
        {shown !== undefined && newest !== undefined ? (
          <VersionPane key={shown.version} {...{ id, newest, total, me }} entry={shown} etag={head?.etag} onDone={chooseNewest} />
        ) : (
          <div className="version-content">
            {query.hasNextPage && !query.isError ? (
              <p role="status">{t('Loading…')}</p>
            ) : (
              <Note kind="information">{t('The history does not have this version. Choose another one.')}</Note>
            )}
          </div>
        )}
      </section>
    </>
  )
}

/** Waits until the list has handled the press that chose the version, because the press moves the focus to the row. */
const PRESS_MS = 60
/** The heading of a version that was chosen gets the focus. On the way back to the list, the row of the version gets it. */
function useFocusOf(version: number | undefined): void {
  const previous = useRef(version)
  useEffect(() => {
    const left = previous.current
    previous.current = version
    if (left === version) return
    if (version === undefined) return focusRow(left)
    const timer = setTimeout(() => document.getElementById(PANE_HEADING)?.focus(), PRESS_MS)
    return () => clearTimeout(timer)
  }, [version])
}
