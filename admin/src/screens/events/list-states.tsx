// The list without rows: an empty calendar, a search without results, a failure, and the time until the first rows arrive.
import { Link } from '@tanstack/react-router'
import { useDelayedFlag } from '../../lib/delayed.ts'
import { useText } from '../../lib/language.tsx'
import { newEventPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { changeSearch, isFiltered, type EventSearch } from './event-search.ts'
import { useRangeNames } from './range-names.ts'
import artUrl from './empty-calendar.svg'

interface EmptyCalendarProps {
  readonly mayCreate: boolean
  readonly mayImport: boolean
}
export function EmptyCalendar({ mayCreate, mayImport }: EmptyCalendarProps) {
  const t = useText()
  return (
    <section className="card empty">
      <img src={artUrl} alt="" width="208" height="130" />
      <h2>{t('Your calendar starts here')}</h2>
      <p>{t('Every event that you add appears in this list, sorted by its date.')}</p>
      <div className="row">
        {mayCreate && (
          <Link className="button primary large" to={newEventPath}>
            <Icon name="plus" />
            {t('Add an event')}
          </Link>
        )}
        {mayImport && (
          <Link className="button large" to="/imports">
            <Icon name="upload" />
            {t('Import events')}
          </Link>
        )}
      </div>
    </section>
  )
}

interface NothingFoundProps {
  readonly search: EventSearch
  /** Another search that has results. */
  readonly suggested: string | undefined
}
export function NothingFound({ search, suggested }: NothingFoundProps) {
  const t = useText()
  const names = useRangeNames()
  const { search: text, range = 'month' } = search
  return (
    <section className="card empty">
      <Icon name="search" />
      <h2>{text ? t('No events match “{text}”', { text }) : t('No events here')}</h2>
      {suggested !== undefined && (
        <p>
          <Link className="link" to="/events" search={changeSearch(search, { search: suggested })}>
            {t('Did you mean “{text}”?', { text: suggested })}
          </Link>
        </p>
      )}
      <p>
        {range === 'all' ? t('Change the filters to see more events.') : t('You are looking only at: {dates}.', { dates: names[range] })}
      </p>
      <div className="row">
        {range !== 'all' && (
          <Link className="button" to="/events" search={changeSearch(search, { range: 'all' })}>
            {t('Search all dates')}
          </Link>
        )}
        {isFiltered(search) && (
          <Link className="button ghost" to="/events" search={{}}>
            {t('Clear everything')}
          </Link>
        )}
      </div>
    </section>
  )
}

export function ListFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText()
  return (
    <section className="card empty" role="alert">
      <Icon name="warning" />
      <h2>{t('We can’t reach the calendar')}</h2>
      <p>{t('Nothing is lost. We try again every few seconds; you can also try now.')}</p>
      <Button variant="primary" onPress={onRetry}>
        {t('Try again')}
      </Button>
    </section>
  )
}

const PAUSE_MS = 200
const WIDTHS = ['w-40', 'w-70', 'w-60', 'w-50', 'w-40', 'w-70', 'w-60', 'w-50']
/** Shows the shape of the rows to come, unless they arrive soon. */
export function ListLoading() {
  const t = useText()
  const isShown = useDelayedFlag(true, PAUSE_MS)
  return (
    <div className={isShown ? 'agenda card' : 'agenda'} aria-busy="true">
      <p className="visually-hidden" role="status">
        {isShown && t('Loading events…')}
      </p>
      {isShown &&
        WIDTHS.map((width, index) => (
          <div key={index} className="event-row loading" aria-hidden="true">
            <span />
            <span className="time skeleton" />
            <span className="thumbnail skeleton" />
            <span className="what">
              <span className={`skeleton ${width}`} />
              <span className="skeleton w-30" />
            </span>
            <span className="place skeleton" />
            <span className="status skeleton" />
            <span className="language-dots skeleton" />
            <span />
          </div>
        ))}
    </div>
  )
}
