// The review: submissions or decisions on one side, and on the other side the one that is open. On a phone these are two steps.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Me, QueuedReview } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FailureNote } from '../../ui/query-state.tsx'
import { HistoryLoading } from '../history/history-states.tsx'
import { useTitle } from '../outside-page.tsx'
import { DecidedPane } from './decided-pane.tsx'
import { ReviewList } from './review-list.tsx'
import { REVIEW_HEADING, ReviewPane } from './review-pane.tsx'
import { useReviewQueue, type ReviewQueue } from './review-queries.ts'
import { itemKey, type ReviewSearch } from './review-search.ts'
import '../../styles/pickers.css'
import '../../styles/history.css'
import '../../styles/review.css'

export function Review() {
  const t = useText()
  const search = useSearch({ from: '/frame/review' })
  const { data: me } = useMe()
  const query = useReviewQueue(search)
  useTitle(t('Review'))
  const items = useMemo(() => query.data?.pages.flatMap(({ reviews }) => reviews), [query.data])
  return (
    <div className={search.item === undefined ? 'history review' : 'history review reading'}>
      {items !== undefined && me !== undefined ? (
        <LoadedReview {...{ search, query, items, me }} />
      ) : (
        <div className="history-side">
          <ReviewHead search={search} total={undefined} />
          {query.error === null ? <HistoryLoading /> : <FailureNote error={query.error} onRetry={() => void query.refetch()} />}
        </div>
      )}
    </div>
  )
}

const EXACT = { exact: true, includeSearch: false } as const
/** On a phone, the way back leads from a submission to the list. */
function ReviewHead({ search: { state, item }, total }: { readonly search: ReviewSearch; readonly total: number | undefined }) {
  const t = useText()
  // Without an exact comparison, the first tab would be current whatever the state is.
  const current = (isCurrent: boolean) => ({
    activeProps: {},
    activeOptions: { exact: true },
    'aria-current': isCurrent ? ('page' as const) : undefined,
  })
  return (
    <header className="history-head">
      {item !== undefined && (
        <nav aria-label={t('Back')}>
          <Link className="to-list" to="/review" search={state ? { state } : {}} activeOptions={EXACT}>
            <Icon name="back" small />
            {t('All submissions')}
          </Link>
        </nav>
      )}
      <div className="row review-heading">
        <h1 tabIndex={-1}>{t('Review')}</h1>
        {total !== undefined && (
          <span className="small soft" role="status">
            {state === 'returned'
              ? t('{count} returned', { count: total })
              : state === 'decided'
                ? t('{count} recent decisions', { count: total })
                : t('{count} waiting', { count: total })}
          </span>
        )}
      </div>
      <nav className="segments review-tabs" aria-label={t('Submissions')}>
        <Link to="/review" search={{}} {...current(state === undefined)}>
          {t('Waiting')}
        </Link>
        <Link to="/review" search={{ state: 'returned' }} {...current(state === 'returned')}>
          {t('Returned')}
        </Link>
        <Link to="/review" search={{ state: 'decided' }} {...current(state === 'decided')}>
          {t('Done')}
        </Link>
      </nav>
    </header>
  )
}

interface LoadedReviewProps {
  readonly search: ReviewSearch
  readonly query: ReviewQueue
  readonly items: readonly QueuedReview[]
  readonly me: Me
}
function LoadedReview({ search, query, items, me }: LoadedReviewProps) {
  const t = useText()
  const navigate = useNavigate()
  const { state, item: chosen } = search
  // What was written stays when another submission is opened.
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const index = chosen === undefined ? 0 : items.findIndex((each) => itemKey(each) === chosen)
  const shown = items[index]
  const key = shown && itemKey(shown)
  const open = (item: QueuedReview | undefined): void =>
    void navigate({ to: '/review', search: { ...(state && { state }), ...(item && { item: itemKey(item) }) }, resetScroll: false })
  const neighbor = (step: number) => (index >= 0 && items[index + step] ? () => open(items[index + step]) : undefined)
  const [previous, next] = [neighbor(-1), neighbor(1)]
  const onDone = (): void => open(items[index + 1] ?? items[index - 1])
  useShortcut('j', () => next?.())
  useShortcut('k', () => previous?.())
  useFocusOf(chosen)
  return (
    <>
      <div className="history-side">
        <ReviewHead search={search} total={query.data?.pages[0]?.total} />
        <section className="versions" aria-label={t('Submissions')}>
          {items.length === 0 && <NothingWaits state={state} />}
          {items.length > 0 && (
            <ReviewList
              items={items}
              chosen={chosen}
              shown={key}
              isDecided={state === 'decided'}
              onChoose={(wanted) => open(items.find((each) => itemKey(each) === wanted))}
            />
          )}
          {query.hasNextPage && (
            <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t('Show more')}
            </Button>
          )}
        </section>
      </div>
      <section className="version-pane" {...(shown ? { 'aria-labelledby': REVIEW_HEADING } : { 'aria-label': t('Submission') })}>
        {shown !== undefined && key !== undefined ? (
          state === 'decided' ? (
            <DecidedPane key={key} item={shown} onPrevious={previous} onNext={next} onDone={onDone} />
          ) : (
            <ReviewPane
              key={key}
              item={shown}
              me={me}
              isReturned={state === 'returned'}
              note={notes[key] ?? ''}
              onNote={(note) => setNotes((old) => ({ ...old, [key]: note }))}
              onPrevious={previous}
              onNext={next}
              onDone={onDone}
            />
          )
        ) : (
          chosen !== undefined && (
            <div className="version-content">
              <p className="soft">{t('This submission is no longer in the list. Choose another one.')}</p>
            </div>
          )
        )}
      </section>
    </>
  )
}

function NothingWaits({ state }: { readonly state: ReviewSearch['state'] }) {
  const t = useText()
  const texts = {
    waiting: [t('Nothing waits for review'), t('Events that contributors send, and their changes of published events, appear here.')],
    returned: [t('Nothing was returned'), t('Submissions that were returned with a note stay here until their author sends them again.')],
    decided: [t('No recent decisions'), t('Submissions that were published or returned in the last 90 days appear here.')],
  }
  const [title, text] = texts[state ?? 'waiting']
  return (
    <div className="review-empty">
      <Icon name="inbox" />
      <p>
        <b>{title}</b>
      </p>
      <p className="soft small">{text}</p>
    </div>
  )
}

/** Waits until the list has handled the press that chose the submission, because the press moves the focus to the row. */
const PRESS_MS = 60
/** The heading of a submission that was opened gets the focus. */
function useFocusOf(item: string | undefined): void {
  const previous = useRef(item)
  useEffect(() => {
    const isSame = previous.current === item
    previous.current = item
    if (isSame) return
    const timer = setTimeout(() => {
      const heading = item === undefined ? document.querySelector<HTMLElement>('.review h1') : document.getElementById(REVIEW_HEADING)
      heading?.focus()
    }, PRESS_MS)
    return () => clearTimeout(timer)
  }, [item])
}
