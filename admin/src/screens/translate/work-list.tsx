// The rows of the work list. Each leads to the side-by-side screen.
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { directionOf, languageNameIn } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FailureNote, QueryState } from '../../ui/query-state.tsx'
import { todayOfCalendar } from '../events/event-search.ts'
import { useWorkList, type Work, type WorkItem } from './work-queries.ts'

export function WorkList({ work }: { readonly work: Work }) {
  const t = useText()
  const list = useWorkList(work)
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = list
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const total = data?.pages.at(-1)?.total ?? 0
  if (data === undefined) return <QueryState query={list}>{() => null}</QueryState>
  if (items.length === 0) return <NothingToTranslate work={work} />
  return (
    <>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      <ul className={isPlaceholderData ? 'card work-list stale' : 'card work-list'} aria-busy={isPlaceholderData}>
        {items.map((item) => (
          <WorkRow key={item.id} item={item} work={work} />
        ))}
      </ul>
      <div className="list-foot">
        <span role="status">{t('Showing {shown} of {total}', { shown: items.length, total })}</span>
        {hasNextPage && (
          <Button size="small" onPress={() => !isFetchingNextPage && void fetchNextPage()}>
            {isFetchingNextPage ? t('Loading…') : t('Show more')}
          </Button>
        )}
      </div>
    </>
  )
}

function WorkRow({ item, work: { kind, language, filter } }: { readonly item: WorkItem; readonly work: Work }) {
  const { shortWallDay } = useFormats()
  const { id, title, language: own, start_date, city } = item
  const detail = start_date === undefined ? city : shortWallDay(start_date, todayOfCalendar().slice(0, 4))
  return (
    <li>
      <Link to="/translate/$kind/$id" params={{ kind, id: String(id) }} search={{ ...filter, language }}>
        <span className="work-detail">{detail}</span>
        <span className="work-title" lang={own} dir={directionOf(own)}>
          {title}
        </span>
        <Icon name="chevron-right" small />
      </Link>
    </li>
  )
}

function NothingToTranslate({ work: { language, filter } }: { readonly work: Work }) {
  const { t, language: reader } = useLanguage()
  const name = languageNameIn(language, reader)
  if (filter.search !== undefined)
    return (
      <section className="card empty">
        <Icon name="search" />
        <h2>{t('Nothing matches “{text}”', { text: filter.search })}</h2>
        <p>{t('Try another word, or clear the search.')}</p>
      </section>
    )
  return (
    <section className="card empty">
      <Icon name="check" />
      <h2>
        {filter.state === 'outdated'
          ? t('Every translation into {language} is up to date', { language: name })
          : t('Everything is translated into {language}', { language: name })}
      </h2>
      <p>
        {filter.state === 'outdated'
          ? t('When somebody changes an original, its translations appear here.')
          : t('New entries appear here until they have a text in this language.')}
      </p>
    </section>
  )
}
